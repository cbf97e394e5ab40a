"""Cumulative operators along an axis: products, log-sum-exp, maximum and minimum.

The scans double the distance in each of log2(n) steps: each element is combined with the element at this distance
before it. Such code works with every array library. It never divides, so zeros and infinities need no special case,
in forward and backward passes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike, as_dtype
from opscope.core.spec import TensorSpec
from opscope.ops import infer, samples
from opscope.ops.elementwise.comparison import where
from opscope.ops.elementwise.unary import exp
from opscope.ops.grad_ops import zeros_like
from opscope.ops.indexing.gather import add_along_axis_like
from opscope.ops.registry import REGISTRY, Sample, op

Arrays = tuple[Any, ...]


def _slice_along(rank: int, axis: int, start: int | None, stop: int | None) -> tuple[slice, ...]:
    return (*(slice(None),) * dims.axis_of(axis, rank), slice(start, stop))


def doubling(xp: ArrayModule, arrays: Arrays, axis: int, combine: Callable[[Arrays, Arrays], Arrays]) -> Arrays:
    """Return the cumulative combination of tuples of arrays along an axis.

    `combine(earlier, later)` must be associative.
    """
    rank = arrays[0].ndim
    size, step = arrays[0].shape[axis] if rank else 1, 1
    while step < size:
        earlier = tuple(a[_slice_along(rank, axis, None, -step)] for a in arrays)
        later = tuple(a[_slice_along(rank, axis, step, None)] for a in arrays)
        heads = (a[_slice_along(rank, axis, None, step)] for a in arrays)
        arrays = tuple(
            xp.concatenate((head, new), axis=axis) for head, new in zip(heads, combine(earlier, later), strict=True)
        )
        step *= 2
    return arrays


# --- what gradients are made of ---------------------------------------------------------------------


@op(
    infer=infer.same,
    samples=lambda: [
        Sample((samples.array(2, 4),), {"axis": 1}),
        Sample((samples.array(3, 2),), {"axis": 0, "by": -1, "fill": 1.0}),
        Sample((samples.array(),), {"axis": 0}),
    ],
    vjp={"x": lambda dout, axis, by: REGISTRY["delayed"](dout, axis=axis, by=-by)},
)
def delayed(xp: ArrayModule, x: Array, *, axis: int, by: int = 1, fill: float = 0.0) -> Array:
    """Shift x by one position along an axis, to its end (by=1) or its start (by=-1); `fill` is the new element."""
    out = xp.full(x.shape, fill, dtype=x.dtype)
    if x.ndim:
        there, here = ((1, None), (None, -1)) if by > 0 else ((None, -1), (1, None))
        out[_slice_along(x.ndim, axis, *there)] = x[_slice_along(x.ndim, axis, *here)]
    return out


def _scan_gradient(dout: Array, decay: Any, axis: int, reverse: bool) -> Any:
    return REGISTRY["linear_scan"](dout, decay, axis=axis, reverse=not reverse)


def _decay_rule(dout: Array, decay: Any, out: Array, axis: int, reverse: bool) -> Any:
    back = _scan_gradient(dout, decay, axis, reverse)
    return delayed(back, axis=axis) * out if reverse else back * delayed(out, axis=axis)


@op(
    infer=infer.same,
    samples=lambda: [
        Sample((samples.array(2, 5), samples.array(2, 5, seed=1)), {"axis": 1, "reverse": reverse})
        for reverse in (False, True)
    ],
    vjp={"x": _scan_gradient, "decay": _decay_rule},
)
def linear_scan(xp: ArrayModule, x: Array, decay: Array, *, axis: int, reverse: bool = False) -> Array:
    """Return out[i] = x[i] + decay[i] * out[i - 1] along an axis, with out[-1] = 0; x and decay have the same shape.

    With reverse=True, return the result of the transposed map: out[i] = x[i] + decay[i + 1] * out[i + 1].
    """
    if not x.ndim:
        return xp.array(x)
    if reverse:
        ones = xp.ones_like(decay[_slice_along(x.ndim, axis, None, 1)])
        decay = xp.concatenate((ones, xp.flip(decay[_slice_along(x.ndim, axis, 1, None)], axis=axis)), axis=axis)
        x = xp.flip(x, axis=axis)
    _, out = doubling(xp, (decay, x), axis, lambda a, b: (a[0] * b[0], b[1] + b[0] * a[1]))
    return xp.flip(out, axis=axis) if reverse else out


# --- products and sums ------------------------------------------------------------------------------


def _cumprod_rule(dout: Array, x: Array, out: Array, axis: int) -> Any:
    return delayed(out, axis=axis, fill=1.0) * linear_scan(dout, x, axis=axis, reverse=True)


@op(
    check_shapes=True,
    dtype_kinds="iufc",
    infer=infer.along_axis,
    samples=lambda: [
        Sample((samples.array(2, 5),), {"axis": 1}),
        Sample((np.array([[2.0, 0.0], [0.5, 3.0], [0.0, -1.0]]),), {"axis": 0}),
        Sample((samples.array(),), {"axis": 0}),
    ],
    vjp={"x": _cumprod_rule},
)
def cumprod(xp: ArrayModule, x: Array, *, axis: int) -> Array:
    """Return the cumulative product along an axis, in the dtype of x. The gradient is also correct at zeros."""
    return xp.cumprod(x, axis=axis, dtype=x.dtype) if x.ndim else xp.array(x)


def _difference(x: Array, y: Array) -> Any:
    """Return x - y, and 0 where x and y are the same infinity."""
    same, none = x == y, zeros_like(x)
    return where(same, none, x) - where(same, none, y)


def _logcumsumexp_rule(dout: Array, x: Array, out: Array, axis: int) -> Any:
    decay = exp(_difference(delayed(out, axis=axis, fill=-np.inf), out))
    return exp(_difference(x, out)) * linear_scan(dout, decay, axis=axis, reverse=True)


@op(
    check_shapes=True,
    dtype_kinds="f",
    infer=infer.along_axis,
    samples=lambda: [
        Sample((samples.array(2, 5),), {"axis": 1}),
        Sample((samples.array(3, 2, low=-900.0, high=900.0) / 300,), {"axis": 0}),
        Sample((samples.array(),), {"axis": 0}),
    ],
    vjp={"x": _logcumsumexp_rule},
)
def logcumsumexp(xp: ArrayModule, x: Array, *, axis: int) -> Array:
    """Return the logarithm of the cumulative sum of exp(x) along an axis, without overflow."""
    return doubling(xp, (x,), axis, lambda a, b: (xp.logaddexp(a[0], b[0]),))[0]


# --- extremes ---------------------------------------------------------------------------------------


def _places(x: TensorSpec, *, axis: int, dtype: DTypeLike = "int64") -> list[TensorSpec]:
    return [infer.along_axis(x, axis=axis), x.with_dtype(as_dtype(dtype))]


def _extremes() -> list[Sample]:
    return [
        Sample((samples.distinct(2, 5),), {"axis": 1}),
        Sample((samples.distinct(4, 2),), {"axis": 0, "dtype": "int32"}),
        Sample((samples.array(),), {"axis": 0}),
    ]


def _running(xp: ArrayModule, x: Array, axis: int, dtype: DTypeLike, choose: Any) -> list[Any]:
    kind = as_dtype(dtype).dtype
    if not x.ndim:
        return [xp.array(x), xp.zeros((), dtype=kind)]
    out = doubling(xp, (x,), axis, lambda a, b: (choose(a[0], b[0]),))[0]
    shape = (-1,) + (1,) * (x.ndim - dims.axis_of(axis, x.ndim) - 1)
    numbers = xp.reshape(xp.arange(x.shape[axis], dtype=kind), shape)
    hit = (x == out) | (x != x)  # of equal values the last one counts, and so does the last NaN
    last = xp.where(hit, numbers, kind.type(0))
    return [out, doubling(xp, (last,), axis, lambda a, b: (xp.maximum(a[0], b[0]),))[0]]


@op(
    check_shapes=True,
    dtype_kinds="iuf",
    infer=_places,
    outputs=("out", "indices"),
    samples=_extremes,
    vjp={"x": lambda dout, x, indices, axis: add_along_axis_like(dout, indices, x, axis=axis)},
)
def cummax(xp: ArrayModule, x: Array, *, axis: int, dtype: DTypeLike = "int64") -> Array:
    """Return the cumulative maximum along an axis, and its indices.

    NaN counts as the largest value. Among equal values, the index is the last.
    """
    return _running(xp, x, axis, dtype, xp.maximum)


@op(
    check_shapes=True,
    dtype_kinds="iuf",
    infer=_places,
    outputs=("out", "indices"),
    samples=_extremes,
    vjp={"x": lambda dout, x, indices, axis: add_along_axis_like(dout, indices, x, axis=axis)},
)
def cummin(xp: ArrayModule, x: Array, *, axis: int, dtype: DTypeLike = "int64") -> Array:
    """Return the cumulative minimum along an axis, and its indices.

    NaN counts as the smallest value. Among equal values, the index is the last.
    """
    return _running(xp, x, axis, dtype, xp.minimum)
