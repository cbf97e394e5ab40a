"""Row indices: reversed, repeated, sliced, joined and padded sequences are rows gathered at these indices.

Therefore, all these functions share the gradient of gather. A missing row has the index after the last row, and one row
is appended for this index.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import int64
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, RangeError
from opscope.ops import samples
from opscope.ops.registry import Sample, op
from opscope.ops.sequence.sequences import checked, lengths_of

_OFFSETS = np.array([0, 2, 2, 5, 6])


def _x(*inner: int, rows: int = 6) -> Any:
    return samples.distinct(rows, *inner)


def _count(offsets: TensorSpec) -> dims.Dim:
    return dims.add(offsets.shape[0], -1)


def _rows(x: TensorSpec) -> dims.Dim:
    return x.shape[0]


def _index(*shape: dims.Dim) -> TensorSpec:
    return TensorSpec(shape, int64)


def _found(*shape: dims.Dim, offsets: dims.Dim) -> list[TensorSpec]:
    return [_index(*shape), _index(offsets)]


def spans(xp: ArrayModule, starts: Any, lengths: Array) -> tuple[Any, Any]:
    """Return the rows of spans that begin at `starts`, span after span, and the offsets of the spans."""
    ends = xp.cumsum(lengths, dtype="int64")
    offsets = xp.concatenate((xp.zeros((1,), dtype="int64"), ends))
    places = xp.arange(int(to_host(offsets[-1:])[0]), dtype="int64")
    which = xp.searchsorted(ends, places, side="right")
    return starts[which] + places - offsets[which], offsets


@op(
    infer=lambda offsets, like, *, last=False: _index(_count(offsets)),
    samples=lambda: [Sample((_OFFSETS, _x()), {"last": last}) for last in (False, True)],
)
def end_rows(xp: ArrayModule, offsets: Array, like: Array, *, last: bool = False) -> Array:
    """Return the first (or last) row of each sequence of `like` [N]; an empty sequence has the index after all rows."""
    rows = checked(offsets, like.shape[0])[-1]
    ends = offsets[1:] - 1 if last else offsets[:-1]
    return xp.where(lengths_of(offsets) > 0, ends, rows)


@op(
    dtype_kinds={"x": "iuf"},
    infer=lambda x, offsets: _index(_count(offsets), *x.shape[1:]),
    samples=lambda: [Sample((_x(2), _OFFSETS)), Sample((_x(), _OFFSETS))],
)
def largest_rows(xp: ArrayModule, x: Array, offsets: Array) -> Array:
    """Return the row with the maximum of each sequence, elementwise: [N, *]; the first among equal rows."""
    rows = x.shape[0]
    bounds = checked(offsets, rows).tolist()
    out = xp.full((len(bounds) - 1, *x.shape[1:]), rows, dtype="int64")
    for i, (begin, end) in enumerate(itertools.pairwise(bounds)):
        if begin < end:
            out[i] = xp.argmax(x[begin:end], axis=0) + begin
    return out


@op(infer=lambda offsets, like: _index(_rows(like)), samples=lambda: [Sample((_OFFSETS, _x()))])
def reversed_rows(xp: ArrayModule, offsets: Array, like: Array) -> Array:
    """Return the rows of `like` with each sequence in reverse order."""
    checked(offsets, like.shape[0])
    places = xp.arange(like.shape[0], dtype="int64")
    which = xp.searchsorted(offsets[1:], places, side="right")
    return offsets[which] + offsets[which + 1] - 1 - places


@op(
    infer=lambda offsets, like, *, start, count: _index(_rows(like), count),
    samples=lambda: [
        Sample((_OFFSETS, _x()), {"start": -1, "count": 3}),
        Sample((_OFFSETS, _x()), {"start": 0, "count": 2}),
    ],
)
def neighboring_rows(xp: ArrayModule, offsets: Array, like: Array, *, start: int, count: int) -> Array:
    """Return, for each row, `count` rows of its sequence, beginning `start` rows after the row: [rows, count]."""
    rows = checked(offsets, like.shape[0])[-1]
    places = xp.arange(like.shape[0], dtype="int64")
    which = xp.searchsorted(offsets[1:], places, side="right")
    near = places[:, None] + xp.arange(start, start + count, dtype="int64")
    inside = (near >= offsets[which][:, None]) & (near < offsets[which + 1][:, None])
    return xp.where(inside, near, rows)


@op(
    infer=lambda offsets, repeats: _found(None, offsets=None),
    outputs=("rows", "offsets"),
    samples=lambda: [Sample((_OFFSETS, np.array([0, 2, 3, 3, 4])))],
)
def expanded_rows(xp: ArrayModule, offsets: Array, repeats: Array) -> Array:
    """Return the rows of sequence i as often as sequence i of `repeats` is long, and their offsets."""
    times = lengths_of(checked(repeats, int(to_host(repeats)[-1]), offsets.shape[0] - 1))
    which = xp.asarray(np.repeat(np.arange(times.size), times))
    return spans(xp, offsets[which], lengths_of(offsets)[which])


@op(
    infer=lambda offsets, begin, length: _found(None, offsets=offsets.shape[0]),
    outputs=("rows", "offsets"),
    samples=lambda: [Sample((_OFFSETS, np.array([[1], [0], [0], [0]]), np.array([[1], [0], [2], [1]])))],
)
def sliced_rows(xp: ArrayModule, offsets: Array, begin: Array, length: Array) -> Array:
    """Return the rows of a part of each sequence, given by begin and length, and their offsets. Raises RangeError."""
    begin, length = begin.reshape(-1).astype("int64"), length.reshape(-1).astype("int64")
    if begin.size != offsets.size - 1 or length.size != offsets.size - 1:
        raise ArgumentError(
            f"{offsets.size - 1} sequences need one offset and one length each, not {begin.size} and {length.size}",
            fix="give one offset and one length for each sequence",
        )
    first, size, whole = to_host(begin), to_host(length), lengths_of(to_host(offsets))
    if bad := np.flatnonzero((first < 0) | (size < 0) | (first + size > whole)).tolist():
        i = bad[0]
        raise RangeError(
            f"(OutOfRange) sequence {i} has {whole[i]} rows, so it has no {size[i]} rows from row {first[i]} on",
            fix="count offset and length from the start of each sequence",
        )
    return spans(xp, offsets[:-1] + begin, length)


@op(
    infer=lambda *offsets: _found(None, offsets=offsets[0].shape[0]),
    outputs=("rows", "offsets"),
    samples=lambda: [Sample((_OFFSETS, np.array([0, 1, 1, 2, 4]))), Sample((_OFFSETS,))],
)
def joined_rows(xp: ArrayModule, *offsets: Array) -> Array:
    """Return the rows of concatenated tensors, and their offsets.

    Sequence i of the result consists of sequence i of the first tensor, then of sequence i of the next tensor, and so
    on.
    """
    if len({level.shape for level in offsets}) > 1:
        raise ArgumentError(
            f"the inputs have different numbers of sequences: {[level.size - 1 for level in offsets]}",
            fix="concatenate batches of the same size",
        )
    before = np.cumsum([0, *(int(to_host(level)[-1]) for level in offsets[:-1])]).tolist()
    starts = xp.stack([level[:-1] + rows for level, rows in zip(offsets, before, strict=True)], axis=1)
    lengths = xp.stack([lengths_of(level) for level in offsets], axis=1)
    rows, parts = spans(xp, starts.reshape(-1), lengths.reshape(-1))
    return rows, parts[:: len(offsets)]


@op(
    infer=lambda offsets, like, *, maxlen=-1: _index(_count(offsets), maxlen if maxlen > 0 else None),
    samples=lambda: [Sample((_OFFSETS, _x())), Sample((_OFFSETS, _x()), {"maxlen": 4})],
)
def padded_rows(xp: ArrayModule, offsets: Array, like: Array, *, maxlen: int = -1) -> Array:
    """Return the rows of the sequences as [N, maxlen]; maxlen=-1 is the length of the longest sequence."""
    host = checked(offsets, like.shape[0])
    longest = int(lengths_of(host).max(initial=0))
    if 0 < maxlen < longest:
        raise ArgumentError(
            f"the padded length {maxlen} is less than {longest}, the length of the longest sequence",
            fix="pass a larger maxlen, or no maxlen",
        )
    near = offsets[:-1, None] + xp.arange(maxlen if maxlen > 0 else longest, dtype="int64")
    return xp.where(near < offsets[1:, None], near, like.shape[0])


@op(
    infer=lambda lengths, like: _found(None, offsets=dims.add(lengths.shape[0], 1)),
    outputs=("rows", "offsets"),
    samples=lambda: [Sample((np.array([2, 0, 1]), samples.array(3, 4, 2)))],
)
def unpadded_rows(xp: ArrayModule, lengths: Array, like: Array) -> Array:
    """Return the indices of the first `lengths` steps of each row of `like` [N, T, *], and their offsets.

    An index counts all N * T steps.
    """
    count, steps = like.shape[:2]
    if lengths.size != count or (count and int(to_host(lengths).max()) > steps):
        raise ArgumentError(
            f"the lengths {to_host(lengths).tolist()} do not match {count} sequences of {steps} steps",
            fix="give a length for each sequence, of at most its number of steps",
        )
    return spans(xp, xp.arange(count, dtype="int64") * steps, lengths.reshape(-1))
