"""Comparison of a step's logged calls with a known structure. The comparison goes column by column to take little time.

The result of a match is the same condensed step that the encoder would return; None if the step differs from the
structure. If the result is None, the encoder encodes the step.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from itertools import chain
from operator import is_
from typing import Any

import numpy as np

from opscope.core.frame_locals import FrameLocals, FunctionLocals
from opscope.core.source import UserCall
from opscope.debug.eager.condensed_step import View, Write
from opscope.debug.eager.identity_pattern import items_at
from opscope.debug.eager.logged_calls import LoggedCalls
from opscope.debug.eager.step_encoder import (
    OWN_MEMORY,
    SMALL,
    EncodedStep,
    KnownArrays,
    NotCertainError,
    Store,
    has_layout_of,
    is_assignment,
    is_plain,
)
from opscope.debug.eager.structure_columns import StructureColumns, are_same
from opscope.eager.array_versions import Change, CopiedArray, WrittenArray
from opscope.eager.held_arrays import Held
from opscope.eager.op_call_log import LoggedCall
from opscope.eager.tape import Tracked
from opscope.eager.tensor_memory import address, owner_of


class _DiffersError(Exception):
    """Raised if a step differs from the structure."""


class StepMatcher:
    """Comparison of a step with the columns of a structure; the comparison ends at the first difference."""

    def __init__(
        self, columns: StructureColumns, logged: LoggedCalls, before: KnownArrays | None, store: Store
    ) -> None:
        self._columns, self._structure = columns, columns.structure
        self._logged, self._before, self._store = logged, before, store
        self._base = logged.writes.first
        self._arrays: Sequence[Any] = ()
        self._owners: Sequence[Any] = ()  # of the memory of the arrays
        self._tensors: Sequence[Any] = ()
        self._written: set[int] = set()  # ids of arrays that the step has written to

    def match(self) -> EncodedStep | None:
        """Return the step as a condensed step of this structure.

        The result is None if the step has another structure, or if its results are perhaps not reproducible.
        """
        try:
            return self._match()
        except (_DiffersError, NotCertainError):
            return None

    def _match(self) -> EncodedStep:
        columns, logged = self._columns, self._logged
        calls, returned, initial = logged.calls, logged.returned, logged.initial
        changes = [*logged.changes()]
        caller, end = logged.end or ((None, None), -1)
        _require((len(calls), len(returned), len(initial), len(changes)) == columns.lengths)
        _require(end - self._base == self._structure.end[1])
        self._called = logged.called()
        self._calls(calls)
        self._changes(initial, changes)
        copies = [change for change in changes if type(change) is CopiedArray]
        _require([copy.plus_zero for copy in copies] == columns.pluses)
        _require([(each.until, each.length, *each.given, *each.made) for each in returned] == columns.returned)
        frames = self._foreign_calls(calls)
        callers = [*(call.caller for call in calls), *(each.caller for each in returned), caller]
        self._callers(callers, [each.call for each in frames])
        _require(columns.layers == [None if call.layer is None else call.layer.path for call in calls])
        helds = [*initial, *(change for change in changes if type(change) is Held)]
        self._objects(calls, helds)
        written = [change for change in changes if type(change) is WrittenArray]
        found = [array for each in returned for array in (*each.given.values(), *each.made.values())]
        found += chain.from_iterable(each.bound.values() for each in frames)
        owners = [change.owner for change in written]
        self._written = set(map(id, owners))
        writes = items_at(written, columns.write_positions)
        slots = self._slots(calls, helds, [*owners, *self._assigned(writes), *_of_copies(copies), *found])
        self._writes(writes)
        sources = self._sources(slots)
        checksum = self._checksum()
        if not checksum:
            raise NotCertainError("the step has no checksum")
        return EncodedStep(
            sources, self._stored, self._numbers, checksum, slots, [*self._arrays], self._memories(sources)
        )

    # --- columns ------------------------------------------------------------------------------------

    def _calls(self, calls: Sequence[LoggedCall]) -> None:
        columns, base = self._columns, self._base
        _require([c.op.name if c.op.opaque else c.op for c in calls] == columns.ops)
        _require([
            (c.depth, c.phase, c.updating, c.partial, c.result_name, c.log_ended, c.writes - base,
             -1 if c.outputs is None else c.writes_until - base, len(c.inputs),
             -1 if c.outputs is None else len(c.outputs), c.node is None)
            for c in calls
        ] == columns.facts)  # fmt: skip
        for attrs, expected in zip([calls[i].attrs for i in columns.with_attrs], columns.attrs, strict=True):
            _require(expected.is_same(attrs))
        _require(not any(calls[i].attrs for i in columns.without_attrs))
        made = (call.outputs for call in calls if call.outputs is not None)
        values = [*chain.from_iterable(call.inputs for call in calls), *chain.from_iterable(made)]
        for value, known in zip(items_at(values, columns.others), columns.other_values, strict=True):
            _require(are_same(value, known))
        self._values = values

    def _foreign_calls(self, calls: Sequence[LoggedCall]) -> list[FunctionLocals]:
        """Compare the additional data of calls to other libraries, and find the numbers in the attributes of the calls.

        Returns the local variables of the user's functions at the calls.
        """
        columns = self._columns
        numbers: list[complex] = []
        for i, repeat, attrs in zip(columns.foreign, columns.repeats, columns.foreign_attrs, strict=True):
            call = calls[i]
            given = call.attrs
            if given or not attrs.is_empty:
                own = attrs.numbers(given)
                _require(own is not None)
                numbers += own or ()
            _require(id(call.repeat) == repeat)
        self._numbers = items_at([*self._values, *numbers], columns.numbers)
        _require({int, float, complex}.issuperset(map(type, self._numbers)))
        _require([*map(id, items_at(self._called, columns.functions))] == columns.function_ids)
        found = items_at(self._called, columns.with_locals)
        _require(all(type(each) is FrameLocals for each in found))
        _require([len(each.frames) for each in found] == columns.frame_counts)
        frames = [*chain.from_iterable(each.frames for each in found)]
        _require([([*each.bound], each.left) for each in frames] == columns.local_names)
        return frames

    def _changes(self, initial: Sequence[Held], changes: Sequence[Change]) -> None:
        columns, base = self._columns, self._base
        _require([(min(held.number, 0), held.name) for held in initial] == columns.initial)
        _require([
            (each.number - base, each.name if type(each) is Held else type(each)) for each in changes
        ] == columns.changes)  # fmt: skip

    def _callers(self, callers: Sequence[Any], of_locals: Sequence[UserCall]) -> None:
        columns = self._columns
        _require([p and (id(p[0]), p[1]) for p, _ in callers] == columns.positions)
        users = [*(user for _, user in callers), *of_locals]
        _require(not any(items_at(users, columns.without_user)))
        distinct = columns.users.objects(items_at(users, columns.with_user))
        known: dict[int, UserCall] = {}
        for user, form in zip(_found(distinct), columns.user_calls, strict=True):
            _match_user(user, form, known)
        _require(len(set(map(id, known.values()))) == len(known))

    # --- Tensors, nodes, arrays ---------------------------------------------------------------------

    def _objects(self, calls: Sequence[LoggedCall], helds: Sequence[Held]) -> None:
        """Find the Tensors and the nodes of the tape, and compare the known facts about these objects."""
        columns = self._columns
        tensors = [held.tensor for held in helds]
        _require([tensor is None for tensor in tensors] == columns.without_tensor)
        held = [tensor and tensor() for tensor in tensors]
        _require(not any(tensor is not None for tensor in items_at(held, columns.dead_tensors)))
        nodes = [calls[i].node for i in columns.with_node]
        edges = [*chain.from_iterable(node.edges for node in nodes if node is not None)]
        _require([len(node.edges) for node in nodes if node is not None] == columns.edge_counts)
        edges += [calls[i].attrs["edge"] for i in columns.sums]
        _require([type(edge) is tuple for edge in edges] == columns.are_node_edges)
        _require(not any(edge is not None for edge in items_at(edges, columns.no_edges)))
        leaves, made = items_at(edges, columns.leaf_edges), items_at(edges, columns.node_edges)
        found = _found(columns.tensors.objects(
            [*items_at(self._values, columns.tensor_values), *items_at(held, columns.held_tensors), *leaves]
        ))  # fmt: skip
        _require(all(issubclass(kind, Tracked) for kind in {*map(type, found)}))
        own = [tensor._edge for tensor in found]
        _require([(t._name, None if e is None else e[1]) for t, e in zip(found, own, strict=True)] == columns.names)
        _require([edge[1] for edge in made] == columns.edge_positions)
        of_tensors = [edge[0] for edge in own if edge is not None]
        all_nodes = _found(columns.nodes.objects([*nodes, *(edge[0] for edge in made), *of_tensors]))
        _require([
            (n.op.name if n.op.opaque else id(n.op), n.position and (id(n.position[0]), n.position[1]))
            for n in all_nodes
        ] == columns.node_keys)  # fmt: skip
        self._tensors = found

    def _slots(self, calls: Sequence[LoggedCall], helds: Sequence[Held], others: Sequence[Any]) -> dict[int, int]:
        """Find the arrays of the step. Returns the slots of the arrays by their ids."""
        columns = self._columns
        made = (call.made for call in calls if call.outputs is not None)
        arrays = [*chain.from_iterable(call.arrays for call in calls), *chain.from_iterable(made)]
        arrays = items_at(arrays, columns.array_values)
        values = items_at(self._values, columns.plain_arrays)
        _require(all(map(is_, values, items_at(arrays, columns.of_plain_arrays))))
        _require(all(issubclass(kind, np.ndarray | np.generic) for kind in {*map(type, values)}))
        arrays += [held.array for held in helds]
        arrays += [held.gradient for held in helds]
        arrays += others
        held = [tensor._value for tensor in self._tensors]
        arrays += items_at(held, columns.held_values)
        _require(not any(array is not None for array in items_at(arrays, columns.no_arrays)))
        arrays = items_at(arrays, columns.any_arrays)
        arrays += [owner_of(arrays[position]) for position in columns.view_positions]
        found = self._arrays = _found(columns.slots.objects(arrays))
        kinds = {*map(type, items_at(found, columns.made_slots))}
        _require(all(kind is np.ndarray or issubclass(kind, np.generic) for kind in kinds))
        slots = dict(zip(map(id, found), range(len(found)), strict=True))
        _require(slots.keys().isdisjoint(map(id, items_at(held, columns.other_held_values))))
        self._owners = owners = [*map(owner_of, found)]
        _require(columns.owners is None or columns.owners.fits(found, owners))
        return slots

    def _assigned(self, writes: Sequence[WrittenArray]) -> list[Any]:
        """Return the source array of each write, and then the target of each write.

        A source is None if the write assigns stored elements. A target is None if the write assigns to the whole
        memory.
        """
        forms = self._columns.writes
        sources = [None if form.slot < 0 else write.source for write, form in zip(writes, forms, strict=True)]
        _require(all(
            (write.target is write.owner) == (form.target < 0)
            for write, form in zip(writes, forms, strict=True) if form.slot >= 0
        ))  # fmt: skip
        return sources + [None if form.target < 0 else write.target for write, form in zip(writes, forms, strict=True)]

    def _writes(self, writes: Sequence[WrittenArray]) -> None:
        """Compare the elements of arrays that were written to."""
        self._stored: list[Any] = [None] * self._columns.stored
        for change, form in zip(writes, self._columns.writes, strict=True):
            self._write(change, form)

    def _write(self, change: WrittenArray, form: Write) -> None:
        then = self._logged.writes.array_then(change.owner, change.number + 1)
        if then is None:
            raise _DiffersError
        if form.slot < 0:
            self._stored[form.stored] = self._store(change.owner, then)
        else:
            _require(is_plain(change.source))
            _require(is_assignment(change, self._elements(change.source, change.number), then))

    def _elements(self, array: Any, count: int) -> Any:
        then: Any = self._logged.then(array, count)
        if then is None:
            raise _DiffersError
        return then

    # --- sources ------------------------------------------------------------------------------------

    def _sources(self, slots: Mapping[int, int]) -> list[tuple[int, bool, int]]:
        columns = self._columns
        layouts, places = columns.layouts, iter(columns.places)
        slots_before = self._slots_before(columns.sources_before)
        found: list[tuple[int, bool, int]] = []
        for slot in columns.sources:
            if slot in slots_before:
                found.append((slot, False, slots_before[slot]))
                continue
            array = self._arrays[slot]
            _require(self._slot_before(array) is None and isinstance(array, np.ndarray | np.generic))
            _require((array.shape, array.strides, array.dtype) == layouts[slot])
            _require(not self._is_shared(array, slots))
            place = next(places)
            self._stored[place] = self._stored_array(array)
            found.append((slot, True, place))
        for view in columns.views:
            self._view(self._arrays[view.slot], view)
        return found

    def _slots_before(self, slots: Sequence[int]) -> dict[int, int]:
        """Return, for each of some slots, the slot that the same array has after the previous step.

        Raises _DiffersError if an array has no slot in the previous step.
        """
        if not slots:
            return {}
        before, arrays = self._before, items_at(self._arrays, slots)
        found = None if before is None else before.slots_of(arrays, lambda array: self._elements(array, self._base))
        if before is None or found is None:
            raise _DiffersError
        for array, owner in zip(arrays, items_at(self._owners, slots), strict=True):
            _require(owner is array or not self._logged.is_written(owner) or before.has_memory(owner))
        return dict(zip(slots, found, strict=True))

    def _memories(self, sources: Sequence[tuple[int, bool, int]]) -> dict[int, int]:
        """Return the slots of arrays that own their memory, by array id.

        Raises _DiffersError if the step reads memory without a slot.
        """
        columns, owners, before = self._columns, self._owners, self._before
        if columns.owners is None:
            return {}
        found: dict[int, int] = {}
        for slot, is_stored, _ in sources:
            owner = owners[slot]
            if before is not None and not is_stored and before.part_of(owner) is not None:
                found.setdefault(id(owner), slot)
        _require(found.keys() >= {id(owners[slot]) for slot in columns.read_memories})
        return found | {id(owners[slot]): slot for slot in columns.made_memories}

    def _slot_before(self, array: Any) -> int | None:
        """Return the slot of an array after the previous step, unless this step writes to the array's memory."""
        before = self._before
        slot = None if before is None else before.slot_of(array, lambda: self._elements(array, self._base))
        if before is None or slot is None or (owner := owner_of(array)) is array:
            return slot
        return slot if before.has_memory(owner) or not self._logged.is_written(owner) else None

    def _is_shared(self, array: Any, slots: Mapping[int, int]) -> bool:
        owner = owner_of(array)
        if owner is array:
            return False
        is_known = id(owner) in slots or self._slot_before(owner) is not None
        return is_known or owner.nbytes <= OWN_MEMORY * array.nbytes or self._logged.is_written(owner)

    def _stored_array(self, array: Any) -> Any:
        stored = self._store(array, self._elements(array, self._base))
        _require(has_layout_of(array, stored))
        return stored

    def _view(self, array: Any, view: View) -> None:
        owner = self._arrays[view.owner]
        if not isinstance(array, np.ndarray) or owner_of(array) is not owner or owner is array:
            raise _DiffersError
        _require(self._slot_before(array) is None)
        layout = address(array) - address(owner), array.shape, array.strides, array.dtype
        _require(layout == (view.offset, view.shape, view.strides, view.dtype))

    def _checksum(self) -> int:
        columns, calls, owners, written = self._columns, self._logged.calls, self._owners, self._written
        if [array.nbytes for array in self._arrays] == columns.sizes:
            small = items_at(self._arrays, columns.small)
            return zlib.crc32(b"".join([
                (array if id(owners[slot]) not in written else self._elements(array, calls[i].writes_until)).tobytes()
                for array, (i, slot) in zip(small, columns.small_results, strict=True)
            ]))  # fmt: skip
        checksum = 0
        for number in self._columns.computed:
            call = self._logged.calls[number]
            for array in call.made:
                if array is not None and array.nbytes <= SMALL:
                    checksum = zlib.crc32(self._elements(array, call.writes_until).tobytes(), checksum)
        return checksum


def _match_user(user: UserCall | None, form: UserCall | None, known: dict[int, UserCall]) -> None:
    if user is None or form is None:
        _require(user is form)
    elif id(user) in known:
        _require(known[id(user)] is form)
    else:
        _require(user.code is form.code and (user.below, user.called_at) == (form.below, form.called_at))
        _match_user(user.outer, form.outer, known)
        known[id(user)] = form


def _found(objects: Sequence[Any] | None) -> Sequence[Any]:
    if objects is None:
        raise _DiffersError
    return objects


def _of_copies(copies: Sequence[CopiedArray]) -> list[Any]:
    _require(all(is_plain(copy.array) and is_plain(copy.of) for copy in copies))
    return [array for copy in copies for array in (copy.array, copy.of)]


def _require(condition: bool) -> None:
    if not condition:
        raise _DiffersError
