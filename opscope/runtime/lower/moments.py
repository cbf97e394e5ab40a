"""Mean, standard deviation and range of a value: the one formula behind taps, `statistics` and `std` in conditions.

An array is measured in chunks of CHUNK elements. For each chunk, a kernel (`llvm/statistics_kernel.py`,
`cuda/statistics_kernels.py`) or a few NumPy calls (`debug/taps/probe_lowering.py`) write the columns LOW .. ZEROS.
`combine_chunks` adds the chunks up in float64, and `moments` turns the sums into a mean and a standard deviation:

    mean = origin + sum / count
    std  = sqrt(squares / count - (sum / count) ** 2)       sums and squares are of the elements minus `origin`

Where the subtraction would lose too many digits (`cancels`), the array is measured again: on the host in two passes
(`two_pass_moments`), on a GPU with an origin near the mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array

LOW, HIGH, SUM, SQUARES, ZEROS, NANS, INFS, ORIGIN = range(8)
HOST_COLUMNS = 5  # kernels on the host write LOW .. ZEROS, kernels on a GPU all eight, both in this order
CHUNK = 1 << 14  # elements: a chunk stays in the cache, and its float32 sums lose few digits
CANCELLATION = 100.0  # ratio mean ** 2 / variance above which `squares / count - mean ** 2` is not precise enough
PAIRWISE = 1 << 16  # elements from which NumPy's pairwise float32 sum is used for the mean instead of a float64 sum


class Moments(NamedTuple):
    """Range, mean and standard deviation of finite elements."""

    low: float
    high: float
    mean: float
    std: float


def moments(count: int, low: float, high: float, total: float, squares: float, origin: float = 0.0) -> Moments:
    """The moments of `count` finite elements from the sum and the sum of squares of (element - origin)."""
    if low == high:
        return Moments(low, high, low, 0.0)
    shifted_mean = total / count
    variance = max(0.0, squares / count - shifted_mean * shifted_mean)
    return Moments(low, high, origin + shifted_mean, math.sqrt(variance))


def cancels(count: Any, low: Array, high: Array, total: Array, squares: Array) -> Any:
    """True where `moments` would subtract two nearly equal numbers. Takes numbers, or arrays of them."""
    mean, mean_square = total / count, squares / count
    return (mean * mean * (1.0 + CANCELLATION) > mean_square * CANCELLATION) & (low != high)


def combine_chunks(columns: Array, starts: Sequence[int]) -> Any:
    """LOW .. ZEROS of each value as float64 [5, values], from those of its chunks [5, chunks].

    `starts` is the first chunk of each value.
    """
    columns = columns.astype("float64")
    if len(starts) == columns.shape[1]:
        return columns
    combined = np.add.reduceat(columns, starts, axis=1)
    combined[LOW] = np.minimum.reduceat(columns[LOW], starts)
    combined[HIGH] = np.maximum.reduceat(columns[HIGH], starts)
    return combined


def two_pass_moments(values: Array) -> Moments:
    """The moments of the finite elements of a non-empty NumPy array: the mean first, then the centered squares."""
    if values.dtype.name == "float16":
        values = values.astype("float32")  # float16 sums overflow
    flat = values.reshape(-1)
    low, high = float(flat.min()), float(flat.max())
    is_float = values.dtype.kind == "f"
    if is_float and values.dtype.itemsize == 4:
        mean = float(flat.mean(dtype="float64" if flat.size < PAIRWISE else None))
    else:
        mean = float(flat.mean())
    centered = flat - flat.dtype.type(mean) if is_float else flat.astype("float64") - mean
    variance = float(np.dot(centered, centered)) / flat.size
    if not (math.isfinite(mean) and math.isfinite(variance)):  # a sum left the range of the dtype
        exact = flat.astype("float64")
        mean, variance = float(exact.mean()), float(exact.var())
    return Moments(low, high, mean, math.sqrt(max(variance, 0.0)))
