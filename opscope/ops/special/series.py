"""Sums of powers and of Chebyshev polynomials, in array operations that all libraries have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.annotations import Array, ArrayModule


def polynomial(x: Array, coefficients: Sequence[float]) -> Any:
    """Return the polynomial of x with these coefficients, from the constant coefficient up, by Horner's rule."""
    out = x * 0.0 + coefficients[-1]
    for c in coefficients[-2::-1]:
        out = out * x + c
    return out


def chebyshev(x: Array, coefficients: Sequence[float]) -> Any:
    """Return c[0] / 2 + c[1] T1(x) + c[2] T2(x) + ... for x in [-1, 1], by Clenshaw's recurrence."""
    twice = x * 2.0
    one, two = x * 0.0, x * 0.0
    for c in coefficients[:0:-1]:
        one, two = twice * one - two + c, one
    return x * one - two + 0.5 * coefficients[0]


def in_float64(function: Callable[..., Any], xp: ArrayModule, *arrays: Array) -> Any:
    """Return function(xp, *arrays), computed in float64, in the dtype of the first array.

    This makes the results in narrow dtypes accurate to the last bits.
    """
    out = function(xp, *(xp.asarray(a, dtype="float64") for a in arrays))
    return out if out.dtype == arrays[0].dtype else out.astype(arrays[0].dtype)
