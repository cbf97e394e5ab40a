"""Views of x that reshape cannot make: windows, repeats, other strides, other dtypes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.dtype import DTypeLike, as_dtype
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError, UsageError
from opscope.ops import infer, samples
from opscope.ops.manipulation.reshape import reshape_like, shape_like
from opscope.ops.registry import Sample, op


def _strided_places(xp: ArrayModule, shape: Sequence[int], stride: Sequence[int], offset: int, count: int) -> Any:
    """Return the positions in the flattened x. Raises ArgumentError if a position is outside of x."""
    ends = [offset + sum((d - 1) * s for d, s in zip(shape, stride, strict=True) if s * sign > 0) for sign in (1, -1)]
    if 0 not in shape and not 0 <= min(ends) <= max(ends) < count:
        raise ArgumentError(
            f"as_strided: shape {list(shape)}, stride {list(stride)} and offset {offset} reach outside the {count} "
            "elements of x",
            fix="choose a smaller shape or offset: Paddle would read memory outside of x",
        )
    places = xp.full((), offset, dtype="int64")
    for size, step in zip(shape, stride, strict=True):
        places = places[..., None] + xp.arange(size) * step
    return places


@op(
    infer=lambda x, *, shape, stride, offset=0: x.with_shape(tuple(shape)),
    vjp={"x": lambda dout, x, attrs: as_strided_sum(dout, x, **attrs)},
    samples=lambda: [
        Sample((samples.array(2, 4),), {"shape": [2, 3], "stride": [1, 2], "offset": 1}),
        Sample((samples.array(6),), {"shape": (3,), "stride": (-2,), "offset": 5}),
    ],
)
def as_strided(xp: ArrayModule, x: Array, *, shape: Sequence[int], stride: Sequence[int], offset: int = 0) -> Array:
    """Return the elements at out[i, j] = x[o + i*s0 + j*s1] of the flattened x; o and s count elements.

    The result is a copy. Raises ArgumentError if the strides reach outside of x.
    """
    if len(shape) != len(stride):
        raise ArgumentError(
            f"as_strided: the shape has {len(shape)} dims, but there are {len(stride)} strides",
            fix="give one stride for each dim",
        )
    return xp.reshape(x, (-1,))[_strided_places(xp, shape, stride, offset, x.size)]


@op(
    dtype_kinds="fc",
    infer=shape_like,
    vjp={"x": lambda dout, attrs: as_strided(dout, **attrs)},
    samples=lambda: [Sample((samples.array(2, 3), samples.array(7)), {"shape": [2, 3], "stride": [1, 2]})],
)
def as_strided_sum(
    xp: ArrayModule, x: Array, like: Array, *, shape: Sequence[int], stride: Sequence[int], offset: int = 0
) -> Array:
    """Return zeros in the shape of `like` with x added where as_strided read: its gradient."""
    out = xp.zeros((math.prod(like.shape),), dtype=x.dtype)
    xp.add.at(out, _strided_places(xp, shape, stride, offset, out.size), x)
    return xp.reshape(out, like.shape)


def _along(x: TensorSpec, axis: int, name: str) -> int:
    if not x.rank:
        raise ShapeError(f"{name}: x of rank 0 has no axis", fix="add one with unsqueeze")
    return dims.axis_of(axis, x.rank)


def _windows(dim: dims.Dim, size: int, step: int) -> dims.Dim:
    if size < 0 or step < 1:
        raise ArgumentError(f"paddle.unfold: size {size} must not be negative, and step {step} must be positive")
    if dim is None:
        return None
    if size > dim:
        raise ArgumentError(f"paddle.unfold size({size}) must be less than shape[axis]({dim}).")
    return (dim - size) // step + 1


def _unfolded(x: TensorSpec, *, axis: int, size: int, step: int) -> TensorSpec:
    along = _along(x, axis, "unfold")
    count = _windows(x.shape[along], size, step)
    return x.with_shape((*x.shape[:along], count, *x.shape[along + 1 :], size))


def _window_places(xp: ArrayModule, dim: int, size: int, step: int) -> Any:
    count: Any = _windows(dim, size, step)
    return (xp.arange(count) * step)[:, None] + xp.arange(size)


@op(
    infer=_unfolded,
    vjp={"x": lambda dout, x, attrs: tensor_unfold_sum(dout, x, **attrs)},
    samples=lambda: [
        Sample((samples.array(7, 2),), {"axis": 0, "size": 3, "step": 2}),
        Sample((samples.array(2, 4),), {"axis": -1, "size": 2, "step": 1}),
    ],
)
def tensor_unfold(xp: ArrayModule, x: Array, *, axis: int, size: int, step: int) -> Array:
    """Return windows of `size` elements along an axis, `step` apart.

    The axis then counts the windows, and a new last dim has their elements.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/unfold_en.html
    """
    along = _along(infer.array_spec(x), axis, "unfold")
    return xp.moveaxis(xp.take(x, _window_places(xp, x.shape[along], size, step), axis=along), along + 1, -1)


@op(
    dtype_kinds="fc",
    infer=shape_like,
    vjp={"x": lambda dout, attrs: tensor_unfold(dout, **attrs)},
    samples=lambda: [Sample((samples.array(2, 3, 2), samples.array(2, 4)), {"axis": 1, "size": 2, "step": 1})],
)
def tensor_unfold_sum(xp: ArrayModule, x: Array, like: Array, *, axis: int, size: int, step: int) -> Array:
    """Return zeros in the shape of `like` with the windows x added where tensor_unfold read: its gradient."""
    along = dims.axis_of(axis, like.ndim)
    out = xp.zeros(like.shape, dtype=x.dtype)
    places = _window_places(xp, like.shape[along], size, step)
    xp.add.at(out, (*(slice(None),) * along, places), xp.moveaxis(x, -1, along + 1))
    return out


def _repeated(x: TensorSpec, *, repeats: int, axis: int) -> TensorSpec:
    if repeats < 1:
        raise ArgumentError(f"repeat_interleave: repeats should be larger than zero, but received {repeats}")
    along = _along(x, axis, "repeat_interleave")
    return x.with_shape((*x.shape[:along], dims.product((x.shape[along], repeats)), *x.shape[along + 1 :]))


@op(
    infer=_repeated,
    vjp={"x": lambda dout, x, attrs: repeat_interleave_sum(dout, x, **attrs)},
    samples=lambda: [
        Sample((samples.array(2, 3),), {"repeats": 2, "axis": 1}),
        Sample((samples.array(3),), {"repeats": 3, "axis": 0}),
    ],
)
def repeat_interleave(xp: ArrayModule, x: Array, *, repeats: int, axis: int) -> Array:
    """Repeat each slice of x along an axis `repeats` times in a row."""
    _repeated(infer.array_spec(x), repeats=repeats, axis=axis)
    return xp.repeat(x, repeats, axis=axis)


@op(
    dtype_kinds="fc",
    infer=shape_like,
    vjp={"x": lambda dout, attrs: repeat_interleave(dout, **attrs)},
    samples=lambda: [Sample((samples.array(2, 6), samples.array(2, 3)), {"repeats": 2, "axis": -1})],
)
def repeat_interleave_sum(xp: ArrayModule, x: Array, like: Array, *, repeats: int, axis: int) -> Array:
    """Return the sums of the repeated slices, in the shape of `like`: the gradient of repeat_interleave."""
    along = dims.axis_of(axis, like.ndim)
    parts = xp.reshape(x, (*like.shape[: along + 1], repeats, *like.shape[along + 1 :]))
    return xp.sum(parts, axis=along + 1)


def _unflattened(x: TensorSpec, *, axis: int, shape: Sequence[int]) -> TensorSpec:
    along = _along(x, axis, "unflatten")
    if x.shape[along] is None and -1 not in shape:
        parts: dims.Shape = tuple(shape)
    else:
        parts = dims.reshape((x.shape[along],), tuple(shape))
    return x.with_shape((*x.shape[:along], *parts, *x.shape[along + 1 :]))


@op(
    infer=_unflattened,
    vjp={"x": lambda dout, x: reshape_like(dout, x)},
    samples=lambda: [
        Sample((samples.array(4, 6),), {"axis": 1, "shape": [2, -1]}),
        Sample((samples.array(4, 3),), {"axis": 0, "shape": (2, 2)}),
    ],
)
def split_axis(xp: ArrayModule, x: Array, *, axis: int, shape: Sequence[int]) -> Array:
    """Split one axis of x into several of the sizes in shape, one of which may be -1 (`unflatten`)."""
    found: Any = _unflattened(infer.array_spec(x), axis=axis, shape=shape).shape
    return xp.reshape(x, found)


def _viewed(x: TensorSpec, *, dtype: Any) -> TensorSpec:
    wanted = as_dtype(dtype)
    if wanted.itemsize == x.dtype.itemsize:
        return x.with_dtype(wanted)
    last = dims.product((x.shape[-1], x.dtype.itemsize)) if x.rank else x.dtype.itemsize
    if not x.rank or (last is not None and last % wanted.itemsize):
        raise ShapeError(
            f"view: the last dim of {x} does not contain a whole number of {wanted.name} values",
            fix="change the last dim",
        )
    return TensorSpec((*x.shape[:-1], None if last is None else last // wanted.itemsize), wanted)


@op(
    infer=_viewed,
    samples=lambda: [
        Sample((samples.integers(2, 3, below=9),), {"dtype": "int32"}),
        Sample((samples.integers(2, 2, below=9).astype("int32"),), {"dtype": "float32"}),
        Sample((samples.integers(2, below=9).astype("uint8"),), {"dtype": "int16"}),
    ],
)
def view_dtype(xp: ArrayModule, x: Array, *, dtype: DTypeLike) -> Array:
    """Return the bits of x as another dtype; the size of the last dim changes accordingly. There is no gradient."""
    shape: Any = _viewed(infer.array_spec(x), dtype=dtype).shape
    return xp.reshape(xp.array(xp.ascontiguousarray(x).view(as_dtype(dtype).dtype)), shape)


@op(
    dtype_kinds="iu",
    infer=lambda input, **_: input,
    samples=lambda: [Sample((samples.integers(4, 1, below=20),), {"index_num": 20, "nshards": 3, "shard_id": 1})],
)
def shard_index(
    xp: ArrayModule, input: Array, *, index_num: int, nshards: int, shard_id: int, ignore_value: int = -1
) -> Array:
    """Replace each label by its number in the shard `shard_id` of `nshards`.

    Labels of other shards become ignore_value.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/shard_index_en.html
    """
    if not isinstance(index_num, int) or index_num < 1:
        raise UsageError(f"The value 'index_num' for Op(shard_index) must be greater than 0, but received {index_num}")
    if not 0 <= shard_id < nshards:
        raise ArgumentError(
            f"The value 'shard_id' for Op(shard_index) must be less than nshards ({nshards}), but the value given is "
            f"{shard_id}."
        )
    each = (index_num + nshards - 1) // nshards
    return xp.where(input // each == shard_id, input % each, input.dtype.type(ignore_value))
