"""What is said of a value: statistics, a histogram, a thumbnail. Reduced where the array is; a few numbers travel."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from opscope.core.place import array_module, to_host
from opscope.runtime.lower.cuda import statistics_kernels
from opscope.runtime.lower.cuda.strides import TYPES
from opscope.runtime.lower.llvm.statistics_kernel import measured

THUMBNAIL = 64  # rows and columns at most
BINS = 32


@dataclass(frozen=True, slots=True)
class Statistics:
    """min, max, mean and std are over the finite elements, None if there are none; zeros is a share."""

    min: float | None
    max: float | None
    mean: float | None
    std: float | None
    zeros: float
    nan: int
    inf: int

    @property
    def healthy(self) -> bool:
        """True if every element is finite."""
        return not (self.nan or self.inf)


def about(array: Any) -> str:
    """What the statistics of an array are of, where that is not plain: "of the magnitudes", "no elements"; else ""."""
    return "no elements" if array.size == 0 else "of the magnitudes" if array.dtype.kind == "c" else ""


NOTHING = Statistics(None, None, None, None, 0.0, 0, 0)


def statistics(array: Any) -> Statistics:
    """Statistics of an array of any real dtype (of the magnitudes, for complex ones).

    >>> import numpy as np
    >>> statistics(np.array([0.0, 2.0, np.nan]))
    Statistics(min=0.0, max=2.0, mean=1.0, std=1.0, zeros=0.3333333333333333, nan=1, inf=0)
    """
    if array.size == 0:
        return NOTHING
    xp: Any = array_module(array)
    if xp is not np:
        with array.device:
            return _on_device(xp, array)
    with np.errstate(over="ignore", invalid="ignore"):  # what leaves the range is looked at again
        return _on_host(array)


SPREAD = 100.0  # mean squared over variance from which on the difference of two large numbers says too little


def narrow(size: Any, low: Any, high: Any, total: Any, squares: Any) -> Any:
    """Whether a spread, as sums tell it, is the difference of two large numbers."""
    mean, square = total / size, squares / size
    return (mean * mean * (1.0 + SPREAD) > square * SPREAD) & (low != high)


def of_sums(size: int, low: float, high: float, total: float, squares: float, zeros: float) -> Statistics:
    """Statistics of finite elements from their sums."""
    mean = total / size
    variance = 0.0 if low == high else max(0.0, squares / size - mean * mean)
    return Statistics(low, high, low if low == high else mean, variance**0.5, int(zeros) / size, 0, 0)


def _on_host(array: Any) -> Statistics:
    sums = measured(array)
    if sums is not None and math.isfinite(sums[3]) and not narrow(array.size, *sums[:4]):
        return of_sums(array.size, *sums)
    values = as_real(np, array)
    nan = inf = 0
    if not finite(array):
        nan, inf = int(np.isnan(values).sum()), int(np.isinf(values).sum())
        values = values[np.isfinite(values)]
        if values.size == 0:
            return Statistics(None, None, None, None, 0.0, nan, inf)
    zeros = values.size - int(np.count_nonzero(values))
    if values.dtype.itemsize < 4 and values.dtype.kind == "f":
        values = values.astype("float32")  # float16 sums overflow
    flat = values.reshape(-1)
    low, high = float(flat.min()), float(flat.max())
    wide = values.dtype.kind != "f" or values.dtype.itemsize > 4
    mean = float(flat.mean()) if wide else float(flat.mean(dtype="float64" if flat.size < 65536 else None))
    centred = flat - flat.dtype.type(mean) if values.dtype.kind == "f" else flat.astype("float64") - mean
    variance = float(np.dot(centred, centred)) / flat.size
    if not (math.isfinite(mean) and math.isfinite(variance)):  # the sum left the range of the dtype
        exact = flat.astype("float64")
        mean, variance = float(exact.mean()), float(exact.var())
    return Statistics(low, high, mean, math.sqrt(max(variance, 0.0)), zeros / array.size, nan, inf)


def _on_device(xp: Any, array: Any) -> Statistics:
    """Everything is reduced on the device into eight numbers, which cross in one copy."""
    values = xp.ascontiguousarray(as_real(xp, array))
    if values.dtype.name not in TYPES:  # float16
        values = values.astype("float32")
    numbers = statistics_kernels.measured(xp, values)
    low, high, total, squares, _, nan, inf, origin = numbers
    count = array.size - nan - inf
    if count and narrow(count, low, high, total, squares):  # sums began at an element far from the others
        numbers = statistics_kernels.measured(xp, values, origin + total / count)
    return of_measures(array.size, numbers)


def of_measures(size: int, numbers: Any) -> Statistics:
    """Statistics from the eight numbers of an array on a device."""
    low, high, total, squares, zeros, nan, inf, origin = numbers.tolist()
    count = size - int(nan) - int(inf)
    if not count:
        return Statistics(None, None, None, None, 0.0, int(nan), int(inf))
    mean = total / count
    variance = 0.0 if low == high else max(0.0, squares / count - mean * mean)
    mean = low if low == high else origin + mean
    return Statistics(low, high, mean, math.sqrt(variance), zeros / size, int(nan), int(inf))


def finite(array: Any) -> bool:
    """True if no element is NaN or Inf; one pass of a dot product where that can tell, else isfinite."""
    if array.dtype.kind not in "fc":
        return True
    xp: Any = array_module(array)
    if xp is not np:
        return bool(to_host(xp.isfinite(array).all()))
    if array.dtype.kind == "f" and array.dtype.itemsize >= 4 and array.flags.c_contiguous:
        flat = array.reshape(-1)
        with np.errstate(over="ignore", invalid="ignore"):
            if math.isfinite(float(np.dot(flat, flat))):  # a NaN or Inf always shows; an overflow is looked at again
                return True
    return bool(np.isfinite(array).all())


def as_real(xp: Any, array: Any) -> Any:
    """Magnitudes of complex numbers, 0 and 1 for booleans; other arrays as they are."""
    if array.dtype.kind == "c":
        with np.errstate(over="ignore", invalid="ignore"):
            return xp.abs(array)
    return array.astype("uint8") if array.dtype.kind == "b" else array


def histogram(array: Any) -> tuple[float, float, tuple[int, ...]]:
    """(low, high, counts) of the finite elements in equal bins."""
    values = np.asarray(to_host(as_real(array_module(array), array)), dtype="float64")
    values = values[np.isfinite(values)]
    if not values.size:
        return 0.0, 0.0, (0,) * BINS
    low, high = float(values.min()), float(values.max())
    if not math.isfinite(high - low) or high == low:
        return low, high, (int(values.size), *(0,) * (BINS - 1))
    counts, _ = np.histogram(values, bins=BINS, range=(low, high))
    return low, high, tuple(int(c) for c in counts)


@dataclass(frozen=True, slots=True)
class Thumbnail:
    """A bounded sample of the value seen as a matrix; `pixels` as in `events.DetailSeen`."""

    rows: int
    cols: int
    row_stride: int
    col_stride: int
    pixels: bytes


def thumbnail(array: Any, low: float, high: float) -> Thumbnail:
    """Every n-th row and column, quantised to a byte: 0 NaN, 1 -Inf, 255 +Inf, 2..254 from low to high."""
    matrix = as_real(array_module(array), array)
    rows, cols = (math.prod(matrix.shape[:-1]), matrix.shape[-1]) if matrix.ndim > 1 else (1, matrix.size)
    matrix = matrix.reshape(rows, cols)
    row_stride = max(1, math.ceil(matrix.shape[0] / THUMBNAIL))
    col_stride = max(1, math.ceil(matrix.shape[1] / THUMBNAIL))
    sample = np.asarray(to_host(matrix[::row_stride, ::col_stride]), dtype="float64")
    span = high - low
    with np.errstate(invalid="ignore", over="ignore"):
        unit = (sample - low) / span if math.isfinite(span) and span > 0 else np.where(np.isfinite(sample), 0.5, sample)
        pixels = (
            np.clip(np.rint(np.nan_to_num(unit, nan=0.0, posinf=1.0, neginf=0.0) * 252), 0, 252).astype("uint8") + 2
        )
    pixels[np.isnan(sample)] = 0
    pixels[np.isneginf(sample)] = 1
    pixels[np.isposinf(sample)] = 255
    rows, cols = sample.shape
    return Thumbnail(rows, cols, row_stride, col_stride, pixels.tobytes())
