"""Lowering rules, which call each op with `out=`. The import of this package fills the table of lowering rules."""

from opscope.runtime.lower.lowerings import (
    activation_lowerings,
    conv_lowerings,
    elementwise_lowerings,
    gather_lowerings,
    matmul_lowerings,
    normalization_lowerings,
    pool_lowerings,
    reduction_lowerings,
    row_blocks,
    softmax_lowerings,
    views,
)

__all__ = [
    "activation_lowerings",
    "conv_lowerings",
    "elementwise_lowerings",
    "gather_lowerings",
    "matmul_lowerings",
    "normalization_lowerings",
    "pool_lowerings",
    "reduction_lowerings",
    "row_blocks",
    "softmax_lowerings",
    "views",
]
