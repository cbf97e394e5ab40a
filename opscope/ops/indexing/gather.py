"""Operators that read values at integer positions, and their gradients, which add values at these positions."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import float32
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.grad_ops import zeros_like
from opscope.ops.indexing.index_checks import check_classes, check_ids, check_index, check_labels
from opscope.ops.registry import Sample, op


def _lead(axis: int, rank: int) -> tuple[slice, ...]:
    return (slice(None),) * dims.axis_of(axis, rank)


def _gather(x: TensorSpec, index: TensorSpec, *, axis: int = 0) -> TensorSpec:
    along = dims.axis_of(axis, x.rank)
    return x.with_shape((*x.shape[:along], *index.shape, *x.shape[along + 1 :]))


@op(
    infer=_gather,
    vjp={"x": lambda dout, x, index, axis: gather_add_like(dout, index, x, axis=axis)},
    samples=lambda: [
        Sample((samples.array(4, 3), samples.integers(5, below=4))),
        Sample((samples.array(4, 3), samples.integers(2, below=3)), {"axis": 1}),
        Sample((samples.array(4, 3), samples.integers(below=4))),
    ],
)
def gather(xp: ArrayModule, x: Array, index: Array, *, axis: int = 0) -> Array:
    """Return slices of x along an axis at the positions `index`; the dims of index replace the axis."""
    check_index(xp, index, x.shape[axis], axis)
    return xp.take(x, index, axis=axis)


@op(
    infer=lambda x, index, like, *, axis=0: x.with_shape(like.shape),
    vjp={"x": lambda dout, index, axis: gather(dout, index, axis=axis)},
    samples=lambda: [Sample((samples.array(2, 5), samples.integers(5, below=3), samples.array(2, 3)), {"axis": 1})],
)
def gather_add_like(xp: ArrayModule, x: Array, index: Array, like: Array, *, axis: int = 0) -> Array:
    """Return zeros in the shape of `like` with x added at the positions `index` of an axis: the gradient of gather."""
    out = xp.zeros(like.shape, dtype=x.dtype)
    xp.add.at(out, (*_lead(axis, like.ndim), index), x)
    return out


def _gather_nd(x: TensorSpec, index: TensorSpec) -> TensorSpec:
    if not index.shape or (depth := index.shape[-1]) is None or depth > x.rank:
        raise ShapeError(
            "gather_nd: the last dim of index must be known, and at most the rank of x", facts={"x": x, "index": index}
        )
    return x.with_shape((*index.shape[:-1], *x.shape[depth:]))


def _nd_key(index: Array) -> tuple[Any, ...]:
    return tuple(index[..., i] for i in range(index.shape[-1]))


@op(
    infer=_gather_nd,
    vjp={"x": lambda dout, x, index: gather_nd_add_like(dout, index, x)},
    samples=lambda: [
        Sample((samples.array(3, 4), samples.integers(5, 2, below=3))),
        Sample((samples.array(3, 4), samples.integers(2, 2, 1, below=3))),
    ],
)
def gather_nd(xp: ArrayModule, x: Array, index: Array) -> Array:
    """Return the elements of x at the coordinates in the last dim of index."""
    for axis in range(index.shape[-1]):
        check_index(xp, index[..., axis], x.shape[axis], axis)
    return x[_nd_key(index)]


@op(
    infer=lambda x, index, like: x.with_shape(like.shape),
    vjp={"x": lambda dout, index: gather_nd(dout, index)},
    samples=lambda: [Sample((samples.array(5), samples.integers(5, 2, below=3), samples.array(3, 4)))],
)
def gather_nd_add_like(xp: ArrayModule, x: Array, index: Array, like: Array) -> Array:
    """Return zeros in the shape of `like` with x added at the coordinates in index: the gradient of gather_nd."""
    out = xp.zeros(like.shape, dtype=x.dtype)
    xp.add.at(out, _nd_key(index), x)
    return out


def _scatter_rows(dout: Array, index: Array, updates: Array) -> Any:
    return scatter(dout, index, zeros_like(updates))


@op(
    infer=lambda x, index, updates, *, overwrite=True: x,
    vjp={
        "x": lambda dout, index, updates: _scatter_rows(dout, index, updates),
        "updates": lambda dout, index: gather(dout, index),
    },
    samples=lambda: [
        Sample((samples.array(4, 3), samples.integers(2, below=4, seed=1) * 0 + [3, 1], samples.array(2, 3))),
        Sample((samples.array(4), samples.integers(3, below=1), samples.array(3)), {"overwrite": False}),
    ],
)
def scatter(xp: ArrayModule, x: Array, index: Array, updates: Array, *, overwrite: bool = True) -> Array:
    """Return x with the rows at `index` replaced by updates; overwrite=False sums the updates of a repeated row."""
    check_index(xp, index, x.shape[0], 0)
    out = xp.array(x)
    if overwrite:
        out[index] = updates
    else:
        out[index] = 0
        xp.add.at(out, index, updates)
    return out


def _along(x: TensorSpec, indices: TensorSpec, *, axis: int) -> TensorSpec:
    along = dims.axis_of(axis, x.rank)
    if x.rank != indices.rank:
        raise ShapeError(
            "`indices` and `arr` must have the same number of dimensions!", facts={"arr": x, "indices": indices}
        )
    sizes = [
        b if i == along else (b if a in (None, 1) else a)
        for i, (a, b) in enumerate(zip(x.shape, indices.shape, strict=True))
    ]
    return x.with_shape(tuple(sizes))


def along_key(xp: ArrayModule, shape: tuple[int, ...], indices: Array, axis: int) -> tuple[Any, ...]:
    """Return index arrays that select a position for every element of indices; the arrays broadcast."""
    rank = len(shape)
    along = dims.axis_of(axis, rank)
    grids = [xp.reshape(xp.arange(d), (1,) * i + (d,) + (1,) * (rank - i - 1)) for i, d in enumerate(shape)]
    return tuple(indices if i == along else grid for i, grid in enumerate(grids))


@op(
    check_shapes=True,
    infer=_along,
    vjp={"arr": lambda dout, arr, indices, axis: add_along_axis_like(dout, indices, arr, axis=axis)},
    samples=lambda: [
        Sample((samples.array(3, 4), samples.integers(3, 2, below=4)), {"axis": 1}),
        Sample((samples.array(3, 4), samples.integers(1, 4, below=3)), {"axis": 0}),
    ],
)
def take_along_axis(xp: ArrayModule, arr: Array, indices: Array, *, axis: int) -> Array:
    """Return values of arr at `indices` along an axis; the other dims of indices equal the dims of arr, or are 1."""
    return arr[along_key(xp, arr.shape, indices, axis)]


@op(
    infer=lambda x, indices, like, *, axis: x.with_shape(like.shape),
    vjp={"x": lambda dout, indices, axis: take_along_axis(dout, indices, axis=axis)},
    samples=lambda: [Sample((samples.array(3, 2), samples.integers(3, 2, below=4), samples.array(3, 4)), {"axis": 1})],
)
def add_along_axis_like(xp: ArrayModule, x: Array, indices: Array, like: Array, *, axis: int) -> Array:
    """Return zeros in the shape of `like` with x added at `indices` of an axis: the gradient of take_along_axis."""
    out = xp.zeros(like.shape, dtype=x.dtype)
    xp.add.at(out, along_key(xp, like.shape, indices, axis), x)
    return out


@op(
    infer=lambda x, *, num_classes: TensorSpec((*x.shape, num_classes), float32),
    samples=lambda: [Sample((samples.integers(4, below=3),), {"num_classes": 3})],
)
def one_hot(xp: ArrayModule, x: Array, *, num_classes: int) -> Array:
    """Return float32 values: 1 at the class of each element of x, along a new last dim, and 0 elsewhere."""
    check_classes(xp, x, num_classes)
    return (x[..., None] == xp.arange(num_classes)).astype("float32")


def _hot_samples() -> list[Sample]:
    labels = samples.integers(4, 1, below=3)
    return [
        Sample((labels, samples.array(4, 3)), {"axis": -1, "ignore_index": 1}),
        Sample((labels[:, 0], samples.array(4, 3)), {"axis": -1}),
        Sample((labels[:2].reshape(1, 2), samples.array(3, 2)), {"axis": 0}),
    ]


@op(infer=lambda label, like, **_: like, samples=_hot_samples)
def hot_like(
    xp: ArrayModule, label: Array, like: Array, *, axis: int = -1, ignore_index: int = -100, checked: bool = False
) -> Array:
    """Return 1 at the class of each label along an axis of `like`; 0 elsewhere, and where the label is ignore_index.

    label: integers in the shape of `like`; the axis is left out or has size 1. out: shape and dtype of `like`.
    checked: raise RangeError for a label that is not a class.
    """
    along = dims.axis_of(axis, like.ndim)
    if checked:
        check_labels(xp, label, like.shape[along], ignore_index)
    if label.ndim < like.ndim:
        label = xp.expand_dims(label, along)
    classes = xp.reshape(xp.arange(like.shape[along]), (-1,) + (1,) * (like.ndim - along - 1))
    return ((label == classes) & (label != ignore_index)).astype(like.dtype)


@op(
    infer=lambda x, weight, **_: weight.with_shape((*x.shape, weight.shape[1])),
    vjp={"weight": lambda dout, x, weight, padding_idx: embedding_add_like(dout, x, weight, padding_idx=padding_idx)},
    samples=lambda: [
        Sample((samples.integers(2, 4, below=5), samples.array(5, 3))),
        Sample((samples.integers(6, below=5), samples.array(5, 3)), {"padding_idx": -1}),
    ],
)
def embedding(
    xp: ArrayModule, x: Array, weight: Array, *, padding_idx: int | None = None, sparse: bool = False
) -> Array:
    """Return the rows of weight [classes, size] at the integers x; zeros, without gradient, where x is padding_idx.

    sparse: store the gradient of a parameter `weight` as rows (`selected_rows`), which optimizers may use.
    """
    check_ids(xp, x, weight.shape[0])
    out = xp.take(weight, x, axis=0)
    if padding_idx is None:
        return out
    return xp.where((x == padding_idx % weight.shape[0])[..., None], weight.dtype.type(0), out)


@op(
    infer=lambda x, index, like, **_: x.with_shape(like.shape),
    vjp={"x": lambda dout, index, padding_idx: embedding(index, dout, padding_idx=padding_idx)},
    samples=lambda: [
        Sample((samples.array(6, 3), samples.integers(6, below=5), samples.array(5, 3)), {"padding_idx": 1}),
    ],
)
def embedding_add_like(
    xp: ArrayModule, x: Array, index: Array, like: Array, *, padding_idx: int | None = None
) -> Array:
    """Return zeros in the shape of `like` with x added at the rows in index: the gradient of embedding.

    The row padding_idx stays 0.
    """
    out = xp.zeros(like.shape, dtype=x.dtype)
    xp.add.at(out, index, x)
    if padding_idx is not None:
        out[padding_idx] = 0
    return out
