"""Encoder that converts the logged calls of a step to a condensed step, which contains no computed values.

The log contains the source array of each copy and of each write. A write counts as an assignment of its source array
only if the written memory then has the same bits as the source array.
"""

from __future__ import annotations

import weakref
import zlib
from collections.abc import Callable, Collection, Sequence
from operator import is_
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from opscope.core.checks.sample_checksum import sample_checksum
from opscope.core.dtype import DType
from opscope.core.frame_locals import FrameLocals
from opscope.core.layer_calls import LayerCall
from opscope.debug.eager.attribute_numbers import numbers_of, without_numbers
from opscope.debug.eager.condensed_step import (
    CallForm,
    Copy,
    Event,
    HeldChange,
    LocalsForm,
    Means,
    NotCertainError,
    OwnNumber,
    OwnWrite,
    ResultMemory,
    ReturnForm,
    StepStructure,
    TensorForm,
    View,
    Write,
    node_key,
)
from opscope.debug.eager.logged_calls import LoggedCalls
from opscope.debug.eager.tensor_states import have_same_bits
from opscope.eager.array_versions import Change, CopiedArray, WrittenArray
from opscope.eager.held_arrays import Held
from opscope.eager.op_call_log import LoggedCall, ReturnedCall
from opscope.eager.op_calls import GRADIENT_SUM, SET_VALUE
from opscope.eager.pylayer import opaque_op
from opscope.eager.tape import TapeNode, Tracked
from opscope.eager.tensor_memory import address, owner_of, view_like
from opscope.eager.watch import USER_WRITES
from opscope.ops.registry import REGISTRY, Attrs, Op

T = TypeVar("T")
SMALL = 1024  # maximum size in bytes of a result that is part of the checksum
OWN_MEMORY = 4  # a view is stored alone if its memory is this many times as large

_EVENTS: dict[str, Callable[..., Event]] = {
    "held": HeldChange, "write": Write, "own write": OwnWrite, "memory": ResultMemory, "copy": Copy, "view": View,
}  # fmt: skip

Form = tuple[Any, ...]  # a part of the key
Store = Callable[[Any, Any], Any]  # (an array, its elements then) -> the stored elements
_DATA = (bool, int, float, list, tuple)  # what becomes an array when it is assigned
_PLAIN = (bool, int, float, complex, str, type(None), type(...), np.dtype, DType, OwnNumber)


class KnownArrays:
    """The arrays that still exist after a step, with their slots.

    `samples` are the checksums of arrays to which no write is known, by slot. `memories` maps the ids of arrays to
    slots. An array in `memories` owns the memory of a slot, but has no slot itself. The list `kept` only keeps its
    objects in memory.
    """

    def __init__(
        self, slots: dict[int, int], arrays: list[Any], until: int, samples: dict[int, int], memories: dict[int, int],
        kept: list[Any],
    ) -> None:  # fmt: skip
        self.until, self.samples = until, samples
        self._slots, self._memories, self._kept = slots, memories, kept  # by id
        try:
            self._references: list[Callable[[], Any]] = [*map(weakref.ref, arrays)]
        except TypeError:  # a number of NumPy
            self._references = [weakref.ref(a) if isinstance(a, np.ndarray) else lambda a=a: a for a in arrays]

    def slot_of(self, array: Any, elements: Callable[[], Any]) -> int | None:
        """Return the slot that an array has after the step.

        Returns None if the array did not exist after the step, or if the `elements` of the array changed before the
        next step.
        """
        slot = self._slots.get(id(array))  # an array that is gone may have had the same id
        if slot is None or self._references[slot]() is not array:
            return None
        sample = self.samples.get(slot)
        return slot if sample is None or sample == sample_checksum(elements()) else None

    def slots_of(self, arrays: Sequence[Any], elements: Callable[[Any], Any]) -> list[int] | None:
        """Return the slots of arrays.

        The result is None if an array has no slot, or if its `elements` changed before the next step.
        """
        slots = [self._slots.get(key, -1) for key in map(id, arrays)]
        if -1 in slots:
            return None
        references = self._references
        if not all(map(is_, arrays, [references[slot]() for slot in slots])):
            return None
        sampled = self.samples.keys() & slots
        if sampled and any(
            slot in sampled and self.samples[slot] != sample_checksum(elements(array))
            for slot, array in zip(slots, arrays, strict=True)
        ):
            return None
        return slots

    def array(self, slot: int) -> Any:
        """Return the array of a slot; the array must still exist."""
        return self._references[slot]()

    def part_of(self, owner: Any) -> Any:
        """Return an array that has a slot and is a view of the memory of `owner`, if `owner` itself has no slot.

        The result is None if there is no such array.
        """
        slot = self._memories.get(id(owner))
        part = None if slot is None else self._references[slot]()
        return part if part is not None and owner_of(part) is owner else None

    def has_memory(self, owner: Any) -> bool:
        """Return True if the whole memory of an array already existed at the end of the step."""
        slot = self._slots.get(id(owner))
        return (slot is not None and self._references[slot]() is owner) or self.part_of(owner) is not None


