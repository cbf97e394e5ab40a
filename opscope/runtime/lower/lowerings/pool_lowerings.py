"""Lowering rules of pooling. There are a few calls for each position in the window, for some images at a time.

The gradient of a maximum uses the index of the maximum. The values at a position are first copied to contiguous memory.
Comparisons and additions with stride 1 are much faster, so the copy saves time. The position of the maximum is stored
in a byte. The positions are in ascending order. Therefore, the maximum is at the largest position whose value is larger
than all earlier values.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.ops.nn import pool2d, windows_2d
from opscope.ops.nn.weighted_sums import keep_apart
from opscope.runtime.lower.emitter import Emitter, lowering

CACHE = 1 << 20  # bytes of x that are pooled at a time


def _parts(like: Any) -> Iterator[slice]:
    """Yield slices of the images. Each slice is pooled separately."""
    image = math.prod(like.shape[1:]) * like.dtype.itemsize
    count = max(CACHE // max(image, 1), 1)
    for first in range(0, like.shape[0], count):
        yield slice(first, min(first + count, like.shape[0]))


def _window(shape: tuple[int, ...], attrs: dict[str, Any]) -> Any:
    """Return (the two axes, the numbers of windows, the padded height and width)."""
    axes, sizes = pool2d.window_axes(shape, *(attrs[n] for n in ("kernel_size", "stride", "padding", "ceil_mode")))
    return axes, sizes, windows_2d.padded_dims(shape[2:], axes, sizes)


class PaddedImages:
    """Some of the images with their padding.

    The padded images are in scratch memory. Without scratch memory, they are the images themselves.
    """

    def __init__(self, e: Emitter, like: Any, axes: Any, padded_dims: tuple[int, ...], value: Array) -> None:
        self.e, self.like, self.axes = e, like, axes
        self.scratch: Any = None
        if padded_dims != tuple(like.shape[2:]):
            part = next(_parts(like))
            self.scratch = e.temp((part.stop, like.shape[1], *padded_dims), like.dtype)
            e.call(self.scratch.fill, value)

    def load(self, x: Array) -> Any:
        """Return x with its padding."""
        if self.scratch is None:
            return x
        made = self.scratch[: len(x)]
        self.e.call(self.e.xp.copyto, windows_2d.interior(made, self.like, self.axes), x)
        return made

    def zeros(self, out: Array) -> Any:
        """Return zeros, to which gradients are added. `store` then writes the sums."""
        made = out if self.scratch is None else self.scratch[: len(out)]
        self.e.call(made.fill, 0)
        return made

    def store(self, made: Any, out: Array) -> None:
        """Write the values that are not padding to `out`."""
        if self.scratch is not None:
            self.e.call(self.e.xp.copyto, out, windows_2d.interior(made, self.like, self.axes))


@lowering("max_pool2d")
def _max(e: Emitter, x: Array, **attrs: Any) -> Any:
    axes, sizes, padded_dims = _window(x.shape, attrs)
    if axes[0].size * axes[1].size > 255 or x.dtype.kind not in "fiu" or not x.size:
        return None
    out, choice = e.out(0), e.out(1)
    shape = out[next(_parts(x))].shape
    value = e.temp(shape, x.dtype)
    is_further = e.temp(shape, bool)
    # only gradients read the positions
    code = e.temp(shape, "uint8") if e.is_read(1) else None
    padded = PaddedImages(e, x, axes, padded_dims, pool2d.lowest(e.xp, x.dtype))
    for part in _parts(x):
        count = part.stop - part.start
        scratch = (value[:count], is_further[:count], None if code is None else code[:count])
        _running_max(e, padded.load(x[part]), out[part], scratch, (axes, sizes))
        if code is not None:
            e.call(e.xp.copyto, choice[part], code[:count])
    return [out, choice]


def _running_max(e: Emitter, big: Any, out: Array, scratch: Any, places: Any) -> None:
    """Write one value of each window into `scratch`.

    Find where this value is the largest so far and, if requested, the position of the largest value.
    """
    value, is_further, code = scratch
    if code is not None:
        e.call(code.fill, 0)
    for place, (_, _, high, wide) in enumerate(windows_2d.kernel_positions(*places)):
        e.call(e.xp.copyto, value if place else out, big[:, :, high, wide])
        if place and code is not None:
            mask = is_further.view("uint8")
            e.call(e.xp.greater, value, out, is_further)
            e.call(e.xp.multiply, mask, np.uint8(place), mask)
            e.call(functools.partial(e.xp.maximum, code, mask, out=code))
        if place:
            e.call(functools.partial(e.xp.maximum, out, value, out=out))


@lowering("max_pool2d_scatter")
def _scatter(e: Emitter, x: Array, choice: Any, like: Any, **attrs: Any) -> Any:
    """Write each value to the index of its maximum. The work does not depend on the size of the windows."""
    axes, sizes, padded_dims = _window(like.shape, attrs)
    if x.dtype.kind != "f" or x.dtype.itemsize < 4 or not x.size:
        return None
    out = e.out()
    # several windows may choose one value
    scatter = operator.setitem if all(a.are_disjoint for a in axes) else e.xp.add.at
    shape = x[next(_parts(out))].shape
    starts = _window_starts(e, shape, axes, padded_dims)
    places = e.xp.array([r.start * padded_dims[1] + c.start for _, _, r, c in windows_2d.kernel_positions(axes, sizes)])
    index, values, chosen = e.temp(starts.shape, starts.dtype), e.temp(shape, x.dtype), e.temp(shape, choice.dtype)
    padded = PaddedImages(e, out, axes, padded_dims, 0)
    for part in _parts(out):
        made = padded.zeros(out[part])
        chosen_flat = _flattened(e, choice[part], chosen)
        target = index[: chosen_flat.size]
        e.call(functools.partial(e.xp.take, places, chosen_flat, out=target, mode="clip"))
        e.call(e.xp.add, target, starts[: chosen_flat.size], target)
        e.call(scatter, made.reshape(-1), target, _flattened(e, x[part], values))
        padded.store(made, out[part])
    return out


def _window_starts(e: Emitter, shape: tuple[int, ...], axes: Any, padded_dims: tuple[int, ...]) -> Any:
    """Return the flat index of the first value of each window, in the shape [N, C, H', W'].

    The plan keeps the result, which takes 8 bytes for each window of a part.
    """
    rows, wide = padded_dims
    images = e.xp.arange(shape[0] * shape[1])[:, None, None] * (rows * wide)
    down = e.xp.arange(shape[2])[:, None] * (axes[0].stride * wide)
    return (images + down + e.xp.arange(shape[3]) * axes[1].stride).reshape(-1)


def _flattened(e: Emitter, array: Array, scratch: Any) -> Any:
    """Return the array with one dim. If it is not contiguous, it is copied to scratch memory."""
    if not array.flags.c_contiguous:
        e.call(e.xp.copyto, scratch[: len(array)], array)
        array = scratch[: len(array)]
    return array.reshape(-1)


def _add_at_position(e: Emitter, place: Any, value: Array, axes: Any) -> None:
    """Add a value at one position of all windows.

    If windows are disjoint, the memory has no earlier value, so the value is copied.
    """
    if all(a.are_disjoint for a in axes):
        e.call(e.xp.copyto, place, value)
    else:
        e.call(e.xp.add, place, value, place)


def _window_weights(e: Emitter, like: Any, axes: Any, sizes: Any, attrs: dict[str, Any]) -> Any:
    """Return the weight of the sum of each window. If all weights are equal, return a single number."""
    weights = pool2d.window_weights(e.xp, like, axes, sizes, attrs["exclusive"], attrs["divisor_override"])
    return weights.flat[0] if (weights == weights.flat[0]).all() else weights


@lowering("avg_pool2d")
def _mean(e: Emitter, x: Array, **attrs: Any) -> Any:
    axes, sizes, padded_dims = _window(x.shape, attrs)
    if x.dtype.kind != "f" or not x.size:
        return None
    out, weights = e.out(), _window_weights(e, x, axes, sizes, attrs)
    padded = PaddedImages(e, x, axes, padded_dims, 0)
    for part in _parts(x):
        big, total = padded.load(x[part]), out[part]
        for place, (_, _, high, wide) in enumerate(windows_2d.kernel_positions(axes, sizes)):
            if place:
                e.call(e.xp.add, total, big[:, :, high, wide], total)
            else:
                e.call(e.xp.copyto, total, big[:, :, high, wide])
        e.call(e.xp.multiply, total, weights, total)
    return out


@lowering("avg_pool2d_spread")
def _spread(e: Emitter, x: Array, like: Any, **attrs: Any) -> Any:
    axes, sizes, padded_dims = _window(like.shape, attrs)
    if x.dtype.kind != "f" or not x.size or x.dtype != like.dtype:
        return None
    out, weights = e.out(), _window_weights(e, like, axes, sizes, attrs)
    value = e.temp(x[next(_parts(out))].shape, x.dtype)
    padded = PaddedImages(e, out, axes, padded_dims, 0)
    for part in _parts(out):
        made = padded.zeros(out[part])
        e.call(e.xp.multiply, x[part], weights, value[: part.stop - part.start])
        for _, _, high, wide in windows_2d.kernel_positions(axes, sizes):
            _add_at_position(e, made[:, :, high, wide], value[: part.stop - part.start], axes)
        padded.store(made, out[part])
    return out


def _products(e: Emitter, x: Array, rows: Array, columns: Array, out: Array) -> Any:
    """Return rows @ x @ columns, for each channel of each image."""
    between = e.temp((*x.shape[:3], columns.shape[1]), x.dtype)
    if x.flags.c_contiguous:  # one product instead of one for each channel
        e.product(e.xp.matmul, x.reshape(-1, x.shape[3]), columns, between.reshape(-1, columns.shape[1]))
    else:
        e.product(e.xp.matmul, x, columns, between)
    e.product(e.xp.matmul, rows, between, out)
    if not e.device:
        e.call(keep_apart, e.xp, x, (rows, columns.T), out)
    return out


@lowering("adaptive_avg_pool2d")
def _adaptive(e: Emitter, x: Array, output_size: Any) -> Any:
    if x.dtype.kind != "f" or not x.size:
        return None
    rows, columns = pool2d.bin_matrices(e.xp, x.shape, e.node.outs[0].shape, x.dtype)
    return _products(e, x, rows, e.xp.ascontiguousarray(columns.T), e.out())


@lowering("adaptive_avg_pool2d_spread")
def _adaptive_spread(e: Emitter, x: Array, like: Any, output_size: Any) -> Any:
    if x.dtype.kind != "f" or not x.size or x.dtype != like.dtype:
        return None
    rows, columns = pool2d.bin_matrices(e.xp, like.shape, x.shape, x.dtype)
    return _products(e, x, e.xp.ascontiguousarray(rows.T), columns, e.out())
