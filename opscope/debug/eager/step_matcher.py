"""Matches the logged calls of a step with a known structure, in one pass, so that equal steps are encoded at low cost.

The result is the same as the encoder's, or None: then the encoder finds out how the step differs.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from opscope.core.source import UserCall
from opscope.debug.eager.condensed_step import CallForm, Copy, HeldChange, StepStructure, View, Write, node_key
from opscope.debug.eager.logged_calls import LoggedCalls
from opscope.debug.eager.step_encoder import (
    OWN_MEMORY,
    SMALL,
    EncodedStep,
    KnownArrays,
    NotCertainError,
    Store,
    frozen,
    is_plain,
)
from opscope.debug.eager.tensor_states import have_same_bits
from opscope.eager.array_versions import WrittenArray
from opscope.eager.held_arrays import Held
from opscope.eager.op_call_log import Caller, LoggedCall, ReturnedCall
from opscope.eager.op_calls import GRADIENT_SUM, SET_VALUE
from opscope.eager.tape import Tracked
from opscope.eager.tensor_memory import address, owner_of


class _DiffersError(Exception):
    """Raised where a step differs from the structure."""


class StructureSlots:
    """The origins of a structure's slots: views and copies by slot; `sources` are filled before the step."""

    def __init__(self, structure: StepStructure) -> None:
        events = structure.events
        self.changes = [each for each in events if isinstance(each, HeldChange | Write)]
        self.views = {each.slot: each for each in events if isinstance(each, View)}
        self.copies = {each.slot: each for each in events if isinstance(each, Copy)}
        filled = {*self.views, *self.copies}
        for form in structure.calls:
            given = {each[-1] for each in form.inputs if each and each[0] != "value"}
            made = (each[-1] for each in form.made or () if form.means and each[0] != "value")
            filled.update(slot for slot in made if slot not in given)
        self.layouts: Mapping[int, Any] = {slot: tuple(layout) for slot, *layout in structure.layouts}
        self.sources = [slot for slot in range(structure.slots) if slot not in filled]
        written = {each.stored for each in self.changes if isinstance(each, Write) and each.slot < 0}
        self.count = len(self.layouts) + len(written)
        self.places = [place for place in range(self.count) if place not in written]


