"""Names of other kinds of parallelism, and of parameter servers: a call raises UnsupportedError."""

from __future__ import annotations

from opscope.core.checks.unsupported import unsupported_function

_ONE = "opscope supports only data parallelism", "run the model without this function, or in paddle.DataParallel"
_WHOLE = (
    "every process has all values, so opscope saves no parts",
    "use paddle.save, and paddle.load with set_state_dict",
)
_FILES = "opscope has no file readers in C++", "use paddle.io.DataLoader"
CountFilterEntry = unsupported_function("CountFilterEntry", *_ONE)
DistAttr = unsupported_function("DistAttr", *_ONE)
InMemoryDataset = unsupported_function("InMemoryDataset", *_FILES)
ProbabilityEntry = unsupported_function("ProbabilityEntry", *_ONE)
ProcessMesh = unsupported_function("ProcessMesh", *_ONE)
QueueDataset = unsupported_function("QueueDataset", *_FILES)
ShowClickEntry = unsupported_function("ShowClickEntry", *_ONE)
Strategy = unsupported_function("Strategy", *_ONE)
dtensor_from_fn = unsupported_function("dtensor_from_fn", *_ONE)
gloo_barrier = unsupported_function("gloo_barrier", *_ONE)
gloo_init_parallel_env = unsupported_function("gloo_init_parallel_env", *_ONE)
gloo_release = unsupported_function("gloo_release", *_ONE)
load_state_dict = unsupported_function("load_state_dict", *_WHOLE)
reshard = unsupported_function("reshard", *_ONE)
save_state_dict = unsupported_function("save_state_dict", *_WHOLE)
shard_layer = unsupported_function("shard_layer", *_ONE)
shard_optimizer = unsupported_function("shard_optimizer", *_ONE)
shard_tensor = unsupported_function("shard_tensor", *_ONE)
split = unsupported_function("split", _ONE[0], "use nn.Linear or nn.Embedding")
to_static = unsupported_function("to_static", _ONE[0], "use paddle.jit.to_static")

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
