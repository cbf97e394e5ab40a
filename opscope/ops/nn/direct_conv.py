"""Compiled convolution in two dims, and its gradients, as sums of products over padded images, without im2col.

| result                 | a, its rows                 | b, its lanes              | terms                   |
|------------------------|-----------------------------|---------------------------|-------------------------|
| output                 | weight, output channels     | input, positions          | channels, kernel        |
| gradient of the input  | weight, input channels      | gradient, positions       | output channels, kernel |
| gradient of the weight | input, channels and kernel  | gradient, output channels | positions               |

Images are padded. With a stride of 2, rows and columns 0, 2, 4 .. lie before 1, 3, 5 .. A kernel element therefore
reads contiguous values for all positions. Lanes continue from one row of positions to the next. The values between the
rows are not used.
"""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.ops.nn import lane_copy, product_sums, windows_2d, workspace
from opscope.ops.nn.product_sums import ProductSums
from opscope.ops.nn.windows_2d import Axis

MIN_PRODUCTS = 1 << 15  # from which the kernel is faster than columns and a matrix product
MIN_LANES = 4  # output channels from which the gradient of a weight fills enough of a vector
CACHE = 1 << 20  # bytes of images at a time
VECTORS = 2  # of each row that a tile has


@dataclass(frozen=True, slots=True)
class ConvShape:
    """Shape of a convolution of images [C, H, W] in one group, with `outs` filters; `sizes` are H' and W'."""

    channels: int
    dims: tuple[int, int]
    axes: tuple[Axis, Axis]
    sizes: tuple[int, int]
    outs: int
    dtype: Any

    @property
    def positions(self) -> int:
        return math.prod(self.sizes)

    @property
    def kernel(self) -> int:
        """The number of elements of the kernel."""
        return self.axes[0].size * self.axes[1].size

    @property
    def backwards(self) -> ConvShape | None:
        """The convolution that computes the input's gradient from the output's gradient; None if there is none."""
        pads = [
            (a.extent - 1 - a.before, d - n + a.before)
            for a, d, n in zip(self.axes, self.dims, self.sizes, strict=True)
        ]
        if any(a.stride > 1 for a in self.axes) or min(map(min, pads)) < 0:
            return None
        high, wide = (replace(a, before=p[0], after=p[1]) for a, p in zip(self.axes, pads, strict=True))
        return ConvShape(self.outs, self.sizes, (high, wide), self.dims, self.channels, self.dtype)


def conv_shape(x: Any, weight: Any, attrs: dict[str, Any], out: Any = None) -> ConvShape | None:
    """Return the convolution of x with weight (arrays or specs); None if compiled code does not compute it.

    out: the output or its gradient, which must fit.
    """
    if not (x.dtype == weight.dtype and attrs["groups"] == 1 and len(x.shape) == len(weight.shape) == 4):
        return None
    if x.shape[1] != weight.shape[1] or not product_sums.is_compiled(x.dtype):
        return None
    axes = windows_2d.axes(x.shape[2:], weight.shape[2:], attrs["stride"], attrs["padding"], attrs["dilation"])
    sizes: Any = tuple(a.count(d) for a, d in zip(axes, x.shape[2:], strict=True))
    shape = (x.shape[0], weight.shape[0], *sizes)
    if out is not None and (tuple(out.shape) != shape or out.dtype != x.dtype):
        return None
    if math.prod(shape) * math.prod(weight.shape[1:]) < MIN_PRODUCTS:
        return None
    return ConvShape(x.shape[1], (x.shape[2], x.shape[3]), axes, sizes, weight.shape[0], x.dtype)


