"""Columns: what lies under the windows of a convolution, laid out for BLAS, for some images at a time.

Columns are made in two copies. The first takes KW shifted copies of each row (`strip`), padding included; then the
window's rows are whole runs of H' * W' values, instead of KH * KW times as many runs of W'. Gradients of inputs go
the same way back, adding. Images lie innermost where they are small: the runs are longer by their number.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from opscope.core.annotations import Array
from opscope.ops.nn.windows_2d import Axis
from opscope.runtime.lower.emitter import Emitter

CACHE = 1 << 22  # bytes: what one call leaves in the cache for the next
MANY = 512  # places: from here on a product for each image is as fast as one for all


@dataclass(frozen=True, slots=True)
class Job:
    """The sizes of one convolution."""

    shape: tuple[int, ...]  # of the input
    outs: int
    sizes: tuple[int, int]  # of the output
    where: tuple[Axis, Axis]
    groups: int
    dtype: Any

    @property
    def places(self) -> int:
        """The number of windows in an image."""
        return math.prod(self.sizes)

    @property
    def taps(self) -> int:
        """The number of values in a window, all channels of a group together."""
        return self.shape[1] // self.groups * self.where[0].size * self.where[1].size

    @property
    def strip(self) -> tuple[int, ...]:
        """For an image: channels, columns of the window, rows with their padding, W'."""
        high, wide = self.where
        return (self.shape[1], wide.size, high.reach(self.sizes[0]), self.sizes[1])

    @property
    def plain(self) -> bool:
        """True if a window is one value, and each value a window."""
        return all((a.size, a.stride, a.before, a.after) == (1, 1, 0, 0) for a in self.where)

    @property
    def images(self) -> int:
        """How many images are done at a time."""
        image = (self.groups * self.taps * self.places + math.prod(self.strip)) * self.dtype.itemsize
        most, count = max(CACHE // image, 1), self.shape[0]
        if self.places < MANY and most < count:
            return min(max(most // 16, 1) * 16, count)  # runs of whole cache lines
        return -(-count // -(-count // most))  # all parts equal, but for the last

    @property
    def together(self) -> bool:
        """True if images lie innermost, and one matrix holds the columns of all."""
        return self.places < MANY and self.images >= 4

    def direct(self, images: Array) -> bool:
        """True if images can be matrices as they lie."""
        return not self.together and images.flags.c_contiguous

    def laid(self, flat: Array, count: int, inner: tuple[int, ...]) -> Any:
        """Scratch as [count, *inner]; in memory the images come last when they are done together."""
        flat = flat[: count * math.prod(inner)]
        if not self.together:
            return flat.reshape(count, *inner)
        images = flat.reshape(*inner, count)
        return images.transpose(len(inner), *range(len(inner)))

    def matrices(self, flat: Array, count: int, rows: int) -> Any:
        """The same as [count, groups, rows, places], or as [groups, rows, places * count]."""
        flat = flat[: count * self.groups * rows * self.places]
        return flat.reshape(*(() if self.together else (count,)), self.groups, rows, -1)

    def parts(self) -> Iterator[slice]:
        """Images that are done at a time."""
        for first in range(0, self.shape[0], self.images):
            yield slice(first, min(first + self.images, self.shape[0]))


def _scratch(e: Emitter, job: Job, inner: tuple[int, ...]) -> tuple[Any, Any]:
    """(flat, laid out) scratch for the images of a part."""
    flat = e.temp((job.images * math.prod(inner),), job.dtype)
    return flat, job.laid(flat, job.images, inner)


class Columns:
    """Scratch for the columns of a part, and the calls that fill it, or that add it up again."""

    def __init__(self, e: Emitter, job: Job) -> None:
        self.e = e
        self.job = job
        self.strip = None if job.plain else _scratch(e, job, job.strip)[1]
        self.x = _scratch(e, job, job.shape[1:])[1] if job.together else None
        self.flat: Any = None

    def of(self, count: int) -> tuple[Any, Any]:
        """The same scratch as matrices of taps by places, and as [images, C, KH, KW, H', W']."""
        job = self.job
        inner = (job.shape[1], job.where[0].size, job.where[1].size, *job.sizes)
        if self.flat is None:
            self.flat = self.e.temp((job.images * math.prod(inner),), job.dtype)
        return job.matrices(self.flat, count, job.taps), job.laid(self.flat, count, inner)

    def empty(self) -> None:
        """Zeros where padding stays."""
        if self.strip is not None and any(a.before or a.after for a in self.job.where):
            self.e.call(self.strip.fill, 0)

    def load(self, x: Array) -> Any:
        """Matrices of the columns of some images."""
        e, job = self.e, self.job
        count = len(x)
        if self.x is not None:
            e.call(e.xp.copyto, self.x[:count], x)
            x = self.x[:count]
        if self.strip is None:
            if job.direct(x):
                return x.reshape(count, job.groups, job.taps, job.places)
            source = x[:, :, None, None]
        else:
            for values, strip in self.shifted(x):
                e.call(e.xp.copyto, strip, values)
            source = self.rows(count)
        matrices, windows = self.of(count)
        e.call(e.xp.copyto, windows, source)
        return matrices

    def shifted(self, x: Array) -> Iterator[tuple[Any, Any]]:
        """For each column of the window: values of x, and where in the strip they lie."""
        assert self.strip is not None
        high, wide = self.job.where
        top, rows = high.before, min(x.shape[2], self.job.strip[2] - high.before)
        for column in range(wide.size):
            windows, values = wide.real(column, self.job.sizes[1], x.shape[3])
            if windows.stop and rows > 0:
                yield x[:, :, :rows, values], self.strip[: len(x), :, column, top : top + rows, windows]

    def rows(self, count: int) -> Any:
        """The strip as windows: [images, C, KH, KW, H', W']."""
        assert self.strip is not None
        high = self.job.where[0]
        image, channel, column, row, value = self.strip.strides
        shape = (count, self.job.shape[1], high.size, self.job.where[1].size, *self.job.sizes)
        strides = (image, channel, row * high.dilation, column, row * high.stride, value)
        return self.e.xp.lib.stride_tricks.as_strided(self.strip, shape, strides)

    def add_to(self, out: Array) -> None:
        """Add the columns up: into the strip row by row of the window, then into `out`, column by column."""
        e, count = self.e, len(out)
        windows = self.of(count)[1]
        if self.strip is None:
            e.call(e.xp.copyto, out, windows[:, :, 0, 0])
            return
        e.call(self.strip.fill, 0)
        places = self.rows(count)
        for row in range(self.job.where[0].size):
            e.call(e.xp.add, places[:, :, row], windows[:, :, row], places[:, :, row])
        total = out if self.x is None else self.x[:count]
        e.call(total.fill, 0)
        for values, strip in self.shifted(total):
            e.call(e.xp.add, values, strip, values)
        if total is not out:
            e.call(e.xp.copyto, out, total)


class Outputs:
    """Values at the output's side, of a part of the images, as matrices of channels by places."""

    def __init__(self, e: Emitter, job: Job) -> None:
        self.e = e
        self.job = job
        self.flat: Any = None

    def of(self, part: Any) -> tuple[Any, Any]:
        """(matrices, the same as the images they are copied from or to); the latter None where they lie in `part`."""
        job, count = self.job, len(part)
        per = job.outs // job.groups
        if job.direct(part):
            return part.reshape(count, job.groups, per, job.places), None
        if self.flat is None:
            self.flat = self.e.temp((job.images * job.outs * job.places,), job.dtype)
        return job.matrices(self.flat, count, per), job.laid(self.flat, count, (job.outs, *job.sizes))

    def load(self, part: Any) -> Any:
        """The matrices, filled from `part`."""
        matrices, images = self.of(part)
        if images is not None:
            self.e.call(self.e.xp.copyto, images, part)
        return matrices
