"""Frames of a signal, which may overlap, and their sum; used by short-time transforms."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array, ArrayModule
from opscope.core.spec import TensorSpec
from opscope.errors import ArgumentError, ShapeError
from opscope.ops import infer, samples
from opscope.ops.registry import REGISTRY, Sample, op


def _starts(size: dims.Dim, frame_length: int, hop_length: int) -> dims.Dim:
    return None if size is None else 1 + (size - frame_length) // hop_length


def _checked(what: str, axis: int, hop_length: int) -> None:
    if axis not in (0, -1):
        raise ArgumentError(
            f"Unexpected axis: {axis}. It should be 0 or -1.", fix=f"use axis 0 (first) or -1 (last) for {what}"
        )
    if hop_length <= 0:
        raise ArgumentError(f"Unexpected hop_length: {hop_length}. It should be a positive integer.")


def _frame(x: TensorSpec, *, frame_length: int, hop_length: int, axis: int = -1) -> TensorSpec:
    _checked("frame", axis, hop_length)
    if frame_length <= 0:
        raise ArgumentError(f"Unexpected frame_length: {frame_length}. It should be a positive integer.")
    if not x.shape:
        raise ShapeError("frame: x must have at least one dim", facts={"x": x}, fix="pass a signal of rank 1 or more")
    size = x.shape[axis]
    if size is not None and frame_length > size:
        raise ArgumentError(
            "frame_length should be at most the length of the signal, "
            f"but got frame_length = {frame_length} for a length of {size}.",
            facts={"x": x}, fix="use shorter frames, or pad the signal",
        )  # fmt: skip
    count = _starts(size, frame_length, hop_length)
    return x.with_shape((count, frame_length, *x.shape[1:]) if axis == 0 else (*x.shape[:-1], frame_length, count))


def _places(xp: ArrayModule, count: int, frame_length: int, hop_length: int) -> Any:
    """Return the position in the signal of each value of each frame, [frame_length, count]."""
    return xp.arange(frame_length)[:, None] + hop_length * xp.arange(count)[None, :]


@op(
    infer=_frame,
    check_shapes=True,
    samples=lambda: [
        Sample((samples.array(2, 7),), {"frame_length": 3, "hop_length": 2}),
        Sample((samples.array(8, 2),), {"frame_length": 3, "hop_length": 4, "axis": 0}),
        Sample((samples.array(4),), {"frame_length": 4, "hop_length": 1, "axis": 0}),
    ],
    vjp={
        "x": lambda dout, x, hop_length, axis: REGISTRY["overlap_add_like"](dout, x, hop_length=hop_length, axis=axis)
    },
)
def frame(xp: ArrayModule, x: Array, *, frame_length: int, hop_length: int, axis: int = -1) -> Array:
    """Cut x into frames that begin hop_length apart: [..., frame_length, frames], or [frames, frame_length, ...].

    axis: the axis of the signal, the last (-1) or the first (0). Values at the end of the signal that do not fill a
    frame are ignored.
    """
    count = 1 + (x.shape[axis] - frame_length) // hop_length
    places = _places(xp, count, frame_length, hop_length)
    return x[xp.transpose(places)] if axis == 0 else x[..., places]


def _summed(x: TensorSpec, *, hop_length: int, axis: int = -1) -> TensorSpec:
    _checked("overlap_add", axis, hop_length)
    if x.rank < 2:
        raise ShapeError(
            "overlap_add: rank of x should be greater than 1",
            facts={"x": x},
            fix="pass a tensor of frames, with a rank of 2 or more",
        )
    count, length = x.shape[:2] if axis == 0 else reversed(x.shape[-2:])
    size = None if count is None or length is None else (count - 1) * hop_length + length
    return x.with_shape((size, *x.shape[2:]) if axis == 0 else (*x.shape[:-2], size))


def _add(xp: ArrayModule, x: Array, size: int, hop_length: int, axis: int) -> Any:
    frames = x if axis == 0 else xp.moveaxis(x, (-1, -2), (0, 1))  # [count, length, ...]
    count, length = frames.shape[:2]
    out = xp.zeros((size, *frames.shape[2:]), dtype=x.dtype)
    for i in range(length):  # one stride of the signal at a time: within it no place comes twice
        out[i : i + count * hop_length : hop_length][:count] += frames[:, i]
    return out if axis == 0 else xp.moveaxis(out, 0, -1)


@op(
    infer=_summed,
    dtype_kinds="iufc",
    check_shapes=True,
    samples=lambda: [
        Sample((samples.array(2, 3, 4),), {"hop_length": 2}),
        Sample((samples.array(2, 3, 2),), {"hop_length": 4, "axis": 0}),
    ],
    vjp={"x": lambda dout, x, hop_length, axis: _framed(dout, x, hop_length, axis)},
)
def overlap_add(xp: ArrayModule, x: Array, *, hop_length: int, axis: int = -1) -> Array:
    """Add frames [..., length, count] that begin hop_length apart: [..., (count - 1) * hop_length + length].

    With axis=0, frames are [count, length, ...].
    """
    count, length = x.shape[:2] if axis == 0 else (x.shape[-1], x.shape[-2])
    return _add(xp, x, (count - 1) * hop_length + length, hop_length, axis)


def _framed(dout: Array, x: Array, hop_length: int, axis: int) -> Any:
    length = infer.require_known_dim(
        x.shape[1 if axis == 0 else -2], "overlap_add", "how long a frame is, for its gradient,"
    )
    return frame(dout, frame_length=length, hop_length=hop_length, axis=axis)


@op(
    infer=lambda x, like, *, hop_length, axis=-1: x.with_shape(like.shape),
    dtype_kinds={"x": "iufc"},
    samples=lambda: [
        Sample((samples.array(2, 3, 3), samples.array(2, 8)), {"hop_length": 2}),
        Sample((samples.array(2, 3, 2), samples.array(7, 2)), {"hop_length": 4, "axis": 0}),
    ],
    vjp={"x": lambda dout, x, hop_length, axis: _framed(dout, x, hop_length, axis)},
)
def overlap_add_like(xp: ArrayModule, x: Array, like: Array, *, hop_length: int, axis: int = -1) -> Array:
    """Apply overlap_add in the size of `like`, which is at least as long: the gradient of frame."""
    return _add(xp, x, like.shape[axis], hop_length, axis)
