"""Products of matrices and vectors, and linear algebra."""

from __future__ import annotations

from typing import Any

from opscope.ir.compat.composite_ops import Many, composed
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.fluid.layers import loss as losses
from opscope.paddle.nn import functional as F  # noqa: N812


@composed("matmul")
def matmul(X: Any, Y: Any, *, transpose_X: bool = False, transpose_Y: bool = False, alpha: float = 1.0) -> Any:
    out = T.matmul(X, Y, transpose_X and len(X.shape) > 1, transpose_Y and len(Y.shape) > 1)
    return out if alpha == 1.0 else out * alpha


@composed("bmm")
def bmm(X: Any, Y: Any) -> Any:
    return T.bmm(X, Y)


@composed("dot")
def dot(X: Any, Y: Any) -> Any:
    return T.dot(X, Y)


@composed("mv")
def mv(X: Any, Vec: Any) -> Any:
    return T.mv(X, Vec)


@composed("addmm")
def addmm(Input: Any, X: Any, Y: Any, *, Alpha: float = 1.0, Beta: float = 1.0) -> Any:
    return T.addmm(Input, X, Y, Beta, Alpha)


@composed("kron")
def kron(X: Any, Y: Any) -> Any:
    return T.kron(X, Y)


@composed("dist")
def dist(X: Any, Y: Any, *, p: float = 2.0) -> Any:
    return T.dist(X, Y, p)


@composed("multi_dot")
def multi_dot(X: Many) -> Any:
    return T.multi_dot(X)


@composed("matrix_power")
def matrix_power(X: Any, *, n: int = 1) -> Any:
    return T.matrix_power(X, n)


@composed("cholesky_solve")
def cholesky_solve(X: Any, Y: Any, *, upper: bool = False) -> Any:
    return T.cholesky_solve(X, Y, upper)


@composed("lu_unpack", out="Pmat L U")
def lu_unpack(X: Any, Pivots: Any, *, unpack_ludata: bool = True, unpack_pivots: bool = True) -> Any:
    return tuple(T.lu_unpack(X, Pivots, unpack_ludata, unpack_pivots))


@composed("matrix_rank")
def matrix_rank(
    X: Any, TolTensor: Any = None, *, tol: float = 0.0, use_default_tol: bool = True, hermitian: bool = False
) -> Any:
    limit = TolTensor if TolTensor is not None else None if use_default_tol else tol
    return T.matrix_rank(X, limit, hermitian)


@composed("bilinear_tensor_product")
def bilinear_tensor_product(X: Any, Y: Any, Weight: Any, Bias: Any = None) -> Any:
    return F.bilinear(X, Y, Weight, Bias)


@composed("fc")
def fc(Input: Any, W: Any, Bias: Any = None, *, in_num_col_dims: int = 1, activation_type: str = "") -> Any:
    out = REGISTRY["mul"](Input, W, x_num_col_dims=in_num_col_dims, y_num_col_dims=1)
    out = out if Bias is None else out + Bias
    return F.relu(out) if activation_type == "relu" else out


@composed("fsp")
def fsp(X: Any, Y: Any) -> Any:
    return losses.fsp_matrix(X, Y)


@composed("cos_sim", out="Out XNorm YNorm")
def cos_sim(X: Any, Y: Any) -> Any:
    lengths = [T.sqrt(T.sum(T.square(v), 1, keepdim=True)) for v in (X, Y)]
    return T.sum(X * Y, 1, keepdim=True) / (lengths[0] * lengths[1]), *lengths


@composed("squared_l2_distance", out="sub_result Out")
def squared_l2_distance(X: Any, Y: Any) -> Any:
    diff = T.reshape(X - Y, [0, -1])
    return diff, T.sum(T.square(diff), 1, keepdim=True)
