"""Numbers that a user gives: for a calculation, which NaN and infinity would spoil, and for a size."""

from __future__ import annotations

import math
import numbers
from typing import Any

from opscope.errors import ArgumentError, UsageError


def finite_number(value: Any, name: str) -> float:
    """The number as a float.

    Args:
        value: what the user gave.
        name: the argument, for the error.

    Raises:
        UsageError: for what is no number. A bool is none, and neither is a tensor.
        ArgumentError: for NaN and infinity.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise UsageError(f"{name} must be a number, but received {type(value)}")
    if not math.isfinite(value):
        raise ArgumentError(f"{name} must be a finite number, but received {value}")
    return float(value)


def positive_number(value: Any, name: str, fix: str = "") -> float:
    """The number as a float, for a rate or a time. A bool is none, and neither are NaN and infinity.

    Raises:
        ArgumentError: for what is no finite number above zero.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not 0 < float(value) < math.inf:
        raise ArgumentError(f"{name} must be a number greater than 0, but received {value!r}", fix=fix)
    return float(value)


def positive_whole(value: Any, name: str) -> int:
    """The number as an int, for a size or a count that is known. A numpy integer is one, 2.0 and True are not.

    Raises:
        ArgumentError: for what is no whole number above zero.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < 1:
        raise ArgumentError(f"{name} must be a whole number greater than 0, but received {value!r}")
    return int(value)
