"""paddle.incubate: derivatives of functions, optimizers that wrap other optimizers, fused functions, graphs."""

from opscope.core.checks.unsupported import absent
from opscope.ops.indexing.segments import segment_max, segment_mean, segment_min, segment_sum
from opscope.paddle.geometric.messages import graph_send_recv
from opscope.paddle.incubate import autograd, nn, optimizer
from opscope.paddle.incubate.nn.loss import identity_loss
from opscope.paddle.incubate.optimizer import LookAhead, ModelAverage
from opscope.paddle.incubate.softmax import softmax_mask_fuse, softmax_mask_fuse_upper_triangle

__all__ = [
    "LookAhead",
    "ModelAverage",
    "autograd",
    "graph_send_recv",
    "identity_loss",
    "nn",
    "optimizer",
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_sum",
    "softmax_mask_fuse",
    "softmax_mask_fuse_upper_triangle",
]

__getattr__ = absent(
    "paddle.incubate",
    dict.fromkeys(
        ("graph_khop_sampler", "graph_reindex", "graph_sample_neighbors"),
        "sample the graph with NumPy before the program",
    ),
)
