"""paddle.sparse: tensors that store only their nonzero elements, and functions of such tensors."""

from opscope.paddle.sparse import nn as nn
from opscope.paddle.sparse.binary import add, divide, is_same_shape, multiply, subtract
from opscope.paddle.sparse.creation import sparse_coo_tensor, sparse_csr_tensor
from opscope.paddle.sparse.formats import SparseCooTensor as SparseCooTensor
from opscope.paddle.sparse.formats import SparseCsrTensor as SparseCsrTensor
from opscope.paddle.sparse.products import addmm, masked_matmul, matmul, mv, pca_lowrank
from opscope.paddle.sparse.reduction import sum
from opscope.paddle.sparse.shaping import reshape, slice, transpose
from opscope.paddle.sparse.unary import (
    abs,
    asin,
    asinh,
    atan,
    atanh,
    cast,
    coalesce,
    deg2rad,
    expm1,
    isnan,
    log1p,
    neg,
    pow,
    rad2deg,
    sin,
    sinh,
    sqrt,
    square,
    tan,
    tanh,
)

__all__ = [
    "abs",
    "add",
    "addmm",
    "asin",
    "asinh",
    "atan",
    "atanh",
    "cast",
    "coalesce",
    "deg2rad",
    "divide",
    "expm1",
    "is_same_shape",
    "isnan",
    "log1p",
    "masked_matmul",
    "matmul",
    "multiply",
    "mv",
    "neg",
    "nn",
    "pca_lowrank",
    "pow",
    "rad2deg",
    "reshape",
    "sin",
    "sinh",
    "slice",
    "sparse_coo_tensor",
    "sparse_csr_tensor",
    "sqrt",
    "square",
    "subtract",
    "sum",
    "tan",
    "tanh",
    "transpose",
]
