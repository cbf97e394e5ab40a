"""paddle.linalg: linear algebra."""

from opscope.ops.decompositions import eig, eigh, eigvalsh, householder_product, lu, lu_unpack, pca_lowrank, qr, svd
from opscope.ops.determinants import det, slogdet
from opscope.ops.factors import cholesky
from opscope.ops.matrix_functions import cholesky_solve, inv, lstsq, matrix_power, matrix_rank, multi_dot, pinv
from opscope.ops.measures import cond, corrcoef, cov, matrix_norm, norm, vector_norm
from opscope.ops.solving import solve, triangular_solve
from opscope.ops.spectral import eigvals

__all__ = [
    "cholesky",
    "cholesky_solve",
    "cond",
    "corrcoef",
    "cov",
    "det",
    "eig",
    "eigh",
    "eigvals",
    "eigvalsh",
    "householder_product",
    "inv",
    "lstsq",
    "lu",
    "lu_unpack",
    "matrix_norm",
    "matrix_power",
    "matrix_rank",
    "multi_dot",
    "norm",
    "pca_lowrank",
    "pinv",
    "qr",
    "slogdet",
    "solve",
    "svd",
    "triangular_solve",
    "vector_norm",
]
