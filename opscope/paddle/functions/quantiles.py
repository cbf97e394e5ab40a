"""Statistics: variance, sorted values, k-th values, modes, medians and quantiles.

Gradients go to the selected values, by their positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.dtype import float32, float64, int64
from opscope.errors import ArgumentError, UsageError
from opscope.ops import reduction
from opscope.ops.attr_values import known_number
from opscope.ops.elementwise import arithmetic
from opscope.ops.elementwise.comparison import isnan, logical_not, where
from opscope.ops.elementwise.unary import ceil, floor, sqrt, square
from opscope.ops.grad_ops import zeros_like
from opscope.ops.indexing.gather import take_along_axis
from opscope.ops.manipulation import reshape
from opscope.ops.manipulation.concat_split import stack
from opscope.ops.public_functions import public
from opscope.ops.search import sorting
from opscope.ops.search.sorting import argsort
from opscope.ops.tensor_operators import TensorOperators, is_number
from opscope.paddle.functions.fill import ones_like
from opscope.paddle.functions.reshape import slice


@public
def var(x: Any, axis: Any = None, unbiased: bool = True, keepdim: bool = False, name: str | None = None) -> Any:
    """Return the variance over `axis` (None: all); unbiased divides by n - 1 (by 1 for one value)."""
    spread = square(x - reduction.mean(x, axis=axis, keepdim=True))
    biased = reduction.mean(spread, axis=axis, keepdim=keepdim)
    if not unbiased:
        return biased
    count = arithmetic.cast_like(reduction.sum(ones_like(x), axis=axis, keepdim=keepdim), x)
    return biased * (count / arithmetic.clip(count - 1.0, min=1.0))


@public
def std(x: Any, axis: Any = None, unbiased: bool = True, keepdim: bool = False, name: str | None = None) -> Any:
    """Return the standard deviation over `axis` (None: all); unbiased divides by n - 1."""
    return sqrt(var(x, axis, unbiased, keepdim))


@public
def sort(x: Any, axis: int = -1, descending: bool = False, name: str | None = None) -> Any:
    """Sort x along an axis."""
    return take_along_axis(x, argsort(x, axis=axis, descending=descending), axis=axis)


@public
def topk(
    x: Any, k: Any, axis: int | None = None, largest: bool = True, sorted: bool = True, name: str | None = None
) -> tuple[Any, Any]:
    """Return the k largest values along an axis (None: the last), and their positions."""
    k = int(known_number(k, "topk: k"))
    return tuple(sorting.topk(x, k=k, axis=-1 if axis is None else axis, largest=largest, sorted=sorted))


def _without(pair: Any, axis: int, keepdim: bool) -> tuple[Any, Any]:
    """Return the pair without the axis, unless keepdim is true."""
    return tuple(v if keepdim or not len(v.shape) else reshape.squeeze(v, axis=axis) for v in pair)


@public
def mode(x: Any, axis: int = -1, keepdim: bool = False, name: str | None = None) -> tuple[Any, Any]:
    """Return the most frequent value along an axis, and its last position, int64.

    Among values with the same frequency, the smallest counts.
    """
    return _without(sorting.mode(x, axis=axis), axis, keepdim)


@public
def kthvalue(
    x: Any, k: int, axis: int | None = None, keepdim: bool = False, name: str | None = None
) -> tuple[Any, Any]:
    """Return the k-th smallest value along an axis (None: the last), and its position, int64.

    k starts at 1. NaN is the largest value.
    """
    axis = -1 if axis is None else axis
    if k < 1:
        raise ArgumentError(f"k of kthvalue must be at least 1, but it is {k}", fix="pass k=1 for the smallest value")
    size = x.shape[axis] if len(x.shape) else 1
    if size is not None and 0 <= size < k:
        raise ArgumentError(
            f"kthvalue: axis {axis} of x must have at least k = {k} elements", facts={"x": list(x.shape)}
        )
    pair = topk(x, k, axis, largest=False)
    if len(x.shape):
        pair = tuple(slice(v, [axis], [k - 1], [k]) for v in pair)
    return _without(pair, axis, keepdim)


# --- between the values -----------------------------------------------------------------------------


def _last(x: Any, axis: Sequence[int] | None) -> Any:
    """Return x with the axes (None: all) merged into the last axis."""
    rank = len(x.shape)
    if axis is None or not rank:
        return reshape.flatten(x)
    kept = [i for i in range(rank) if i not in axis]
    if list(axis) != list(range(len(kept), rank)):
        x = reshape.transpose(x, perm=[*kept, *axis])
    return reshape.flatten(x, start_axis=len(kept)) if len(axis) > 1 else x


def _at(ordered: Any, place: Any, kind: str) -> Any:
    picked = take_along_axis(ordered, arithmetic.cast(place, dtype=int64.name), axis=-1)
    return arithmetic.cast(picked, dtype=kind)


def _between(x: Any, shares: Sequence[float], kind: str, ignore_nan: bool) -> list[Any]:
    """Return, for each share q, the value at position q * (n - 1) of the n sorted values along the last axis.

    The result has the dtype `kind`. Between two positions, the values are interpolated. ignore_nan: only numbers count;
    otherwise, a NaN makes the result NaN.
    """
    if x.dtype.kind != "f":
        x = arithmetic.cast(x, dtype=kind)
    missing = isnan(x)
    count = reduction.sum(missing, axis=-1, keepdim=True)
    last = reduction.sum(logical_not(missing), axis=-1, keepdim=True) - 1
    ordered = take_along_axis(x, argsort(x, axis=-1), axis=-1)
    made = []
    for share in shares:
        place = arithmetic.clip(arithmetic.cast(last, dtype=float64.name) * share, min=0.0)
        if not ignore_nan:  # NaN is in the last place
            place = where(count > 0, arithmetic.cast(last + count, dtype=float64.name), place)
        low = floor(place)
        weight = arithmetic.cast(place - low, dtype=kind)
        below, above = _at(ordered, low, kind), _at(ordered, ceil(place), kind)
        above = where(weight == 0.0, zeros_like(above), above)  # an infinity does not count there
        made.append(below * (1.0 - weight) + above * weight)
    return made


def _shaped(out: Any, axis: Sequence[int] | None, rank: int, keepdim: bool) -> Any:
    """Return the result with its last axis, of size 1, moved to its position."""
    out = reshape.squeeze(out, axis=-1)
    if not keepdim or not rank:
        return out
    return reshape.unsqueeze(out, axis=list(range(rank) if axis is None else sorted(axis)))


def _one_axis(axis: Any, rank: int, message: str) -> tuple[int, ...] | None:
    """Return the axis as a tuple. Raises ArgumentError with the message for any other value."""
    if axis is None or (not rank and axis in (0, -1)):
        return None
    if not isinstance(axis, int) or not -rank <= axis < rank:
        raise ArgumentError(message, facts={"axis": axis, "rank": rank})
    return (axis % rank,)


def _median(x: Any, axis: Sequence[int] | None, keepdim: bool, ignore_nan: bool) -> Any:
    kind = float64.name if x.dtype == float64 else float32.name
    (out,) = _between(_last(x, axis), [0.5], kind, ignore_nan)
    return _shaped(out, axis, len(x.shape), keepdim)


def _medians_of(x: Any) -> None:
    if not isinstance(x, TensorOperators):
        raise UsageError("In median, the input x should be a Tensor.", fix="convert x with paddle.to_tensor(...)")
    if 0 in x.shape:  # type: ignore[attr-defined]
        raise ArgumentError("In median, the size of input x should not be 0.")


@public
def median(x: Any, axis: int | None = None, keepdim: bool = False, name: str | None = None) -> Any:
    """Return the median along an axis (None: of all): the middle value, or the mean of the two middle values.

    The result is NaN if a value is NaN. The dtype is float32, or float64 for float64.
    """
    _medians_of(x)
    message = "In median, axis should be none or an integer in range [-rank(x), rank(x))."
    return _median(x, _one_axis(axis, len(x.shape), message), keepdim, ignore_nan=False)


@public
def nanmedian(x: Any, axis: Any = None, keepdim: bool = False, name: str | None = None) -> Any:
    """Return the median over `axis` (an int, several, None: all) of the values that are not NaN.

    The dtype is float32, or float64 for float64.
    """
    _medians_of(x)
    if isinstance(axis, list | tuple) and not axis:
        raise ArgumentError("Axis list should not be empty.", fix="pass None for all axes")
    rank = len(x.shape)
    return _median(x, None if axis is None or not rank else dims.axes_of(axis, rank), keepdim, ignore_nan=True)


def _shares(q: Any) -> tuple[list[float], bool]:
    """Return q as a list, and True if it was a list."""
    if is_number(q):
        shares = [q]
    elif isinstance(q, list | tuple):
        shares = list(q)
    else:
        raise UsageError("q should be an int, a float, a list or a tuple.", facts={"q": type(q)})
    if not shares:
        raise ArgumentError("the list q should not be empty")
    if not all(0 <= share <= 1 for share in shares):
        raise ArgumentError("each number of q should be in the range [0, 1]", facts={"q": q})
    return shares, len(shares) > 1


def _quantile(x: Any, q: Any, axis: Any, keepdim: bool, ignore_nan: bool) -> Any:
    if not isinstance(x, TensorOperators):
        raise UsageError("input x should be a Tensor.", fix="convert x with paddle.to_tensor(...)")
    shares, many = _shares(q)
    rank = len(x.shape)  # type: ignore[attr-defined]
    message = "Axis should be None, int, or a list, element should in range [-rank(x), rank(x))."
    if isinstance(axis, list):
        found = [_one_axis(a, rank, message) for a in axis]
        axes = tuple(sorted({a[0] for a in found if a})) or None
    else:
        axes = _one_axis(axis, rank, message)
    made = _between(_last(x, axes), shares, float64.name, ignore_nan)
    made = [_shaped(out, axes, rank, keepdim) for out in made]
    return stack(made, axis=0) if many else made[0]


@public
def quantile(x: Any, q: Any, axis: Any = None, keepdim: bool = False) -> Any:
    """Return the quantile q (0 to 1) of x along `axis`, float64.

    If q is a list, results are stacked along a new first dim. Between two values, the result is interpolated. The
    result is NaN if a value is NaN. axis: an int, a list, None: all.
    """
    return _quantile(x, q, axis, keepdim, ignore_nan=False)


@public
def nanquantile(x: Any, q: Any, axis: Any = None, keepdim: bool = False) -> Any:
    """Return the quantile q (0 to 1) of the values along `axis` that are not NaN, float64.

    If q is a list, results are stacked. Between two values, the result is interpolated. The result is NaN if there are
    no numbers. axis: an int, a list, None: all.
    """
    return _quantile(x, q, axis, keepdim, ignore_nan=True)