class StepMatcher:
    """A comparison of a step with a structure, up to the first difference."""

    def __init__(
        self, structure: StepStructure, origins: StructureSlots, logged: LoggedCalls, before: KnownArrays | None,
        store: Store,
    ) -> None:  # fmt: skip
        self._structure, self._origins, self._logged, self._before = structure, origins, logged, before
        self._store = store
        self._base = logged.writes.first
        self._arrays: list[Any] = [None] * structure.slots
        self._tensors: list[Any] = [None] * len(structure.tensors)
        self._nodes: list[Any] = [None] * len(structure.nodes)
        self._users: dict[int, UserCall] = {}  # by id of a call of the step: the call in the structure
        self._numbers: list[complex] = []
        self._stored: list[Any] = [None] * origins.count
        self._copies = dict(origins.copies)  # the copies that were not compared yet
        self._checksum = 0

    def match(self) -> EncodedStep | None:
        """Return the step in this structure; None if it differs, or is not certain to be reproducible."""
        try:
            return self._match()
        except (_DiffersError, NotCertainError):
            return None

    def _match(self) -> EncodedStep:
        structure, logged = self._structure, self._logged
        initial = logged.writes.initial
        _require(len(logged.calls) == len(structure.calls) and len(initial) == len(structure.initial))
        _require(logged.end is not None and len(logged.returned) == len(structure.returned))
        for held, form in zip(initial.values(), structure.initial, strict=True):
            self._held(held, min(held.number, 0), form)
        for call, form in zip(logged.calls, structure.calls, strict=True):
            self._call(call, form)
        self._changes()
        for found, form in zip(logged.returned, structure.returned, strict=True):
            self._returned(found, form)
        caller, end = logged.end or ((None, None), 0)
        _require(end - self._base == structure.end[1])
        self._caller(caller, structure.end[0])
        for tensor, form in zip(self._tensors, structure.tensors, strict=True):
            self._tensor_form(tensor, form)
        slots = self._slots()
        for tensor, form in zip(self._tensors, structure.tensors, strict=True):
            _require(form.slot >= 0 or id(tensor._value) not in slots)
        self._nodes_and_users()
        sources = self._sources(slots)
        self._sum_small_results()
        if not self._checksum:
            raise NotCertainError("no checksum")
        return EncodedStep(sources, self._stored, self._numbers, self._checksum, slots, self._arrays)

    # --- calls --------------------------------------------------------------------------------------

    def _call(self, call: LoggedCall, form: CallForm) -> None:
        (
            op, means, inputs, made, attrs, node, edges, edge, partial, phase, updating, depth, caller, called, layer,
            result_name, writes, until,
        ) = form  # fmt: skip
        base, outputs = self._base, call.outputs
        if (
            (call.op is not op and not (op.opaque and call.op.opaque and call.op.name == op.name))
            or call.depth != depth or call.phase != phase or call.updating != updating or call.partial != partial
            or call.called is not called or call.result_name != result_name or call.log_ended
            or call.writes - base != writes or (outputs is None) != (made is None)
            or (call.layer is None) != (layer is None) or len(call.inputs) != len(inputs)
        ):  # fmt: skip
            raise _DiffersError
        if layer is not None and call.layer is not None:
            _require(call.layer is layer or call.layer.path == layer.path)
        self._values(call.inputs, call.arrays, inputs, True)
        if outputs is not None and made is not None:
            _require(call.writes_until - base == until and len(outputs) == len(made))
            self._values(outputs, call.made, made, False)
            if means:
                _require(all(array is None or is_plain(array) for array in call.made))
        if op is GRADIENT_SUM:
            self._edge(call.attrs["edge"], edge)
        elif op is not SET_VALUE and not op.opaque:
            _require(_are_same(call.attrs, attrs))
        if node is not None or call.node is not None:
            self._node(call, node, edges)
        self._caller(call.caller, caller)

    def _values(self, values: Any, arrays: Any, forms: tuple[tuple[Any, ...], ...], may_be_number: bool) -> None:
        known = self._arrays
        for value, array, form in zip(values, arrays, forms, strict=True):
            if not form:
                _require(type(value) in (int, float, complex))
                self._numbers.append(value)
                continue
            if form[0] == "value":
                _require(not isinstance(value, Tracked | np.ndarray | np.generic))
                _require(not (may_be_number and type(value) in (int, float, complex)) and _are_same(value, form[1]))
                continue
            if len(form) == 2:
                self._tensor(value, form[0])
            elif not isinstance(value, np.ndarray | np.generic):
                raise _DiffersError
            slot = form[-1]
            if slot < 0 or array is None or known[slot] is not array:
                self._fill(slot, array)

    def _fill(self, slot: int, array: Any) -> None:
        if slot < 0 or array is None:
            _require(slot < 0 and array is None)
        elif self._arrays[slot] is None:
            self._arrays[slot] = array
        else:
            _require(self._arrays[slot] is array)

    def _tensor(self, value: Any, number: int) -> None:
        known = self._tensors[number]
        if known is value:
            return
        if known is not None or not isinstance(value, Tracked):
            raise _DiffersError
        self._tensors[number] = value

    def _node(self, call: LoggedCall, number: int | None, edges: tuple[Any, ...]) -> None:
        node = call.node
        if node is None or number is None or len(node.edges) != len(edges):
            raise _DiffersError
        self._place_node(node, number)
        for found, form in zip(node.edges, edges, strict=True):
            self._edge(found, form)

    def _place_node(self, node: Any, number: int) -> None:
        known = self._nodes[number]
        if known is None:
            self._nodes[number] = node
        else:
            _require(known is node)

    def _edge(self, edge: Any, form: Any) -> None:
        if edge is None or form is None:
            _require(edge is None and form is None)
        elif isinstance(form, int):
            self._tensor(edge, form)
        elif type(edge) is not tuple or edge[1] != form[1]:
            raise _DiffersError
        else:
            self._place_node(edge[0], form[0])

    # --- callers ------------------------------------------------------------------------------------

    def _caller(self, caller: Caller, form: Caller) -> None:
        position, user = caller
        if position is None or form[0] is None:
            _require(position is form[0])
        else:
            _require(position[0] is form[0][0] and position[1] == form[0][1])
        if user is None or form[1] is None:
            _require(user is form[1])
        elif self._users.get(id(user)) is not form[1]:
            self._user(user, form[1])

    def _user(self, user: UserCall | None, form: UserCall | None) -> None:
        if user is None or form is None:
            _require(user is form)
            return
        known = self._users.get(id(user))
        if known is not None:
            _require(known is form)
            return
        _require(user.code is form.code and (user.below, user.called_at) == (form.below, form.called_at))
        self._user(user.outer, form.outer)
        self._users[id(user)] = form

    def _returned(self, call: ReturnedCall, form: Any) -> None:
        _require(call.until == form.until and call.length == form.length)
        self._caller(call.caller, form.caller)
        for found, forms in ((call.given, form.given), (call.made, form.made)):
            _require(len(found) == len(forms))
            for (path, array), (known, slot) in zip(found.items(), forms, strict=True):
                _require(path == known)
                self._fill(slot, array)

    # --- changes ------------------------------------------------------------------------------------

    def _changes(self) -> None:
        forms = iter(self._origins.changes)
        for change in self._logged.changes():
            form = next(forms, None)
            if isinstance(change, Held):
                self._held(change, change.number - self._base, form)
            else:
                self._write(change, form)
        _require(next(forms, None) is None and not self._copies)

    def _held(self, held: Held, number: int, form: Any) -> None:
        if type(form) is not HeldChange or number != form.number or held.name != form.name:
            raise _DiffersError
        _, _, tensor, array, gradient = form
        if held.tensor is None or tensor is None:
            _require(held.tensor is None and tensor is None)
        elif (found := held.tensor()) is None or tensor < 0:
            _require(found is None and tensor < 0)
        else:
            self._tensor(found, tensor)
        self._fill(array, held.array)
        if gradient in self._copies:
            self._copy(self._copies.pop(gradient), held.gradient, max(held.number, self._base))
        self._fill(gradient, held.gradient)

    def _copy(self, copy: Copy, gradient: Any, count: int) -> None:
        """Compare a gradient with the result that it is a copy of."""
        if not is_plain(gradient) or self._slot_before(gradient) is not None:
            raise _DiffersError
        made, then = self._elements(self._arrays[copy.of], count), self._elements(gradient, self._base)
        _require(made.strides == then.strides)
        _require(have_same_bits(made + made.dtype.type(0) if copy.plus_zero else made, then))

    def _write(self, change: WrittenArray, form: Any) -> None:
        if type(form) is not Write or change.number - self._base != form.number:
            raise _DiffersError
        self._fill(form.owner, change.owner)
        then = self._logged.writes.array_then(change.owner, change.number + 1)
        if then is None:
            raise _DiffersError
        if form.slot < 0:
            self._stored[form.stored] = self._store(change.owner, then)
        else:
            _require(have_same_bits(self._elements(self._arrays[form.slot], change.number), then))

    def _elements(self, array: Any, count: int) -> Any:
        then: Any = self._logged.then(array, count)
        if then is None:
            raise _DiffersError
        return then

    # --- at the end ---------------------------------------------------------------------------------

    def _tensor_form(self, tensor: Any, form: Any) -> None:
        if tensor is None or tensor._name != form.name or (tensor._edge is None) != (form.edge is None):
            raise _DiffersError
        if tensor._edge is not None:
            self._place_node(tensor._edge[0], form.edge[0])
            _require(tensor._edge[1] == form.edge[1])
        if form.slot >= 0:
            _require(self._arrays[form.slot] is tensor._value)

    def _slots(self) -> dict[int, int]:
        """Return the slots by array. Two slots never have the same array, and every slot and Tensor was met."""
        for view in self._origins.views.values():
            self._fill(view.owner, owner_of(self._arrays[view.slot]))
        slots = dict(zip(map(id, self._arrays), range(len(self._arrays)), strict=True))
        _require(len(slots) == len(self._arrays) and id(None) not in slots)
        _require(len(set(map(id, self._tensors))) == len(self._tensors))
        return slots

    def _nodes_and_users(self) -> None:
        nodes = self._structure.nodes
        _require(len(set(map(id, self._nodes))) == len(nodes))
        for node, (op, position) in zip(self._nodes, nodes, strict=True):
            if node is None or node.op is not op or node.position is not position:
                _require(node is not None and node_key(node.op, node.position) == node_key(op, position))
        _require(len(set(map(id, self._users.values()))) == len(self._users))

    def _sources(self, slots: dict[int, int]) -> list[tuple[int, bool, int]]:
        views, layouts, places = self._origins.views, self._origins.layouts, iter(self._origins.places)
        found: list[tuple[int, bool, int]] = []
        for slot in self._origins.sources:
            array = self._arrays[slot]
            known = self._slot_before(array)
            if slot not in layouts:
                if known is None:
                    raise _DiffersError
                found.append((slot, False, known))
                continue
            _require(known is None and isinstance(array, np.ndarray | np.generic))
            _require((array.shape, array.strides, array.dtype) == layouts[slot])
            _require(not self._is_shared(array, slots))
            place = next(places)
            self._stored[place] = self._stored_array(array)
            found.append((slot, True, place))
        for slot, view in views.items():
            self._view(self._arrays[slot], view)
        return found

    def _slot_before(self, array: Any) -> int | None:
        return None if self._before is None else self._before.slot_of(array, lambda: self._elements(array, self._base))

    def _is_shared(self, array: Any, slots: dict[int, int]) -> bool:
        owner = owner_of(array)
        if owner is array:
            return False
        is_known = id(owner) in slots or self._slot_before(owner) is not None
        return is_known or owner.nbytes <= OWN_MEMORY * array.nbytes or self._logged.is_written(owner)

    def _stored_array(self, array: Any) -> Any:
        stored = self._store(array, self._elements(array, self._base))
        _require(stored.shape == array.shape and (isinstance(array, np.generic) or stored.strides == array.strides))
        return stored

    def _view(self, array: Any, view: View) -> None:
        owner = self._arrays[view.owner]
        if not isinstance(array, np.ndarray) or owner_of(array) is not owner or owner is array:
            raise _DiffersError
        _require(self._slot_before(array) is None)
        layout = address(array) - address(owner), array.shape, array.strides, array.dtype
        _require(layout == (view.offset, view.shape, view.strides, view.dtype))

    def _sum_small_results(self) -> None:
        checksum = 0
        for call, form in zip(self._logged.calls, self._structure.calls, strict=True):
            if form.means:
                for array in call.made:
                    if array is not None and array.nbytes <= SMALL:
                        checksum = zlib.crc32(self._elements(array, call.writes_until).tobytes(), checksum)
        self._checksum = checksum


def _require(condition: bool) -> None:
    if not condition:
        raise _DiffersError


def _are_same(value: Any, known: Any) -> bool:
    """Return True for values that are alike to every kernel."""
    if type(value) is tuple and type(known) is tuple and len(value) == len(known):
        return all(map(_are_same, value, known))
    if type(value) is dict and type(known) is dict and len(value) == len(known):
        return all(
            k is o or k == o for k, o in zip(value, known, strict=True)
        ) and all(map(_are_same, value.values(), known.values()))  # fmt: skip
    if value is known and isinstance(value, bool | int | float | str | None):
        return True
    return frozen(value) == frozen(known)
