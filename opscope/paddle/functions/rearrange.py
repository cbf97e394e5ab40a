"""Functions that move, rotate, split and repeat dims."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.dtype import DType, as_dtype
from opscope.core.state import mode
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.ops import creation, infer
from opscope.ops.attr_values import shape_template
from opscope.ops.indexing.gather import gather
from opscope.ops.manipulation import reshape as manipulation
from opscope.ops.manipulation import strided_views
from opscope.ops.public_functions import public
from opscope.ops.search.unique import repeated_places
from opscope.paddle.functions.reshape import reshape


def tensor(value: Any) -> Any:
    """Return the tensor, or a constant of numbers."""
    if hasattr(value, "__apply_op__"):
        return value
    array = np.asarray(value)
    return creation.assign_value(values=array.astype(mode.dtype.dtype) if array.dtype == np.float64 else array)


def dim(x: Any, axis: int) -> dims.Dim:
    """Return a dim; None if it is unknown."""
    size = x.shape[axis]
    return None if size == -1 else size


@public
def view(x: Any, shape_or_dtype: Any, name: str | None = None) -> Any:
    """Return x in another shape, or its bits as another dtype.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/view_en.html
    """
    if isinstance(shape_or_dtype, list | tuple):
        return reshape(x, shape_or_dtype)
    if not isinstance(shape_or_dtype, str | DType | np.dtype | type):
        raise UsageError(
            f"view: {shape_or_dtype!r} is neither a shape nor a dtype", fix="pass a list of sizes, or a dtype"
        )
    return strided_views.view_dtype(x, dtype=as_dtype(shape_or_dtype).name)


@public
def view_as(x: Any, other: Any, name: str | None = None) -> Any:
    """Return x in the shape of other."""
    return manipulation.reshape_like(x, other)


@public
def unflatten(x: Any, axis: int, shape: Any, name: str | None = None) -> Any:
    """Split one axis of x into several, of the sizes in shape; one of them may be -1.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/unflatten_en.html
    """
    parts, tensors = shape_template(shape, "unflatten")
    if not tensors:
        return strided_views.split_axis(x, axis=axis, shape=parts)
    along = dims.axis_of(axis, len(x.shape))
    return reshape(x, [*[0] * along, *listed(shape), *(_known(x, i) for i in range(along + 1, len(x.shape)))])


def listed(shape: Any) -> list[Any]:
    """Return the sizes one by one, also from a tensor with all sizes."""
    if isinstance(shape, list | tuple):
        return list(shape)
    count = 1 if not len(shape.shape) else shape.shape[0]
    return [shape] if count == 1 else [shape[i] for i in range(count)]


def _known(x: Any, axis: int) -> int:
    return infer.require_known_dim(dim(x, axis), "unflatten", f"the size of axis {axis}")


@public
def moveaxis(x: Any, source: Any, destination: Any, name: str | None = None) -> Any:
    """Move the dims `source` of x to the positions `destination`; the other dims keep their order.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/moveaxis_en.html
    """
    moved = [[v] if isinstance(v, int) else list(v) for v in (source, destination)]
    rank = len(x.shape)
    if len(moved[0]) != len(moved[1]):
        raise ModeError("'source' and 'destination' must have the same number of elements")
    for said, axes in zip(("source", "destination"), moved, strict=True):
        if any(not -rank <= a < rank for a in axes):
            raise ModeError(f"each axis of '{said}' must be in the range [-{rank}, {rank})")
        if len({a % rank for a in axes}) < len(axes):
            raise ArgumentError(f"Each axis in '{said}' must be unique.")
    perm = {d % rank: s % rank for s, d in zip(*moved, strict=True)}
    rest = iter([a for a in range(rank) if a not in perm.values()])
    return manipulation.transpose(x, perm=[perm[i] if i in perm else next(rest) for i in range(rank)])


@public
def rot90(x: Any, k: int = 1, axes: Sequence[int] = (0, 1), name: str | None = None) -> Any:
    """Rotate x by k times 90 degrees in the plane of two axes, from the first axis to the second.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/rot90_en.html
    """
    rank = len(x.shape)
    if len(axes) != 2:
        raise ArgumentError(f"rot90 needs 2 axes, but received {len(axes)}")
    if rank < 2:
        raise ArgumentError(f"rot90 needs an x with at least 2 dims, but x has {rank}")
    for i, axis in enumerate(axes):
        if not -rank <= axis < rank:
            raise ArgumentError(f"rot90: axes[{i}] = {axis} is out of range")
    first, second = (a % rank for a in axes)
    if first == second:
        raise ArgumentError(f"rot90: the two axes must differ, but they are {axes[0]} and {axes[1]}")
    if k % 4 == 0:
        return x
    if k % 4 == 2:
        return manipulation.flip(x, axis=[first, second])
    perm = list(range(rank))
    perm[first], perm[second] = second, first
    if k % 4 == 1:
        return manipulation.transpose(manipulation.flip(x, axis=second), perm=perm)
    return manipulation.flip(manipulation.transpose(x, perm=perm), axis=second)


@public
def repeat_interleave(x: Any, repeats: Any, axis: int | None = None, name: str | None = None) -> Any:
    """Repeat each slice of x along an axis (None: each element); repeats is a number, or a number for each slice.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/repeat_interleave_en.html
    """
    if axis is None:
        x, axis = reshape(x, [-1]), 0
    if isinstance(repeats, int | np.integer):
        return strided_views.repeat_interleave(x, repeats=int(repeats), axis=axis)
    return gather(x, repeated_places(tensor(repeats), x, axis=axis), axis=axis)


# --- at least so many dims --------------------------------------------------------------------------


def _each(inputs: tuple[Any, ...], function: Any) -> Any:
    out = [function(tensor(x)) for x in inputs]
    return out[0] if len(out) == 1 else out


def _one(x: Any) -> Any:
    return x if len(x.shape) else reshape(x, [1])


def _two(x: Any) -> Any:
    return x if len(x.shape) > 1 else manipulation.unsqueeze(_one(x), axis=0)


def _three(x: Any) -> Any:
    return x if len(x.shape) > 2 else manipulation.unsqueeze(_two(x), axis=2)


@public
def atleast_1d(*inputs: Any, name: str | None = None) -> Any:
    """Return each input with rank 1 if it has rank 0; several inputs give a list."""
    return _each(inputs, _one)


@public
def atleast_2d(*inputs: Any, name: str | None = None) -> Any:
    """Return each input as a row if its rank is below 2; several inputs give a list."""
    return _each(inputs, _two)


@public
def atleast_3d(*inputs: Any, name: str | None = None) -> Any:
    """Return each input as [1, n, 1] or [m, n, 1] if its rank is below 3; several inputs give a list."""
    return _each(inputs, _three)
