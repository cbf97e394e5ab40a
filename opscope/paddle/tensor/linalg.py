"""paddle.tensor.linalg: linear algebra; what only paddle.linalg has too is not in paddle itself."""

from opscope.ops.counting import histogram
from opscope.ops.decompositions import eigvalsh
from opscope.ops.distinct import bincount
from opscope.ops.factors import cholesky
from opscope.ops.linalg import matmul
from opscope.ops.manipulation import transpose
from opscope.ops.matrix_functions import mv
from opscope.ops.measures import norm
from opscope.ops.products import cdist, cross, dist, dot
from opscope.ops.spelled import bmm, t
from opscope.paddle.linalg import *

__all__ = [
    "bincount",
    "bmm",
    "cdist",
    "cholesky",
    "cross",
    "dist",
    "dot",
    "eigvalsh",
    "histogram",
    "matmul",
    "mv",
    "norm",
    "t",
    "transpose",
]
