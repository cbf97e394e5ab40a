"""Slice of a value for a display: the slice shows chosen axes and a window of the value.

The size of a slice is limited, but each NaN and Inf in the window is visible.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import to_host
from opscope.debug.taps.statistics import as_real
from opscope.errors import ArgumentError
from opscope.events import FetchSlice, SliceSeen

SIDE = 256
"""The largest number of rows, and of columns, of a picture."""
FACETS = 64
NUMBERS = 2048
"""The largest number of cells for which the elements are also sent as numbers, in about 30 KB of text."""
TILE = 1 << 16
"""The number of elements that are read at once. This number of elements fits in the cache of a core."""


class Users(NamedTuple):
    """Operators that use a value: the numbers and types of the operators that read the value, and the writers.

    `readers` and `writers` are (-1,) if there is no such operator, and empty if the operators are not known.
    """

    readers: tuple[int, ...] = ()
    reader_types: tuple[str, ...] = ()
    writers: tuple[int, ...] = ()


def slice_seen(
    command: FetchSlice, value: Any, step: int, users: Users, pinned: Any = None, pinned_as: str = ""
) -> SliceSeen:
    """Make the slice of a value that a command requests.

    If the array `pinned` is given, the slice shows the difference between the value and `pinned`. Raises
    ArgumentError if the axes, positions or window are outside of the value, or if `pinned` has another shape.
    """
    shape = tuple(int(n) for n in value.shape)
    if pinned is not None and tuple(pinned.shape) != shape:
        raise ArgumentError(
            f"the shapes differ: {command.name} has {list(shape)}, and {pinned_as} has {list(pinned.shape)}",
            fix="choose two values of the same shape",
        )
    axes = _axes(command, shape)
    positions = _positions(command.index, shape, axes)
    cube, facet_stride = _cube(value, axes, positions)
    elements = _Elements(cube, None if pinned is None else _cube(pinned, axes, positions)[0])
    rows, cols = cube.shape[1:]
    top, height = _window(command.top, command.height, rows)
    left, width = _window(command.left, command.width, cols)
    side = max(1, SIDE // math.ceil(math.sqrt(len(cube) or 1)))
    row_stride, col_stride = max(1, math.ceil(height / side)), max(1, math.ceil(width / side))
    low, high = elements.finite_range()
    sample = elements.part(slice(top, top + height, row_stride), slice(left, left + width, col_stride))
    pixels = _pixels(sample, low, high)
    nonfinite = elements.mark(pixels, (top, height, row_stride), (left, width, col_stride))
    exact = sample.size <= NUMBERS and row_stride == col_stride == 1
    return SliceSeen(
        name=command.name,
        step=step,
        shape=shape,
        axes=axes,
        index=positions,
        facets=len(cube),
        facet_stride=facet_stride,
        top=top,
        left=left,
        height=height,
        width=width,
        row_stride=row_stride,
        col_stride=col_stride,
        low=low,
        high=high,
        nonfinite=nonfinite,
        pixels=pixels.tobytes(),
        numbers=tuple(map(str, sample.reshape(-1))) if exact else (),  # as short as the dtype allows: 0.1
        difference=pinned_as if pinned is not None else "",
        **users._asdict(),
        request=command.request,
    )


def _axes(command: FetchSlice, shape: tuple[int, ...]) -> tuple[int, int, int]:
    """Return three axes: for the rows, the columns and the facets (matrices side by side). A missing axis is -1.

    The default axes are the last axes that have more than one position.
    """
    axes = (command.rows, command.cols, command.facets)
    ndim = len(shape)
    if axes == (-1, -1, -1):
        best = sorted(range(ndim), key=lambda axis: (shape[axis] > 1, axis))[-3:]
        facets, rows, cols = [-1] * (3 - len(best)) + best
        return (
            min(rows, cols) if rows >= 0 else -1,
            max(rows, cols),
            facets if facets >= 0 and shape[facets] > 1 else -1,
        )
    own = [axis for axis in axes if axis != -1]
    if any(not 0 <= axis < ndim for axis in own) or len(set(own)) < len(own):
        raise ArgumentError(f"the axes {own} cannot be shown: the value has {ndim} axes", fix="choose different axes")
    return axes


def _positions(index: str, shape: tuple[int, ...], axes: tuple[int, int, int]) -> tuple[int, ...]:
    """Return the position of the slice on each axis, by default 0. Positions on displayed axes are not checked."""
    try:
        asked = [int(part or 0) for part in index.split(",")] if index else []
    except ValueError:
        raise ArgumentError(
            f"{index!r} is not a position", fix="enter whole numbers separated by commas, for example 0,3,0"
        ) from None
    asked += [0] * (len(shape) - len(asked))
    for axis, (at, size) in enumerate(zip(asked, shape, strict=False)):
        if axis not in axes and size and not 0 <= at < size:
            raise ArgumentError(
                f"axis {axis} has the positions 0 to {size - 1}, but received {at}", fix="enter one of these positions"
            )
    return tuple(asked[: len(shape)])


def _cube(value: Any, axes: tuple[int, int, int], positions: tuple[int, ...]) -> tuple[Any, int]:
    """Return the slice as an array [facets, rows, columns] on the host, and the stride of the facets."""
    rows, cols, facets = axes
    kept = [axis for axis in (facets, rows, cols) if axis >= 0]
    picked = value[tuple(slice(None) if axis in kept else positions[axis] for axis in range(len(value.shape)))]
    order = sorted(kept)
    picked = picked.transpose([order.index(axis) for axis in kept]) if len(kept) > 1 else picked
    cube = picked.reshape([1 if axis < 0 else value.shape[axis] for axis in (facets, rows, cols)])
    stride = max(1, math.ceil(cube.shape[0] / FACETS))
    return np.asarray(to_host(cube[::stride])), stride


def _difference_dtype(new: Any, old: Any) -> Any:
    """Return the dtype of a difference: int64 or float64 for integers, NumPy's dtype for other numbers."""
    if new.kind in "iub" and old.kind in "iub":
        unsigned = any(d.kind == "u" and d.itemsize == 8 for d in (new, old))
        return np.dtype("float64" if unsigned else "int64")
    whole = new.kind in "iub" or old.kind in "iub"
    return np.result_type(new, old, "float64") if whole else np.result_type(new, old)


