"""Maximum or minimum of all values that have the same position."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule


def keep_extremes(xp: ArrayModule, out: Array, key: Any, values: Array, largest: bool) -> None:
    """Set out[key] to the maximum (minimum) of out[key] and values; a position may be repeated.

    The result is NaN if one of the values is NaN. cupy supports this operation for few dtypes, rounds float64 to
    float32, and ignores NaN. Therefore, with cupy, integers of the same order replace the values.
    """
    if xp is np:
        (xp.maximum if largest else xp.minimum).at(out, key, values)
        return
    ranks = _ranks(xp, out, largest)
    xp.maximum.at(ranks, key, _ranks(xp, values.astype(out.dtype, copy=False), largest))
    out[...] = _values_of_ranks(xp, ranks, out.dtype, largest)


_SIGN = np.uint64(1 << 63)


def _ranks(xp: ArrayModule, values: Array, largest: bool) -> Any:
    """Return uint64 numbers in the order of the values, or in the reverse order; NaN has the largest number."""
    if values.dtype.kind == "f":
        bits = xp.ascontiguousarray(values.astype("float64")).view("uint64")
        ranks = xp.where(bits & _SIGN != 0, ~bits, bits | _SIGN)  # negative numbers are the further down the larger
        ranks = ranks if largest else ~ranks
        return xp.where(xp.isnan(values), ~xp.zeros_like(ranks), ranks)
    ranks = values.astype("int64").view("uint64") ^ _SIGN if values.dtype.kind == "i" else values.astype("uint64")
    return ranks if largest else ~ranks


def _values_of_ranks(xp: ArrayModule, ranks: Array, dtype: Any, largest: bool) -> Any:
    if dtype.kind == "f":
        upward = ranks if largest else ~ranks
        found = xp.where(upward & _SIGN != 0, upward ^ _SIGN, ~upward).view("float64")
        return xp.where(ranks == ~xp.zeros_like(ranks), xp.nan, found).astype(dtype)
    ranks = ranks if largest else ~ranks
    return ((ranks ^ _SIGN).view("int64") if dtype.kind == "i" else ranks).astype(dtype)
