"""Reductions over axes, and functions that restore the reduced dims."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DType, DTypeLike, as_dtype, bool_, float32, int64
from opscope.core.spec import TensorSpec
from opscope.ops import infer, samples
from opscope.ops.elementwise.arithmetic import cast_like
from opscope.ops.elementwise.unary import exp
from opscope.ops.manipulation.reshape import flip, reshape_like
from opscope.ops.registry import Sample, op


def _result(own: Any, wanted: Any) -> DType:
    """Return the dtype of a sum: the wanted dtype, else int64 for int32 and booleans, else the input's dtype."""
    if wanted is not None:
        return as_dtype(wanted)
    dtype = as_dtype(own)
    return int64 if dtype.name in ("bool", "int32") else dtype


def _sum(x: TensorSpec, *, axis: Any = None, dtype: DTypeLike | None = None, keepdim: bool = False) -> TensorSpec:
    return TensorSpec(dims.reduce(x.shape, axis, keepdim), _result(x.dtype, dtype))


def _like(_: TensorSpec, like: TensorSpec, **attrs: Any) -> TensorSpec:
    return like


def _with_reduced_dims(xp: ArrayModule, reduced: Any, like: Any, axis: Any) -> Any:
    """Return a reduced value with the removed dims restored, with size 1."""
    shape = dims.reduce(like.shape, axis, True)
    return reduced if reduced.shape == shape else xp.reshape(reduced, shape)


def _spread_rule(dout: Array, x: Array, axis: Any, attrs: Any) -> Any:
    gathered = mean(dout, axis=axis) if attrs.get("mean") else sum(dout, axis=axis)
    return cast_like(reshape_like(gathered, x), x)


@op(
    infer=_like,
    vjp={"x": _spread_rule},
    samples=lambda: [
        Sample((samples.array(2, 4), samples.array(2, 3, 4)), {"axis": 1}),
        Sample((samples.array(1, 3, 1), samples.array(2, 3, 4)), {"axis": (0, -1), "mean": True}),
        Sample((samples.array(), samples.array(2, 3))),
    ],
)
def spread(xp: ArrayModule, x: Array, like: Array, *, axis: Any = None, mean: bool = False) -> Array:
    """Broadcast x, which was reduced over `axis`, to the shape and dtype of `like`: the gradient of sum.

    The reduction may have kept the dims. With mean=True, the result is divided by the number of reduced elements.
    """
    x = _with_reduced_dims(xp, x, like, axis)
    if x.dtype != like.dtype:
        x = x.astype(like.dtype)
    if mean:
        x = x * like.dtype.type(x.size / (like.size or 1))
    return xp.broadcast_to(x, like.shape)


@op(
    infer=_sum,
    vjp={"x": lambda dout, x, axis: spread(dout, x, axis=axis)},
    samples=lambda: [*samples.reductions()(), Sample((samples.array(2, 3),), {"axis": 0, "dtype": "float64"})],
)
def sum(xp: ArrayModule, x: Array, *, axis: Any = None, dtype: DTypeLike | None = None, keepdim: bool = False) -> Array:
    """Return the sum over `axis` (an int, several, None: all). Without dtype, int32 and booleans give int64."""
    return xp.sum(x, axis=dims.axes_of(axis, x.ndim), dtype=_result(x.dtype, dtype).dtype, keepdims=keepdim)


@op(
    infer=infer.reduction(lambda d: d if d.floating else float32),
    vjp={"x": lambda dout, x, axis: spread(dout, x, axis=axis, mean=True)},
    samples=samples.reductions(),
)
def mean(xp: ArrayModule, x: Array, *, axis: Any = None, keepdim: bool = False) -> Array:
    """Return the arithmetic mean over `axis` (an int, several, None: all); integers give float32."""
    dtype = x.dtype if x.dtype.kind in "fc" else xp.float32
    return xp.mean(x, axis=dims.axes_of(axis, x.ndim), dtype=dtype, keepdims=keepdim)


def _gradient_at_extremes(dout: Array, x: Array, out: Array, axis: Any) -> Any:
    hit = x == spread(out, x, axis=axis)
    return spread(dout, x, axis=axis) * hit


@op(infer=infer.reduction(), vjp={"x": _gradient_at_extremes}, samples=samples.reductions(samples.distinct))
def max(xp: ArrayModule, x: Array, *, axis: Any = None, keepdim: bool = False) -> Array:
    """Return the maximum over `axis` (None: all); NaN if a value is NaN. Each maximum gets the whole gradient."""
    return xp.max(x, axis=dims.axes_of(axis, x.ndim), keepdims=keepdim)


