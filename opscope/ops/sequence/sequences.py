"""Sequences of different lengths: rows one after another, and the first row of each sequence.

`offsets` [N + 1] has the first row of each of N sequences, and the number of all rows. `offsets` is one level of a LoD.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import bool_, int64
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError
from opscope.ops import samples
from opscope.ops.indexing.gather import gather
from opscope.ops.registry import Sample, op

_OFFSETS = np.array([0, 2, 2, 5, 6])


def lengths_of(offsets: Any) -> Any:
    """Return the number of rows of each sequence."""
    return offsets[1:] - offsets[:-1]


def checked(offsets: Any, rows: int, sequences: int | None = None) -> Any:
    """Return the offsets on the CPU. Raises ArgumentError for a wrong number of rows or sequences."""
    host = to_host(offsets)
    if not host.size or int(host[-1]) != rows:
        raise ArgumentError(
            f"the LoD {host.tolist()} does not match a tensor of {rows} rows",
            fix="make the last offset equal to the number of rows, or call lod_reset with another LoD",
        )
    if sequences not in (None, host.size - 1):
        raise ArgumentError(
            f"the LoD has {host.size - 1} sequences, but there are {sequences} rows",
            fix="give one row for each sequence",
        )
    return host


def _index(size: dims.Dim) -> TensorSpec:
    return TensorSpec((size,), int64)


def _count(offsets: TensorSpec) -> dims.Dim:
    return dims.add(offsets.shape[0], -1)


@op(
    infer=lambda x, *offsets: x,
    samples=lambda: [
        Sample((samples.array(6, 2), _OFFSETS)),
        Sample((samples.array(6), np.array([0, 3, 4]), _OFFSETS)),
    ],
    vjp={"x": lambda dout: dout},
)
def lod_reset(xp: ArrayModule, x: Array, *offsets: Array) -> Array:
    """Return a copy of x whose sequences are given by the levels of offsets, the outermost level first."""
    for level, inner in itertools.pairwise(offsets):
        checked(level, inner.shape[0] - 1)
    checked(offsets[-1], x.shape[0])
    return xp.array(x)


@op(infer=lambda offsets: _index(_count(offsets)), samples=lambda: [Sample((_OFFSETS,))])
def sequence_lengths(xp: ArrayModule, offsets: Array) -> Array:
    """Return the number of rows of each sequence: [N]."""
    return lengths_of(offsets)


@op(
    infer=lambda offsets, *, width, new_dim: offsets,
    samples=lambda: [Sample((np.array([0, 2, 2, 6]),), {"width": 2, "new_dim": 4})],
)
def regrouped_offsets(xp: ArrayModule, offsets: Array, *, width: int, new_dim: int) -> Array:
    """Return the offsets after rows of `width` elements become rows of new_dim elements.

    Raises ArgumentError if a sequence does not have whole new rows.
    """
    host = to_host(offsets) * width
    if (host % new_dim).any():
        raise ArgumentError(
            f"Please make sure each sequence's rows of {width} elements can be divided by new_dim {new_dim} with no "
            f"remainder: the lengths are {lengths_of(to_host(offsets)).tolist()}",
            fix="pad the sequences, or choose another new_dim",
        )
    return offsets * width // new_dim


@op(
    infer=lambda offsets, like, likes=None: _index(like.shape[0]),
    samples=lambda: [
        Sample((_OFFSETS, samples.array(6, 2), None)),
        Sample((_OFFSETS, samples.array(6), samples.array(4, 3))),
    ],
)
def row_sequences(xp: ArrayModule, offsets: Array, like: Array, likes: Array = None) -> Array:
    """Return the index of the sequence of each row of `like`; `likes`, if given, has a row for each sequence."""
    checked(offsets, like.shape[0], None if likes is None else likes.shape[0])
    return xp.searchsorted(offsets[1:], xp.arange(like.shape[0], dtype="int64"), side="right")


@op(
    dtype_kinds="iu",
    infer=lambda lengths, maxlen=None: TensorSpec((*lengths.shape, None), bool_),
    samples=lambda: [Sample((np.array([[2, 0], [3, 1]]), None)), Sample((np.array([1, 3]), np.array([2])))],
)
def length_mask(xp: ArrayModule, lengths: Array, maxlen: Array = None) -> Array:
    """Return True at the first `lengths` positions of a new last dim of size maxlen, or of the largest length."""
    most = int(to_host(xp.max(lengths))) if maxlen is None else int(to_host(maxlen.reshape(-1))[0])
    return xp.arange(most, dtype="int64") < lengths[..., None]


@op(
    dtype_kinds={"x": "iufc"},
    infer=lambda x, offsets: x.with_shape((_count(offsets), *x.shape[1:])),
    samples=lambda: [Sample((samples.array(6, 2), _OFFSETS)), Sample((samples.array(6), _OFFSETS))],
    vjp={"x": lambda dout, x, offsets: gather(dout, row_sequences(offsets, x))},
)
def sequence_sum(xp: ArrayModule, x: Array, offsets: Array) -> Array:
    """Return the sum of the rows of each sequence: [N, *]; 0 for an empty sequence."""
    bounds = checked(offsets, x.shape[0]).tolist()
    out = xp.zeros((len(bounds) - 1, *x.shape[1:]), dtype=x.dtype)
    for i, (begin, end) in enumerate(itertools.pairwise(bounds)):
        out[i] = xp.sum(x[begin:end], axis=0, dtype=x.dtype)
    return out


def _softmax_rule(dout: Array, out: Array, offsets: Any) -> Any:
    product = dout * out
    return product - out * gather(sequence_sum(product, offsets), row_sequences(offsets, out))


@op(
    dtype_kinds={"x": "f"},
    infer=lambda x, offsets: x,
    samples=lambda: [Sample((samples.array(6, 1), _OFFSETS)), Sample((samples.array(6), _OFFSETS))],
    vjp={"x": _softmax_rule},
)
def sequence_softmax(xp: ArrayModule, x: Array, offsets: Array) -> Array:
    """Return the softmax over the rows of each sequence."""
    bounds = checked(offsets, x.shape[0]).tolist()
    out = xp.zeros_like(x)
    for begin, end in itertools.pairwise(bounds):
        if begin < end:
            powers = xp.exp(x[begin:end] - xp.max(x[begin:end], axis=0))
            out[begin:end] = powers / xp.sum(powers, axis=0)
    return out
