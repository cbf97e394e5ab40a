"""Replacement of values inside containers, in place: a value at two positions of a file stays one object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.paddle.saving.words import Refused

DEPTH = 64  # of containers in containers


class Replacer:
    """Calls `replace` for every value, and visits the containers that `replace` returns unchanged.

    Dicts and lists are changed in place, so a large file needs no second set of containers.
    """

    def __init__(self, replace: Callable[[Any], Any]) -> None:
        self._replace = replace
        self._done: dict[int, tuple[Any, Any]] = {}  # by id; keeps the former value alive, so that ids stay unique

    def of(self, value: Any, depth: int = 0) -> Any:
        """Return the replacement of a value. Raises Refused for nesting deeper than DEPTH."""
        if not isinstance(value, dict | list | tuple):
            return self._replace(value)
        if depth > DEPTH:
            raise Refused(f"containers are nested deeper than {DEPTH}")
        if id(value) not in self._done:
            found = self._replace(value)
            self._done[id(value)] = value, self._inside(found, depth) if found is value else found
        return self._done[id(value)][1]

    def _inside(self, value: Any, depth: int) -> Any:
        if isinstance(value, tuple):
            made = tuple(self.of(item, depth + 1) for item in value)
            return value if all(a is b for a, b in zip(made, value, strict=True)) else made
        for key, item in value.items() if isinstance(value, dict) else enumerate(value):
            if (made := self.of(item, depth + 1)) is not item:
                value[key] = made
        return value
