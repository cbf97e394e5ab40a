"""fluid.layers: shapes, parts and positions of tensors with the parameters of Paddle 1.x."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, ShapeError, UnsupportedError
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.layers.arithmetic import activated
from opscope.paddle.fluid.statically import statically
from opscope.paddle.functions import arithmetic, fill, quantiles, take
from opscope.paddle.functions import reshape as shaping

multiplex = statically(take.multiplex)


def tuple_of(value: Any) -> Any:
    """Return axes in the form of the ops: a tuple of numbers, or one number."""
    return tuple(value) if isinstance(value, list) else value


@statically
def reshape(
    x: Any,
    shape: Any,
    actual_shape: None = None,
    act: str | None = None,
    inplace: bool = False,
    name: str | None = None,
) -> Any:
    """Reshape x: 0 copies the dim of x, and -1 is computed. Raises UnsupportedError for actual_shape."""
    if actual_shape is not None:
        raise UnsupportedError("fluid.layers.reshape does not support actual_shape", site=site(), fix="pass shape")
    return activated(shaping.reshape(x, shape), act)


@statically
def concat(input: Any, axis: int = 0, name: str | None = None) -> Any:
    """Concatenate the tensors along an axis."""
    return REGISTRY["concat"](list(input), axis=axis)


@statically
def split(input: Any, num_or_sections: Any, dim: int = -1, name: str | None = None) -> Any:
    """Split input along a dim into a number of equal parts, or into parts of given sizes."""
    return REGISTRY["split"](input, num_or_sections=num_or_sections, axis=dim)


@statically
def unsqueeze(input: Any, axes: Any, name: str | None = None) -> Any:
    """Insert dims of size 1 at `axes`."""
    return REGISTRY["unsqueeze"](input, axis=tuple_of(axes))


@statically
def squeeze(input: Any, axes: Any = (), name: str | None = None) -> Any:
    """Remove the dims of size 1 at `axes`; without axes, remove all dims of size 1."""
    return REGISTRY["squeeze"](input, axis=tuple_of(axes) if axes else None)


@statically
def flatten(x: Any, axis: int = 1, name: str | None = None) -> Any:
    """Reshape x to a matrix: the dims before `axis` become the rows."""
    return REGISTRY["flatten_to_2d"](x, num_col_dims=axis)


@statically
def transpose(x: Any, perm: Sequence[int], name: str | None = None) -> Any:
    """Permute the dims of x."""
    return REGISTRY["transpose"](x, perm=list(perm))


@statically
def expand(x: Any, expand_times: Sequence[int], name: str | None = None) -> Any:
    """Repeat x along each of its dims."""
    return shaping.tile(x, list(expand_times))


@statically
def expand_as(x: Any, target_tensor: Any, name: str | None = None) -> Any:
    """Repeat x along each dim to the shape of target_tensor.

    Raises ShapeError if a dim of target_tensor is not a known multiple of the dim of x.
    """
    pairs = list(zip(x.shape, target_tensor.shape, strict=True))
    if all(a in (1, b) for a, b in pairs):
        return REGISTRY["expand_as"](x, target_tensor)
    if any(a < 1 or b % a for a, b in pairs if a != b):
        raise ShapeError(
            "expand_as: each dim of target_tensor must be a multiple of the same dim of x", facts={"dims": pairs}
        )
    return shaping.tile(x, [1 if a == b else b // a for a, b in pairs])


@statically
def cast(x: Any, dtype: object) -> Any:
    """Convert x to another dtype."""
    return arithmetic.cast(x, dtype)


@statically
def stack(x: Any, axis: int = 0, name: str | None = None) -> Any:
    """Stack the tensors along a new axis."""
    return REGISTRY["stack"](list(x) if isinstance(x, list | tuple) else [x], axis=axis)


@statically
def unstack(x: Any, axis: int = 0, num: int | None = None) -> Any:
    """Return the slices of x along an axis."""
    return shaping.unstack(x, axis, num)


@statically
def unbind(input: Any, axis: int = 0) -> Any:
    """Return the slices of input along an axis."""
    return REGISTRY["unbind"](input, axis=axis)


@statically
def slice(input: Any, axes: Sequence[int], starts: Sequence[int], ends: Sequence[int]) -> Any:
    """Return input[start:end] along each of the axes."""
    return shaping.slice(input, axes, starts, ends)


@statically
def strided_slice(
    input: Any, axes: Sequence[int], starts: Sequence[int], ends: Sequence[int], strides: Sequence[int]
) -> Any:
    """Return input[start:end:stride] along each of the axes."""
    return shaping.strided_slice(input, axes, starts, ends, strides)


@statically
def crop_tensor(x: Any, shape: Any = None, offsets: Any = None, name: str | None = None) -> Any:
    """Return the part of x with this shape (-1: to the end) that begins at offsets (default: zeros)."""
    shape, offsets = list(x.shape if shape is None else shape), list(offsets or [0] * len(x.shape))
    index = tuple((o, None if s in (-1, None) else o + s, None) for o, s in zip(offsets, shape, strict=True))
    return REGISTRY["getitem"](x, index=index)


@statically
def crop(x: Any, shape: Any = None, offsets: Any = None, name: str | None = None) -> Any:
    """Return the part of x with this shape (numbers, or a tensor's shape) that begins at offsets (default: zeros)."""
    return crop_tensor(x, shape.shape if hasattr(shape, "__apply_op__") else shape, offsets)


@statically
def one_hot(input: Any, depth: int, allow_out_of_range: bool = False) -> Any:
    """Return rows with a 1 at the positions in input [N, 1]: [N, depth]; allow_out_of_range allows rows of zeros."""
    flat = input if input.shape[-1] != 1 else REGISTRY["squeeze"](input, axis=-1)
    return hot(flat, depth, allow_out_of_range)


@statically
def hot(input: Any, depth: int, allow_out_of_range: bool = False) -> Any:
    """fluid.one_hot: return rows with a 1 at the positions in input [*]: [*, depth]."""
    if not allow_out_of_range:
        return REGISTRY["one_hot"](input, num_classes=depth)
    column = REGISTRY["unsqueeze"](input, axis=(-1,))
    return arithmetic.cast(REGISTRY["equal"](column, fill.arange(0, depth, 1, input.dtype)), "float32")


@statically
def topk(input: Any, k: int, name: str | None = None) -> Any:
    """Return (values, positions) of the k largest elements along the last axis."""
    return quantiles.topk(input, k)


@statically
def argmax(x: Any, axis: int = 0) -> Any:
    """Return the position of the maximum along an axis, int64."""
    return REGISTRY["argmax"](x, axis=axis)


@statically
def argmin(x: Any, axis: int = 0) -> Any:
    """Return the position of the minimum along an axis, int64."""
    return REGISTRY["argmin"](x, axis=axis)


@statically
def argsort(input: Any, axis: int = -1, descending: bool = False, name: str | None = None) -> Any:
    """Return (input sorted along an axis, the original positions)."""
    places = REGISTRY["argsort"](input, axis=axis, descending=descending)
    return REGISTRY["take_along_axis"](input, places, axis=axis), places


@statically
def reverse(x: Any, axis: Any) -> Any:
    """Reverse x along the axes."""
    return REGISTRY["flip"](x, axis=tuple(axis) if isinstance(axis, list | tuple) else (axis,))


@statically
def gather(input: Any, index: Any, overwrite: bool = True) -> Any:
    """Return the rows of input at index [K] or [K, 1].

    overwrite has no effect, because gradients of a row are always summed.
    """
    flat = index if len(index.shape) == 1 else REGISTRY["reshape"](index, shape=(-1,))
    return REGISTRY["gather"](input, flat, axis=0)


@statically
def gather_nd(input: Any, index: Any, name: str | None = None) -> Any:
    """Return the parts of input at the positions in the last dim of index."""
    return REGISTRY["gather_nd"](input, index)


@statically
def scatter(input: Any, index: Any, updates: Any, name: str | None = None, overwrite: bool = True) -> Any:
    """Replace the rows of input at index [K] or [K, 1] by updates, or by the sums of the updates for a row."""
    flat = index if len(index.shape) == 1 else REGISTRY["reshape"](index, shape=(-1,))
    return REGISTRY["scatter"](input, flat, updates, overwrite=overwrite)


@statically
def scatter_nd_add(ref: Any, index: Any, updates: Any, name: str | None = None) -> Any:
    """Add updates to ref at the positions in the last dim of index."""
    return ref + REGISTRY["gather_nd_add_like"](updates, index, ref)


@statically
def scatter_nd(index: Any, updates: Any, shape: Sequence[int], name: str | None = None) -> Any:
    """Add updates to zeros of this shape, at the positions in the last dim of index."""
    return REGISTRY["gather_nd_add_like"](updates, index, fill.full(shape, 0, updates.dtype))


@statically
def where(condition: Any) -> Any:
    """Return the positions [K, rank] where condition is true, int64, in order."""
    whole = fill.ones_like(condition, "int64")
    axes = range(len(condition.shape))
    grids = [REGISTRY["getitem"](REGISTRY["cumsum"](whole, axis=a) - 1, condition, index=("array",)) for a in axes]
    return REGISTRY["stack"](grids, axis=1)


@statically
def shard_index(input: Any, index_num: int, nshards: int, shard_id: int, ignore_value: int = -1) -> Any:
    """Return the position of each index in its shard if the shard has the number shard_id, else ignore_value."""
    if not 0 <= shard_id < nshards:
        raise ArgumentError(f"The shard_id({shard_id}) should be in [0, {nshards})", site=site())
    size = -(-index_num // nshards)
    mine = REGISTRY["equal"](REGISTRY["floor_divide"](input, size), shard_id)
    return REGISTRY["where"](mine, REGISTRY["remainder"](input, size), fill.full_like(input, ignore_value))


__all__ = [
    "argmax", "argmin", "argsort", "cast", "concat", "crop", "crop_tensor", "expand", "expand_as", "flatten", "gather",
    "gather_nd", "multiplex", "one_hot", "reshape", "reverse", "scatter", "scatter_nd", "scatter_nd_add",
    "shard_index", "slice", "split", "squeeze", "stack", "strided_slice", "topk", "transpose", "unbind", "unsqueeze",
    "unstack", "where",
]  # fmt: skip
