"""Encoder of the structure of a condensed step as JSON data. `structure_decoder.py` documents the format."""

from __future__ import annotations

from itertools import repeat
from typing import Any

from opscope.core.formats.narrow_arrays import dtype_text
from opscope.debug.disk.code_table import CodeTableWriter
from opscope.debug.disk.op_table import OpTableWriter
from opscope.debug.disk.record_names import encode_record_names
from opscope.debug.eager.attribute_numbers import with_numbers
from opscope.debug.eager.condensed_step import (
    CallForm,
    Copy,
    Event,
    HeldChange,
    OwnWrite,
    ResultMemory,
    StepStructure,
    View,
    Write,
)
from opscope.errors import UnsupportedError
from opscope.ir.serialize.attribute_json import encode
from opscope.names.bound_names import BoundNames

_KINDS: dict[type, str] = {
    HeldChange: "held", Write: "write", OwnWrite: "own write", ResultMemory: "memory", Copy: "copy",
}  # fmt: skip


class StructureData:
    """The structure of a step as JSON data. `is_used` becomes True when a step with this structure is written."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.data = data
        self.is_used = False


def encode_structure(
    structure: StepStructure, names: BoundNames, ticks: int, parameters: list[str], paths: list[str]
) -> StructureData:
    """Encode a structure, with the names that values have in the user's code.

    `parameters` lists the names of parameters. `paths` lists the names that are paths in a network. Raises
    UnsupportedError for an op or an attribute that another process could not use.
    """
    writer = _Writer()
    calls = [writer.call(form) for form in structure.calls]
    end, writes = structure.end
    data = {
        "calls": calls,
        "events": [_event(each) for each in structure.events],
        "initial": [list(each) for each in structure.initial],
        "tensors": [[form.name, form.edge and list(form.edge), form.slot] for form in structure.tensors],
        "nodes": [[writer.ops.op(op), writer.codes.position(position)] for op, position in structure.nodes],
        "end": [*writer.caller(end), writes],
        "sizes": list(structure.sizes),
        "scalars": [[call, slot, list(shape), dtype_text(dtype)] for call, slot, shape, dtype in structure.scalars],
        "ticks": ticks,
        "parameters": parameters,
        "paths": paths,
        "names": encode_record_names(names, writer.codes),
    }
    return StructureData({"structure": {**data, **writer.codes.data(), "ops": writer.ops.data}})


class _Writer:
    def __init__(self) -> None:
        self.codes, self.ops = CodeTableWriter(), OpTableWriter()

    def caller(self, caller: Any) -> list[Any]:
        position, user = caller
        return [self.codes.position(position), self.codes.call(user)]

    def call(self, form: CallForm) -> list[Any]:
        return [
            self.ops.op(form.op, must_run=form.means not in ("", "repeat")), form.means, list(map(_value, form.inputs)),
            None if form.made is None else list(map(_value, form.made)), _attributes(form), form.node,
            list(map(_edge, form.edges)), _edge(form.edge), list(form.partial), form.phase, form.updating, form.depth,
            *self.caller(form.caller), None if form.layer is None else form.layer.path, form.result_name, form.writes,
            form.until, _reference(form),
        ]  # fmt: skip


def _attributes(form: CallForm) -> Any:
    """Return the attributes of a call as JSON data. For a call of another library, each number is replaced by 0."""
    attrs = dict(form.attrs)
    return encode(attrs if form.op.is_computed_here else with_numbers(attrs, repeat(0)))


def _reference(form: CallForm) -> list[Any] | None:
    """Return the reference to the operator that can repeat the call.

    Raises UnsupportedError if the operator is unknown.
    """
    if form.repeat is None or form.means != "repeat":
        return None
    found = form.repeat.reference(form.attrs)
    if found is None:
        raise UnsupportedError(f"a recording cannot call {form.op.name} again")
    return [found.library, found.operator, list(found.lengths), found.threads]


def _value(each: tuple[Any, ...]) -> Any:
    return {"value": encode(each[1])} if each and each[0] == "value" else list(each)


def _edge(edge: Any) -> Any:
    return list(edge) if isinstance(edge, tuple) else edge


def _event(event: Event) -> Any:
    if isinstance(event, int):
        return event
    if isinstance(event, View):
        slot, owner, offset, shape, strides, dtype = event
        return ["view", slot, owner, offset, list(shape), list(strides), dtype_text(dtype)]
    return [_KINDS[type(event)], *event]
