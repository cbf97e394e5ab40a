"""paddle.tensor.attribute: what a tensor says of itself."""

from opscope.ops.asking import is_complex, is_floating_point, is_integer, rank
from opscope.ops.complexes import imag, real
from opscope.ops.spelled import shape

__all__ = [
    "imag",
    "is_complex",
    "is_floating_point",
    "is_integer",
    "rank",
    "real",
    "shape",
]
