"""Norms, condition numbers and covariances of matrices."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.dtype import as_dtype
from opscope.errors import ArgumentError
from opscope.ops import reduction
from opscope.ops.elementwise import arithmetic, unary
from opscope.ops.linalg import solve, spectral, vectors
from opscope.ops.linalg.matmul import matmul
from opscope.ops.linalg.matrix_shapes import column, diagonal_of, matrix, row, swap
from opscope.ops.public_functions import public
from opscope.ops.registry import REGISTRY
from opscope.ops.tensor_operators import is_number
from opscope.paddle.functions.fill import ones_like

# --- norms ------------------------------------------------------------------------------------------


@public
def norm(x: Any, p: Any = "fro", axis: Any = None, keepdim: bool = False, name: str | None = None) -> Any:
    """Return the p-norm of x, taken as a vector over one axis, two axes or all axes (None).

    'fro' and None (Paddle 3) are Euclidean.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/norm_en.html
    """
    if isinstance(p, str) and p != "fro":
        raise ArgumentError(
            f"norm: p must be a number or 'fro', but received {p!r}",
            fix="for p='nuc', call paddle.linalg.matrix_norm",
        )
    if isinstance(axis, list | tuple) and len(axis) > 2:
        raise ArgumentError(f"norm: axis must be an int or a list of at most 2 ints, but received {list(axis)}")
    if isinstance(axis, list | tuple) and len(axis) == 2 and p == 0:
        raise ArgumentError(f"norm: if p = 0, axis must be an int or a list of one int, but received {list(axis)}")
    return vector_norm(x, 2.0 if p in ("fro", None) else p, axis, keepdim)


@public
def vector_norm(x: Any, p: float = 2.0, axis: Any = None, keepdim: bool = False, name: str | None = None) -> Any:
    """Return the p-norm of x as a vector over any axes (None: all); p is any number, inf or -inf."""
    if not is_number(p):
        raise ArgumentError(f"vector_norm: p must be a number, but received {p!r}")
    return vectors.lp_norm(x, p=float(p), axis=tuple(axis) if isinstance(axis, list) else axis, keepdim=keepdim)


@public
def matrix_norm(
    x: Any, p: Any = "fro", axis: Sequence[int] = (-2, -1), keepdim: bool = False, name: str | None = None
) -> Any:
    """Return the norms of matrices in two axes of x: 'fro', 'nuc' (sum of singular values), 1, -1, 2, -2, inf or -inf.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/matrix_norm_en.html
    """
    if not isinstance(axis, list | tuple) or len(axis) != 2:
        raise ArgumentError(f"matrix_norm: axis must be a list of two dims, but received {axis}")
    first, second = (dims.axis_of(a, len(x.shape)) for a in axis)
    if p == "fro":
        return vectors.lp_norm(x, p=2.0, axis=(first, second), keepdim=keepdim)
    if p in (1, -1, math.inf, -math.inf):
        along, other = (first, second) if p in (1, -1) else (second, first)
        sums = vectors.lp_norm(x, p=1.0, axis=along, keepdim=True)
        largest = (reduction.max if p > 0 else reduction.min)(sums, axis=other, keepdim=True)
        return largest if keepdim else REGISTRY["squeeze"](largest, axis=(first, second))
    if p not in ("nuc", 2, -2):
        raise ArgumentError(f"matrix_norm: p must be 'fro', 'nuc', 1, -1, 2, -2, inf or -inf, but received {p}")
    rest = [i for i in range(len(x.shape)) if i not in (first, second)]
    values = spectral.svd(REGISTRY["transpose"](x, perm=[*rest, first, second]))[1]
    out = _of_values(values, p)
    return REGISTRY["unsqueeze"](out, axis=sorted((first, second))) if keepdim else out


def _of_values(values: Any, p: Any) -> Any:
    if p == "nuc":
        return reduction.sum(values, axis=-1)
    return (reduction.max if p == 2 else reduction.min)(values, axis=-1)


@public
def cond(x: Any, p: Any = None, name: str | None = None) -> Any:
    """Return the condition numbers of matrices: the norm times the norm of the inverse.

    p: the norm, as in matrix_norm; None: 2.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/cond_en.html
    """
    matrix("cond", x)
    if p in (None, 2, -2):
        values = spectral.svd(x)[1]
        most, least = _of_values(values, 2), _of_values(values, -2)
        return least / most if p == -2 else most / least
    if p not in ("fro", "nuc", 1, -1, math.inf, -math.inf):
        raise ArgumentError(f"cond: p must be 'fro', 'nuc', 1, -1, 2, -2, inf, -inf or None, but received {p}")
    m, n = x.shape[-2:]
    if m != n and None not in (m, n) and -1 not in (m, n):
        raise ArgumentError(f"cond: with p={p}, x must be a square matrix or a batch of square matrices")
    return matrix_norm(x, p) * matrix_norm(solve.inverse(x), p)


# --- statistics -------------------------------------------------------------------------------------


def _weights(given: Any, name: str, x: Any) -> Any:
    if len(given.shape) > 1:
        raise ArgumentError(f"cov: {name} must have one dim, but has {len(given.shape)}", fix=f"flatten {name}")
    if given.shape[0] not in (-1, None, x.shape[1]) and x.shape[1] not in (-1, None):
        raise ArgumentError(
            f"cov: {name} must have {x.shape[1]} elements, one for each observation of x, but has {given.shape[0]}"
        )
    return arithmetic.cast(given, dtype=as_dtype(x.dtype).name)


@public
def cov(
    x: Any, rowvar: bool = True, ddof: bool = True, fweights: Any = None, aweights: Any = None, name: str | None = None
) -> Any:
    """Return the covariances of the rows (rowvar) or columns of x [m, n]; ddof divides by n - 1 instead of n.

    fweights: the number of repetitions of each observation. aweights: the weight of each observation. Source:
    https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/cov_en.html
    """
    rank = len(x.shape)
    if not 1 <= rank <= 2:
        raise ArgumentError(
            f"cov: x must have one or two dims, but has {rank}",
            fix="reshape x to [variables, observations]",
        )
    data = row(x) if rank == 1 else x if rowvar or x.shape[0] == 1 else swap(x)
    weight: Any = None if fweights is None else _weights(fweights, "fweights", data)
    scale: Any = None if aweights is None else _weights(aweights, "aweights", data)
    both = weight if scale is None else scale if weight is None else weight * scale
    if both is None:
        both = reduction.max(ones_like(data), axis=0)
    total = reduction.sum(both)
    factor = total
    if ddof:
        factor = total - (1.0 if scale is None else reduction.sum(both * scale) / total)
    mean = column(matmul(data, both) / total)
    centred = data - mean
    out = matmul(centred * row(both), centred, transpose_y=True) / factor
    return REGISTRY["squeeze"](out, axis=(0, 1)) if rank == 1 else out


@public
def corrcoef(x: Any, rowvar: bool = True, name: str | None = None) -> Any:
    """Return the correlations of the rows (rowvar) or columns of x [m, n], within [-1, 1].

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/linalg/corrcoef_en.html
    """
    if not 1 <= len(x.shape) <= 2:
        raise ArgumentError(f"corrcoef: x must have 1 or 2 dims, but it has {len(x.shape)}.")
    found = cov(x, rowvar)
    if not len(found.shape):
        return found / found
    spread = unary.sqrt(diagonal_of(found))
    return arithmetic.clip(found / column(spread) / row(spread), min=-1.0, max=1.0)
