"""Operators that write or add values to x at integer positions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer, samples
from opscope.ops.grad_ops import sum_to
from opscope.ops.indexing.gather import gather, gather_nd
from opscope.ops.manipulation.getitem import getitem
from opscope.ops.reduction import sum as total
from opscope.ops.registry import REGISTRY, Sample, op


def _at(axis: int, rank: int, index: Array) -> tuple[Any, ...]:
    return (*(slice(None),) * dims.axis_of(axis, rank), index)


def _one_dtype(name: str, x: TensorSpec, other: TensorSpec) -> None:
    if x.dtype is not other.dtype:
        raise ArgumentError(
            f"{name}: The type of data we are trying to retrieve ({x.dtype.name}) does not match the type of data "
            f"({other.dtype.name}) currently contained in the container.",
            fix="cast one of them",
        )


def _added(x: TensorSpec, index: TensorSpec, value: TensorSpec, *, axis: int) -> TensorSpec:
    _one_dtype("index_add", x, value)
    along = dims.axis_of(axis, x.rank)
    wanted = (*x.shape[:along], *index.shape, *x.shape[along + 1 :])
    if len(index.shape) != 1 or dims.unify(wanted, value.shape) is None:
        raise ShapeError(
            f"index_add: value should have the shape {dims.text(wanted)}, but received {dims.text(value.shape)}",
            facts={"x": x, "index": index, "value": value},
        )
    return x


@op(
    dtype_kinds={"index": "iu"},
    infer=_added,
    vjp={"x": lambda dout: dout, "value": lambda dout, index, axis: gather(dout, index, axis=axis)},
    samples=lambda: [
        Sample((samples.array(4, 3), np.asarray([1, 0, 1]), samples.array(3, 3)), {"axis": 0}),
        Sample((samples.array(2, 3), np.asarray([2]), samples.array(2, 1)), {"axis": -1}),
    ],
)
def index_add(xp: ArrayModule, x: Array, index: Array, value: Array, *, axis: int) -> Array:
    """Return x with the slices of value added at the positions index [n] of an axis.

    At a repeated position, all values are added.
    """
    _added(infer.array_spec(x), infer.array_spec(index), infer.array_spec(value), axis=axis)
    out = xp.array(x)
    xp.add.at(out, _at(axis, x.ndim, index), value)
    return out


@op(
    dtype_kinds={"index": "iu"},
    infer=lambda x, index, value, *, axis: infer.along_axis(x, axis=axis),
    vjp={
        "x": lambda dout, index, axis: REGISTRY["index_fill"](dout, index, 0.0, axis=axis),
        "value": lambda dout, index, axis: total(dout) - total(REGISTRY["index_fill"](dout, index, 0.0, axis=axis)),
    },
    samples=lambda: [
        Sample((samples.array(4, 3), np.asarray([1, 1]), samples.array()), {"axis": 0}),
        Sample((samples.array(2, 3), np.asarray([2, 0]), samples.array()), {"axis": -1}),
    ],
)
def index_fill(xp: ArrayModule, x: Array, index: Array, value: Array, *, axis: int) -> Array:
    """Return x with the number `value` in the slices at the positions index [n] of an axis."""
    out = xp.array(x)
    out[_at(axis, x.ndim, index)] = value
    return out


def _key_of(indices: Sequence[Any]) -> tuple[str, ...]:
    return ("array",) * len(indices)


def _taken(dout: Array, value: Array, indices: Array) -> Any:
    return sum_to(getitem(dout, *indices, index=_key_of(indices)), value)


def _put_infer(x: TensorSpec, value: TensorSpec, *indices: TensorSpec, accumulate: bool = False) -> TensorSpec:
    getitem.infer(x, *indices, index=_key_of(indices))
    return x


@op(
    dtype_kinds={"indices": "biu"},
    infer=_put_infer,
    vjp={
        "x": lambda dout, indices, accumulate: dout if accumulate else REGISTRY["index_put"](dout, 0.0, *indices),
        "value": _taken,
    },
    samples=lambda: [
        Sample((samples.array(3, 4), samples.array(2), np.asarray([0, 2]), np.asarray([1, 1]))),
        Sample((samples.array(3, 4), samples.array(), np.asarray([1, 1])), {"accumulate": True}),
        Sample((samples.array(3, 4), samples.array(4), samples.flags(3))),
    ],
)
def index_put(xp: ArrayModule, x: Array, value: Array, *indices: Array, accumulate: bool = False) -> Array:
    """Return x with x[indices] replaced by value, or by x[indices] + value with accumulate; value is broadcast."""
    out = xp.array(x)
    value = value.astype(x.dtype, copy=False) if hasattr(value, "astype") else value
    if accumulate:
        xp.add.at(out, tuple(indices), value)
    else:
        out[tuple(indices)] = value
    return out


def _nd_added(x: TensorSpec, index: TensorSpec, updates: TensorSpec) -> TensorSpec:
    _one_dtype("scatter_nd_add", x, updates)
    depth = index.shape[-1] if index.shape else 0
    if depth is not None and depth > x.rank:
        raise ShapeError(
            "scatter_nd_add: the last dim of index must be at most the rank of x",
            facts={"x": x, "index": index},
            fix="make the last dim of index smaller",
        )
    wanted = None if depth is None else (*index.shape[:-1], *x.shape[depth:])
    if wanted is not None and dims.unify(wanted, updates.shape) is None:
        raise ShapeError(
            f"scatter_nd_add: Updates has wrong shape: it should be {dims.text(wanted)}, but received "
            f"{dims.text(updates.shape)}",
            facts={"x": x, "index": index},
        )
    return x


@op(
    dtype_kinds={"index": "iu"},
    infer=_nd_added,
    vjp={"x": lambda dout: dout, "updates": lambda dout, index: gather_nd(dout, index)},
    samples=lambda: [
        Sample((samples.array(3, 4), samples.integers(5, 2, below=3), samples.array(5))),
        Sample((samples.array(3, 2), np.asarray([[1], [1]]), samples.array(2, 2))),
    ],
)
def scatter_nd_add(xp: ArrayModule, x: Array, index: Array, updates: Array) -> Array:
    """Return x with updates added at the coordinates in the last dim of index; all updates of a position are added.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/scatter_nd_add_en.html
    """
    _nd_added(*map(infer.array_spec, (x, index, updates)))
    out = xp.array(x)
    xp.add.at(out, tuple(index[..., i] for i in range(index.shape[-1])), updates)
    return out
