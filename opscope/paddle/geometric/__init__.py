"""paddle.geometric: messages along the edges of a graph, and segments of rows."""

from opscope.core.checks.unsupported import absent
from opscope.core.module_aliases import alias_in_submodules
from opscope.ops.indexing.segments import segment_max, segment_mean, segment_min, segment_sum
from opscope.paddle.geometric.messages import send_u_recv, send_ue_recv, send_uv

alias_in_submodules(
    __name__,
    {
        "math": "segment_sum segment_mean segment_min segment_max",
        "message_passing.send_recv": "send_u_recv send_ue_recv send_uv",
    },
)

__all__ = [
    "segment_max",
    "segment_mean",
    "segment_min",
    "segment_sum",
    "send_u_recv",
    "send_ue_recv",
    "send_uv",
]

__getattr__ = absent(
    "paddle.geometric",
    dict.fromkeys(
        ("reindex_graph", "reindex_heter_graph", "sample_neighbors", "weighted_sample_neighbors"),
        "sample the graph with NumPy before the program",
    ),
)
