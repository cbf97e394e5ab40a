"""Checks of untrusted JSON data of a recording.

Each check raises TypeError or ValueError if the data has another type.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.errors import printable

LARGEST = 1 << 63


def count(value: Any) -> int:
    """Return an integer from JSON data, after a check that it is at least 0."""
    if type(value) is not int or not 0 <= value < LARGEST:
        raise TypeError("a count must be an integer, 0 or more")
    return value


def number(value: Any) -> int:
    """Return an integer from JSON data."""
    if type(value) is not int or not -LARGEST <= value < LARGEST:
        raise TypeError("a number must be an integer")
    return value


def below(value: Any, limit: int, least: int = 0) -> int:
    """Return an integer from JSON data, after a check that it is at least `least` and less than a limit."""
    if type(value) is not int or not least <= value < limit:
        raise ValueError(f"a number must be from {least} to below {limit}")
    return value


def text(value: Any) -> str:
    """Return a text from JSON data; control characters are replaced by escapes."""
    if type(value) is not str:
        raise TypeError("expected a text")
    return printable(value)


def flag(value: Any) -> bool:
    """Return a bool from JSON data."""
    if type(value) is not bool:
        raise TypeError("the value must be true or false")
    return value


def list_of(value: Any) -> list[Any]:
    """Return a list from JSON data."""
    if type(value) is not list:
        raise TypeError("expected a list")
    return value


def dict_of(value: Any) -> Mapping[str, Any]:
    """Return an object (a dict) from JSON data."""
    if type(value) is not dict:
        raise TypeError("expected an object")
    return value


def texts(value: Any) -> tuple[str, ...]:
    """Return a list of texts from JSON data, as a tuple."""
    return tuple(map(text, list_of(value)))


def counts(value: Any) -> tuple[int, ...]:
    """Return a list of integers from JSON data, each at least 0, as a tuple."""
    return tuple(map(count, list_of(value)))
