"""Mean, standard deviation and range of a value. Taps, and `statistics` and `std` in conditions, use these formulas.

An array is measured in chunks of CHUNK elements, in one pass over memory. For each chunk, sums are computed of the
elements minus an origin, which is one of the first elements. Therefore, a deviation that is small compared with the
mean is precise. A kernel (`llvm/statistics_kernel.py`, `cuda/statistics_kernels.py`) or a few NumPy calls
(`debug/taps/probe_lowering.py`) compute the sums. `combine_chunks` adds the results of the chunks in float64. `moments`
computes a mean and a standard deviation from the sums:

    mean = origin + sum / count
    std  = sqrt(squares / count - (sum / count) ** 2)       sums and squares are of the elements minus `origin`

In two cases (`is_imprecise`), the array is measured again in float64 (`exact_moments`). In the first case, the origin
is so far from the mean that the subtraction would lose too many digits. In the second case, the squares are outside the
range of the dtype. On a GPU, the second measurement has an origin near the mean.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array

LOW, HIGH, SUM, SQUARES, ZEROS, NANS, INFS, ORIGIN = range(8)
CHUNK = 1 << 14  # elements: a chunk stays in the cache, and its float32 sums lose few digits
CANCELLATION = 100.0  # ratio of the squares to count * variance above which the difference loses too many digits
FAR = 1e8  # the same in float64
SAFE_EXPONENT = 450  # float64 squares of elements below 2 ** 450, and above its inverse, are in range

# kernels on a GPU write all eight columns in this order; those on the host LOW .. ZEROS, and then the origin
HOST_COLUMNS = 6
HOST_ORIGIN = HOST_COLUMNS - 1


class Moments(NamedTuple):
    """Range, mean and standard deviation of the finite elements of an array."""

    low: float
    high: float
    mean: float
    std: float


def moments(count: int, low: float, high: float, total: float, squares: float, origin: float) -> Moments:
    """Return the moments of `count` finite elements, from the sum and the sum of squares of (element - origin)."""
    if low == high:
        return Moments(low, high, low, 0.0)
    shifted_mean = total / count
    variance = max(0.0, squares / count - shifted_mean * shifted_mean)
    return Moments(low, high, origin + shifted_mean, math.sqrt(variance))


def is_imprecise(
    count: Any, low: Array, high: Array, total: Array, squares: Array, dtype: Any, summed: Any = None
) -> Any:
    """Return True if the result of `moments` would not be precise. The arguments are numbers or arrays.

    `dtype` is the dtype of the squares. If `squares` was not computed in this dtype, `summed` is the sum that was.
    """
    mean, mean_square = total / count, squares / count
    most = mean_square if summed is None else np.maximum(mean_square, summed / count)
    cancels = (mean_square - mean * mean) * CANCELLATION < most
    return (cancels | (most < _least_square(dtype))) & (low != high)


@functools.cache
def _least_square(dtype: Any) -> float:
    """Return the mean square below which squares lose digits. They are then near the smallest number of the dtype."""
    limits = np.finfo(dtype)
    return float(limits.smallest_normal) / float(limits.eps)


def combine_chunks(columns: Array, starts: Sequence[int], sizes: Any) -> tuple[Any, Any]:
    """Combine the numbers of chunks, `columns` [6, chunks], to the numbers of each value.

    Return a pair: the numbers LOW to HOST_ORIGIN of each value, and the sum of the squares of the chunks of each value.

    `starts` is the first chunk of each value. `sizes` is the number of elements of each value. The results are float64.
    The sums are relative to the origin of the value's first chunk.
    """
    columns = columns.astype("float64")
    chunks = columns.shape[1]
    if len(starts) == chunks:
        return columns, columns[SQUARES]
    ends = np.array([*starts[1:], chunks])
    many = np.diff([*starts, chunks])
    counts = np.full(chunks, CHUNK, "float64")
    counts[ends - 1] = sizes - (many - 1) * CHUNK
    summed = np.add.reduceat(columns[SQUARES], starts)
    origins = columns[HOST_ORIGIN, starts]
    shifts = columns[HOST_ORIGIN] - np.repeat(origins, many)
    columns[SQUARES] += shifts * (2 * columns[SUM] + counts * shifts)
    columns[SUM] += counts * shifts
    combined = np.add.reduceat(columns, starts, axis=1)
    combined[LOW] = np.minimum.reduceat(columns[LOW], starts)
    combined[HIGH] = np.maximum.reduceat(columns[HIGH], starts)
    combined[HOST_ORIGIN] = origins
    return combined, summed


def exact_moments(values: Array) -> Moments:
    """Return the moments of the finite elements of a non-empty NumPy array. They are computed by chunks in float64."""
    flat = values.reshape(-1)
    low, high = float(flat.min()), float(flat.max())
    if low == high:
        return Moments(low, high, low, 0.0)
    exponent = math.frexp(max(abs(low), abs(high)))[1]
    if flat.dtype.itemsize <= 4 or abs(exponent) < SAFE_EXPONENT:
        exponent = 0
    found, squares = _shifted_pass(flat, exponent, math.ldexp(float(flat[0]), -exponent))
    if squares > FAR * flat.size * found.std**2:
        found, _ = _shifted_pass(flat, exponent, found.mean)
    return Moments(low, high, math.ldexp(found.mean, exponent), math.ldexp(found.std, exponent))


def _shifted_pass(flat: Array, exponent: int, origin: float) -> tuple[Moments, float]:
    """Return the moments of the elements divided by 2 ** exponent, and the sum of squares relative to the origin."""
    total = squares = 0.0
    for start in range(0, flat.size, CHUNK):
        chunk = flat[start : start + CHUNK].astype("float64")
        if exponent:
            np.ldexp(chunk, -exponent, out=chunk)
        chunk -= origin
        total += float(chunk.sum())
        squares += float(np.dot(chunk, chunk))
    return moments(flat.size, 0.0, 1.0, total, squares, origin), squares
