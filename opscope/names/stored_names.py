"""Conversion of a program's names to JSON data and back, because a stored program has no code to read names from."""

from __future__ import annotations

from typing import Any

from opscope.core.source import Site
from opscope.errors import printable
from opscope.ir.program.program import Program
from opscope.names.binding import Binding, Names
from opscope.names.bound_names import BoundNames
from opscope.names.program_names import END, register_stored, static_names


class StoredNames(BoundNames):
    """The names of values in a complete record that was stored in a file."""

    def __init__(self, names: Names, bindings: dict[str, list[Binding]], ticks: int) -> None:
        super().__init__()
        self.names, self.bindings = names, bindings
        self._ticks, self._ended = ticks, True

    @property
    def reads_code(self) -> bool:
        """False, because the code is not available."""
        return False

    def update(self, *_: Any, **__: Any) -> None:
        """Do nothing, because the names are complete."""


def encode_names(program: Program) -> dict[str, Any]:
    """Return a program's names as JSON data. If another thread adds to the program at the same time, return no names.

    `values` contains the names of each value. `bindings` contains the values of each name. A binding consists of the
    value, the number of the operator from which on the name has this value, a number that distinguishes functions that
    assign the same name, and the user's line. If several functions assign the same name, only the bindings of the
    function that is used at the end of the program are stored.
    """
    try:
        names = static_names(program)
        return {
            "values": {value: list(found) for value, found in names.names.items()},
            "bindings": {name: _encoded(names, name) for name in names.bindings},
        }
    except RuntimeError:  # a dict changed its size
        return {"values": {}, "bindings": {}}


def _encoded(names: BoundNames, name: str) -> list[list[Any]]:
    at_end = names.find(name, END, None)
    kept = {at_end[0].function} if len(at_end) == 1 else None
    functions: dict[Any, int] = {}
    return [
        [b.value, b.tick, functions.setdefault(b.function, len(functions)), *(b.site or ())[:3]]
        for b in names.bindings[name]
        if kept is None or b.function in kept
    ]


def decode_names(program: Program, data: Any) -> None:
    """Register the names in untrusted JSON data as the names of a program.

    Raises KeyError, TypeError or ValueError if the data has another format.
    """
    variables = {name: variable for block in program.blocks for name, variable in block.vars.items()}
    makers = {operator.id: operator for operator in program.operators}
    names = BoundNames()
    for value, found in _items(data["values"]):
        names.names[value] = dict.fromkeys(map(_text, _typed(found, list)))
    for name, found in _items(data["bindings"]):
        for stored, tick, function, *line in _typed(found, list):
            value = _text(stored)
            variable = variables.get(value)
            if value and variable is None:
                raise ValueError("a name belongs to a value that does not exist")
            maker = makers.get(_typed(tick, int))
            site = None if variable is None else variable.site
            if maker is not None and value in maker.outputs:
                site = maker.site
            if line:
                filename, number, called = line
                site = Site(_text(filename), _typed(number, int), _text(called))
            binding = Binding(name, value, tick, None, site, (_typed(function, int), ""))
            names.bindings.setdefault(name, []).append(binding)
    register_stored(program, names)


def _items(data: Any) -> list[tuple[str, Any]]:
    return [(_text(key), value) for key, value in _typed(data, dict).items()]


def _text(value: Any) -> str:
    return printable(_typed(value, str))


def _typed(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise TypeError(f"expected {kind.__name__}, not {type(value).__name__}")
    return value
