"""Encoder and decoder of the names that a user's eager code gives to the values of a record.

A recording contains these names, because a process that reads the recording may not have the user's code.
"""

from __future__ import annotations

from typing import Any

from opscope.debug.disk.code_table import CodeTable, CodeTableWriter
from opscope.debug.disk.plain_data import dict_of, list_of, number, text, texts
from opscope.names.binding import Binding, Names
from opscope.names.bound_names import BoundNames
from opscope.names.stored_names import StoredNames


def encode_record_names(names: BoundNames, table: CodeTableWriter) -> dict[str, Any]:
    """Return the names that the user's code gives to the values of a record, as JSON data.

    The field `values` contains the names of each value. The field `bindings` contains, for each name, a list of [value,
    tick, call, position, root].
    """
    return {
        "values": {value: list(found) for value, found in names.names.items()},
        "bindings": {
            name: [
                [b.value, b.tick, table.call(b.call), table.position(b.position), _root(b, table)]
                for b in found
            ]
            for name, found in names.bindings.items()
        },
    }  # fmt: skip


def _root(binding: Binding, table: CodeTableWriter) -> Any:
    return None if binding.root is None else [table.function(binding.root[0]), binding.root[1]]


def decode_record_names(data: Any, table: CodeTable, ticks: int) -> StoredNames:
    """Read the names from JSON data. Raises KeyError, TypeError, ValueError if the data has another format."""
    names: Names = {
        text(value): dict.fromkeys(texts(found)) for value, found in dict_of(data["values"]).items()
    }  # fmt: skip
    bindings: dict[str, list[Binding]] = {}
    for name, found in dict_of(data["bindings"]).items():
        rows = [_binding(text(name), list_of(each), table) for each in list_of(found)]
        bindings[text(name)] = rows
    return StoredNames(names, bindings, ticks)


def _binding(name: str, row: list[Any], table: CodeTable) -> Binding:
    value, tick, call, position, root = row
    made = None
    if root is not None:
        function, called = list_of(root)
        made = table.function(function), text(called)
    return Binding(name, text(value), number(tick), table.call(call), table.position(position), made)
