"""Matrix factorizations with Paddle's signatures, and products of reflections."""

from __future__ import annotations

from typing import Any

from opscope.core.dtype import as_dtype
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import creation, reduction
from opscope.ops.linalg import cholesky_qr, spectral
from opscope.ops.linalg import lu as packed
from opscope.ops.linalg.matmul import matmul
from opscope.ops.linalg.matrix_shapes import (
    columns,
    diagonal_of,
    lower,
    matrix,
    row,
    rows,
    size,
    swap,
    upper,
    with_diagonal,
)
from opscope.ops.public_functions import public
from opscope.ops.registry import REGISTRY
from opscope.paddle.functions.fill import ones_like
from opscope.paddle.functions.random_values import randn


@public
def qr(x: Any, mode: str = "reduced", name: str | None = None) -> Any:
    """Return Q and R with Q @ R = x [..., m, n]; mode 'complete' makes Q square, 'r' returns only R.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/qr_en.html
    """
    found = tuple(cholesky_qr.qr(x, mode="reduced" if mode == "r" else mode))
    return found[1] if mode == "r" else found


@public
def svd(x: Any, full_matrices: bool = False, name: str | None = None) -> tuple[Any, ...]:
    """Return U, S and VH with x [..., m, n] = U @ diag(S) @ VH.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/svd_en.html
    """
    return tuple(spectral.svd(x, full_matrices=full_matrices))


@public
def eigh(x: Any, UPLO: str = "L", name: str | None = None) -> tuple[Any, ...]:
    """Return the eigenvalues in ascending order and the eigenvectors of symmetric matrices.

    UPLO: the triangle to read, 'L' or 'U'.
    """
    return tuple(spectral.eigh(x, UPLO=_side(UPLO)))


@public
def eigvalsh(x: Any, UPLO: str = "L", name: str | None = None) -> Any:
    """Return the eigenvalues of symmetric matrices in ascending order; UPLO is the triangle to read, 'L' or 'U'."""
    return spectral.eigvalsh(x, UPLO=_side(UPLO))


def _side(name: str) -> str:
    if name not in ("L", "U"):
        raise ArgumentError(f"UPLO must be 'L' or 'U', but received {name!r}")
    return name


@public
def eig(x: Any, name: str | None = None) -> tuple[Any, ...]:
    """Return the complex eigenvalues and eigenvectors (as columns) of square matrices; there is no gradient."""
    return tuple(spectral.eig(x))


@public
def lu(x: Any, pivot: bool = True, get_infos: bool = False, name: str | None = None) -> tuple[Any, ...]:
    """Return L and U packed into one matrix, and the pivots, counted from 1.

    get_infos: also return 0, or the index of the first zero pivot.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/lu_en.html
    """
    found = tuple(packed.lu(x, pivot=pivot))
    return found if get_infos else found[:2]


@public
def lu_unpack(
    x: Any, y: Any, unpack_ludata: bool = True, unpack_pivots: bool = True, name: str | None = None
) -> tuple[Any, Any, Any]:
    """Return P, L and U from the results x and y of lu: the matrix is P @ L @ U; unrequested parts are empty tensors.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/lu_unpack_en.html
    """
    empty = creation.full(shape=(0,), fill_value=0, dtype="float32")
    turned = packed.permutation(y, x) if unpack_pivots else empty
    if not unpack_ludata:
        return turned, empty, empty
    m, n = size(x, -2, "lu_unpack"), size(x, -1, "lu_unpack")
    few = min(m, n)
    left = lower(x if n == few else columns(x, None, few), -1)
    unit = with_diagonal(ones_like(diagonal_of(x)))
    if m > few:
        unit = REGISTRY["concat"](unit, rows(left, few, None) * 0.0, axis=-2)
    return turned, left + unit, upper(x if m == few else rows(x, None, few))


@public
def householder_product(x: Any, tau: Any, name: str | None = None) -> Any:
    """Return the first n columns of the product of reflections 1 - tau[i] v v^T.

    v are the columns of x below the diagonal. x [..., m, n], tau [..., k]. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/householder_product_en.html
    """
    matrix("householder_product", x)
    m, n, k = size(x, -2, "householder_product"), size(x, -1, "householder_product"), size(tau, -1, "tau")
    if m < n or k > n:
        raise ShapeError(
            "householder_product: x must have at least as many rows as columns, and at least as many columns "
            "as tau has elements",
            facts={"x": list(x.shape), "tau": list(tau.shape)},
        )
    unit = creation.eye(num_rows=m, num_columns=n, dtype=as_dtype(x.dtype).name)
    vectors = lower(x, -1) + unit
    out = unit + x * 0.0
    for i in reversed(range(k)):
        v = columns(vectors, i, i + 1)
        out = out - matmul(v * row(columns(tau, i, i + 1)), matmul(v, out, transpose_x=True))
    return out


@public
def pca_lowrank(
    x: Any, q: int | None = None, center: bool = True, niter: int = 2, name: str | None = None
) -> tuple[Any, Any, Any]:
    """Return U, S and V of the q largest principal components of matrices [..., m, n], by a randomized method.

    q None: 6, or fewer for small matrices. center: subtract the means of the columns from x. niter: number of
    iterations.
    Source: Halko, Martinsson & Tropp 2009, alg. 5.1.
    """
    matrix("pca_lowrank", x)
    m, n = size(x, -2, "pca_lowrank"), size(x, -1, "pca_lowrank")
    count = min(6, m, n) if q is None else q
    if not 0 <= count <= min(m, n):
        raise ArgumentError(f"q must be an integer from 0 to min(m, n) = {min(m, n)}, but it is {count}")
    if niter < 0:
        raise ArgumentError(f"niter must be an integer of at least 0, but it is {niter}")
    data = x - reduction.mean(x, axis=-2, keepdim=True) if center else x
    q_, _ = cholesky_qr.qr(matmul(data, randn([n, count], dtype=x.dtype)))
    for _ in range(niter):
        z, _ = cholesky_qr.qr(matmul(data, q_, transpose_x=True))
        q_, _ = cholesky_qr.qr(matmul(data, z))
    u, s, vh = spectral.svd(matmul(q_, data, transpose_x=True))
    return matmul(q_, u), s, swap(vh)
