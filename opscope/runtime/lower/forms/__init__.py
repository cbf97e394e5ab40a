"""Forms: how each op is called with `out=`. One table; importing this fills it."""

from opscope.runtime.lower.forms import (
    activation,
    conv,
    elementwise,
    indexing,
    linalg,
    norm,
    pool,
    reduction,
    rows,
    softmax,
    views,
)

__all__ = [
    "activation",
    "conv",
    "elementwise",
    "indexing",
    "linalg",
    "norm",
    "pool",
    "reduction",
    "rows",
    "softmax",
    "views",
]
