"""Comparison of many objects at once; two objects are equal only if they are the same object."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any


class IdentityPattern:
    """Numbers of the objects in a sequence; each object has one number, even if it occurs several times.

    Two numbers are equal exactly if the two objects are one object.
    """

    def __init__(self, numbers: Sequence[int], count: int) -> None:
        self._count, self._length = count, len(numbers)
        first: dict[int, int] = {}
        for position, number in enumerate(numbers):
            first.setdefault(number, position)
        self._is_complete = len(first) == count
        self._firsts = [first[number] for number in numbers]  # by position: of the same object
        self._by_number = [first[number] for number in range(count)] if self._is_complete else []

    def objects(self, found: Sequence[Any]) -> list[Any] | None:
        """Return the objects of a sequence, in the order of their numbers.

        The result is None if the sequence has another pattern of repeated objects.
        """
        if not self._is_complete or len(found) != self._length:
            return None
        ids = [*map(id, found)]
        objects = items_at(found, self._by_number)
        if items_at(ids, self._firsts) != ids or len(set(map(id, objects))) != self._count:
            return None
        return objects


def items_at(items: Sequence[Any], positions: Sequence[int]) -> list[Any]:
    """Return the items of a sequence that are at the given positions."""
    if len(positions) < 2:
        return [items[position] for position in positions]
    return [*itemgetter(*positions)(items)]


def positions_where(conditions: Iterable[bool]) -> list[int]:
    """Return the positions at which a sequence of conditions contains True."""
    return [position for position, condition in enumerate(conditions) if condition]
