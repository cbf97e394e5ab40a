"""Columns of a structure: the data about its calls, changes and objects that equal steps have in common."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from opscope.debug.eager.attribute_numbers import NUMBERS, marks_in, numbers_of, without_numbers
from opscope.debug.eager.condensed_step import (
    CallForm,
    Copy,
    HeldChange,
    LocalsForm,
    OwnNumber,
    OwnWrite,
    ResultMemory,
    StepStructure,
    View,
    Write,
)
from opscope.debug.eager.identity_pattern import IdentityPattern, positions_where
from opscope.debug.eager.step_encoder import SMALL, EncodedStep, frozen
from opscope.eager.array_versions import CopiedArray, WrittenArray
from opscope.eager.op_calls import GRADIENT_SUM, SET_VALUE
from opscope.eager.tensor_memory import owner_of


class StructureColumns:
    """The columns of a structure, in the order in which a matcher collects the columns of a step to compare them.

    `encoded` is a step that has this structure.
    """

    def __init__(self, structure: StepStructure, encoded: EncodedStep) -> None:
        self.structure = structure
        events = structure.events
        changes = [each for each in events if isinstance(each, HeldChange | Write | OwnWrite | Copy)]
        helds = [*structure.initial, *(each for each in changes if isinstance(each, HeldChange))]
        self._written = [each for each in changes if isinstance(each, Write | OwnWrite)]
        self._copies = [each for each in changes if isinstance(each, Copy)]
        self.write_positions = positions_where(isinstance(each, Write) for each in self._written)
        self.writes = [each for each in self._written if isinstance(each, Write)]
        self.views = [each for each in events if isinstance(each, View)]
        self.lengths = len(structure.calls), len(structure.returned), len(structure.initial), len(changes)
        self.initial = [(each.number, each.name) for each in structure.initial]
        self.changes = [(each.number, _kind(each)) for each in changes]
        self.returned = [
            (r.until, r.length, *(path for path, _ in r.given), *(path for path, _ in r.made))
            for r in structure.returned
        ]
        self.pluses = [each.plus_zero for each in self._copies]
        self._set_calls(structure.calls)
        self._set_foreign_calls(structure.calls)
        self._set_callers(structure)
        self._set_objects(structure, helds)
        self._set_arrays(structure, helds)
        self._set_sources(structure, encoded)

    def _set_calls(self, calls: Sequence[CallForm]) -> None:
        self.ops = [c.op.name if c.op.opaque else c.op for c in calls]
        self.facts = [
            (c.depth, c.phase, c.updating, c.partial, c.result_name, False, c.writes, c.until, len(c.inputs),
             -1 if c.made is None else len(c.made), c.node is None)
            for c in calls
        ]  # fmt: skip
        plain = positions_where(
            c.op not in (GRADIENT_SUM, SET_VALUE) and not c.op.opaque and c.op.is_computed_here for c in calls
        )
        self.with_attrs = [number for number in plain if calls[number].attrs]
        self.without_attrs = [number for number in plain if not calls[number].attrs]
        self.attrs = [KnownAttrs(calls[number].attrs) for number in self.with_attrs]
        self.layers = [None if c.layer is None else c.layer.path for c in calls]
        self.sums = positions_where(c.op is GRADIENT_SUM for c in calls)
        self.computed = positions_where(bool(c.means) for c in calls)
        made = [c.made for c in calls if c.made is not None]
        self._forms = forms = [*chain.from_iterable(c.inputs for c in calls), *chain.from_iterable(made)]
        self.others = positions_where(bool(form) and form[0] == "value" for form in forms)
        self.other_values = [forms[position][1] for position in self.others]

    def _set_foreign_calls(self, calls: Sequence[CallForm]) -> None:
        """Set the columns of calls to other libraries: functions that repeat the calls, attributes, numbers, locals."""
        self.foreign = positions_where(not c.op.is_computed_here for c in calls)
        self.repeats = [id(calls[number].repeat) for number in self.foreign]
        self.foreign_attrs = [NumberedAttrs(calls[number].attrs) for number in self.foreign]
        counts = dict(zip(self.foreign, [each.count for each in self.foreign_attrs], strict=True))
        self.numbers: list[int] = []  # positions: in the values of calls, and behind them of numbers in attributes
        given, of_attrs = 0, len(self._forms)
        for number, call in enumerate(calls):
            self.numbers += [given + i for i, form in enumerate(call.inputs) if not form]
            given += len(call.inputs)
            count = counts.get(number, 0)
            self.numbers += range(of_attrs, of_attrs + count)
            of_attrs += count
        called = [c.called for c in calls]
        self.functions = positions_where(not isinstance(each, LocalsForm) for each in called)
        self.function_ids = [id(called[number]) for number in self.functions]
        self.with_locals = positions_where(isinstance(each, LocalsForm) for each in called)
        of_calls = [each.frames for each in called if isinstance(each, LocalsForm)]
        self.frame_counts = [len(frames) for frames in of_calls]
        self.frames = [*chain.from_iterable(of_calls)]
        self.local_names = [([name for name, _ in bound], left) for _, bound, left in self.frames]

    def _set_callers(self, structure: StepStructure) -> None:
        callers = [c.caller for c in structure.calls] + [r.caller for r in structure.returned] + [structure.end[0]]
        self.positions = [p and (id(p[0]), p[1]) for p, _ in callers]
        users = [*(user for _, user in callers), *(user for user, _, _ in self.frames)]
        self.without_user = positions_where(user is None for user in users)
        self.with_user = positions_where(user is not None for user in users)
        distinct = {id(user): user for user in users if user is not None}
        numbers = {key: number for number, key in enumerate(distinct)}
        self.user_calls = [*distinct.values()]
        self.users = IdentityPattern([numbers[id(users[i])] for i in self.with_user], len(distinct))

    def _set_objects(self, structure: StepStructure, helds: Sequence[HeldChange]) -> None:
        calls, forms = structure.calls, self._forms
        self.without_tensor = [held.tensor is None for held in helds]
        self.dead_tensors = positions_where(held.tensor is not None and held.tensor < 0 for held in helds)
        self.held_tensors = positions_where(held.tensor is not None and held.tensor >= 0 for held in helds)
        self.with_node = positions_where(c.node is not None for c in calls)
        self.edge_counts = [len(calls[number].edges) for number in self.with_node]
        edges = [*chain.from_iterable(calls[number].edges for number in self.with_node)]
        edges += [calls[number].edge for number in self.sums]
        self.are_node_edges = [isinstance(edge, tuple) for edge in edges]
        self.no_edges = positions_where(edge is None for edge in edges)
        self.leaf_edges = positions_where(isinstance(edge, int) for edge in edges)
        self.node_edges = positions_where(self.are_node_edges)
        self.edge_positions = [edges[position][1] for position in self.node_edges]
        self.tensor_values = positions_where(_is_tensor(form) for form in forms)
        tensors = [forms[position][0] for position in self.tensor_values]
        tensors += [held.tensor for held in helds if held.tensor is not None and held.tensor >= 0]
        tensors += [edges[position] for position in self.leaf_edges]
        self.tensors = IdentityPattern(tensors, len(structure.tensors))
        self.names = [(form.name, None if form.edge is None else form.edge[1]) for form in structure.tensors]
        nodes = [form.node for form in calls if form.node is not None]
        nodes += [edges[position][0] for position in self.node_edges]
        nodes += [form.edge[0] for form in structure.tensors if form.edge is not None]
        self.nodes = IdentityPattern(nodes, len(structure.nodes))
        self.node_keys = [
            (op.name if op.opaque else id(op), position and (id(position[0]), position[1]))
            for op, position in structure.nodes
        ]

    def _set_arrays(self, structure: StepStructure, helds: Sequence[HeldChange]) -> None:
        forms = self._forms
        self.array_values = positions_where(bool(form) and form[0] != "value" for form in forms)
        self.plain_arrays = [position for position in self.array_values if len(forms[position]) == 1]
        self.of_plain_arrays = positions_where(len(forms[position]) == 1 for position in self.array_values)
        found = [forms[position][-1] for position in self.array_values]
        found += [held.array for held in helds]
        found += [held.gradient for held in helds]
        found += [write.owner for write in self._written]
        found += [write.slot for write in self.writes]
        found += [write.target for write in self.writes]
        found += [slot for each in self._copies for slot in (each.slot, each.of)]
        found += [slot for each in structure.returned for _, slot in (*each.given, *each.made)]
        found += [slot for _, bound, _ in self.frames for _, slot in bound]
        self.held_values = positions_where(form.slot >= 0 for form in structure.tensors)
        self.other_held_values = positions_where(form.slot < 0 for form in structure.tensors)
        found += [structure.tensors[position].slot for position in self.held_values]
        self.no_arrays = positions_where(slot < 0 for slot in found)
        self.any_arrays = positions_where(slot >= 0 for slot in found)
        found = [found[position] for position in self.any_arrays]
        self.view_positions = [found.index(view.slot) for view in self.views if view.slot in found]
        self.slots = IdentityPattern([*found, *(view.owner for view in self.views)], structure.slots)

    def _set_sources(self, structure: StepStructure, encoded: EncodedStep) -> None:
        made = [each[-1] for form in structure.calls if form.means for each in form.made or () if each[0] != "value"]
        made = [slot for slot in made if slot >= 0]
        self.made_slots = [*dict.fromkeys(made)]
        self.sizes = [*structure.sizes]
        self.small = [slot for slot in made if self.sizes[slot] <= SMALL]  # parts of the checksum
        computed = ((number, form) for number, form in enumerate(structure.calls) if form.means)
        results = [(number, each[-1]) for number, form in computed for each in form.made or () if each[0] != "value"]
        self.small_results = [(number, slot) for number, slot in results if slot >= 0 and self.sizes[slot] <= SMALL]
        self.layouts: Mapping[int, Any] = {slot: tuple(layout) for slot, *layout in structure.layouts}
        self.sources = [slot for slot, _, _ in encoded.sources]
        self.sources_before = [slot for slot in self.sources if slot not in self.layouts]
        written = {each.stored for each in self.writes if each.slot < 0}
        self.stored = len(self.layouts) + len(written)
        self.places = [place for place in range(self.stored) if place not in written]
        self.owners = OwnerPattern(encoded.arrays) if self.foreign else None
        known = {slot for slot, is_stored, _ in encoded.sources if not is_stored}
        self.made_memories = [slot for slot in encoded.memories.values() if slot not in known]
        read = [each.of for each in structure.events if isinstance(each, ResultMemory)]
        self.read_memories = [slot for slot in read if slot in known]  # from before the step, as a whole


class OwnerPattern:
    """Pattern of shared memory: the groups of arrays in a step that share memory with each other."""

    def __init__(self, arrays: Sequence[Any]) -> None:
        objects = [*arrays, *map(owner_of, arrays)]
        numbers = {key: number for number, key in enumerate(dict.fromkeys(map(id, objects)))}
        self._pattern = IdentityPattern([numbers[id(each)] for each in objects], len(numbers))

    def fits(self, arrays: Sequence[Any], owners: Sequence[Any]) -> bool:
        """Return True if other arrays share memory with each other in the same way as the arrays of this pattern.

        `owners` are the arrays that own their memory.
        """
        return self._pattern.objects([*arrays, *owners]) is not None


class NumberedAttrs:
    """The attributes of a call to another library, without their numbers, because numbers can differ between steps."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self._attrs, self._names, self._values = attrs, [*attrs], [*attrs.values()]
        self.is_empty = not attrs
        self._has_lists = any(isinstance(value, list | dict) for value in self._values)
        self.count = marks_in(attrs)

    def numbers(self, attrs: Mapping[str, Any]) -> Sequence[complex] | None:
        """Return the numbers in the attributes of another call.

        The result is None if the attributes of the two calls differ in more than their numbers.
        """
        if [*attrs] != self._names:
            return None
        if self._has_lists:
            return numbers_of(attrs) if without_numbers(attrs) == self._attrs else None
        values = [*attrs.values()]
        others = [OwnNumber.NUMBER if type(value) in NUMBERS else value for value in values]
        return [value for value in values if type(value) in NUMBERS] if others == self._values else None


