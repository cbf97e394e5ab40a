"""Checks of numbers and sizes from users. Numbers for calculations must not be NaN or infinite."""

from __future__ import annotations

import math
import numbers
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError


def finite_number(value: Any, name: str) -> float:
    """Return the number as a float.

    Args:
        value: the user's value.
        name: the name of the argument, for the error.

    Raises:
        UsageError: the value is not a number. Bools and tensors are not numbers.
        ArgumentError: the value is NaN or infinite.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real):
        raise UsageError(f"{name} must be a number, but received {type(value)}", site=site())
    if not math.isfinite(value):
        raise ArgumentError(f"{name} must be a finite number, but received {value}", site=site())
    return float(value)


def positive_number(value: Any, name: str, fix: str = "") -> float:
    """Return a number that must be positive, such as a rate or a time, as a float.

    Raises:
        ArgumentError: the value is not a finite number above zero.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Real) or not 0 < float(value) < math.inf:
        raise ArgumentError(f"{name} must be a number greater than 0, but received {value!r}", site=site(), fix=fix)
    return float(value)


def not_negative(value: Any, name: str) -> None:
    """Raise UsageError for a value that cannot be compared with 0, and ArgumentError for a negative number or NaN."""
    try:
        if value >= 0:
            return
    except TypeError as e:
        raise UsageError(f"{name} must be a number, but received {value!r}", site=site()) from e
    raise ArgumentError(f"{name} must be at least 0, but received {value}", site=site(), fix=f"pass {name} >= 0")


def in_order(low: Any, high: Any, names: tuple[str, str] = ("min", "max")) -> None:
    """Raise UsageError if two values cannot be compared, and ArgumentError if `low` is greater than `high`."""
    try:
        if low <= high:
            return
    except TypeError as e:
        raise UsageError(
            f"{' and '.join(names)} must be numbers, but received {low!r} and {high!r}", site=site()
        ) from e
    raise ArgumentError(
        f"{names[1]} should be greater than or equal to {names[0]}. "
        f"But received {names[0]} = {low}, {names[1]} = {high}",
        site=site(),
        fix="swap the two numbers",
    )


def whole_numbers(**values: Any) -> None:
    """Raise UsageError for the first argument that is not a whole number."""
    for name, value in values.items():
        whole_number(value, name)


def whole_number(value: Any, name: str) -> int:
    """Return the number as an int. Raises UsageError for values that are not whole numbers, such as True and 2.0."""
    if isinstance(value, bool) or not isinstance(value, numbers.Integral):
        raise UsageError(f"{name} must be a whole number, but received {value!r}", site=site())
    return int(value)


def whole_sizes(value: Any, name: str) -> list[int]:
    """Return the sizes in a list or an array. A number is returned as a list with one size.

    Raises UsageError if the value is not a number, a list or an array.
    """
    if isinstance(value, numbers.Number | str) or not hasattr(value, "__iter__"):
        return [whole_number(value, name)]
    return [whole_number(size, f"a size in {name}") for size in value]


def positive_whole(value: Any, name: str) -> int:
    """Return a size or count, which must be positive, as an int. NumPy integers are accepted, but 2.0 and True are not.

    Raises:
        ArgumentError: the value is not a whole number above zero.
    """
    if isinstance(value, bool) or not isinstance(value, numbers.Integral) or value < 1:
        raise ArgumentError(f"{name} must be a whole number greater than 0, but received {value!r}", site=site())
    return int(value)