class _PaddedImages:
    """Padded images in memory, [C, row modulo stride, column modulo stride, rows, columns]."""

    def __init__(self, conv: ConvShape) -> None:
        self.conv = conv
        high, wide = conv.axes
        self.strides = high.stride, wide.stride
        self.rows, self.columns = (-(-a.span(n) // a.stride) for a, n in zip(conv.axes, conv.sizes, strict=True))
        self.shape = (conv.channels, *self.strides, self.rows, self.columns)
        self.size = math.prod(self.shape)
        self.is_padded = any(a.before or a.after for a in conv.axes)
        self.are_plain = not self.is_padded and self.shape == (conv.channels, 1, 1, *conv.dims)
        # of each place in the kernel, then of each position
        self.places = np.add.outer(
            self._along(0, np.arange(high.size) * high.dilation), self._along(1, np.arange(wide.size) * wide.dilation)
        ).reshape(-1)
        self.taps = np.add.outer(np.arange(conv.channels) * (self.size // conv.channels), self.places).reshape(-1)
        self.positions = np.add.outer(np.arange(conv.sizes[0]) * self.columns, np.arange(conv.sizes[1])).reshape(-1)

    def _along(self, axis: int, offsets: Any) -> Any:
        """Return the offsets of the values at padded rows (axis 0) or columns (axis 1)."""
        stride = self.strides[axis]
        if axis == 0:
            return offsets % stride * (self.strides[1] * self.rows * self.columns) + offsets // stride * self.columns
        return offsets % stride * (self.rows * self.columns) + offsets // stride

    def memory(self, count: int, slack: int) -> tuple[Any, Any]:
        """Return memory for some images, flat and as images, with zeros in the padding.

        Kernels may read `slack` elements after the end.
        """
        flat = workspace.empty(np, "images", (count * self.size + slack,), self.conv.dtype)
        if self.is_padded:
            flat.fill(0)
        return flat, flat[: count * self.size].reshape(count, *self.shape)

    def load(self, images: Any, x: Array) -> None:
        """Copy images into the memory; the padding does not change."""
        for row in range(self.strides[0]):
            to_rows, rows = self._copied(0, row, self.rows)
            for column in range(self.strides[1]):
                to_columns, columns = self._copied(1, column, self.columns)
                images[: len(x), :, row, column, to_rows, to_columns] = x[:, :, rows, columns]

    def _copied(self, axis: int, remainder: int, count: int) -> tuple[slice, slice]:
        """Return the slices of padded rows (or columns) with this remainder, and of the rows of x that they contain."""
        stride, before, dim = self.strides[axis], self.conv.axes[axis].before, self.conv.dims[axis]
        first = max(-(-(before - remainder) // stride), 0)
        start = first * stride + remainder - before
        copied = max(min(count - first, -(-(dim - start) // stride)), 0)
        return slice(first, first + copied), slice(
            start, start + (copied - 1) * stride + 1, stride
        ) if copied else slice(0)


class _Correlation:
    """Sums over padded images and the weight: the output, or, backwards, the gradient of the input."""

    def __init__(self, conv: ConvShape, backwards: bool) -> None:
        self.images = images = _PaddedImages(conv)
        lanes = product_sums.lanes(conv.dtype)
        rows, columns = conv.sizes
        self.is_exact = columns % (VECTORS * lanes) == 0
        if self.is_exact:  # tiles are parts of rows, and results lie as they shall
            self.width, vectors = columns, VECTORS
            starts = np.arange(0, columns, VECTORS * lanes)
            tiles = [np.add.outer(np.arange(rows) * width, starts).reshape(-1) for width in (images.columns, columns)]
        else:
            self.width = images.columns
            vectors = VECTORS if rows * self.width > lanes else 1
            tiles = [np.arange(0, (rows - 1) * self.width + columns, vectors * lanes)] * 2
        self.slack = vectors * lanes
        self.channel = rows * columns if self.is_exact else int(tiles[0][-1]) + self.slack
        count = conv.kernel
        filters, channels = np.arange(conv.outs), np.arange(conv.channels)
        if backwards:  # the weight is [channels of x, filters, kernel], and the kernel is turned around
            first, places = filters * count, np.arange(count)[::-1]
            terms = np.add.outer(channels * (conv.outs * count), places)
        else:
            first, terms = filters * (conv.channels * count), np.arange(conv.channels * count)
        self._sums = ProductSums(
            conv.dtype, (first, filters * self.channel), tiles, (terms.reshape(-1), images.taps), vectors
        )

    def run(self, x: Array, weight: Array, out: Array) -> None:
        """Write the result to `out`; a few images are computed at a time."""
        images, conv = self.images, self.images.conv
        weight = np.ascontiguousarray(weight)
        size = conv.outs * self.channel
        if self.is_exact and images.are_plain and x.flags.c_contiguous and out.flags.c_contiguous:
            self._sums.run(weight, x, out, len(x), (0, images.size, size))
            return
        count = min(max(CACHE // ((images.size + size) * conv.dtype.itemsize), 1), len(x))
        flat, padded = images.memory(count, self.slack)
        is_direct = self.is_exact and out.flags.c_contiguous
        made = None if is_direct else workspace.empty(np, "sums", (count * size,), conv.dtype)
        for first in range(0, len(x), count):
            part = x[first : first + count]
            images.load(padded, part)
            target = out[first:] if made is None else made
            self._sums.run(weight, flat, target, len(part), (0, images.size, size))
            if made is not None:
                shape, item = (len(part), conv.outs, *conv.sizes), conv.dtype.itemsize
                strides = (size * item, self.channel * item, self.width * item, item)
                out[first : first + count] = np.lib.stride_tricks.as_strided(made, shape, strides)


class _WeightGradient:
    """Gradient of the weight: a sum over the positions of all images."""

    def __init__(self, conv: ConvShape) -> None:
        self.images = images = _PaddedImages(conv)
        lanes = product_sums.lanes(conv.dtype)
        vectors = VECTORS if conv.outs > lanes else 1
        self.width = -(-conv.outs // (vectors * lanes)) * vectors * lanes
        rows, tiles = np.arange(len(images.taps)), np.arange(0, self.width, vectors * lanes)
        positions = (images.positions, np.arange(conv.positions) * self.width)
        self._sums = ProductSums(conv.dtype, (images.taps, rows * self.width), (tiles, tiles), positions, vectors)

    def run(self, grad: Array, x: Array, out: Array) -> None:
        """Write the gradient to `out`."""
        images, conv = self.images, self.images.conv
        size = conv.positions * self.width
        count = min(max(CACHE // ((images.size + size) * conv.dtype.itemsize), 1), len(x))
        flat, padded = images.memory(count, 0)
        grads = workspace.empty(np, "gradients", (count, conv.positions, self.width), conv.dtype)
        made = workspace.empty(np, "sums", (len(images.taps), self.width), conv.dtype)
        for first in range(0, len(x), count):
            part = grad[first : first + count]
            images.load(padded, x[first : first + count])
            matrices, target = part.reshape(len(part), conv.outs, conv.positions), grads[: len(part)]
            if conv.positions >= product_sums.lanes(conv.dtype) and matrices.flags.c_contiguous:
                lane_copy.copy_transposed(matrices, target)
            else:
                target[:, :, : conv.outs] = matrices.swapaxes(1, 2)
            self._sums.run(flat, grads, made, len(part), (images.size, size, 0), adds=2 if first else 1)
        out[...] = made[:, : conv.outs].T.reshape(out.shape)


_correlation = functools.lru_cache(64)(_Correlation)
_weight_gradient = functools.lru_cache(64)(_WeightGradient)


def output(conv: ConvShape, x: Array, weight: Array, out: Array) -> None:
    """Write the output of the convolution."""
    _correlation(conv, False).run(x, weight, out)


def input_gradient(conv: ConvShape, grad: Array, weight: Array, out: Array) -> None:
    """Write the gradient of the input; `conv.backwards` must exist."""
    backwards = conv.backwards
    assert backwards is not None
    _correlation(backwards, True).run(grad, weight, out)


def weight_gradient(conv: ConvShape, grad: Array, x: Array, out: Array) -> None:
    """Write the gradient of the weight; the convolution and x may have only a part of its input channels."""
    _weight_gradient(conv).run(grad, x, out)
