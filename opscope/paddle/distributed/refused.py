"""What needs several processes, or servers of parameters: refused where it is used."""

from __future__ import annotations

from opscope.core.refused import refused

_ONE = "there is one process", "run the model as it is"
_FILES = "there are no readers of files in C++ here", "use paddle.io.DataLoader"
CountFilterEntry = refused("CountFilterEntry", *_ONE)
DistAttr = refused("DistAttr", *_ONE)
InMemoryDataset = refused("InMemoryDataset", *_FILES)
ProbabilityEntry = refused("ProbabilityEntry", *_ONE)
ProcessMesh = refused("ProcessMesh", *_ONE)
QueueDataset = refused("QueueDataset", *_FILES)
ShowClickEntry = refused("ShowClickEntry", *_ONE)
Strategy = refused("Strategy", *_ONE)
dtensor_from_fn = refused("dtensor_from_fn", *_ONE)
gloo_barrier = refused("gloo_barrier", *_ONE)
gloo_init_parallel_env = refused("gloo_init_parallel_env", *_ONE)
gloo_release = refused("gloo_release", *_ONE)
load_state_dict = refused("load_state_dict", "there is one process", "use paddle.load and set_state_dict")
reshard = refused("reshard", *_ONE)
save_state_dict = refused("save_state_dict", "there is one process", "use paddle.save")
shard_layer = refused("shard_layer", *_ONE)
shard_optimizer = refused("shard_optimizer", *_ONE)
shard_tensor = refused("shard_tensor", *_ONE)
split = refused("split", "there is one process", "use nn.Linear or nn.Embedding")
to_static = refused("to_static", "there is one process", "use paddle.jit.to_static")

__all__ = [
    "CountFilterEntry",
    "DistAttr",
    "InMemoryDataset",
    "ProbabilityEntry",
    "ProcessMesh",
    "QueueDataset",
    "ShowClickEntry",
    "Strategy",
    "dtensor_from_fn",
    "gloo_barrier",
    "gloo_init_parallel_env",
    "gloo_release",
    "load_state_dict",
    "reshard",
    "save_state_dict",
    "shard_layer",
    "shard_optimizer",
    "shard_tensor",
    "split",
    "to_static",
]