def has_layout_of(array: Any, stored: Any) -> bool:
    """Return True if stored elements have the shape and strides of an array; strides of empty arrays do not matter."""
    return stored.shape == array.shape and (
        isinstance(array, np.generic) or stored.strides == array.strides or not array.size
    )


class EncodedStep(NamedTuple):
    """The data of an encoded step, the arrays in the slots of the step, and the slots by the ids of the arrays."""

    sources: Sequence[tuple[int, bool, int]]
    stored: Sequence[Any]
    numbers: Sequence[complex]
    checksum: int
    slots: dict[int, int]
    arrays: list[Any]
    memories: dict[int, int]


class Numbered(Generic[T]):
    """Numbers of objects, in the order of their first use.

    Two objects have equal numbers only if they are the same object.
    """

    def __init__(self) -> None:
        self.listed: list[T] = []
        self._numbers: dict[int, int] = {}

    def number(self, each: T) -> int:
        """Return the number of an object."""
        found = self._numbers.get(id(each))
        if found is None:
            found = self._numbers[id(each)] = len(self.listed)
            self.listed.append(each)
        return found


class StepEncoder:
    """Encoder that converts a step to a condensed step, in one pass over the calls of the step.

    `key` is the key of the structure: steps with equal keys differ only in the elements of arrays. `before` are the
    arrays that exist after the previous step; None at the beginning of a stretch.
    """

    def __init__(self, logged: LoggedCalls, before: KnownArrays | None, store: Store) -> None:
        assert logged.end is not None
        self.logged, self.before, self._store = logged, before, store
        self.base = logged.writes.first
        self.slots: dict[int, int] = {}  # by id of the array
        self.arrays: list[Any] = []  # by slot
        self.sources: list[tuple[int, bool, int]] = []
        self.stored: list[Any] = []
        self.numbers: list[complex] = []
        self.checksum = 0
        self._external: list[Any] = []  # the layouts of arrays with sources
        self._events: list[Any] = []
        self._calls: list[Any] = []
        self._tensors = Numbered[Tracked]()
        self._nodes = Numbered[TapeNode]()
        self._users: dict[int, int] = {}
        self._user_keys: list[Any] = [None]
        self._memories: dict[int, int] = {}  # as in KnownArrays
        self._assignment: LoggedCall | None = None  # the call of SET_VALUE in progress
        self._calleds = logged.called()
        self._means = [self._means_of(i) for i in range(len(logged.calls))]
        for call, means in zip(logged.calls, self._means, strict=True):
            if means and means != "repeat":
                self._add_made(call)
        self._add_copies()
        self._initial = [self._held(held, min(held.number, 0)) for held in logged.initial]
        self._encode()
        returned = [self._returned(each) for each in logged.returned]
        caller, end = logged.end
        self._end = self._caller(caller), end - self.base
        self._forms = [self._tensor_form(tensor) for tensor in self._tensors.listed]
        self.key = (
            tuple(self._calls), tuple(self._events), tuple(self._initial), tuple(self._forms),
            tuple([node_key(node.op, node.position) for node in self._nodes.listed]), tuple(returned), self._end,
            tuple(self._user_keys), tuple(self._external), len(self.arrays),
        )  # fmt: skip

    # --- in order -----------------------------------------------------------------------------------

    def _encode(self) -> None:
        changes = iter(self.logged.changes())
        change = next(changes, None)
        for number, call in enumerate(self.logged.calls):
            while change is not None and change.number < call.writes:
                self._change(change)
                change = next(changes, None)
            if self._means[number] == "repeat":
                own = {id(owner_of(array)) for array in (*call.arrays, *call.made) if array is not None}
                while change is not None and change.number < call.writes_until:
                    self._change(change, own)
                    change = next(changes, None)
            self._call(number, call)
            until = call.writes if call.outputs is None else call.writes_until
            if self._is_leaf(number):  # what is written while it runs
                while change is not None and change.number < until:
                    self._change(change)
                    change = next(changes, None)
                self._end_call(number, call)
        while change is not None:
            self._change(change)
            change = next(changes, None)

    def _call(self, number: int, call: LoggedCall) -> None:
        node = call.node
        op, attrs = call.op, ()
        edge: Any = None
        if op is GRADIENT_SUM:
            edge = self._edge(call.attrs["edge"])
        elif op is not SET_VALUE and not op.opaque:
            attrs = frozen(self._attributes(call))
        inputs = tuple([self._value(v, a) for v, a in zip(call.inputs, call.arrays, strict=True)])
        self._assignment = call if op is SET_VALUE else None
        if not op.is_computed_here:
            self.numbers += numbers_of(call.attrs)
        if self._means[number] == "repeat":
            self._add_repeated(call)
        made = None if call.outputs is None else tuple(
            [self._value(v, a, False) for v, a in zip(call.outputs, call.made, strict=True)]
        )  # fmt: skip
        position, user = call.caller
        self._events.append(number)
        self._calls.append((
            op.name if op.opaque else id(op), self._means[number], inputs, made, attrs,
            None if node is None else self._nodes.number(node),
            () if node is None else tuple(map(self._edge, node.edges)),
            edge, call.partial, call.phase, call.updating, call.depth, position and (id(position[0]), position[1]),
            self._user(user), self._called(self._calleds[number]), self._path(call.layer), call.result_name,
            call.log_ended, call.writes - self.base,
            -1 if call.outputs is None else call.writes_until - self.base, id(call.repeat),
        ))  # fmt: skip

    def _end_call(self, number: int, call: LoggedCall) -> None:
        self._assignment = None
        if call.outputs is None or not self._means[number]:
            return
        for array in call.made:
            if array is not None and array.nbytes <= SMALL:
                self.checksum = zlib.crc32(self._elements(array, call.writes_until).tobytes(), self.checksum)

    def _change(self, change: Change, own: Collection[int] = ()) -> None:
        """Encode a change.

        `own` are the ids of the arrays to which a repetition of the next call writes again.
        """
        if isinstance(change, Held):
            self._events.append(self._held(change, change.number - self.base))
            return
        if isinstance(change, CopiedArray):
            made, of = self.slots[id(change.array)], self.slot(change.of)
            self._events.append(("copy", change.number - self.base, made, of, change.plus_zero))
            return
        owner = self.slot(change.owner)
        if id(change.owner) in own:
            self._events.append(("own write", change.number - self.base, owner))
            return
        then = self.logged.writes.array_then(change.owner, change.number + 1)
        if then is None:
            raise NotCertainError("the program wrote to an array that is too large to be stored")
        if self._is_assigned(change, then):
            of = self.slot(change.source)
            target = -1 if change.target is change.owner else self.slot(change.target)
            self._events.append(("write", change.number - self.base, owner, of, -1, target))
            return
        self.stored.append(self._store(change.owner, then))
        self._events.append(("write", change.number - self.base, owner, -1, len(self.stored) - 1, -1))

    def _is_assigned(self, change: WrittenArray, then: Any) -> bool:
        """Return True if a write has assigned the elements of its source; `then` are the elements after the write."""
        if not is_plain(change.source) or change.source.dtype.hasobject or not self._is_known(change.source):
            return False
        elements = self.logged.then(change.source, change.number)
        return elements is not None and is_assignment(change, elements, then)

    def _is_known(self, source: Any) -> bool:
        """Return True if the origin of an array is known: the previous step, a call, or data in the user's code."""
        call = self._assignment
        given = None if call is None else call.inputs[1]
        if call is not None and not isinstance(given, Tracked) and (source is given or type(given) in _DATA):
            return call.called in USER_WRITES  # other code may have computed the data from values
        return id(source) in self.slots or self._slot_before(source) is not None

    def _held(self, held: Held, number: int) -> Form:
        tensor = None if held.tensor is None else held.tensor()
        array, gradient = self.slot(held.array), self.slot(held.gradient)
        number_of = None if held.tensor is None else -1 if tensor is None else self._tensors.number(tensor)
        return "held", number, held.name, number_of, array, gradient

    # --- parts --------------------------------------------------------------------------------------

    def _is_leaf(self, number: int) -> bool:
        """Return True if no other logged call ran inside the given call."""
        calls = self.logged.calls
        return number + 1 == len(calls) or calls[number + 1].depth <= calls[number].depth

    def _means_of(self, number: int) -> Means:
        call = self.logged.calls[number]
        op = call.op
        if call.outputs is None or not self._is_leaf(number) or op is SET_VALUE or op.opaque or op.random:
            return ""
        if not all(a is None or is_plain(a) for a in call.made):
            return ""
        if not op.is_computed_here:
            return "" if call.repeat is None else "repeat"
        if op is GRADIENT_SUM:
            return "sum"
        if call.node is not None:
            return "" if op.evaluate is None or any(isinstance(v, Tracked) for v in call.inputs) else "gradient"
        return "op" if op.name in REGISTRY and REGISTRY[op.name] is op else ""

    def _value(self, value: Any, array: Any, may_be_number: bool = True) -> tuple[Any, ...]:
        if isinstance(value, Tracked):
            return self._tensors.number(value), self.slot(array)
        if isinstance(value, np.ndarray | np.generic):
            return (self.slot(array),)
        if may_be_number and type(value) in (int, float, complex):
            self.numbers.append(value)
            return ()
        return "value", frozen(value)

    def slot(self, array: Any) -> int:
        """Return the slot of an array; return -1 for None."""
        if array is None:
            return -1
        found = self.slots.get(id(array))
        return self._add_external(array) if found is None else found

    def _add(self, array: Any) -> int:
        slot = self.slots[id(array)] = len(self.arrays)
        self.arrays.append(array)
        return slot

    def _add_made(self, call: LoggedCall) -> None:
        given = set(map(id, call.arrays))  # a gradient may be an input itself
        for array in call.made:
            if array is not None and id(array) not in self.slots and id(array) not in given:
                self._add(array)

    def _add_copies(self) -> None:
        """Add the copies that no call has made. A call that returns a copy begins before the copy is made."""
        for change in self.logged.changes():
            if isinstance(change, CopiedArray):
                if not is_plain(change.array) or not is_plain(change.of):
                    raise NotCertainError("an array of another library was copied")
                self._add(change.array)

    def _add_repeated(self, call: LoggedCall) -> None:
        """Add the results of a repeated call, except views of a known array that is not an argument of the call."""
        given = {id(owner_of(array)) for array in call.arrays if array is not None}
        is_writing = call.writes_until > call.writes
        for array in call.made:
            if array is None or id(array) in self.slots:
                continue
            owner = owner_of(array)
            if id(owner) in given or (id(owner) in self._memories and not is_writing):
                self._add(array)
            elif id(owner) not in self.slots:
                self._memories[id(owner)] = self._add(array)

    def _attributes(self, call: LoggedCall) -> Attrs:
        return call.attrs if call.op.is_computed_here else without_numbers(call.attrs)

    def _called(self, called: Any) -> Any:
        if not isinstance(called, FrameLocals):
            return id(called)
        return tuple([
            (self._user(user), tuple([(name, self.slot(array)) for name, array in bound.items()]), left)
            for user, bound, left in called.frames
        ])  # fmt: skip

    def _add_external(self, array: Any) -> int:
        if (of := self._memories.get(id(array))) is not None:
            slot = self._add(array)
            self._events.append(("memory", slot, of))
            return slot
        before = self._slot_before(array)
        part = None if before is not None or self.before is None else self.before.part_of(array)
        if part is not None and (id(part) in self.slots or self._slot_before(part) is not None):
            self.slot(part)
            if id(array) in self._memories:
                return self._add_external(array)
        if before is None and not isinstance(array, np.ndarray | np.generic):
            raise NotCertainError(f"an array of the type {type(array).__name__} cannot be stored")
        if before is None and (owner := owner_of(array)) is not array and self._shares(owner, array):
            of = self.slot(owner)
            slot = self._add(array)
            offset = address(array) - address(owner)
            self._events.append(("view", slot, of, offset, array.shape, array.strides, array.dtype))
            return slot
        slot = self._add(array)
        if self.before is not None and before is not None:
            self.sources.append((slot, False, before))
            if self.before.part_of(owner := owner_of(array)) is not None:
                self._memories.setdefault(id(owner), slot)
            return slot
        self._external.append((slot, array.shape, array.strides, array.dtype))
        then = self._elements(array, self.base)
        stored = self._store(array, then)
        if not has_layout_of(array, stored):
            raise NotCertainError("an array with gaps in its memory cannot be stored")
        self.stored.append(stored)
        self.sources.append((slot, True, len(self.stored) - 1))
        return slot

    def _slot_before(self, array: Any) -> int | None:
        """Return the slot of an array after the previous step, unless this step writes to the array's memory."""
        before = self.before
        slot = None if before is None else before.slot_of(array, lambda: self._elements(array, self.base))
        if before is None or slot is None or (owner := owner_of(array)) is array:
            return slot
        return slot if before.has_memory(owner) or not self.logged.is_written(owner) else None

    def _shares(self, owner: Any, view: Any) -> bool:
        known = id(owner) in self.slots or id(owner) in self._memories
        known = known or (self.before is not None and self.before.has_memory(owner))
        return known or owner.nbytes <= OWN_MEMORY * view.nbytes or self.logged.is_written(owner)

    def _elements(self, array: Any, count: int) -> Any:
        then = self.logged.then(array, count)
        if then is None:
            raise NotCertainError("the program wrote to an array that is too large to be stored")
        return then

    def _elements_of(self, slot: int, count: int) -> Any:
        return self._elements(self.arrays[slot], count)

    def _tensor_form(self, tensor: Tracked) -> Form:
        edge = tensor._edge
        made = None if edge is None else (self._nodes.number(edge[0]), edge[1])
        return tensor._name, made, self.slots.get(id(tensor._value), -1)

    def _edge(self, edge: Any) -> Any:
        if edge is None:
            return None
        return self._tensors.number(edge) if isinstance(edge, Tracked) else (self._nodes.number(edge[0]), edge[1])

    def _user(self, user: Any) -> int:
        if user is None:
            return 0
        found = self._users.get(id(user))
        if found is None:
            outer = self._user(user.outer)
            found = self._users[id(user)] = len(self._user_keys)
            self._user_keys.append((id(user.code), user.below, outer, user.called_at))
        return found

    def _path(self, layer: LayerCall | None) -> Any:
        return None if layer is None else layer.path

    def _caller(self, caller: Any) -> Any:
        position, user = caller
        return position and (id(position[0]), position[1]), self._user(user)

    def _returned(self, call: ReturnedCall) -> Any:
        given, made = (tuple([(path, self.slot(a)) for path, a in found.items()]) for found in (call.given, call.made))
        return call.until, self._caller(call.caller), given, made, call.length

    # --- the results --------------------------------------------------------------------------------

    @property
    def encoded(self) -> EncodedStep:
        """The data of the encoded condensed step. Raises NotCertainError if the step has no checksum."""
        if not self.checksum:
            raise NotCertainError("all results are too large to be computed again and compared")
        return EncodedStep(
            self.sources, self.stored, self.numbers, self.checksum, self.slots, self.arrays, self._memories
        )

    def keeps(self) -> Any:
        """Return the objects that must live as long as the key of the structure, because the key contains their ids."""
        calls = [
            (call.op, call.caller, call.repeat, None if isinstance(call.called, FrameLocals) else call.called)
            for call in self.logged.calls
        ]
        callers = self.logged.end, [call.caller for call in self.logged.returned]
        return calls, callers, [(_without_values(node.op), node.position) for node in self._nodes.listed]

    def scalars(self) -> list[tuple[int, int, tuple[int, ...], Any]]:
        """Return the call, slot, shape and dtype of each one-element result of a forward call."""
        found: list[tuple[int, int, tuple[int, ...], Any]] = []
        for number, call in enumerate(self.logged.calls):
            if call.outputs is None or call.phase != "forward" or call.updating or len(call.made) != 1:
                continue
            (array,) = call.made
            if is_plain(array) and array.size == 1 and id(array) in self.slots:
                found.append((number, self.slots[id(array)], array.shape, array.dtype))
        return found

    def structure(self) -> StepStructure:
        """Make the structure of the encoded step."""
        assert self.logged.end is not None
        calls: list[CallForm] = []
        layers: dict[str, LayerCall] = {}
        for key, call in zip(self._calls, self.logged.calls, strict=True):
            _, means, inputs, made, _, node, edges, edge, *_ = key
            called = key[14]
            inputs = tuple(_with_value(each, value) for each, value in zip(inputs, call.inputs, strict=True))
            made = made and tuple(_with_value(each, v) for each, v in zip(made, call.outputs or (), strict=True))
            kept = {} if call.op in (SET_VALUE, GRADIENT_SUM) or call.op.opaque else self._attributes(call)
            path = self._path(call.layer)
            layer = None if path is None else layers.setdefault(path, LayerCall.of_path(path))
            calls.append(CallForm(
                call.op, means, inputs, made, kept, node, edges, edge, call.partial, call.phase, call.updating,
                call.depth, call.caller, _called_form(call.called, called), layer, call.result_name, key[-3], key[-2],
                call.repeat,
            ))  # fmt: skip
        returned = [
            ReturnForm(each.until, each.caller, given, made, each.length)
            for each, (_, _, given, made, _) in zip(self.logged.returned, self.key[5], strict=True)
        ]
        caller, _ = self.logged.end
        events: Sequence[Event] = [
            each if isinstance(each, int) else _EVENTS[each[0]](*each[1:]) for each in self._events
        ]
        nodes = [(_without_values(node.op), node.position) for node in self._nodes.listed]
        initial = [HeldChange(*each[1:]) for each in self._initial]
        forms = [TensorForm(*each) for each in self._forms]
        end = caller, self._end[1]
        sizes = [array.nbytes for array in self.arrays]
        return StepStructure(calls, events, initial, forms, nodes, returned, end, sizes, self._external)


