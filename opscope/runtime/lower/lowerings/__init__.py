"""Forms: how each op is called with `out=`. One table; importing this fills it."""

from opscope.runtime.lower.lowerings import (
    activation,
    conv,
    elementwise,
    pool,
    reduction,
    softmax,
    views,
)
from opscope.runtime.lower.lowerings import (
    gather as indexing,
)
from opscope.runtime.lower.lowerings import (
    matmul as linalg,
)
from opscope.runtime.lower.lowerings import (
    normalization as norm,
)
from opscope.runtime.lower.lowerings import (
    row_blocks as rows,
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
