"""Operators that read, write or reduce values along an axis of x; each value has its own position."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import samples
from opscope.ops.creation import ones_like
from opscope.ops.grad_ops import zeros_like
from opscope.ops.indexing.extremes import keep_extremes
from opscope.ops.registry import REGISTRY, Sample, op


def _grid(xp: ArrayModule, indices: Array, axis: int) -> tuple[Any, ...]:
    """Return index arrays for every element of indices; on other axes, indices may be smaller than x."""
    shape, rank = indices.shape, indices.ndim
    along = dims.axis_of(axis, rank)
    grids = [xp.reshape(xp.arange(d), (1,) * i + (d,) + (1,) * (rank - i - 1)) for i, d in enumerate(shape)]
    return tuple(indices if i == along else grid for i, grid in enumerate(grids))


@op(
    dtype_kinds={"indices": "iu"},
    infer=lambda x, indices, *, axis: x.with_shape(indices.shape),
    vjp={"x": lambda dout, x, indices, axis: put_along_axis(zeros_like(x), indices, dout, axis=axis, reduce="add")},
    samples=lambda: [
        Sample((samples.array(3, 4), samples.integers(3, 2, below=4)), {"axis": 1}),
        Sample((samples.array(3, 4), samples.integers(2, 3, below=3)), {"axis": 0}),
    ],
)
def pick_along(xp: ArrayModule, x: Array, indices: Array, *, axis: int) -> Array:
    """Return x at each position in indices; on other axes, the position is the position of the element."""
    return x[_grid(xp, indices, axis)]


REDUCES = ("assign", "add", "mul", "multiply", "mean", "amin", "amax")


def _put_along(
    x: TensorSpec, indices: TensorSpec, values: TensorSpec, *, axis: int, reduce: str = "assign", **_: Any
) -> TensorSpec:
    _reducing(reduce)
    dims.axis_of(axis, x.rank)
    if indices.rank != x.rank:
        raise ShapeError("`indices` and `arr` must have the same number of dimensions!", facts={"indices": indices})
    if dims.unify(indices.shape, values.shape) is None:
        raise ShapeError(
            "put_along_axis: indices and values must have the same shape", facts={"indices": indices, "values": values}
        )
    return x


def _reducing(reduce: str) -> None:
    if reduce not in REDUCES:
        raise ArgumentError(
            f"can not support reduce: '{reduce}' for scatter kernel, only support reduce op: 'add', 'assign', 'mul', "
            "'mean', 'amin', 'amax' and 'multiply', the default reduce op is 'assign'"
        )


def _put_along_rule(
    dout: Array, x: Array, indices: Array, values: Array, out: Array, axis: int, reduce: str, include_self: bool
) -> list[Any]:
    def picked(value: Array) -> Any:
        return pick_along(value, indices, axis=axis)

    def cleared(value: Array) -> Any:
        return value if include_self else put_along_axis(value, indices, zeros_like(values), axis=axis)

    if reduce == "assign":  # of a place named twice the last value stays
        number = REGISTRY["cumsum"](ones_like(values), axis=axis)
        stayed = picked(put_along_axis(zeros_like(x), indices, number, axis=axis)) == number
        rest = put_along_axis(dout, indices, zeros_like(values), axis=axis)
        return [rest, None, picked(dout) * REGISTRY["cast_like"](stayed, values)]
    if reduce == "add":
        return [cleared(dout), None, picked(dout)]
    if reduce in ("mul", "multiply"):
        return [cleared(dout * out / x), None, picked(dout * out) / values]
    if reduce == "mean":
        counts = put_along_axis(
            ones_like(dout), indices, ones_like(values), axis=axis, reduce="add", include_self=include_self
        )
        return [cleared(dout / counts), None, picked(dout / counts)]
    chosen = REGISTRY["cast_like"](REGISTRY["equal"](x, out), dout)
    winner = REGISTRY["cast_like"](REGISTRY["equal"](values, picked(out)), values)
    many = put_along_axis(chosen, indices, winner, axis=axis, reduce="add", include_self=include_self)
    return [cleared(dout * chosen / many), None, picked(dout / many) * winner]


def _put_along_samples() -> list[Sample]:
    x, indices, values = (
        samples.distinct(2, 4),
        np.asarray([[0, 0, 1], [1, 3, 1]]),
        samples.distinct(2, 3, seed=4) + 0.3,
    )
    once = Sample((x, np.asarray([[0, 2], [1, 3]]), values[:, :2]), {"axis": 1})
    chosen = [(r, s) for r in REDUCES[1:] for s in (True, False)]
    many = [Sample((x, indices, values), {"axis": 1, "reduce": r, "include_self": s}) for r, s in chosen]
    return [once, *many, Sample((x, np.asarray([[1, 1, 0]]), values[:1]), {"axis": 0, "reduce": "add"})]


@op(
    check_shapes=True,
    dtype_kinds={"x": "iuf", "indices": "iu", "values": "iuf"},
    infer=_put_along,
    vjp=_put_along_rule,
    samples=_put_along_samples,
)
def put_along_axis(
    xp: ArrayModule,
    x: Array,
    indices: Array,
    values: Array,
    *,
    axis: int,
    reduce: str = "assign",
    include_self: bool = True,
) -> Array:
    """Return x with values written at `indices` of an axis, or combined with the values at these positions.

    reduce: assign, add, mul (multiply), mean, amin or amax; with include_self=False, the values of x do not count. If
    two elements are equal to the minimum or maximum, each gets half of the gradient. The gradient of a product with a
    factor 0 is NaN.
    """
    _reducing(reduce)
    values = values.astype(x.dtype, copy=False)
    out, key = xp.array(x), _grid(xp, indices, axis)
    if reduce == "assign":
        out[key] = values
        return out
    if not include_self:
        out[key] = _neutral(x.dtype, reduce)
    if reduce in ("mul", "multiply"):
        return _multiplied(xp, out, indices, values, axis)
    if reduce in ("amin", "amax"):
        keep_extremes(xp, out, key, values, largest=reduce == "amax")
        return out
    xp.add.at(out, key, values)
    if reduce == "add":
        return out
    counts = xp.full(x.shape, int(include_self))
    xp.add.at(counts, key, 1)
    counts = xp.maximum(counts, 1)
    return xp.trunc(out / counts).astype(x.dtype) if x.dtype.kind in "iu" else (out / counts).astype(x.dtype)


def _neutral(dtype: Any, reduce: str) -> Any:
    """Return a value that does not change the result of the reduction."""
    if reduce in ("mul", "multiply"):
        return 1
    if reduce in ("add", "mean"):
        return 0
    if dtype.kind == "f":
        return np.inf if reduce == "amin" else -np.inf
    return np.iinfo(dtype).max if reduce == "amin" else np.iinfo(dtype).min


def _multiplied(xp: ArrayModule, out: Array, indices: Array, values: Array, axis: int) -> Any:
    """Multiply out in place, one position of the axis at a time, because cupy has no multiply.at."""
    along = dims.axis_of(axis, out.ndim)
    for i in range(indices.shape[along]):
        part = (*(slice(None),) * along, slice(i, i + 1))
        key = _grid(xp, indices[part], along)
        out[key] = out[key] * values[part]
    return out
