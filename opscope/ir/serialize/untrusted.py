"""Validated access to untrusted JSON data: each value has its path, for error messages."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator
from typing import Any

from opscope.errors import ArgumentError

MAX_SIZE = sys.maxsize  # the largest size that NumPy accepts
SHOWN = 80  # characters of a name of the data in an error


class Untrusted:
    """An unchecked value and its path: `block 0, operator 17, attribute 'axis'`.

    All methods raise ArgumentError with the path if the value is not of the requested form.
    """

    __slots__ = ("_key", "_label", "_parent", "value")

    def __init__(
        self, value: Any, parent: Untrusted | None = None, key: int | str = "", label: str | None = ""
    ) -> None:
        """Access the item `key` of `parent`. An error makes the path when it is needed, because names can be long.

        A label replaces the name of the parent in the path. If `label` is None, the value has the path of its parent.
        """
        self.value = value
        self._parent = parent
        self._key = key
        self._label = label

    @property
    def path(self) -> str:
        """The position of the value in the data."""
        if self._parent is None:
            return ""
        path = self._parent.path
        if self._label is None:
            return path
        if self._label == "field":
            return f"{path}, {self._key}".removeprefix(", ")
        key = self._key if isinstance(self._key, int) else repr(self._key[:SHOWN])
        if not self._label:
            return f"{path}[{key}]"
        return f"{path.rpartition(', ')[0]}, {self._label} {key}".removeprefix(", ")

    def error(self, problem: str) -> ArgumentError:
        """Return the error to raise, with the path."""
        path = self.path
        return ArgumentError(f"the data is not a program: {f'{path}: ' if path else ''}{problem}")

    def tagged(self, content: Any) -> Untrusted:
        """Return the content of this value, which is an object with one tag. The path stays the same."""
        return Untrusted(content, self, label=None)

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

    def items(self, label: str = "", most: int = MAX_SIZE) -> Iterator[Untrusted]:
        """Yield the items of a list. Their paths are `<path>[2]`, or with a label `variable 2`."""
        value: list[Any] = self._typed(list, "a list")
        if len(value) > most:
            raise self.error(f"has more than {most} items")
        return (Untrusted(item, self, i, label) for i, item in enumerate(value))

    def parts(self, count: int, wanted: str) -> list[Untrusted]:
        """Return the items of a list of `count` items. `wanted` describes the expected items in the error."""
        if len(self._typed(list, "a list")) != count:
            raise self.error(f"must be {wanted}")
        return list(self.items())

    def entries(self, label: str = "") -> dict[str, Untrusted]:
        """Return the entries of an object. Their paths are `<path>['x']`, or with a label `attribute 'x'`."""
        value: dict[Any, Any] = self._typed(dict, "an object")
        if any(type(key) is not str for key in value):
            raise self.error("must have strings as keys")
        return {key: Untrusted(item, self, key, label) for key, item in value.items()}

    def record(self, *names: str) -> list[Untrusted]:
        """Return the fields of an object with exactly these names, in this order."""
        value: dict[Any, Any] = self._typed(dict, "an object")
        if value.keys() != set(names):
            missing = [n for n in names if n not in value]
            raise self.error(f"has no {', '.join(missing)}" if missing else f"must have {', '.join(names)} only")
        return [Untrusted(value[n], self, n, "field") for n in names]

    def texts(self) -> tuple[str, ...]:
        """A list of strings."""
        return tuple(item.text() for item in self.items())

    def positions(self, count: int) -> tuple[int, ...]:
        """A list of ascending ints below `count`."""
        found = tuple(item.integer(0, count - 1) for item in self.items())
        if any(a >= b for a, b in itertools.pairwise(found)):
            raise self.error("must be in ascending order")
        return found
