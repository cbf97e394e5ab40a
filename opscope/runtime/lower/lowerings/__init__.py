"""Lowering rules: how each op is called with `out=`. Importing this fills the table."""

from opscope.runtime.lower.lowerings import (
    activation,
    conv,
    elementwise,
    gather,
    matmul,
    normalization,
    pool,
    reduction,
    row_blocks,
    softmax,
    views,
)

__all__ = [
    "activation",
    "conv",
    "elementwise",
    "gather",
    "matmul",
    "normalization",
    "pool",
    "reduction",
    "row_blocks",
    "softmax",
    "views",
]