def _window(start: int, size: int, whole: int) -> tuple[int, int]:
    size = whole if size <= 0 else min(size, whole)
    return max(0, min(start, whole - size)), size


class _Elements:
    """Elements of a slice, or their difference from another array.

    Large slices are read in tiles that fit in a cache. The difference of two large arrays is also computed in tiles,
    because the computation of the whole difference would take most of the time.
    """

    def __init__(self, cube: Any, other: Any = None) -> None:
        self._cube, self._other = cube, other
        self._all_finite = False  # set by `finite_range`
        self._dtype = None if other is None else _difference_dtype(cube.dtype, other.dtype)

    def part(self, rows: slice, cols: slice) -> Any:
        """Return a window of the slice as an array [facets, rows, columns] of real numbers."""
        part = self._cube[:, rows, cols]
        if self._other is not None:  # complex: subtract first, as equal magnitudes may differ
            with np.errstate(all="ignore"):
                part = np.subtract(part, self._other[:, rows, cols], dtype=self._dtype)
        return as_real(np, part)

    def finite_range(self) -> tuple[float, float]:
        """Return the smallest and the largest finite element of the whole slice."""
        _, rows, cols = self._cube.shape
        lows, highs = list[float](), list[float]()
        self._all_finite = True
        for tile in self._tiles((0, rows, 1), (0, cols, 1)):
            values = self.part(*tile)
            with np.errstate(all="ignore"):
                low, high = float(values.min()), float(values.max())
            if not (math.isfinite(low) and math.isfinite(high)):
                self._all_finite = False
                values = values[np.isfinite(values)]
                if not values.size:
                    continue
                low, high = float(values.min()), float(values.max())
            lows.append(low)
            highs.append(high)
        return (min(lows), max(highs)) if lows else (0.0, 0.0)

    def mark(self, pixels: Any, rows: tuple[int, int, int], cols: tuple[int, int, int]) -> int:
        """Mark each NaN and Inf of a window in the cell that represents the element.

        If the window is sampled, a cell also represents the elements between the samples. If a cell has NaN and Inf,
        it is shown as NaN. `rows` and `cols` are tuples (start, size, stride). Returns the number of NaN and Inf in
        the window.
        """
        if self._all_finite:
            return 0
        found = 0
        for tile in self._tiles(rows, cols):
            values = self.part(*tile)
            bad = ~np.isfinite(values)
            count = int(np.count_nonzero(bad))
            if not count:
                continue
            found += count
            facet, row, col = np.nonzero(bad)
            elements = values[bad]
            at = facet, (row + tile[0].start - rows[0]) // rows[2], (col + tile[1].start - cols[0]) // cols[2]
            for number, which in ((255, np.isposinf(elements)), (1, np.isneginf(elements)), (0, np.isnan(elements))):
                # a cell may span several tiles; NaN takes precedence over Inf of a later tile
                cells = tuple(axis[which] for axis in at)
                pixels[cells] = np.where(pixels[cells] == 0, 0, number)
        return found

    def _tiles(self, rows: tuple[int, int, int], cols: tuple[int, int, int]) -> Iterator[tuple[slice, slice]]:
        """Yield the tiles of a window; a tile has about TILE elements."""
        facets = max(1, len(self._cube))
        width = max(1, min(cols[1], TILE // facets))
        height = max(1, TILE // (facets * width))
        for top in range(rows[0], rows[0] + rows[1], height):
            for left in range(cols[0], cols[0] + cols[1], width):
                down, across = min(top + height, rows[0] + rows[1]), min(left + width, cols[0] + cols[1])
                yield slice(top, down), slice(left, across)


def _pixels(sample: Any, low: float, high: float) -> Any:
    """Convert each element to a byte; `events.DetailSeen` defines the meaning of the bytes."""
    sample = sample.astype("float64")
    span = high - low
    with np.errstate(all="ignore"):
        unit = (sample - low) / span if math.isfinite(span) and span > 0 else np.full(sample.shape, 0.5)
        pixels = np.clip(np.rint(np.nan_to_num(unit) * 252), 0, 252).astype("uint8") + np.uint8(2)
    _special(pixels, sample)
    return pixels


def _special(pixels: Any, sample: Any) -> None:
    pixels[np.isnan(sample)] = 0
    pixels[np.isneginf(sample)] = 1
    pixels[np.isposinf(sample)] = 255
