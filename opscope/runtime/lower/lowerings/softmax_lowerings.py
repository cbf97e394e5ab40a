"""Lowering rules of softmax and its losses.

If no exponential overflows or underflows, they make three passes along contiguous rows.
"""

from __future__ import annotations

from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.ops.indexing.index_checks import label_check
from opscope.runtime.lower.emitter import Emitter, lowering
from opscope.runtime.lower.lowerings.elementwise_lowerings import number
from opscope.runtime.lower.lowerings.reduction_lowerings import dots, row_sum


def _floating(e: Emitter, x: Array) -> bool:
    return x.dtype.kind == "f" and e.node.outs[0].dtype == x.dtype


def _along(x: Array, axis: int) -> tuple[int, tuple[int, ...]]:
    """Return the axis as a number from 0, and the shape in which this axis is reduced to 1."""
    axis %= x.ndim
    return axis, (*x.shape[:axis], 1, *x.shape[axis + 1 :])


def shifted(e: Emitter, x: Array, axis: int, out: Array, row: Array) -> None:
    """Add the calls that compute out = x - max(x) along an axis. The maximum is written to `row`."""
    e.call(e.xp.maximum.reduce, x, axis, None, row, True)
    e.call(e.xp.subtract, x, row, out)


RANGE = 2.0**-60, 2.0**60  # sums between which exp(x) is as good as exp(x - max(x)): two passes less


def _weights(xp: ArrayModule, x: Array, out: Array, sums: Array, ones: Any) -> None:
    """Compute exp(x) and its sums along rows. For rows whose sum is out of range (or NaN), x - max(x) replaces x."""
    with xp.errstate(all="ignore"):
        xp.exp(x, out)
        xp.vecdot(out, ones, sums)
        if RANGE[0] < sums.min() and sums.max() < RANGE[1]:
            return
    bad = ~((sums > RANGE[0]) & (sums < RANGE[1]))
    rows = x[bad]
    weights = xp.exp(rows - xp.max(rows, axis=-1, keepdims=True))
    out[bad] = weights
    sums[bad] = xp.vecdot(weights, ones)


@lowering("softmax")
def _softmax(e: Emitter, x: Array, axis: int) -> Any:
    if not _floating(e, x) or not x.size:
        return None
    axis, rows = _along(x, axis)
    row = e.temp(rows, x.dtype)
    if axis == x.ndim - 1 and dots(e, x, x):
        out = e.out(0)  # x is read again where its exponentials are out of range
        e.call(_weights, e.xp, x, out, row.reshape(rows[:-1]), e.xp.full(x.shape[-1], 1, x.dtype))
    else:
        out = e.out(0, x)
        shifted(e, x, axis, out, row)
        e.call(e.xp.exp, out, out)
        row_sum(e, out, axis, row)
    e.call(e.xp.true_divide, number(e, x, 1), row, row)
    e.call(e.xp.multiply, out, row, out)
    return out


@lowering("log_softmax")
def _log_softmax(e: Emitter, x: Array, axis: int) -> Any:
    if not _floating(e, x) or not x.size:
        return None
    axis, rows = _along(x, axis)
    row, weights = e.temp(rows, x.dtype), e.temp(x.shape, x.dtype)
    out = e.out(0, x)
    shifted(e, x, axis, out, row)
    e.call(e.xp.exp, out, weights)
    row_sum(e, weights, axis, row)
    e.call(e.xp.log, row, row)
    e.call(e.xp.subtract, out, row, out)
    return out


@lowering("softmax_with_cross_entropy")
def _softmax_loss(e: Emitter, logits: Array, label: Array, soft_label: bool, ignore_index: int, axis: int) -> Any:
    x = logits
    if not _floating(e, x) or not x.size or (label.dtype != x.dtype if soft_label else label.dtype.kind not in "iu"):
        return None
    axis, rows = _along(x, axis)
    row, log = e.temp(rows, x.dtype), e.temp(rows, x.dtype)
    minus = e.temp(x.shape, x.dtype)
    softmax, loss = e.out(0), e.out(1)
    shifted(e, x, axis, minus, row)
    e.call(e.xp.exp, minus, softmax)
    row_sum(e, softmax, axis, row)
    e.call(e.xp.log, row, log)
    e.call(e.xp.true_divide, number(e, x, 1), row, row)
    e.call(e.xp.multiply, softmax, row, softmax)
    if soft_label:
        e.call(e.xp.subtract, minus, log, minus)
        e.call(e.xp.multiply, label, minus, minus)
        unlabeled = e.temp(x.shape, bool)
        e.call(e.xp.equal, label, number(e, x, 0), unlabeled)
        e.call(e.xp.copyto, minus, number(e, x, 0), where=unlabeled)
        row_sum(e, minus, axis, loss)
        e.call(e.xp.negative, loss, loss)
        return [softmax, loss]
    e.call(label_check(label, e.temp(label.shape, bool), x.shape[axis], ignore_index))
    _picked(e, minus, label.reshape(rows), axis, ignore_index, loss)
    e.call(e.xp.subtract, log, loss, loss)
    _drop(e, label.reshape(rows), x.shape[axis], ignore_index, loss)
    return [softmax, loss]


def _picked(e: Emitter, x: Array, label: Array, axis: int, ignore_index: int, out: Array) -> None:
    """The value of x at the label's class. For a label that is out of range, the value at the nearest class."""
    xp = e.xp
    if not x.flags.c_contiguous:
        e.call(_take_along, xp, x, label, axis, out)
        return
    inner, classes = e.xp.prod(x.shape[axis + 1 :], dtype=int), x.shape[axis]
    starts = xp.arange(label.size).reshape(label.shape)
    starts = starts // inner * (inner * classes) + starts % inner
    flat = e.temp(label.shape, "int64")
    e.call(xp.copyto, flat, label)
    e.call(xp.maximum, flat, xp.asarray(0), out=flat)
    e.call(xp.minimum, flat, xp.asarray(classes - 1), out=flat)
    if inner > 1:
        e.call(xp.multiply, flat, xp.asarray(inner), flat)
    e.call(xp.add, flat, starts, flat)
    e.call(xp.take, x.reshape(-1), flat, None, out, "clip")


def _take_along(xp: ArrayModule, x: Array, label: Array, axis: int, out: Array) -> None:
    out[...] = xp.take_along_axis(x, xp.clip(label, 0, x.shape[axis] - 1).astype("int64"), axis)


def _drop(e: Emitter, label: Array, classes: int, ignore_index: int, loss: Array) -> None:
    """Set the loss to 0 where the label is not a class, or is ignored."""
    xp = e.xp
    mask, zero = e.temp(loss.shape, bool), number(e, loss, 0)
    for compare, bound in ((xp.less, 0), (xp.greater_equal, classes), (xp.equal, ignore_index)):
        e.call(compare, label, bound, mask)
        e.call(xp.copyto, loss, zero, where=mask)
