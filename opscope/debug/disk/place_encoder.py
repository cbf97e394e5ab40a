"""Encoder of eager records as JSON data for the lines of a recording. `eager_decoder.py` decodes this data."""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np

from opscope.core.frame_locals import FrameLocals
from opscope.core.place import is_array
from opscope.debug.disk.array_file import ArrayWriter, can_write
from opscope.debug.disk.code_table import CodeTableWriter
from opscope.debug.disk.op_table import OpTableWriter
from opscope.debug.disk.record_names import encode_record_names
from opscope.debug.disk.structure_encoder import StructureData
from opscope.debug.eager.condensed_step import CondensedStep
from opscope.debug.eager.eager_record import EagerPlace
from opscope.debug.eager.eager_segment import EagerSegment, KeptPlaces, WrittenRecord
from opscope.errors import UnsupportedError
from opscope.ir.program.program import Operator
from opscope.ir.serialize.attribute_json import encode

LeftOut = Counter[str]  # by dtype: values that are not numbers

_attribute_text = reprlib.Repr()
_attribute_text.maxother = _attribute_text.maxstring = 200


def encode_eager(
    segment: EagerSegment, arrays: ArrayWriter, structure: Callable[[StructureData], int], left_out: LeftOut
) -> list[dict[str, Any]]:
    """Return the data for the lines of a segment. The function `structure` returns the number of a structure."""
    sources: dict[int, int] = {}
    tables: list[Any] = []
    lines: list[dict[str, Any]] = [{"sources": tables}]
    for record in segment.written:
        data: dict[str, Any] = {
            "run": record.run, "step": record.step, "thread": record.thread, "call": record.first_call,
            "ticks": record.ticks, "error": record.error, "finite": record.is_finite,
        }  # fmt: skip
        if record.condensed is not None:
            of = record.condensed.sources
            if id(of) not in sources:
                sources[id(of)] = len(tables)
                tables.append([list(each) for each in of])
            data |= _condensed(record.condensed, arrays)
            data |= {"sources": sources[id(of)], "structure": structure(record.structure)}
        if record.kept is not None:
            data["ends"] = any(place.operator is None for place in record.kept.places[-1:])
            data["kept"] = _PlaceWriter(arrays, left_out).record(record, record.kept)
        lines.append(data)
    return lines


def _condensed(step: CondensedStep, arrays: ArrayWriter) -> dict[str, Any]:
    links = None if step.index or step.stretch.links is None else [*step.stretch.links.items()]
    return ({} if links is None else {"links": links}) | {
        "stored": [[int(isinstance(each, np.generic)), arrays.add(each)] for each in step.stored],
        "numbers": [encode(each) for each in step.numbers],
        "checksum": step.checksum,
        "scalars": None if step.scalars is None else step.scalars.hex(),
    }


class _PlaceWriter:
    """Encoder of the places (positions with values) of a record."""

    def __init__(self, arrays: ArrayWriter, left_out: LeftOut) -> None:
        self.arrays, self.left_out = arrays, left_out
        self.codes, self.ops = CodeTableWriter(), OpTableWriter()
        self.operators: dict[int, int] = {}  # by id
        self.rows: list[Any] = []
        self.parents: dict[int, int] = {}  # by id
        self.outer: list[Any] = []

    def record(self, record: WrittenRecord, kept: KeptPlaces) -> dict[str, Any]:
        data = {
            "places": [self.place(each) for each in kept.places],
            "start": [
                [held.name, held.is_of_before, self.array(held.array), self.array(held.gradient)] for held in kept.start
            ],
            "parameters": kept.parameters,
            "paths": kept.paths,
            "names": encode_record_names(kept.names, self.codes),
        }
        tables = {"operators": self.rows, "parents": self.outer, "ops": self.ops.data}
        return {**data, **tables, **self.codes.data()}

    def place(self, place: EagerPlace) -> list[Any]:
        position, user = place.caller
        given = None if place.given is None else [self.attributes(place.given.attrs), *self.numbers(place)]
        return [
            None if place.operator is None else self.operator(place.operator), place.after, self.parent(place.parent),
            self.codes.position(position), self.codes.call(user), self.values(place.values), self.values(place.states),
            given, isinstance(place.called, FrameLocals),
        ]  # fmt: skip

    def numbers(self, place: EagerPlace) -> Iterable[Any]:
        if place.given is not None:
            yield [[position, self.attribute(value)] for position, value in place.given.inputs.items()]

    def operator(self, operator: Operator) -> int:
        found = self.operators.get(id(operator))
        if found is None:
            found = self.operators[id(operator)] = len(self.rows)
            self.rows.append([
                operator.id, self.ops.op(operator.op), list(operator.inputs), list(operator.outputs),
                self.attributes(operator.attrs), operator.role, self.codes.position(operator.call), operator.layer_path,
            ])  # fmt: skip
        return found

    def parent(self, place: EagerPlace | None) -> int | None:
        if place is None:
            return None
        found = self.parents.get(id(place))
        if found is None:
            around, (position, user) = self.parent(place.parent), place.caller
            operator = None if place.operator is None else self.operator(place.operator)
            row = [operator, around, self.codes.position(position), self.codes.call(user)]
            found = self.parents[id(place)] = len(self.outer)
            self.outer.append(row)
        return found

    def values(self, values: Iterable[tuple[str, Any]]) -> list[Any]:
        return [[name, self.array(array)] for name, array in values]

    def array(self, array: Any) -> Any:
        """Return the entry of an array in the array file. Return None if the array cannot be written."""
        if array is None or not is_array(array):
            return None
        if not can_write(array):
            self.left_out[str(array.dtype)] += 1
            return None
        return self.arrays.add(array)

    def attributes(self, attrs: Any) -> dict[str, Any]:
        return {name: self.attribute(value) for name, value in attrs.items()}

    def attribute(self, value: Any) -> Any:
        """Return an attribute of an operator as JSON data.

        If an attribute cannot be written as data, return a text that describes the attribute.
        """
        try:
            return encode(value)
        except UnsupportedError:
            return _attribute_text.repr(value)
