"""Numbers that a user gives for a calculation: NaN and infinity would spoil each value that they meet."""

from __future__ import annotations

import math
import numbers
from typing import Any

from opscope.core.source import site
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
        raise UsageError(f"{name} must be a number, but received {type(value)}", site=site())
    if not math.isfinite(value):
        raise ArgumentError(f"{name} must be a finite number, but received {value}", facts={name: value}, site=site())
    return float(value)
