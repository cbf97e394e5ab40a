"""Functions im2col and col2im. im2col copies the values in each window of a convolution to a column of a matrix.

Only a part of the images is processed at a time. im2col copies the values twice. The first step creates KW shifted
copies of each row, with the padding. In the second step, the rows of the window are runs of H' * W' contiguous values,
and not many short runs of W' values. col2im does the reverse, and adds the values. If the images are small, they are
the innermost dim. Then the length of a run is multiplied by the number of images.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from opscope.core.annotations import Array
from opscope.ops.nn.windows_2d import Axis
from opscope.runtime.lower.emitter import Emitter

CACHE = 1 << 22  # bytes that one call leaves in the cache for the next
PER_IMAGE_POSITIONS = 512  # positions from which a product for each image is as fast as one for all images


@dataclass(frozen=True, slots=True)
class ConvSizes:
    """Sizes of a convolution, which is computed for a part of the images at a time."""

    shape: tuple[int, ...]  # of the input
    outs: int
    sizes: tuple[int, int]  # of the output
    axes: tuple[Axis, Axis]
    groups: int
    dtype: Any

    @property
    def positions(self) -> int:
        """The number of windows in an image: H' * W'."""
        return math.prod(self.sizes)

    @property
    def window_size(self) -> int:
        """The number of values in a window. All channels of a group are counted together."""
        return self.shape[1] // self.groups * self.axes[0].size * self.axes[1].size

    @property
    def shifted_rows_shape(self) -> tuple[int, ...]:
        """The shape of the shifted rows of an image: channels, columns of the window, rows with their padding, W'."""
        high, wide = self.axes
        return (self.shape[1], wide.size, high.span(self.sizes[0]), self.sizes[1])

    @property
    def is_pointwise(self) -> bool:
        """True if each window is a single value, and there is a window for each value."""
        return all((a.size, a.stride, a.before, a.after) == (1, 1, 0, 0) for a in self.axes)

    @property
    def images_per_part(self) -> int:
        """The number of images in a part."""
        image = (
            self.groups * self.window_size * self.positions + math.prod(self.shifted_rows_shape)
        ) * self.dtype.itemsize
        most, count = max(CACHE // image, 1), self.shape[0]
        if self.positions < PER_IMAGE_POSITIONS and most < count:
            return min(max(most // 16, 1) * 16, count)  # runs of whole cache lines
        return -(-count // -(-count // most))  # all parts equal, but for the last

    @property
    def images_innermost(self) -> bool:
        """True if the images are the innermost dim. One matrix then has the columns of all images."""
        return self.positions < PER_IMAGE_POSITIONS and self.images_per_part >= 4

    def can_reshape(self, images: Array) -> bool:
        """Return True if these images can be used as matrices without a copy."""
        return not self.images_innermost and images.flags.c_contiguous

    def image_view(self, flat: Array, count: int, inner: tuple[int, ...]) -> Any:
        """Return scratch memory as [count, *inner]. In memory, the images may be the innermost dim."""
        flat = flat[: count * math.prod(inner)]
        if not self.images_innermost:
            return flat.reshape(count, *inner)
        images = flat.reshape(*inner, count)
        return images.transpose(len(inner), *range(len(inner)))

    def matrices(self, flat: Array, count: int, rows: int) -> Any:
        """Return scratch as matrices [count, groups, rows, positions], or [groups, rows, positions * count]."""
        flat = flat[: count * self.groups * rows * self.positions]
        return flat.reshape(*(() if self.images_innermost else (count,)), self.groups, rows, -1)

    def parts(self) -> Iterator[slice]:
        """Return slices of the images."""
        for first in range(0, self.shape[0], self.images_per_part):
            yield slice(first, min(first + self.images_per_part, self.shape[0]))


def _scratch(e: Emitter, conv: ConvSizes, inner: tuple[int, ...]) -> tuple[Any, Any]:
    """Scratch for the images of a part: (flat, as images)."""
    flat = e.temp((conv.images_per_part * math.prod(inner),), conv.dtype)
    return flat, conv.image_view(flat, conv.images_per_part, inner)


class Columns:
    """Scratch memory for the columns of a part, and the calls of im2col and col2im."""

    def __init__(self, e: Emitter, conv: ConvSizes) -> None:
        self.e = e
        self.conv = conv
        self.shifted_rows = None if conv.is_pointwise else _scratch(e, conv, conv.shifted_rows_shape)[1]
        self.x = _scratch(e, conv, conv.shape[1:])[1] if conv.images_innermost else None
        self.flat: Any = None

    def views(self, count: int) -> tuple[Any, Any]:
        """Return two views of the memory: matrices [window size, positions], and [images, C, KH, KW, H', W']."""
        conv = self.conv
        inner = (conv.shape[1], conv.axes[0].size, conv.axes[1].size, *conv.sizes)
        if self.flat is None:
            self.flat = self.e.temp((conv.images_per_part * math.prod(inner),), conv.dtype)
        return conv.matrices(self.flat, count, conv.window_size), conv.image_view(self.flat, count, inner)

    def zero_padding(self) -> None:
        """Write zeros into the padding. im2col itself does not write the padding."""
        if self.shifted_rows is not None and any(a.before or a.after for a in self.conv.axes):
            self.e.call(self.shifted_rows.fill, 0)

    def im2col(self, x: Array) -> Any:
        """Add the calls that copy some images to columns. Return the matrices of the columns."""
        e, conv = self.e, self.conv
        count = len(x)
        if self.x is not None:
            e.call(e.xp.copyto, self.x[:count], x)
            x = self.x[:count]
        if self.shifted_rows is None:
            if conv.can_reshape(x):
                return x.reshape(count, conv.groups, conv.window_size, conv.positions)
            source = x[:, :, None, None]
        else:
            for values, shifted in self.shifted_copies(x):
                e.call(e.xp.copyto, shifted, values)
            source = self.window_view(count)
        matrices, windows = self.views(count)
        e.call(e.xp.copyto, windows, source)
        return matrices

    def shifted_copies(self, x: Array) -> Iterator[tuple[Any, Any]]:
        """For each column of the window: the values of x, and the place of these values among the shifted rows."""
        assert self.shifted_rows is not None
        high, wide = self.conv.axes
        top, rows = high.before, min(x.shape[2], self.conv.shifted_rows_shape[2] - high.before)
        for column in range(wide.size):
            windows, values = wide.unpadded(column, self.conv.sizes[1], x.shape[3])
            if windows.stop and rows > 0:
                yield x[:, :, :rows, values], self.shifted_rows[: len(x), :, column, top : top + rows, windows]

    def window_view(self, count: int) -> Any:
        """Return the shifted rows as windows: [images, C, KH, KW, H', W']."""
        assert self.shifted_rows is not None
        high = self.conv.axes[0]
        image, channel, column, row, value = self.shifted_rows.strides
        shape = (count, self.conv.shape[1], high.size, self.conv.axes[1].size, *self.conv.sizes)
        strides = (image, channel, row * high.dilation, column, row * high.stride, value)
        return self.e.xp.lib.stride_tricks.as_strided(self.shifted_rows, shape, strides)

    def col2im(self, out: Array) -> None:
        """Add the columns into `out`.

        The columns are first added into the shifted rows. The shifted rows are then added into `out`, one column of the
        window after the other.
        """
        e, count = self.e, len(out)
        windows = self.views(count)[1]
        if self.shifted_rows is None:
            e.call(e.xp.copyto, out, windows[:, :, 0, 0])
            return
        e.call(self.shifted_rows.fill, 0)
        target = self.window_view(count)
        for row in range(self.conv.axes[0].size):
            e.call(e.xp.add, target[:, :, row], windows[:, :, row], target[:, :, row])
        total = out if self.x is None else self.x[:count]
        e.call(total.fill, 0)
        for values, shifted in self.shifted_copies(total):
            e.call(e.xp.add, values, shifted, values)
        if total is not out:
            e.call(e.xp.copyto, out, total)


class ColumnOutputs:
    """Outputs of some images, or the gradients of the outputs, as matrices [channels, positions]."""

    def __init__(self, e: Emitter, conv: ConvSizes) -> None:
        self.e = e
        self.conv = conv
        self.flat: Any = None

    def views(self, part: Any) -> tuple[Any, Any]:
        """Return (matrices, the same memory as images). The images are None if the matrices are views of `part`."""
        conv, count = self.conv, len(part)
        per = conv.outs // conv.groups
        if conv.can_reshape(part):
            return part.reshape(count, conv.groups, per, conv.positions), None
        if self.flat is None:
            self.flat = self.e.temp((conv.images_per_part * conv.outs * conv.positions,), conv.dtype)
        return conv.matrices(self.flat, count, per), conv.image_view(self.flat, count, (conv.outs, *conv.sizes))

    def load(self, part: Any) -> Any:
        """Return the matrices, filled with the values of `part`."""
        matrices, images = self.views(part)
        if images is not None:
            self.e.call(self.e.xp.copyto, images, part)
        return matrices
