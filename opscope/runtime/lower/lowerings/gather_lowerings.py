"""Lowering rules of gather, scatter, concat and split.

Rows are copied into the output. Slices are copied or are views.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.ops.indexing.index_checks import check_ids, check_index, check_labels
from opscope.ops.indexing.selected_rows import add_to_rows
from opscope.runtime.lower.emitter import Emitter, lowering


def _take(take: Callable[..., Any], x: Array, index: Array, axis: int, out: Array) -> None:
    take(x, index, axis, out, "wrap")


@lowering("gather")
def _gather(e: Emitter, x: Array, index: Array, axis: int) -> Any:
    if index.dtype.kind not in "iu":
        return None
    out = e.out()
    e.call(check_index, e.xp, index, x.shape[axis], axis)  # `take` looks only where it makes a copy first
    e.call(_take, e.xp.take, x, index, axis % x.ndim, out)
    return out


@lowering("embedding")
def _embedding(e: Emitter, x: Array, weight: Array, padding_idx: int | None, sparse: bool) -> Any:
    if x.dtype.kind not in "iu" or padding_idx is not None:
        return None
    out = e.out()
    e.call(check_ids, e.xp, x, weight.shape[0])
    e.call(_take, e.xp.take, weight, x, 0, out)
    return out


@lowering("embedding_add_like")
def _embedding_add(e: Emitter, x: Array, index: Array, like: Any, padding_idx: int | None) -> Any:
    if index.dtype.kind not in "iu" or not x.size:
        return None
    out = e.out()
    rows = out.reshape(like.shape[0], -1)
    e.call(out.fill, 0)
    e.call(_add_rows, e.xp, rows, index, x)
    if padding_idx is not None:
        e.call(out[padding_idx].fill, 0)
    return out


@lowering("selected_rows_to_dense")
def _dense_rows(e: Emitter, rows: Array, values: Array, like: Any) -> Any:
    keeps_zeros = e.node.outs[0] in e.preset_outputs and not e.device
    out = e.out()
    if keeps_zeros:  # memory that nothing else is written to: only the rows of the last run are not zero
        e.call(functools.partial(_replace_rows, e.xp, out, rows, values, []))
    else:
        e.call(out.fill, 0)
        e.call(add_to_rows, e.xp, out, rows, values)
    return out


def _replace_rows(xp: ArrayModule, out: Array, rows: Array, values: Array, written: list[Any]) -> None:
    if written:
        out[written.pop()] = 0
    else:  # the first run, or the last one was interrupted here
        out.fill(0)
    add_to_rows(xp, out, rows, values)
    written.append(rows.copy())


def _add_rows(xp: ArrayModule, out: Array, index: Array, x: Array) -> None:
    """Add the rows of x to the rows of `out` at the indices.

    The rows are sorted, and rows with equal indices are summed.
    """
    names = index.reshape(-1)
    names = xp.where(names < 0, names + out.shape[0], names)
    order = xp.argsort(names, kind="stable")
    names = names[order]
    starts = xp.flatnonzero(xp.concatenate(([True], names[1:] != names[:-1])))
    sums = xp.add.reduceat(x.reshape(names.size, -1)[order], starts, axis=0)
    out[names[starts]] += sums


@lowering("hot_like")
def _hot_like(e: Emitter, label: Array, like: Any, axis: int, ignore_index: int, checked: bool) -> Any:
    xp, along = e.xp, dims.axis_of(axis, like.ndim)
    shape = (*like.shape[:along], 1, *like.shape[along + 1 :])
    if label.dtype.kind not in "iu" or label.size != math.prod(shape):
        return None
    if checked:
        e.call(check_labels, e.xp, label, like.shape[along], ignore_index)
    label, out = label.reshape(shape), e.out()
    classes = xp.arange(like.shape[along]).reshape((-1,) + (1,) * (like.ndim - along - 1))
    if not 0 <= ignore_index < like.shape[along]:
        e.call(_hot, xp.equal, label, classes, out)
        return out
    hit, kept = e.temp(like.shape, bool), e.temp(shape, bool)
    e.call(xp.equal, label, classes, hit)
    e.call(xp.not_equal, label, xp.asarray(ignore_index), kept)
    e.call(xp.logical_and, hit, kept, hit)
    e.call(xp.copyto, out, hit)
    return out


def _hot(equal: Callable[..., Any], label: Array, classes: Any, out: Array) -> None:
    out[...] = equal(label, classes)


@lowering("concat", "stack")
def _joined(e: Emitter, *x: Array, axis: int) -> Any:
    if any(v.dtype != e.node.outs[0].dtype for v in x):
        return None
    out = e.out()
    along = dims.axis_of(axis, out.ndim)
    lead, start = (slice(None),) * along, 0
    for value in x:
        piece = value[(*lead, None)] if e.node.op.name == "stack" else value
        stop = start + piece.shape[along]
        e.call(e.xp.copyto, out[(*lead, slice(start, stop))], piece)
        start = stop
    return out


@lowering("split", "split_like", "unbind")
def _cut(e: Emitter, x: Array, *likes: Any, **attrs: Any) -> Any:
    """Return views of x. A view needs no call in a run."""
    axis = dims.axis_of(attrs["axis"], x.ndim)
    lead, start = (slice(None),) * axis, 0
    pieces: list[Any] = []
    for ref in e.node.outs:
        unbound = e.node.op.name == "unbind"
        stop = start + (1 if unbound else ref.shape[axis])
        pieces.append(x[(*lead, start, ...)] if unbound else x[(*lead, slice(start, stop))])
        start = stop
    return pieces
