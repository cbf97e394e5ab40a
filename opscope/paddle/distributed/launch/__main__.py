"""Entry point of `python -m opscope.paddle.distributed.launch`."""

from opscope.paddle.distributed.launch.main import launch

if __name__ == "__main__":
    launch()