@op(infer=infer.reduction(), vjp={"x": _gradient_at_extremes}, samples=samples.reductions(samples.distinct))
def min(xp: ArrayModule, x: Array, *, axis: Any = None, keepdim: bool = False) -> Array:
    """Return the minimum over `axis` (None: all); NaN if a value is NaN. Each minimum gets the whole gradient."""
    return xp.min(x, axis=dims.axes_of(axis, x.ndim), keepdims=keepdim)


def _prod(x: TensorSpec, *, axis: Any = None, keepdim: bool = False, dtype: DTypeLike | None = None) -> TensorSpec:
    return _sum(x, axis=axis, dtype=x.dtype if dtype is None else dtype, keepdim=keepdim)


@op(
    infer=_prod,
    vjp={"x": lambda dout, x, out, axis: spread(dout * out, x, axis=axis) / x},
    samples=samples.reductions(),
)
def prod(
    xp: ArrayModule, x: Array, *, axis: Any = None, keepdim: bool = False, dtype: DTypeLike | None = None
) -> Array:
    """Return the product over `axis` (None: all). The default dtype is the dtype of x.

    The gradient divides by x, so it is NaN at 0, as in Paddle.
    """
    kind = as_dtype(x.dtype if dtype is None else dtype).dtype
    return xp.prod(x, axis=dims.axes_of(axis, x.ndim), dtype=kind, keepdims=keepdim)


@op(
    dtype_kinds="f",
    infer=infer.reduction(),
    vjp={"x": lambda dout, x, out, axis: spread(dout, x, axis=axis) * exp(x - spread(out, x, axis=axis))},
    samples=samples.reductions(),
)
def logsumexp(xp: ArrayModule, x: Array, *, axis: Any = None, keepdim: bool = False) -> Array:
    """Return log(sum(exp(x))) over `axis` (None: all), without overflow."""
    axes = dims.axes_of(axis, x.ndim)
    top = xp.max(x, axis=axes, keepdims=True)
    top = xp.where(xp.isfinite(top), top, xp.zeros_like(top))
    total = xp.sum(xp.exp(x - top), axis=axes, keepdims=True)
    return xp.reshape(top + xp.log(total), dims.reduce(x.shape, axis, keepdim))


@op(
    infer=infer.reduction(lambda _: bool_),
    samples=lambda: [Sample((samples.flags(2, 3),)), Sample((samples.flags(2, 3),), {"axis": -1, "keepdim": True})],
)
def all(xp: ArrayModule, x: Array, *, axis: Any = None, keepdim: bool = False) -> Array:
    """Return True if all values over `axis` (None: all) are true, bool."""
    return xp.all(x, axis=dims.axes_of(axis, x.ndim), keepdims=keepdim)


@op(
    infer=infer.reduction(lambda _: bool_),
    samples=lambda: [Sample((samples.flags(2, 3),)), Sample((samples.flags(2, 3),), {"axis": -1, "keepdim": True})],
)
def any(xp: ArrayModule, x: Array, *, axis: Any = None, keepdim: bool = False) -> Array:
    """Return True if any value over `axis` (None: all) is true, bool."""
    return xp.any(x, axis=dims.axes_of(axis, x.ndim), keepdims=keepdim)


def _running(own: Any, wanted: Any) -> DType:
    """Return the dtype of a cumulative sum: the wanted dtype, else int64 for booleans, else the input's dtype."""
    dtype = as_dtype(own if wanted is None else wanted)
    return int64 if wanted is None and dtype is bool_ else dtype


def _cumsum(x: TensorSpec, *, axis: int | None = None, dtype: DTypeLike | None = None) -> TensorSpec:
    if axis is None:
        return TensorSpec((dims.product(x.shape),), _running(x.dtype, dtype))
    dims.axis_of(axis, x.rank)
    return x.with_dtype(_running(x.dtype, dtype))


def _cumsum_rule(dout: Array, x: Array, axis: int | None) -> Any:
    along = 0 if axis is None else axis
    if not len(x.shape):  # one value, of which nothing comes before
        return cast_like(reshape_like(dout, x), x)
    return cast_like(reshape_like(flip(cumsum(flip(dout, axis=along), axis=along), axis=along), x), x)


@op(
    infer=_cumsum,
    vjp={"x": _cumsum_rule},
    samples=lambda: [Sample((samples.array(2, 3),)), Sample((samples.array(2, 3),), {"axis": -1})],
)
def cumsum(xp: ArrayModule, x: Array, *, axis: int | None = None, dtype: DTypeLike | None = None) -> Array:
    """Return the cumulative sum along `axis` (None: of the flattened x) in the dtype of x; booleans give int64."""
    sums = xp.cumsum(x if x.ndim else xp.reshape(x, (1,)), axis=axis, dtype=_running(x.dtype, dtype).dtype)
    return sums if axis is None else xp.reshape(sums, x.shape)
