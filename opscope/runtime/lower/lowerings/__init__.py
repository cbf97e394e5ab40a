"""Forms: how each op is called with `out=`. One table; importing this fills it."""

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
