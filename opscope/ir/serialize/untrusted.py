"""Validated access to untrusted JSON data: each value knows its path, for error messages."""

from __future__ import annotations

import itertools
import sys
from typing import Any

from opscope.errors import ArgumentError

MAX_SIZE = sys.maxsize  # the largest size that NumPy accepts


class Untrusted:
    """An unchecked value and its path: `block 0, operator 17, attribute 'axis'`.

    All methods raise ArgumentError with the path if the value is not of the requested form.
    """

    __slots__ = ("path", "value")

    def __init__(self, value: Any, path: str) -> None:
        self.value = value
        self.path = path

    def error(self, problem: str) -> ArgumentError:
        """The error to raise, with the path."""
        return ArgumentError(f"the data is no program: {f'{self.path}: ' if self.path else ''}{problem}")

    def _typed(self, kind: type, wanted: str) -> Any:
        if type(self.value) is not kind:  # no subclasses: True is an int
            raise self.error(f"must be {wanted}, but is {type(self.value).__name__}")
        return self.value

    def text(self) -> str:
        """A string."""
        return self._typed(str, "a string")

    def boolean(self) -> bool:
        """True or False."""
        return self._typed(bool, "true or false")

    def integer(self, low: int = 0, high: int = MAX_SIZE) -> int:
        """An int from `low` to `high`."""
        value: int = self._typed(int, "an integer")
        if not low <= value <= high:
            raise self.error(f"must be from {low} to {high}")
        return value

    def items(self, label: str = "", most: int = MAX_SIZE) -> list[Untrusted]:
        """The items of a list; their paths are `<path>[2]`, or with a label `variable 2`."""
        value: list[Any] = self._typed(list, "a list")
        if len(value) > most:
            raise self.error(f"has more than {most} items")
        return [Untrusted(item, self._child_path(i, label)) for i, item in enumerate(value)]

    def entries(self, label: str = "") -> dict[str, Untrusted]:
        """The entries of an object; their paths are `<path>['x']`, or with a label `attribute 'x'`."""
        value: dict[Any, Any] = self._typed(dict, "an object")
        if any(type(key) is not str for key in value):
            raise self.error("must have strings as keys")
        return {key: Untrusted(item, self._child_path(key, label)) for key, item in value.items()}

    def _child_path(self, key: int | str, label: str) -> str:
        if not label:
            return f"{self.path}[{key!r}]"
        return f"{self.path.rpartition(', ')[0]}, {label} {key!r}".removeprefix(", ")

    def record(self, *names: str) -> list[Untrusted]:
        """The fields of an object with exactly these names, in this order."""
        value: dict[Any, Any] = self._typed(dict, "an object")
        if value.keys() != set(names):
            missing = [n for n in names if n not in value]
            raise self.error(f"misses {', '.join(missing)}" if missing else f"must have {', '.join(names)} only")
        return [Untrusted(value[n], f"{self.path}, {n}".removeprefix(", ")) for n in names]

    def texts(self) -> tuple[str, ...]:
        """A list of strings."""
        return tuple(item.text() for item in self.items())

    def positions(self, count: int) -> tuple[int, ...]:
        """A list of ascending ints below `count`."""
        found = tuple(item.integer(0, count - 1) for item in self.items())
        if any(a >= b for a, b in itertools.pairwise(found)):
            raise self.error("must ascend")
        return found
