"""Sums of powers and of Chebyshev polynomials, in array operations alone: what special functions are made of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.annotations import Array, ArrayModule


def polynomial(x: Array, coefficients: Sequence[float]) -> Any:
    """The polynomial of x whose coefficients are given from the constant one up, by Horner's rule."""
    out = x * 0.0 + coefficients[-1]
    for c in coefficients[-2::-1]:
        out = out * x + c
    return out


def chebyshev(x: Array, coefficients: Sequence[float]) -> Any:
    """c[0] / 2 + c[1] T1(x) + c[2] T2(x) + ... for x in [-1, 1], by Clenshaw's recurrence."""
    twice = x * 2.0
    one, two = x * 0.0, x * 0.0
    for c in coefficients[:0:-1]:
        one, two = twice * one - two + c, one
    return x * one - two + 0.5 * coefficients[0]


def in_float64(function: Callable[..., Any], xp: ArrayModule, *arrays: Array) -> Any:
    """function(xp, *arrays) in float64, in the dtype of the first array: right to its last bits for the narrow ones."""
    out = function(xp, *(xp.asarray(a, dtype="float64") for a in arrays))
    return out if out.dtype == arrays[0].dtype else out.astype(arrays[0].dtype)
