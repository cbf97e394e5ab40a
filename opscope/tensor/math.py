"""paddle.tensor.math: arithmetic, element by element and along axes."""

from opscope.ir.assigning import increment
from opscope.ops.api import addmm, mm, neg, pow, scale
from opscope.ops.compare import isfinite, isinf, isnan
from opscope.ops.elementwise import add, clip, divide, floor_divide, maximum, minimum, multiply, remainder, subtract
from opscope.ops.functions import abs, log, log1p, log2, log10, sign, tanh, trunc
from opscope.ops.joining import add_n
from opscope.ops.reduction import all, any, cumsum, logsumexp, max, min, prod, sum

__all__ = [
    "abs",
    "add",
    "add_n",
    "addmm",
    "all",
    "any",
    "clip",
    "cumsum",
    "divide",
    "floor_divide",
    "increment",
    "isfinite",
    "isinf",
    "isnan",
    "log",
    "log1p",
    "log2",
    "log10",
    "logsumexp",
    "max",
    "maximum",
    "min",
    "minimum",
    "mm",
    "multiply",
    "neg",
    "pow",
    "prod",
    "remainder",
    "scale",
    "sign",
    "subtract",
    "sum",
    "tanh",
    "trunc",
]