def _without_values(op: Op) -> Op:
    """Return the op of a node, without the values in the op.

    The op of a PyLayer contains the values that its forward has saved.
    """
    return opaque_op(op.name, op.__doc__) if op.opaque else op


def _with_value(each: tuple[Any, ...], value: Any) -> tuple[Any, ...]:
    return ("value", value) if each and each[0] == "value" else each


def _called_form(called: Any, key: Any) -> Any:
    if not isinstance(called, FrameLocals):
        return called
    return LocalsForm(
        tuple([(each.call, pairs, left) for each, (_, pairs, left) in zip(called.frames, key, strict=True)])
    )


def is_assignment(change: WrittenArray, elements: Any, then: Any) -> bool:
    """Return True if a write has assigned the `elements` of its source to memory that now has the elements `then`."""
    part = then if change.target is change.owner else view_like(then, change.owner, change.target)
    if elements.shape != part.shape or elements.dtype != part.dtype:
        try:
            given, elements = elements, np.empty(part.shape, part.dtype)
            with np.errstate(all="ignore"):
                elements[...] = given
        except (TypeError, ValueError):
            return False
    return have_same_bits(np.asarray(elements), part)


def is_plain(array: Any) -> bool:
    """Return True for an array or number of NumPy's own class, not of a subclass."""
    return type(array) is np.ndarray or isinstance(array, np.generic)


def frozen(value: Any) -> Any:
    """Return an attribute as hashable data.

    Two frozen attributes are equal only if every kernel treats them in the same way. Raises NotCertainError if the
    attribute has an unknown type.
    """
    kind = type(value)
    if kind is float:
        return value.hex()
    if kind in (int, str):
        return value
    if kind in (tuple, list):
        return kind, tuple([frozen(v) for v in value])
    if kind is dict:
        return kind, tuple([(k, frozen(v)) for k, v in value.items()])
    if kind is slice:
        return kind, (frozen(value.start), frozen(value.stop), frozen(value.step))
    if isinstance(value, np.generic):
        return kind, value.tobytes()
    if isinstance(value, _PLAIN):
        return kind, value if kind is not complex else repr(value)
    raise NotCertainError(f"an attribute of the type {kind.__name__} cannot be stored")
