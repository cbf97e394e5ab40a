"""Conversion of line and column numbers. opscope counts from 1. A client may count from 1 or from 0."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple, cast

LINES = frozenset({"line", "endLine", "lines"})  # of requests, responses and events
COLUMNS = frozenset({"column", "endColumn"})


class Positions(NamedTuple):
    """The numbers of the first line and the first column in the client's numbering."""

    first_line: int = 1
    first_column: int = 1

    def from_client(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Convert the lines and columns of a request to numbers from 1.

        >>> Positions(0, 0).from_client({"breakpoints": [{"line": 0}], "lines": [0], "column": True})
        {'breakpoints': [{'line': 1}], 'lines': [1], 'column': True}
        """
        return dict(arguments) if self == Positions() else self._moved(arguments, 1)

    def to_client(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """Convert the lines and columns of a response or event to the client's numbers.

        A 0, which means no source, stays 0.

        >>> Positions(0, 1).to_client({"stackFrames": [{"line": 3, "column": 1}, {"line": 0, "column": 0}]})
        {'stackFrames': [{'line': 2, 'column': 1}, {'line': 0, 'column': 0}]}
        """
        return body if self == Positions() else self._moved(body, -1)

    def _moved(self, value: Any, sign: int, by: int = 0) -> Any:
        if isinstance(value, Mapping):
            return {
                name: self._moved(each, sign, sign * self._shift(name))
                for name, each in cast("Mapping[str, Any]", value).items()
            }
        if isinstance(value, list | tuple):
            return [self._moved(each, sign, by) for each in cast("list[Any]", value)]
        if type(value) is int and (sign > 0 or value > 0):
            return value + by
        return value

    def _shift(self, name: str) -> int:
        return 1 - self.first_line if name in LINES else 1 - self.first_column if name in COLUMNS else 0
