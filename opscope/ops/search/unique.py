"""Operators whose output shapes depend on values: distinct values, nonzero positions, counts."""

from __future__ import annotations

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DType, DTypeLike, as_dtype, float64, int64
from opscope.core.place import to_host
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, DTypeError, ShapeError
from opscope.ops import infer, samples
from opscope.ops.registry import Sample, op


def _found(x: TensorSpec, axis: int | None) -> tuple[TensorSpec, dims.Dim]:
    """Return the spec of the remaining slices, and the number of all slices."""
    if axis is None:
        return x.with_shape((None,)), dims.product(x.shape)
    along = dims.axis_of(axis, x.rank)
    return x.with_shape((*x.shape[:along], None, *x.shape[along + 1 :])), x.shape[along]


def _unique(x: TensorSpec, *, axis: int | None = None, dtype: DTypeLike = "int64") -> list[TensorSpec]:
    out, count = _found(x, axis)
    kind = as_dtype(dtype)
    return [out, TensorSpec((None,), kind), TensorSpec((count,), kind), TensorSpec((None,), kind)]


def _numbers() -> list[Sample]:
    x = samples.integers(6, below=3)
    pairs = samples.integers(4, 2, below=2, seed=1)
    return [
        Sample((x,)),
        Sample((pairs,), {"axis": 0}),
        Sample((pairs,), {"axis": -1, "dtype": "int32"}),
        Sample((samples.array(3),)),
    ]


@op(infer=_unique, outputs=("out", "index", "inverse", "counts"), samples=_numbers)
def unique(xp: ArrayModule, x: Array, *, axis: int | None = None, dtype: DTypeLike = "int64") -> Array:
    """Return the distinct values of x in order, their first positions, the index of each element's value, and counts.

    axis: distinct slices along this axis; None: distinct values of the flattened x. There is no gradient.
    """
    flat = xp.reshape(x, (-1,)) if axis is None else x
    found = xp.unique(flat, return_index=True, return_inverse=True, return_counts=True, axis=axis)
    kind = as_dtype(dtype).dtype
    return [found[0], *(xp.reshape(part, (-1,)).astype(kind) for part in found[1:])]


def _consecutive(x: TensorSpec, *, axis: int | None = None, dtype: DTypeLike = "int64") -> list[TensorSpec]:
    out, count = _found(x, axis)
    kind = as_dtype(dtype)
    return [out, TensorSpec((count,), kind), TensorSpec((None,), kind)]


@op(infer=_consecutive, outputs=("out", "index", "counts"), samples=_numbers)
def unique_consecutive(xp: ArrayModule, x: Array, *, axis: int | None = None, dtype: DTypeLike = "int64") -> Array:
    """Return the value of each run of equal values, the index of each element's run, and the lengths of the runs.

    axis: runs of slices along this axis; None: runs in the flattened x. There is no gradient.
    """
    along = 0 if axis is None else dims.axis_of(axis, x.ndim)
    whole = xp.reshape(x, (-1,)) if axis is None else x
    count, kind = whole.shape[along], as_dtype(dtype).dtype
    lines = xp.moveaxis(whole, along, 0).reshape((count, -1)) if count else xp.zeros((0, 1))
    starts = xp.ones((count,), dtype=bool)
    starts[1:] = xp.any(lines[1:] != lines[:-1], axis=1)
    places = xp.nonzero(starts)[0]
    ends = xp.concatenate([places[1:], xp.full((min(count, 1),), count)])
    return [
        xp.take(whole, places, axis=along),
        (xp.cumsum(starts) - 1).astype(kind),
        (ends - places).astype(kind),
    ]


def _nonzero(x: TensorSpec) -> TensorSpec:
    if not x.rank:
        raise ShapeError("nonzero: Input(Condition) should have number of dimension at least 1", facts={"x": x})
    return TensorSpec((None, x.rank), int64)


@op(
    infer=_nonzero,
    samples=lambda: [
        Sample((samples.flags(3, 4),)),
        Sample((samples.integers(5, below=2),)),
        Sample((samples.array(2, 2),)),
    ],
)
def nonzero(xp: ArrayModule, x: Array) -> Array:
    """Return the int64 coordinates [n, rank of x] of the elements that are not 0."""
    _nonzero(infer.array_spec(x))
    return xp.stack(xp.nonzero(x), axis=1).astype("int64")


def _counted(x: TensorSpec, weights: TensorSpec | None) -> DType:
    if x.dtype.kind not in "iu":
        raise DTypeError(f"bincount: the elements of x must be integers, but the dtype of x is {x.dtype.name}")
    if x.rank != 1:
        raise ShapeError(f"bincount: x must be a 1-D tensor, but the shape of x is {dims.text(x.shape)}")
    if weights is None:
        return int64
    if dims.unify(weights.shape, x.shape) is None:
        raise ShapeError(
            "bincount: weights must have the shape of x",
            facts={"x": x, "weights": weights},
            fix="pass one weight for each element of x",
        )
    return weights.dtype if weights.dtype.name == "float32" else float64


@op(
    dtype_kinds={"weights": "iuf"},
    infer=lambda x, weights=None, *, minlength=0: TensorSpec((None,), _counted(x, weights)),
    samples=lambda: [
        Sample((samples.integers(6, below=4),), {"minlength": 7}),
        Sample((samples.integers(6, below=4), samples.array(6))),
        Sample((samples.integers(6, below=4)[:0], None)),
    ],
)
def bincount(xp: ArrayModule, x: Array, weights: Array = None, *, minlength: int = 0) -> Array:
    """Return the count of each integer in x [n], or the sum of its weights, for at least minlength integers.

    The result is empty for an empty x. The dtype is int64; with weights, it is float64, or float32 for float32 weights.
    Raises ArgumentError for negative integers.
    """
    kind = _counted(infer.array_spec(x), None if weights is None else infer.array_spec(weights))
    if minlength < 0:
        raise ArgumentError(f"minlength must be at least 0, but received {minlength}")
    if not x.size:
        return xp.zeros((0,), dtype=kind.dtype)
    if int(to_host(xp.min(x))) < 0:
        raise ArgumentError("bincount: the elements of x must be non-negative ints")
    wide = None if weights is None else weights.astype("float64")
    return xp.bincount(x.astype("int64"), wide, minlength).astype(kind.dtype)


def _repeated(repeats: TensorSpec, x: TensorSpec, *, axis: int) -> TensorSpec:
    along = dims.axis_of(axis, x.rank)
    if dims.unify(repeats.shape, x.shape[along : along + 1]) is None:
        raise ShapeError(
            "repeats must have one element for each position of x along axis, but has the shape "
            f"{dims.text(repeats.shape)} instead of {dims.text(x.shape[along : along + 1])}."
        )
    return TensorSpec((None,), int64)


@op(
    dtype_kinds={"repeats": "iu"},
    infer=_repeated,
    samples=lambda: [Sample((np.asarray([2, 0, 1]), samples.array(2, 3)), {"axis": 1})],
)
def repeated_places(xp: ArrayModule, repeats: Array, like: Array, *, axis: int) -> Array:
    """Return the positions along an axis of `like`, each repeated by its number in repeats; for repeat_interleave."""
    _repeated(infer.array_spec(repeats), infer.array_spec(like), axis=axis)
    counts = to_host(repeats)  # how many there will be has to be known here
    if counts.size and counts.min() < 0:
        raise ArgumentError("repeats should be larger than zero")
    return xp.asarray(np.repeat(np.arange(counts.size), counts))
