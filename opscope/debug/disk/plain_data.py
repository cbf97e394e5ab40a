"""Checks of untrusted JSON data of a recording.

Each check raises TypeError or ValueError if the data is not valid.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from opscope.errors import printable

LARGEST = 1 << 63


def count(value: Any) -> int:
    """Check that a value from JSON data is an integer of at least 0, and return it."""
    if type(value) is not int or not 0 <= value < LARGEST:
        raise TypeError("a count must be an integer, 0 or more")
    return value


def number(value: Any) -> int:
    """Check that a value from JSON data is an integer, and return it."""
    if type(value) is not int or not -LARGEST <= value < LARGEST:
        raise TypeError("a number must be an integer")
    return value


def below(value: Any, limit: int, least: int = 0) -> int:
    """Check that a value from JSON data is an integer of at least `least` and below `limit`, and return it."""
    if type(value) is not int or not least <= value < limit:
        raise ValueError(f"a number must be at least {least} and less than {limit}")
    return value


def text(value: Any) -> str:
    """Check that a value from JSON data is a text, and return it. Control characters are replaced by escapes."""
    if type(value) is not str:
        raise TypeError("expected a text")
    return printable(value)


def flag(value: Any) -> bool:
    """Check that a value from JSON data is a bool, and return it."""
    if type(value) is not bool:
        raise TypeError("the value must be true or false")
    return value


def list_of(value: Any) -> list[Any]:
    """Check that a value from JSON data is a list, and return it."""
    if type(value) is not list:
        raise TypeError("expected a list")
    return value


def dict_of(value: Any) -> Mapping[str, Any]:
    """Check that a value from JSON data is an object (a dict), and return it."""
    if type(value) is not dict:
        raise TypeError("expected an object")
    return value


def texts(value: Any) -> tuple[str, ...]:
    """Check that a value from JSON data is a list of texts, and return it as a tuple."""
    return tuple(map(text, list_of(value)))


def counts(value: Any) -> tuple[int, ...]:
    """Check that a value from JSON data is a list of integers of at least 0, and return it as a tuple."""
    return tuple(map(count, list_of(value)))
