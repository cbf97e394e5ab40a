"""paddle.tensor.linalg: linear algebra. Some functions are only in paddle.linalg, not in paddle."""

from opscope.ops.linalg.cholesky_qr import cholesky
from opscope.ops.linalg.determinants import det as det
from opscope.ops.linalg.determinants import slogdet as slogdet
from opscope.ops.linalg.matmul import matmul
from opscope.ops.linalg.solve import solve as solve
from opscope.ops.linalg.solve import triangular_solve as triangular_solve
from opscope.ops.linalg.spectral import eigvals as eigvals
from opscope.ops.manipulation.reshape import transpose
from opscope.ops.search.histogram import histogram
from opscope.ops.search.unique import bincount
from opscope.paddle.functions.decompositions import eig as eig
from opscope.paddle.functions.decompositions import eigh as eigh
from opscope.paddle.functions.decompositions import eigvalsh
from opscope.paddle.functions.decompositions import householder_product as householder_product
from opscope.paddle.functions.decompositions import lu as lu
from opscope.paddle.functions.decompositions import lu_unpack as lu_unpack
from opscope.paddle.functions.decompositions import pca_lowrank as pca_lowrank
from opscope.paddle.functions.decompositions import qr as qr
from opscope.paddle.functions.decompositions import svd as svd
from opscope.paddle.functions.matrix_functions import cholesky_solve as cholesky_solve
from opscope.paddle.functions.matrix_functions import inv as inv
from opscope.paddle.functions.matrix_functions import lstsq as lstsq
from opscope.paddle.functions.matrix_functions import matrix_power as matrix_power
from opscope.paddle.functions.matrix_functions import matrix_rank as matrix_rank
from opscope.paddle.functions.matrix_functions import multi_dot as multi_dot
from opscope.paddle.functions.matrix_functions import mv
from opscope.paddle.functions.matrix_functions import pinv as pinv
from opscope.paddle.functions.norms import cond as cond
from opscope.paddle.functions.norms import corrcoef as corrcoef
from opscope.paddle.functions.norms import cov as cov
from opscope.paddle.functions.norms import matrix_norm as matrix_norm
from opscope.paddle.functions.norms import norm
from opscope.paddle.functions.norms import vector_norm as vector_norm
from opscope.paddle.functions.products import cdist, cross, dist, dot
from opscope.paddle.functions.signatures import bmm, t

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
