"""Assignment x[...] = value: an op for programs and for Tensors that need a gradient, and in place for arrays."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ShapeError
from opscope.ops import samples
from opscope.ops.elementwise.comparison import where
from opscope.ops.index_keys import normalize_index
from opscope.ops.manipulation.getitem import getitem, keys
from opscope.ops.pullback import sum_to
from opscope.ops.registry import Sample, op


def _samples() -> list[Sample]:
    x, rows = samples.array(3, 4, 2), np.asarray([2, 0])
    basic = [(0, samples.array(4, 2)), ((slice(1, None), 2), samples.array()), (..., samples.array(4, 1))]
    basic += [((slice(None, None, -1), -1), samples.array(3, 1)), ((None, 1, slice(0, 3, 2)), samples.array(1, 2, 2))]
    basic += [((slice(0, 0),), samples.array(2))]
    advanced = [
        (rows, samples.array(2, 4, 2)),
        ((slice(None), rows), samples.array(2)),
        ((rows, rows), samples.array()),
        ((0, slice(None), [0, 1]), samples.array(4, 2)),
    ]
    masks = [(samples.flags(3), samples.array(4, 2)), ((slice(None), samples.flags(4), 1), samples.array())]
    masks += [(samples.flags(3, 4, 2), samples.array(4, 1))]
    made = [(*normalize_index(item), value) for item, value in (*basic, *advanced, *masks)]
    return [Sample((x, value, *arrays), {"index": index}) for index, arrays, value in made]


def assign_elements(array: Array, key: Any, value: Array) -> None:
    """Set array[key] = value; a value of one element may have more dims than array[key], also for a single element."""
    if getattr(value, "ndim", 0) and value.size == 1:
        value = value.reshape(())
    array[key] = value


def assign_indexed(array: Array, index: Sequence[Any], arrays: Sequence[Any], value: Array) -> None:
    """Write values at a normalized index.

    If a mask selects among all elements, value may also have the shape of the array: each selected element then takes
    the element of value at the same position.
    """
    *before, key = keys(index, arrays)
    if hasattr(value, "shape") and _is_mask_assignment(array.shape, value.shape, arrays):
        value = places.array_module(value).broadcast_to(value, array.shape)[key]
    assign_elements(array[before[0]] if before else array, key, value)


def _is_mask_assignment(shape: dims.Shape, value: dims.Shape, arrays: Sequence[Any]) -> bool:
    """True if the index is a mask of all elements, and value broadcasts to the shape."""
    if len(arrays) != 1 or arrays[0].dtype.kind != "b" or tuple(arrays[0].shape) != tuple(shape) or not value:
        return False
    return len(value) <= len(shape) and all(v in (1, d) for v, d in zip(value[::-1], shape[::-1], strict=False))


def _placed(dout: Array, value: Array, indices: Sequence[Any], index: Sequence[Any]) -> Any:
    """Return the gradient of value from the gradient at its position: undo broadcasting, restore leading dims of 1."""
    if _is_mask_assignment(dout.shape, value.shape, indices):
        return sum_to(where(indices[0], dout, 0.0), value)
    taken = getitem(dout, *indices, index=index)
    missing = len(value.shape) - len(taken.shape)
    return sum_to(getitem(taken, index=(*[None] * missing, "...")) if missing > 0 else taken, value)


def _same_as_x(x: TensorSpec, value: TensorSpec, *indices: TensorSpec, index: Sequence[Any]) -> TensorSpec:
    if _is_mask_assignment(x.shape, value.shape, indices):
        return x
    there = getitem.infer(x, *indices, index=index).shape
    given = value.shape[max(0, value.rank - len(there)) :]
    if dims.product(value.shape) != 1 and dims.unify(dims.broadcast(there, given), there) is None:
        raise ShapeError(
            f"setitem: a value of shape {dims.text(value.shape)} does not broadcast to {dims.text(there)}",
            facts={"x": x, "value": value},
        )
    return x


@op(
    infer=_same_as_x,
    vjp={
        "x": lambda dout, indices, index: setitem(dout, 0.0, *indices, index=index),
        "value": lambda dout, value, indices, index: _placed(dout, value, indices, index),
    },
    samples=_samples,
)
def setitem(xp: ArrayModule, x: Array, value: Array, *indices: Array, index: Sequence[Array]) -> Array:
    """Return a copy of x with x[index] = value; value is broadcast and cast to the dtype of x.

    If integer indices repeat a position, the last value stays. Raises ShapeError if value does not broadcast.
    """
    out = x.copy()
    assign_indexed(out, index, indices, value)
    return out