class KnownAttrs:
    """The attributes of a call, with a fast method to compare them with other attributes."""

    def __init__(self, attrs: Mapping[str, Any]) -> None:
        self._attrs = attrs
        self._types = [*map(type, attrs.values())]
        # equal values of the same type are alike
        self._is_plain = all(
            v is None or type(v) in (int, str, bool) or (type(v) is float and v != 0) for v in attrs.values()
        )
        self._text = "" if self._is_plain or not has_exact_text(attrs) else repr(attrs)

    def is_same(self, attrs: Mapping[str, Any]) -> bool:
        """Return True if every kernel treats the attributes `attrs` in the same way as the known attributes."""
        if self._is_plain:
            return attrs == self._attrs and [*map(type, attrs.values())] == self._types
        if self._text and repr(attrs) == self._text and [*map(type, attrs.values())] == self._types:
            return True
        return are_same(attrs, self._attrs)


def has_exact_text(value: Any) -> bool:
    """Return True for numbers, texts, and containers of numbers and texts, which are equal if their reprs are equal."""
    if type(value) is dict:
        return all(type(name) is str for name in value) and all(map(has_exact_text, value.values()))
    if type(value) in (tuple, list):
        return all(map(has_exact_text, value))
    return value is None or type(value) in (int, float, bool, str)


def are_same(value: Any, known: Any) -> bool:
    """Return True if every kernel treats two values in the same way."""
    if type(value) is tuple and type(known) is tuple and len(value) == len(known):
        return all(map(are_same, value, known))
    if type(value) is dict and type(known) is dict and len(value) == len(known):
        return all(
            k is o or k == o for k, o in zip(value, known, strict=True)
        ) and all(map(are_same, value.values(), known.values()))  # fmt: skip
    if value is known and isinstance(value, bool | int | float | str | None):
        return True
    return frozen(value) == frozen(known)


def _is_tensor(form: tuple[Any, ...]) -> bool:
    return len(form) == 2 and form[0] != "value"


def _kind(event: HeldChange | Write | OwnWrite | Copy) -> str | type:
    """Return the type of a change. For a change of the array of a named Tensor, return the name of the Tensor."""
    return event.name if isinstance(event, HeldChange) else CopiedArray if isinstance(event, Copy) else WrittenArray
