"""Linear equations, ranks, powers and products of matrices, with Paddle's signatures."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core.dtype import as_dtype
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ops import creation
from opscope.ops.linalg import rank_pinv as ranks
from opscope.ops.linalg import solve
from opscope.ops.linalg.matmul import matmul
from opscope.ops.linalg.matrix_shapes import column, diagonal_of, row, square, with_diagonal
from opscope.ops.public_functions import public
from opscope.ops.registry import REGISTRY
from opscope.ops.tensor_operators import is_number
from opscope.paddle.functions.fill import ones_like


@public
def cholesky_solve(x: Any, y: Any, upper: bool = False, name: str | None = None) -> Any:
    """Return the solution of A @ out = x, where y is the Cholesky factor: A = y @ y^T, or y^T @ y with `upper`.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/cholesky_solve_en.html
    """
    half = solve.triangular_solve(y, x, upper=upper, transpose=upper)
    return solve.triangular_solve(y, half, upper=upper, transpose=not upper)


@public
def lstsq(
    x: Any, y: Any, rcond: float | None = None, driver: str | None = None, name: str | None = None
) -> tuple[Any, ...]:
    """Return the least-squares solution of x @ solution = y, residuals, rank and singular values; there is no gradient.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/lstsq_en.html
    """
    return tuple(solve.lstsq(x, y, rcond=rcond, driver="gelsy" if driver is None else driver))


@public
def pinv(x: Any, rcond: Any = 1e-15, hermitian: bool = False, name: str | None = None) -> Any:
    """Return the pseudo-inverses of matrices; singular values below rcond times the largest count as 0.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/pinv_en.html
    """
    if not is_number(rcond):
        if not hasattr(rcond, "item") or (len(rcond.shape) and math.prod(rcond.shape) != 1) or not _eager(rcond):
            raise UnsupportedError("pinv: rcond must be a number, not a tensor", fix="pass a number")
        rcond = rcond.item()
    return ranks.pinv(x, rcond=float(rcond), hermitian=hermitian)


def _eager(value: Any) -> bool:
    return hasattr(value, "__index__")


@public
def matrix_rank(x: Any, tol: Any = None, hermitian: bool = False, name: str | None = None) -> Any:
    """Return the int32 number of singular values above tol (None: the precision times the largest).

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/matrix_rank_en.html
    """
    if tol is not None and is_number(tol):
        tol = creation.full(shape=(), fill_value=tol, dtype=as_dtype(x.dtype).name)
    return ranks.matrix_rank(x, tol, hermitian=hermitian)


@public
def matrix_power(x: Any, n: int, name: str | None = None) -> Any:
    """Return the n-th power of square matrices; n = 0 gives identity matrices, n < 0 powers of the inverses.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/matrix_power_en.html
    """
    if not isinstance(n, int):
        raise ArgumentError(
            f"matrix_power(): the argument n (position 2) must be an int, but received {type(n).__name__}"
        )
    square("matrix_power", x)
    if n == 0:
        return with_diagonal(ones_like(diagonal_of(x)))
    base, out, left = solve.inverse(x) if n < 0 else x, None, abs(n)
    while left:
        if left % 2:
            out = base if out is None else matmul(out, base)
        left //= 2
        base = matmul(base, base) if left else base
    return out


@public
def multi_dot(x: Sequence[Any], name: str | None = None) -> Any:
    """Return the product of two or more matrices, in the order that takes the fewest operations.

    The first and the last may be vectors.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/multi_dot_en.html
    """
    parts = list(x)
    if len(parts) < 2:
        raise ArgumentError(f"multi_dot needs at least 2 tensors, but received {len(parts)}")
    for i, part in enumerate(parts):
        ranks = (1, 2) if i in (0, len(parts) - 1) else (2,)
        if len(part.shape) not in ranks:
            raise ShapeError(
                "the first and the last tensor of multi_dot must be 1D or 2D, and the other tensors 2D, but "
                f"this tensor is {len(part.shape)}D",
                facts={f"x[{i}]": list(part.shape)},
            )
    if len(parts[0].shape) == 1:
        parts[0] = row(parts[0])
    if len(parts[-1].shape) == 1:
        parts[-1] = column(parts[-1])
    out = _in_order(parts)
    if len(x[0].shape) == 1:
        out = REGISTRY["squeeze"](out, axis=0)
    return REGISTRY["squeeze"](out, axis=-1) if len(x[-1].shape) == 1 else out


def _in_order(parts: Sequence[Any]) -> Any:
    """Source: Cormen et al., Introduction to algorithms, 15.2."""
    sides = [parts[0].shape[0], *(p.shape[1] for p in parts)]
    sides = [1 if d in (None, -1) else d for d in sides]
    best: dict[tuple[int, int], tuple[int, int]] = {(i, i): (0, i) for i in range(len(parts))}
    for length in range(2, len(parts) + 1):
        for i in range(len(parts) - length + 1):
            j = i + length - 1
            steps = [
                (best[i, k][0] + best[k + 1, j][0] + sides[i] * sides[k + 1] * sides[j + 1], k) for k in range(i, j)
            ]
            best[i, j] = min(steps)

    def product(i: int, j: int) -> Any:
        if i == j:
            return parts[i]
        cut = best[i, j][1]
        return matmul(product(i, cut), product(cut + 1, j))

    return product(0, len(parts) - 1)


@public
def mv(x: Any, vec: Any, name: str | None = None) -> Any:
    """Return the product of a matrix [m, n] and a vector [n]."""
    if len(x.shape) != 2 or len(vec.shape) != 1:
        raise ShapeError(
            "mv: x must have the shape [m, n], and vec the shape [n]",
            facts={"x": list(x.shape), "vec": list(vec.shape)},
        )
    if x.shape[1] != vec.shape[0] and not {-1, None} & {x.shape[1], vec.shape[0]}:
        raise ShapeError(
            f"mv: the number of columns of x must be the length of vec, but their shapes are {list(x.shape)} and "
            f"{list(vec.shape)}"
        )
    return matmul(x, vec)


inv = solve.inverse
REGISTRY.public["inv"] = inv
