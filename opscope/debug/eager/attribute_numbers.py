"""Numbers in the attributes of calls to other libraries.

Some numbers in attributes differ between steps, for example the bias correction of an optimizer. The structure of a
step contains a placeholder for each number. The data of each step contains the numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from opscope.debug.eager.condensed_step import OwnNumber

NUMBERS = (int, float, complex)


def numbers_of(value: Any) -> list[complex]:
    """Return the numbers that the attributes of a call contain, in order."""
    if type(value) in NUMBERS:
        return [value]
    if isinstance(value, list | tuple):
        return [number for each in value for number in numbers_of(each)]
    return numbers_of(list(value.values())) if isinstance(value, dict) else []


def without_numbers(value: Any) -> Any:
    """Return the attributes of a call with a placeholder for each number."""
    if type(value) in NUMBERS:
        return OwnNumber.NUMBER
    if isinstance(value, list | tuple):
        return [without_numbers(each) for each in value]
    return {k: without_numbers(v) for k, v in value.items()} if isinstance(value, dict) else value


def marks_in(value: Any) -> int:
    """Count the placeholders for numbers in the attributes of a call."""
    if isinstance(value, list):
        return sum(map(marks_in, value))
    return sum(map(marks_in, value.values())) if isinstance(value, dict) else value is OwnNumber.NUMBER


def with_numbers(value: Any, numbers: Iterator[complex]) -> Any:
    """Return the attributes of a call. Each placeholder is replaced by the next number."""
    if value is OwnNumber.NUMBER:
        return next(numbers)
    if isinstance(value, list):
        return [with_numbers(each, numbers) for each in value]
    return {k: with_numbers(v, numbers) for k, v in value.items()} if isinstance(value, dict) else value
