"""Code table of a recording: positions in the user's code, and calls of user functions, without code objects.

A position in the user's code is written as `[code, instruction]`. A position in an installed library also contains the
positions of the callers: `[code, instruction, [[code, instruction], ...]]`. If a position has no code object, its line
is written instead: `{"site": [file, line, function, text]}`.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable
from types import CodeType
from typing import Any, cast

from opscope.core.source import CodePosition, Position, RecordedCode, Site, UserCall, site_of
from opscope.debug.disk.plain_data import count, list_of, number, text, texts
from opscope.ir.serialize.program_json import portable_filename


class CodeTableWriter:
    """Encoder that numbers code objects and calls in the order of their first use."""

    def __init__(self) -> None:
        self._codes: dict[CodeType, int] = {}  # equal code objects are one function
        self._lines: list[dict[int, list[Any]]] = []  # by code: its instructions
        self._calls: dict[int, int] = {}  # by id
        self._kept: list[UserCall] = []  # which keeps the ids unique
        self._rows: list[list[Any]] = []  # the calls

    def position(self, position: Position | None) -> Any:
        """Return a position in the user's code as JSON data."""
        if position is None:
            return None
        if isinstance(position, Site):
            return {"site": [*_portable(position), position.code]}
        data = [self._code(position[0]), position[1]]
        if data[1] not in self._lines[data[0]]:
            self._note_line(data[0], (position[0], position[1]))
        return data if len(position) == 2 else [*data, [self.position(each) for each in position[2]]]

    def call(self, call: UserCall | None) -> int | None:
        """Return the number that a call of a user's function has in the table."""
        if call is None:
            return None
        found = self._calls.get(id(call))
        if found is None:
            outer = self.call(call.outer)
            self.position(call.caller)
            row = [self._code(call.code), call.below, outer, call.called_at]
            found = self._calls[id(call)] = len(self._rows)
            self._kept.append(call)
            self._rows.append(row)
        return found

    def function(self, function: Any) -> Any:
        """Return the identity of a function or an object as JSON data. `Binding.function` documents the identity."""
        if isinstance(function, UserCall):
            return ["call", self.call(function)]
        return ["code", self._code(function)]

    def data(self) -> dict[str, Any]:
        """Return the table as JSON data. Call this method after all positions were added."""
        codes = [
            {
                **_description(code),
                "lines": [[instruction, *line] for instruction, line in sorted(self._lines[number].items())],
            }
            for code, number in self._codes.items()
        ]
        return {"codes": codes, "functions": self._rows}

    def _code(self, code: CodeType) -> int:
        found = self._codes.setdefault(code, len(self._codes))
        if found == len(self._lines):
            self._lines.append({})
        return found

    def _note_line(self, code: int, position: CodePosition) -> None:
        site = site_of(position)
        self._lines[code][position[1]] = [0, ""] if site is None else [site.line, site.code]


def _description(code: CodeType) -> dict[str, Any]:
    bytecode = getattr(code, "co_code", b"")
    return {
        "file": portable_filename(code.co_filename),
        "name": code.co_name,
        "qualname": code.co_qualname,
        "line": code.co_firstlineno,
        "crc": zlib.crc32(bytecode),  # two functions of a name may begin on one line
        "counts": [code.co_argcount, code.co_kwonlyargcount, code.co_flags],
        "locals": list(code.co_varnames),
        "cells": list(code.co_cellvars),
        "free": list(code.co_freevars),
    }


def _portable(site: Site) -> tuple[str, int, str]:
    return portable_filename(site.filename), site.line, site.function


class RecordedCodes:
    """The functions of a recording. All lines of the recording share one object for each function."""

    def __init__(self) -> None:
        self._known: dict[Any, RecordedCode] = {}

    def of(self, data: Any) -> RecordedCode:
        """Return the function that data from a file describes. The data is checked, because it is not trusted."""
        argcount, keyword_only, flags = (count(n) for n in list_of(data["counts"]))
        filename, name, qualname = (text(data[key]) for key in ("file", "name", "qualname"))
        local, cells, free = (texts(data[key]) for key in ("locals", "cells", "free"))
        first = count(data["line"])
        key = filename, name, qualname, first, argcount, keyword_only, flags, local, cells, free, count(data["crc"])
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = RecordedCode(*key[:-1])
        lines = [list_of(each) for each in list_of(data["lines"])]
        found.add([(count(instruction), count(line), text(code)) for instruction, line, code in lines])
        return found


class CodeTable:
    """Reader of the positions and calls in a code table.

    Raises KeyError, TypeError, ValueError if the data has another format.
    """

    def __init__(self, data: Any, codes: RecordedCodes) -> None:
        self._codes = [codes.of(each) for each in list_of(data["codes"])]
        self._calls: list[UserCall] = []
        for row in list_of(data["functions"]):
            code, below, outer, called_at = row
            self._calls.append(UserCall(self.code(code), number(below), self.call(outer), number(called_at)))

    def code(self, data: Any) -> CodeType:
        """Return a recorded function. It has the attributes of a code object that are needed to read positions."""
        return cast(CodeType, self._codes[count(data)])

    def position(self, data: Any) -> Position | None:
        """Return a position in the user's code from JSON data."""
        if data is None:
            return None
        if type(data) is dict:
            filename, line, function, code = data["site"]
            return Site(text(filename), count(line), text(function), text(code))
        if len(data) == 2:
            return self.code_position(data)
        code, instruction, callers = data
        return self.code(code), count(instruction), tuple(self._code_positions(list_of(callers)))

    def code_position(self, data: Any) -> CodePosition | None:
        """Return a position in the code of a function from JSON data.

        The returned position does not include the positions of the callers.
        """
        if data is None:
            return None
        code, instruction = list_of(data)
        return self.code(code), count(instruction)

    def _code_positions(self, data: list[Any]) -> Iterable[CodePosition]:
        for each in data:
            code, instruction = list_of(each)
            yield self.code(code), count(instruction)

    def call(self, data: Any) -> UserCall | None:
        """Return a call of a user's function from its number."""
        return None if data is None else self._calls[count(data)]

    def function(self, data: Any) -> Any:
        """Return the identity of a function or an object from JSON data."""
        kind, which = list_of(data)
        if kind not in ("call", "code"):
            raise ValueError("the identity of a function must be a call or a code object")
        return self.call(which) if kind == "call" else self.code(which)
