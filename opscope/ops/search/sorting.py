"""Sorting, maxima and minima, and the most frequent values."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike, as_dtype, int64
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer, reduction, samples
from opscope.ops.cumulative import doubling
from opscope.ops.elementwise.arithmetic import cast_like
from opscope.ops.indexing.gather import add_along_axis_like, along_key
from opscope.ops.reduction import spread
from opscope.ops.registry import Sample, op


def _ordered(xp: ArrayModule, x: Array, axis: int, descending: bool) -> Any:
    """Return the positions that sort x; the sort is stable in both directions, as in Paddle."""
    if not descending:
        return xp.argsort(x, axis=axis, kind="stable")
    backwards = xp.argsort(xp.flip(x, axis=axis), axis=axis, kind="stable")
    return x.shape[axis] - 1 - xp.flip(backwards, axis=axis)


@op(
    infer=lambda x, *, axis=-1, **_: infer.along_axis(x, axis=axis).with_dtype(int64),
    vjp={"x": lambda dout, x: cast_like(dout * 0, x)},  # positions stay when values move a little: 0, not none
    samples=lambda: [
        Sample((samples.distinct(3, 4),), {"axis": 0}),
        Sample((samples.distinct(4),), {"descending": True}),
        Sample((samples.integers(3, 5, below=2) * 1.0,), {"descending": True}, smooth=False),
    ],
)
def argsort(xp: ArrayModule, x: Array, *, axis: int = -1, descending: bool = False) -> Array:
    """Return the int64 positions that sort x along an axis."""
    if not x.ndim:
        return xp.zeros((), dtype="int64")
    return _ordered(xp, x, axis, descending).astype("int64")


@op(
    infer=lambda x, *, axis=None, dtype=int64, keepdim=False: TensorSpec(
        dims.reduce(x.shape, axis, keepdim), as_dtype(dtype)
    ),
    samples=lambda: [
        Sample((samples.distinct(3, 4),)),
        Sample((samples.distinct(3, 4),), {"axis": -1, "keepdim": True, "dtype": "int32"}),
    ],
)
def argmax(
    xp: ArrayModule, x: Array, *, axis: int | None = None, keepdim: bool = False, dtype: DTypeLike = "int64"
) -> Array:
    """Return the position of the maximum along an axis (None: in the flattened x)."""
    axis = axis if x.ndim else None  # cupy knows no axis of one value, Paddle does
    return xp.argmax(x, axis=axis, keepdims=keepdim).astype(as_dtype(dtype).dtype)


@op(
    infer=lambda x, *, axis=None, dtype=int64, keepdim=False: TensorSpec(
        dims.reduce(x.shape, axis, keepdim), as_dtype(dtype)
    ),
    samples=lambda: [Sample((samples.distinct(3, 4),)), Sample((samples.distinct(3, 4),), {"axis": 0})],
)
def argmin(
    xp: ArrayModule, x: Array, *, axis: int | None = None, keepdim: bool = False, dtype: DTypeLike = "int64"
) -> Array:
    """Return the position of the minimum along an axis (None: in the flattened x)."""
    axis = axis if x.ndim else None
    return xp.argmin(x, axis=axis, keepdims=keepdim).astype(as_dtype(dtype).dtype)


def _topk(x: TensorSpec, *, k: int, axis: int = -1, largest: bool = True, sorted: bool = True) -> list[TensorSpec]:
    shape = list(x.shape)
    along = dims.axis_of(axis, x.rank)
    if not shape:
        return [x, TensorSpec((), int64)]
    size = shape[along]
    if k < 1:
        raise ArgumentError(f"topk: k must be at least 1, or a Tensor, but received {k}")
    if size is not None and size < k:
        raise ShapeError(f"topk: k = {k} is more than the {size} values of axis {axis}", facts={"x": x})
    shape[along] = k
    return [x.with_shape(tuple(shape)), TensorSpec(tuple(shape), int64)]


@op(
    check_shapes=True,
    infer=_topk,
    outputs=("out", "indices"),
    vjp={"x": lambda dout, x, indices, axis: add_along_axis_like(dout, indices, x, axis=axis)},
    samples=lambda: [
        Sample((samples.distinct(3, 4),), {"k": 2}),
        Sample((samples.distinct(3, 4),), {"k": 1, "axis": 0, "largest": False}),
    ],
)
def topk(xp: ArrayModule, x: Array, *, k: int, axis: int = -1, largest: bool = True, sorted: bool = True) -> Array:
    """Return the k largest (or smallest) values along an axis, in order, and their int64 positions."""
    if not x.ndim:
        return [x.copy(), xp.zeros((), dtype="int64")]
    order = _ordered(xp, x, axis, largest)[(*(slice(None),) * dims.axis_of(axis, x.ndim), slice(0, k))]
    return [x[along_key(xp, x.shape, order, axis)], order.astype("int64")]


# --- extremes that share their gradient -------------------------------------------------------------


def _shared(dout: Array, x: Array, out: Array, axis: Any) -> Any:
    hit = cast_like(x == spread(out, x, axis=axis), x)
    return spread(dout, x, axis=axis) * hit / spread(reduction.sum(hit, axis=axis), x, axis=axis)


def _samples_with_ties() -> list[Sample]:
    tied = np.array([[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]])
    return [*samples.reductions(samples.distinct)(), Sample((tied,), {"axis": 1}, smooth=False)]


@op(dtype_kinds="iuf", infer=infer.reduction(), vjp={"x": _shared}, samples=_samples_with_ties)
def amax(xp: ArrayModule, x: Array, *, axis: Any = None, keepdim: bool = False) -> Array:
    """Return the maximum over `axis` (None: all); NaN if a value is NaN. Equal maxima share the gradient evenly."""
    return xp.max(x, axis=dims.axes_of(axis, x.ndim), keepdims=keepdim)


@op(dtype_kinds="iuf", infer=infer.reduction(), vjp={"x": _shared}, samples=_samples_with_ties)
def amin(xp: ArrayModule, x: Array, *, axis: Any = None, keepdim: bool = False) -> Array:
    """Return the minimum over `axis` (None: all); NaN if a value is NaN. Equal minima share the gradient evenly."""
    return xp.min(x, axis=dims.axes_of(axis, x.ndim), keepdims=keepdim)


# --- the most frequent ------------------------------------------------------------------------------


def _mode(x: TensorSpec, *, axis: int = -1) -> list[TensorSpec]:
    shape = dims.reduce(x.shape, axis, True)
    return [x.with_shape(shape), TensorSpec(shape, int64)]


@op(
    check_shapes=True,
    dtype_kinds="iuf",
    infer=_mode,
    outputs=("out", "indices"),
    samples=lambda: [
        Sample((np.array([[1.0, 2.0, 2.0, 1.0, 3.0], [5.0, 4.0, 3.0, 2.0, 1.0]]),), smooth=False),
        Sample((samples.distinct(3, 2),), {"axis": 0}),
        Sample((samples.array(),), {"axis": 0}),
    ],
    vjp={"x": lambda dout, x, indices, axis: add_along_axis_like(dout, indices, x, axis=axis)},
)
def mode(xp: ArrayModule, x: Array, *, axis: int = -1) -> Array:
    """Return the most frequent value along an axis, which keeps the size 1, and its last position (int64).

    Among values with the same frequency, the smallest counts.
    """
    along = dims.axis_of(axis, x.ndim)
    if not x.ndim:
        return [xp.array(x), xp.zeros((), dtype="int64")]
    order = xp.argsort(x, axis=axis, kind="stable")
    ordered = xp.take_along_axis(x, order, axis=axis)
    numbers = xp.reshape(xp.arange(x.shape[along]), (-1,) + (1,) * (x.ndim - along - 1))
    fresh = ordered != xp.roll(ordered, 1, axis=along)
    first = xp.where(fresh | (numbers == 0), numbers, 0)
    run = numbers - doubling(xp, (first,), along, lambda a, b: (xp.maximum(a[0], b[0]),))[0]
    last = xp.expand_dims(xp.argmax(run, axis=along), along)  # the run that is the longest, and the first of these
    place = xp.take_along_axis(order, last, axis=along).astype("int64")
    return [xp.take_along_axis(x, place, axis=along), place]
