"""paddle.tensor.linalg: linear algebra; what only paddle.linalg has too is not in paddle itself."""

from opscope.ops.counting import histogram
from opscope.ops.decompositions import eig as eig
from opscope.ops.decompositions import eigh as eigh
from opscope.ops.decompositions import eigvalsh
from opscope.ops.decompositions import householder_product as householder_product
from opscope.ops.decompositions import lu as lu
from opscope.ops.decompositions import lu_unpack as lu_unpack
from opscope.ops.decompositions import pca_lowrank as pca_lowrank
from opscope.ops.decompositions import qr as qr
from opscope.ops.decompositions import svd as svd
from opscope.ops.determinants import det as det
from opscope.ops.determinants import slogdet as slogdet
from opscope.ops.distinct import bincount
from opscope.ops.factors import cholesky
from opscope.ops.linalg import matmul
from opscope.ops.manipulation import transpose
from opscope.ops.matrix_functions import cholesky_solve as cholesky_solve
from opscope.ops.matrix_functions import inv as inv
from opscope.ops.matrix_functions import lstsq as lstsq
from opscope.ops.matrix_functions import matrix_power as matrix_power
from opscope.ops.matrix_functions import matrix_rank as matrix_rank
from opscope.ops.matrix_functions import multi_dot as multi_dot
from opscope.ops.matrix_functions import mv
from opscope.ops.matrix_functions import pinv as pinv
from opscope.ops.measures import cond as cond
from opscope.ops.measures import corrcoef as corrcoef
from opscope.ops.measures import cov as cov
from opscope.ops.measures import matrix_norm as matrix_norm
from opscope.ops.measures import norm
from opscope.ops.measures import vector_norm as vector_norm
from opscope.ops.products import cdist, cross, dist, dot
from opscope.ops.solving import solve as solve
from opscope.ops.solving import triangular_solve as triangular_solve
from opscope.ops.spectral import eigvals as eigvals
from opscope.ops.spelled import bmm, t

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
