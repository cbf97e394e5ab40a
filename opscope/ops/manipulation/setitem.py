"""x[...] = value as an op, for a Tensor that needs a gradient and for programs; and in place on arrays."""

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
    """array[key] = value, where value may have one element in more dims than there are, also for a single place."""
    if getattr(value, "ndim", 0) and value.size == 1:
        value = value.reshape(())
    array[key] = value


def assign_indexed(array: Array, index: Sequence[Any], arrays: Sequence[Any], value: Array) -> None:
    """Put values at a normalised index.

    Where flags choose among all elements, value may also be as the array: each element takes what stands at its place.
    """
    *before, key = keys(index, arrays)
    if hasattr(value, "shape") and _is_mask_assignment(array.shape, value.shape, arrays):
        value = places.array_module(value).broadcast_to(value, array.shape)[key]
    assign_elements(array[before[0]] if before else array, key, value)


def _is_mask_assignment(shape: dims.Shape, value: dims.Shape, arrays: Sequence[Any]) -> bool:
    """True if flags for all elements choose from a value that broadcasts to the shape."""
    if len(arrays) != 1 or arrays[0].dtype.kind != "b" or tuple(arrays[0].shape) != tuple(shape) or not value:
        return False
    return len(value) <= len(shape) and all(v in (1, d) for v, d in zip(value[::-1], shape[::-1], strict=False))


def _placed(dout: Array, value: Array, indices: Sequence[Any], index: Sequence[Any]) -> Any:
    """Gradient of a value from the gradient at its place: broadcasting is undone, leading dims of 1 are restored."""
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
    """A copy of x whose x[index] is value, broadcast, in the dtype of x.

    Of a place that integer indices name twice the last value stays. Raises ShapeError if value does not broadcast.
    """
    out = x.copy()
    assign_indexed(out, index, indices, value)
    return out
