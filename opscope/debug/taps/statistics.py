"""Statistics, histogram and thumbnail of a value, computed on the device of the array.

Only a few numbers are copied to the host. The formula of mean and standard deviation is in
`runtime/lower/moments.py`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.core.checks.finite import all_finite
from opscope.core.checks.masked_arrays import unmasked
from opscope.core.place import array_module, is_array, to_host
from opscope.errors import UsageError
from opscope.events import is_healthy
from opscope.runtime.lower.cuda.array_access import C_TYPES
from opscope.runtime.lower.cuda.statistics_kernels import measure_on_device, origin_scale
from opscope.runtime.lower.llvm.statistics_kernel import has_kernel, measure, measure_all
from opscope.runtime.lower.moments import SQUARES, ZEROS, exact_moments, is_imprecise, moments

THUMBNAIL = 64  # largest number of rows and columns
BINS = 32
BLOCK = 1 << 15  # elements


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of an array.

    Attributes:
        min: the smallest finite element; None if there are no finite elements. Without finite elements, max, mean and
            std are also None.
        max: the largest finite element.
        mean: mean of the finite elements, computed in float64.
        std: standard deviation of the finite elements, computed in float64.
        zeros: share of the elements that are zero, from 0 to 1.
        nan: number of NaN elements.
        inf: number of infinite elements.
    """

    min: float | None
    max: float | None
    mean: float | None
    std: float | None
    zeros: float
    nan: int
    inf: int

    @property
    def healthy(self) -> bool:
        """True if every element of the value is finite."""
        return is_healthy(self.nan, self.inf)


EMPTY = Statistics(None, None, None, None, 0.0, 0, 0)


def statistics(array: Array) -> Statistics:
    """Compute the statistics of an array.

    Args:
        array: an array of any real dtype; for a complex array, the magnitudes of its elements are used.

    Returns:
        min, max, mean and std of the finite elements, the share of zeros, and the numbers of NaN and Inf.

    Raises:
        UsageError: `array` is not an array of numbers.
        ArgumentError: some elements of the array are masked.

    Example:
        >>> import numpy as np
        >>> statistics(np.array([0.0, 2.0, np.nan]))
        Statistics(min=0.0, max=2.0, mean=1.0, std=1.0, zeros=0.3333333333333333, nan=1, inf=0)
    """
    if not is_array(array):
        raise UsageError(f"statistics takes an array, but received {array!r}", fix="call statistics(numpy.asarray(x))")
    if array.dtype.kind in "OSUMm":
        raise UsageError(
            f"statistics takes numbers, but received an array of {array.dtype}",
            fix="convert the array with astype(float)",
        )
    unmasked(array)
    if array.size == 0:
        return EMPTY
    xp: Any = array_module(array)
    if xp is not np:
        with array.device:
            return _on_device(xp, array)
    with np.errstate(over="ignore", invalid="ignore"):  # results out of range are measured again
        return _on_host(array)


def statistics_of_all(arrays: Sequence[Array]) -> list[Statistics]:
    """Compute the statistics of several arrays.

    For many small arrays, one call of this function is several times faster than a call for each array.
    """
    together = dict[Any, list[int]]()
    for i, array in enumerate(arrays):
        if type(array) is np.ndarray and array.size and has_kernel(array):
            together.setdefault(array.dtype, []).append(i)
    found = dict[int, Statistics]()
    for indices in together.values():
        found.update(zip(indices, _measured_together([arrays[i] for i in indices]), strict=True))
    return [found[i] if i in found else statistics(array) for i, array in enumerate(arrays)]


def _measured_together(arrays: Sequence[Array]) -> Iterator[Statistics]:
    with np.errstate(over="ignore", invalid="ignore"):  # results out of range are measured again
        numbers, summed = measure_all(arrays)
        sizes = np.array([array.size for array in arrays], "float64")
        again = is_imprecise(sizes, *numbers[:ZEROS], dtype=arrays[0].dtype, summed=summed) | ~np.isfinite(summed)
    for array, inexact, sums in zip(arrays, again.tolist(), numbers.T.tolist(), strict=True):
        yield exact_statistics(array) if inexact else from_sums(array.size, *sums)


def from_sums(
    size: int, low: float, high: float, total: float, squares: float, zeros: float, origin: float
) -> Statistics:
    """Make the statistics of `size` finite elements from measured numbers.

    `runtime/lower/moments.py` defines these numbers, from LOW to HOST_ORIGIN.
    """
    return Statistics(*moments(size, low, high, total, squares, origin), int(zeros) / size, 0, 0)


def from_device_numbers(size: int, numbers: Any) -> Statistics:
    """Make the statistics of `size` elements from the numbers that a GPU has measured.

    `runtime/lower/moments.py` defines these numbers, from LOW to ORIGIN.
    """
    low, high, total, squares, zeros, nan, inf, origin = numbers.tolist()
    finite_count = size - int(nan) - int(inf)
    if not finite_count:
        return Statistics(None, None, None, None, 0.0, int(nan), int(inf))
    scale = origin_scale(origin)
    found = moments(finite_count, low, high, total, squares, origin * scale)
    mean = low if low == high else found.mean / scale
    return Statistics(low, high, mean, found.std / scale, zeros / size, int(nan), int(inf))


def _on_host(array: Array) -> Statistics:
    measured = measure(array)
    if measured is not None:
        sums, summed = measured
        if math.isfinite(summed) and not is_imprecise(array.size, *sums[:ZEROS], dtype=array.dtype, summed=summed):
            return from_sums(array.size, *sums)
    return exact_statistics(array)


