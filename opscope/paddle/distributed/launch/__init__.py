"""paddle.distributed.launch: `python -m opscope.paddle.distributed.launch --nproc_per_node 2 train.py`."""
