"""Functions along an axis: cumulative results, counts, sums without NaN, differences and integrals."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.dtype import as_dtype, float32
from opscope.errors import ArgumentError, DTypeError
from opscope.ops import cumulative, reduction
from opscope.ops.elementwise import arithmetic
from opscope.ops.elementwise.comparison import isnan, logical_not, logical_xor, not_equal, where
from opscope.ops.grad_ops import zeros_like
from opscope.ops.manipulation.concat_split import concat
from opscope.ops.public_functions import public
from opscope.ops.registry import REGISTRY
from opscope.ops.tensor_operators import is_number
from opscope.paddle.functions.reshape import reshape, slice


def _flat(x: Any, axis: int | None) -> tuple[Any, int]:
    """Return x and an axis; for axis=None, return the flattened x and its last axis."""
    if axis is not None:
        return x, dims.axis_of(axis, len(x.shape))
    return reshape(x, [-1]), 0


def _kept_or_cast(x: Any, dtype: Any) -> Any:
    return x if dtype is None or as_dtype(dtype) is as_dtype(x.dtype) else arithmetic.cast(x, dtype=as_dtype(dtype))


def _extreme(which: str, x: Any, axis: int | None, dtype: Any) -> tuple[Any, Any]:
    kind = as_dtype(dtype).name
    if kind not in ("int32", "int64"):
        raise DTypeError(
            f"The data type of 'dtype' in {which} must be ['int32', 'int64'], but received {kind}",
            fix="pass one of them",
        )
    x, axis = _flat(x, axis)
    return tuple(REGISTRY[which](x, axis=axis, dtype=kind))


@public
def cummax(x: Any, axis: int | None = None, dtype: Any = "int64", name: str | None = None) -> tuple[Any, Any]:
    """Return the cumulative maximum along an axis (None: of the flattened x), and its positions.

    dtype: the dtype of the positions, int32 or int64.
    """
    return _extreme("cummax", x, axis, dtype)


@public
def cummin(x: Any, axis: int | None = None, dtype: Any = "int64", name: str | None = None) -> tuple[Any, Any]:
    """Return the cumulative minimum along an axis (None: of the flattened x), and its positions.

    dtype: the dtype of the positions, int32 or int64.
    """
    return _extreme("cummin", x, axis, dtype)


@public
def cumprod(x: Any, dim: int | None = None, dtype: Any = None, name: str | None = None) -> Any:
    """Return the cumulative product along a dim, in dtype (None: the dtype of x).

    Raises ArgumentError without a dim.
    """
    if not isinstance(dim, int):
        raise ArgumentError(
            f"cumprod(): the argument 'dim' (position 1) must be an int, but received {type(dim).__name__}",
            fix="pass the number of a dim, such as dim=0",
        )
    x = _kept_or_cast(x, dtype)
    return cumulative.cumprod(x, axis=dims.axis_of(dim, len(x.shape)))


@public
def logcumsumexp(x: Any, axis: int | None = None, dtype: Any = None, name: str | None = None) -> Any:
    """Return the logarithm of the cumulative sum of exp(x) along an axis, computed in dtype.

    With axis=None, x is flattened.
    """
    x, axis = _flat(_kept_or_cast(x, dtype), axis)
    return cumulative.logcumsumexp(x, axis=axis)


# --- without NaN ------------------------------------------------------------------------------------


@public
def nansum(x: Any, axis: Any = None, dtype: Any = None, keepdim: bool = False, name: str | None = None) -> Any:
    """Return the sum over `axis` (None: all); NaN counts as 0."""
    return reduction.sum(where(isnan(x), zeros_like(x), x), axis=axis, dtype=dtype, keepdim=keepdim)


@public
def nanmean(x: Any, axis: Any = None, keepdim: bool = False, name: str | None = None) -> Any:
    """Return the mean over `axis` (None: all) of the values that are not NaN; NaN if all values are NaN."""
    if x.dtype.kind not in "fc":
        x = arithmetic.cast(x, dtype=float32.name)
    count = reduction.sum(logical_not(isnan(x)), axis=axis, keepdim=keepdim)
    return nansum(x, axis, keepdim=keepdim) / arithmetic.cast_like(count, x)


@public
def count_nonzero(x: Any, axis: Any = None, keepdim: bool = False, name: str | None = None) -> Any:
    """Return the number of values over `axis` (None: all) that are not 0, int64; NaN is not 0."""
    return reduction.sum(not_equal(x, 0), axis=axis, keepdim=keepdim)


# --- differences ------------------------------------------------------------------------------------

_END = 2**62  # of a slice, wherever the axis ends


def _neighbours(x: Any, axis: int) -> tuple[Any, Any]:
    """Return x without its last position along an axis, and x without its first position."""
    return slice(x, [axis], [0], [-1]), slice(x, [axis], [1], [_END])


@public
def diff(x: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None, name: str | None = None) -> Any:
    """Return differences of neighbors along an axis, n times; for booleans, True where neighbors differ.

    prepend and append are joined to x before each of the n times, as in Paddle.
    """
    if n < 1:
        raise ArgumentError(f"diff: n must be at least 1, but it is {n}", fix="pass an n of 1 or more")
    along = dims.axis_of(axis, len(x.shape))
    for _ in range(n):
        joined = [part for part in (prepend, x, append) if part is not None]
        before, after = _neighbours(concat(joined, axis=along) if len(joined) > 1 else x, along)
        x = logical_xor(after, before) if x.dtype.kind == "b" else after - before
    return x


def _floats(x: Any, name: str) -> None:
    if x.dtype.kind != "f":
        raise DTypeError(
            "The input must be a Tensor with the dtype paddle.float16, paddle.float32 or paddle.float64, but "
            f"its dtype is {as_dtype(x.dtype)!r}",
            facts={name: as_dtype(x.dtype).name},
            fix="cast the tensor to float32 or float64 first",
        )


def _areas(y: Any, x: Any, dx: Any, axis: int) -> tuple[Any, int]:
    """Return twice the area between neighbors along an axis, and the axis as a number from 0 on."""
    if x is not None and dx is not None:
        raise ArgumentError("x and dx must not both be passed.", fix="pass one of them")
    _floats(y, "y")
    rank = len(y.shape)
    along = dims.axis_of(axis, rank)
    before, after = _neighbours(y, along)
    if x is not None:
        _floats(x, "x")
        if len(x.shape) == 1:
            dx = reshape(diff(x), [-1 if i == along else 1 for i in range(rank)])
        else:
            dx = diff(x, axis=along)
    elif dx is None:
        dx = 1.0
    elif not is_number(dx) and len(dx.shape) > 1:
        raise ArgumentError(f"dx must be a number, but it is {dx}", fix="pass a number, or pass the sample points as x")
    return (after + before) * dx, along


@public
def trapezoid(y: Any, x: Any = None, dx: Any = None, axis: int = -1, name: str | None = None) -> Any:
    """Return the integral of y along an axis by the trapezoidal rule.

    x: positions of y; or dx: their distance (default 1).
    """
    areas, along = _areas(y, x, dx, axis)
    return reduction.sum(areas, axis=along) * 0.5


@public
def cumulative_trapezoid(y: Any, x: Any = None, dx: Any = None, axis: int = -1, name: str | None = None) -> Any:
    """Return the cumulative integrals of y along an axis by the trapezoidal rule, one fewer than the values of y."""
    areas, along = _areas(y, x, dx, axis)
    return reduction.cumsum(areas, axis=along) * 0.5