def exact_statistics(array: Array) -> Statistics:
    """Compute the statistics of a non-empty NumPy array in float64, without compiling a kernel."""
    with np.errstate(over="ignore", invalid="ignore"):
        values = as_real(np, array)
        nan = inf = 0
        if not all_finite(array):
            nan, inf = int(np.isnan(values).sum()), int(np.isinf(values).sum())
            values = values[np.isfinite(values)]
            if values.size == 0:
                return Statistics(None, None, None, None, 0.0, nan, inf)
        zeros = values.size - int(np.count_nonzero(values))
        return Statistics(*exact_moments(values), zeros / array.size, nan, inf)


def _on_device(xp: ArrayModule, array: Array) -> Statistics:
    """Compute the statistics of an array on the GPU, and copy all numbers to the host in one transfer."""
    values = xp.ascontiguousarray(as_real(xp, array))
    if values.dtype.name not in C_TYPES:  # float16
        values = values.astype("float32")
    numbers = measure_on_device(xp, values)
    low, high, total, squares, _, nan, inf, origin = numbers
    finite_count = array.size - nan - inf
    if finite_count and is_imprecise(finite_count, low, high, total, squares, np.float64):  # the origin is far off
        scale = origin_scale(origin)
        numbers = measure_on_device(xp, values, (origin * scale + total / finite_count) / scale)
    if not math.isfinite(numbers[SQUARES]) or is_imprecise(max(finite_count, 1), *numbers[:ZEROS], dtype=np.float64):
        return _on_host(to_host(array))  # the range of float64 is exceeded
    return from_device_numbers(array.size, numbers)


def as_real(xp: ArrayModule, array: Array) -> Any:
    """Return the magnitudes of complex numbers, and the numbers 0 and 1 for booleans.

    Arrays of other dtypes are returned unchanged.
    """
    if array.dtype.kind == "c":
        with np.errstate(over="ignore", invalid="ignore"):
            return xp.abs(array)
    return array.astype("uint8") if array.dtype.kind == "b" else array


def histogram(array: Array) -> tuple[float, float, tuple[int, ...]]:
    """Return the histogram of the finite elements: the smallest, the largest, and the counts in bins of equal width."""
    values = np.asarray(to_host(as_real(array_module(array), array))).reshape(-1)
    is_finite = all_finite(values)
    low, high, size = _finite_range(values, is_finite)
    if not size:
        return 0.0, 0.0, (0,) * BINS
    width = (high - low) / BINS
    if not math.isfinite(width) or width == 0.0:
        return low, high, (size, *(0,) * (BINS - 1))
    counts = np.zeros(BINS + 1, np.intp)  # the last bin counts `high` alone
    places, bins = np.empty(BLOCK), np.empty(BLOCK, np.intp)
    for block in _finite_blocks(values, is_finite):
        place = np.subtract(block, low, out=places[: block.size], dtype="float64")
        np.divide(place, width, out=place)
        np.copyto(bins[: block.size], place, casting="unsafe")
        counts += np.bincount(bins[: block.size], minlength=BINS + 1)
    counts[BINS - 1] += counts[BINS]
    return low, high, tuple(counts[:BINS].tolist())


def _finite_range(values: Any, is_finite: bool) -> tuple[float, float, int]:
    """Return the smallest and largest finite element of a flat array, and the number of finite elements."""
    if is_finite:
        return (float(values.min()), float(values.max()), values.size) if values.size else (0.0, 0.0, 0)
    parts = [(float(b.min()), float(b.max()), b.size) for b in _finite_blocks(values, False) if b.size]
    lows, highs, sizes = zip(*parts, strict=True) if parts else ((0.0,), (0.0,), (0,))
    return min(lows), max(highs), sum(sizes)


def _finite_blocks(values: Any, is_finite: bool) -> Iterator[Any]:
    """Yield the finite elements in blocks that fit in a cache. For a large array, blocks are five times as fast."""
    for start in range(0, values.size, BLOCK):
        block = values[start : start + BLOCK]
        if is_finite:
            yield block
            continue
        finite = np.isfinite(block)
        yield block if finite.all() else block[finite]


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A sample of a value as a matrix of limited size; `events.DetailSeen` defines `pixels`."""

    rows: int
    cols: int
    row_stride: int
    col_stride: int
    pixels: bytes


def thumbnail(array: Array, low: float, high: float) -> Thumbnail:
    """Return every n-th row and column of a value, with one byte for each element.

    The byte is 0 for NaN, 1 for -Inf, 255 for +Inf, and 2 to 254 for the numbers from `low` to `high`.
    """
    matrix = as_real(array_module(array), array)
    rows, cols = (math.prod(matrix.shape[:-1]), matrix.shape[-1]) if matrix.ndim > 1 else (1, matrix.size)
    matrix = matrix.reshape(rows, cols)
    row_stride = max(1, math.ceil(matrix.shape[0] / THUMBNAIL))
    col_stride = max(1, math.ceil(matrix.shape[1] / THUMBNAIL))
    sample = np.asarray(to_host(matrix[::row_stride, ::col_stride]), dtype="float64")
    span = high - low
    with np.errstate(invalid="ignore", over="ignore"):
        unit = (sample - low) / span if math.isfinite(span) and span > 0 else np.where(np.isfinite(sample), 0.5, sample)
        scaled = np.rint(np.nan_to_num(unit, nan=0.0, posinf=1.0, neginf=0.0) * 252)
        pixels = np.clip(scaled, 0, 252).astype("uint8") + 2
    pixels[np.isnan(sample)] = 0
    pixels[np.isneginf(sample)] = 1
    pixels[np.isposinf(sample)] = 255
    rows, cols = sample.shape
    return Thumbnail(rows, cols, row_stride, col_stride, pixels.tobytes())
