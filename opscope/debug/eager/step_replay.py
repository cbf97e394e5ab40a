"""Replay of a condensed step: repeats the calls of the step on separate arrays, without the user's Python code."""

from __future__ import annotations

import weakref
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np

from opscope.core.frame_locals import FrameLocals, FunctionLocals
from opscope.core.state import mode
from opscope.debug.eager.attribute_numbers import with_numbers
from opscope.debug.eager.condensed_step import (
    CallForm,
    CondensedStep,
    Copy,
    Event,
    HeldChange,
    LocalsForm,
    NotCertainError,
    OwnWrite,
    ResultMemory,
    View,
    Write,
)
from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.logged_calls import LoggedCalls
from opscope.debug.eager.result_limits import check_repeated, check_results
from opscope.debug.eager.step_encoder import SMALL
from opscope.debug.eager.tensor_names import TensorNames
from opscope.eager.array_versions import WritesPart, WrittenArray
from opscope.eager.held_arrays import Held
from opscope.eager.op_call_log import LoggedCall, ReturnedCall
from opscope.eager.op_calls import muted
from opscope.eager.tape import TapeNode
from opscope.eager.tensor import Tensor, apply_op
from opscope.eager.tensor_memory import address, owner_of
from opscope.ops.registry import Attrs

State = dict[int, Any]  # arrays by slot of the step before
OnMade = Callable[[int, list[Any]], None]  # arguments: the number of a call, and its results


@contextmanager
def without_user_code() -> Iterator[None]:
    """Inside the `with` block, set the modes that a replay needs: no gradients, no call reports, no NumPy warnings."""
    settings = mode.block(static=False, cast=None, grad=False, trace=None, pack=None)
    with settings, muted(), np.errstate(all="ignore"):
        yield


class StepReplay:
    """A repetition of the calls of a step.

    `values` are the arrays by slot, and `checksum` is the checksum of the small results. The replay writes to the
    arrays `before`, which are the arrays after the previous step. If the argument `part` is not None, the replay stores
    the elements that writes overwrite, and `changes` contains the changes of the step. The function `logged_calls` can
    make a log of a replay only if `part` is not None.
    """

    def __init__(self, step: CondensedStep, before: State, part: WritesPart | None = None) -> None:
        self.structure, self.step, self.checksum = step.structure, step, 0
        self._part = part
        self.changes: list[WrittenArray | HeldChange] = []
        self._numbers = iter(step.numbers)
        self.values: list[Any] = [None] * step.structure.slots
        for slot, is_stored, index in step.sources:
            if not is_stored:
                self.values[slot] = before[index]
            else:
                known = self._continued(slot, before)
                self.values[slot] = _own(step.stored[index]) if known is None else known

    def _continued(self, slot: int, before: State) -> Any:
        """Return the array of a stored slot after the previous step, if this is the first step of a stretch."""
        links = self.step.stretch.links if not self.step.index and before else None
        return None if links is None or slot not in links else before[links[slot]]

    def run(self, on_made: OnMade | None = None) -> None:
        """Compute the results of all calls of the step, and repeat the writes of the step."""
        with without_user_code():
            for event in self.structure.events:
                self.run_event(event, on_made)

    def run_event(self, event: Event, on_made: OnMade | None = None) -> None:
        """Repeat an event of the step: a call, a write or another change."""
        values = self.values
        if isinstance(event, int):
            self._run_call(event, on_made)
        elif isinstance(event, Write):
            self._write(event)
        elif isinstance(event, Copy):
            made = values[event.of]
            values[event.slot] = made + made.dtype.type(0) if event.plus_zero else made.copy()
        elif isinstance(event, View):
            self._view(event)
        elif isinstance(event, OwnWrite):
            self._note_write(event)
        elif isinstance(event, ResultMemory):
            values[event.slot] = owner_of(values[event.of])
        elif self._part is not None:
            self.changes.append(event)

    def _run_call(self, number: int, on_made: OnMade | None) -> None:
        form, values = self.structure.calls[number], self.values
        slots = self.structure.input_slots[number]
        given = self._given(form) if slots is None else [values[slot] for slot in slots]
        attrs = form.attrs if form.op.is_computed_here else with_numbers(form.attrs, self._numbers)
        if not form.means or form.made is None:
            return
        if self.structure.limited and form.means != "repeat":
            check_results(form, given, self.structure.sizes)
        found = self._repeated(form, given, attrs) if form.means == "repeat" else self._results(form, given)
        self._take(form, found)
        if on_made is not None:
            on_made(number, found)

    def _take(self, form: CallForm, found: list[Any]) -> None:
        """Store the results of a call in their slots."""
        for each, array in zip(form.made or (), found, strict=True):
            if len(each) == 2 and each[0] == "value":
                continue
            slot = each[-1]
            if slot < 0 or array is None:
                if slot >= 0 or array is not None:
                    raise NotCertainError(f"{form.op.name} has returned none of its results")
                continue
            known = self.values[slot]
            if known is None:
                self.values[slot] = array
            elif known is not array and not (form.means == "repeat" and _is_same_part(known, array)):
                raise NotCertainError("a call has returned an array that is not one of its inputs")
            if array.nbytes <= SMALL:
                self.checksum = zlib.crc32(array.tobytes(), self.checksum)

    def _given(self, form: CallForm) -> list[Any]:
        """Return the inputs of a call. The inputs may also contain objects that are not arrays."""
        given: list[Any] = []
        for each in form.inputs:
            if not each:
                given.append(next(self._numbers))
            else:
                given.append(each[1] if each[0] == "value" else None if each[-1] < 0 else self.values[each[-1]])
        return given

    def _repeated(self, form: CallForm, given: list[Any], attrs: Attrs) -> list[Any]:
        assert form.repeat is not None and form.made is not None
        former = [None if each[0] == "value" or each[-1] < 0 else self.values[each[-1]] for each in form.made]
        if self.structure.limited:
            check_repeated(form, given, former, attrs, self.structure.sizes)
        return list(form.repeat(given, former, attrs))

    def _results(self, form: CallForm, given: list[Any]) -> list[Any]:
        if form.means == "sum":
            former, gradient = given
            return [former + gradient]
        if form.means == "gradient":
            assert form.op.evaluate is not None
            return list(form.op.evaluate(given, form.attrs))
        result = form.op.run(given, form.attrs)
        if type(result) is np.ndarray and result.base is None and all(result is not value for value in given):
            return [result]
        found = result if isinstance(result, list) else [result]
        if all(type(a) is np.ndarray and a.base is None for a in found) and not any(
            a is v for a in found for v in given
        ):
            return found
        inputs = [
            Tensor(v) if len(each) == 2 and each[0] != "value" else v
            for v, each in zip(given, form.inputs, strict=True)
        ]
        made = apply_op(form.op, inputs, form.attrs)  # a view, or a copy if the op cannot return a view
        return [None if each is None else each._value for each in (made if isinstance(made, list | tuple) else [made])]

    def _write(self, event: Write) -> None:
        self._note_write(event)
        self.values[event.written][...] = self.step.stored[event.stored] if event.slot < 0 else self.values[event.slot]

    def _note_write(self, event: Write | OwnWrite) -> None:
        """Store the elements that the next write overwrites."""
        owner = self.values[event.owner]
        if self._part is not None:
            self._part.writes.setdefault(id(owner), []).append((event.number, owner.copy(order="K")))
            self.changes.append(WrittenArray(event.number, owner))

    def _view(self, event: View) -> None:
        owner = self.values[event.owner]
        self.values[event.slot] = _view_of(owner, event.offset, event.shape, event.strides, event.dtype)


class UncomputedStep:
    """A step whose calls this process cannot repeat, so that only the scalars of the step have values."""

    def __init__(self, step: CondensedStep) -> None:
        self.structure, self.step = step.structure, step
        self.values: list[Any] = [np.empty(0, np.uint8) for _ in range(step.structure.slots)]
        for slot in step.structure.scalar_places:
            if (array := step.kept_scalar(slot)) is not None:
                self.values[slot] = array
        self.changes: list[WrittenArray | HeldChange] = [e for e in step.structure.events if isinstance(e, HeldChange)]


def state_after(replay: StepReplay, following: CondensedStep) -> State:
    """Return the arrays that the following step reads from a computed step, by their slots in the computed step."""
    links = (following.stretch.links or {}).values() if not following.index else ()
    return {s.place: replay.values[s.place] for s in following.sources if not s.is_stored} | {
        slot: replay.values[slot] for slot in links
    }


def logged_calls(
    replay: StepReplay | UncomputedStep, part: WritesPart, program: EagerProgram
) -> tuple[LoggedCalls, list[Any]]:
    """Return the log of a step that was computed with `part`, and the objects to keep alive until the log is read."""
    structure, values = replay.structure, replay.values
    nodes = [_StandIn(op, position) for op, position in structure.nodes]
    tensors: list[Tensor] = []
    for form in structure.tensors:
        tensor = Tensor.copied(None if form.slot < 0 else values[form.slot], True, form.name)
        tensor._edge = None if form.edge is None else (nodes[form.edge[0]], form.edge[1])
        tensors.append(tensor)
    part.initial = {h.name: _held(h, tensors, values) for h in structure.initial}
    part.changes = [_held(c, tensors, values) if isinstance(c, HeldChange) else c for c in replay.changes]
    numbers = iter(replay.step.numbers)
    calls = [_logged_call(form, nodes, tensors, values, numbers) for form in structure.calls]
    returned = [
        ReturnedCall(each.until, each.caller, _by_path(each.given, values), _by_path(each.made, values), each.length)
        for each in structure.returned
    ]
    made = LoggedCalls(calls, returned, 0, program, part, TensorNames(), structure.end)
    return made, [nodes, tensors]


class _StandIn(TapeNode):
    """A node of the tape without values."""

    __slots__ = ()

    def __init__(self, op: Any, position: Any) -> None:
        self.op, self.position, self.edges = op, position, []


def _logged_call(
    form: CallForm, nodes: list[Any], tensors: list[Tensor], values: list[Any], numbers: Any
) -> LoggedCall:
    def edge(of: Any) -> Any:
        return of if of is None else tensors[of] if isinstance(of, int) else (nodes[of[0]], of[1])

    call = LoggedCall()
    call.op, call.partial, call.phase, call.updating = form.op, form.partial, form.phase, form.updating
    call.depth, call.caller, call.layer = form.depth, form.caller, form.layer
    call.called = _locals(form.called, values) if isinstance(form.called, LocalsForm) else form.called
    call.result_name, call.log_ended, call.writes, call.writes_until = form.result_name, False, form.writes, form.until
    call.node = None if form.node is None else nodes[form.node]
    if call.node is not None:
        call.node.edges = [edge(e) for e in form.edges]
    given = [_given(each, tensors, values, numbers) for each in form.inputs]
    call.inputs, call.arrays = [v for v, _ in given], [a for _, a in given]
    call.attrs = form.attrs if form.edge is None else {"edge": edge(form.edge)}
    if not form.op.is_computed_here:
        call.attrs = with_numbers(form.attrs, numbers)
    made = None if form.made is None else [_given(each, tensors, values, numbers) for each in form.made]
    call.outputs = None if made is None else tuple(v for v, _ in made)
    call.made = [] if made is None else [a for _, a in made]
    return call


def _given(each: tuple[Any, ...], tensors: list[Tensor], values: list[Any], numbers: Any) -> tuple[Any, Any]:
    if not each:
        number = next(numbers)
        return number, number
    if each[0] == "value":
        return each[1], each[1]
    array = None if each[-1] < 0 else values[each[-1]]
    return (tensors[each[0]] if len(each) == 2 else array), array


def _locals(form: LocalsForm, values: list[Any]) -> FrameLocals:
    frames = [FunctionLocals(u, {name: values[slot] for name, slot in bound}, left) for u, bound, left in form.frames]
    return FrameLocals(tuple(frames))


def _is_same_part(array: Any, other: Any) -> bool:
    """Return True if two arrays are views of the same memory with the same shape, strides and dtype."""
    return (address(array), array.shape, array.strides, array.dtype) == (
        address(other), other.shape, other.strides, other.dtype
    )  # fmt: skip


def _held(form: Any, tensors: list[Tensor], values: list[Any]) -> Held:
    ref = None
    if form.tensor is not None:
        ref = _dead_reference() if form.tensor < 0 else weakref.ref(tensors[form.tensor])
    array, gradient = (None if slot < 0 else values[slot] for slot in (form.array, form.gradient))
    return Held(form.number, form.name, ref, array, gradient)


def _dead_reference() -> Any:
    return weakref.ref(Tensor(None))


def _by_path(found: Any, values: list[Any]) -> dict[Any, Any]:
    return {path: None if slot < 0 else values[slot] for path, slot in found}


def _own(stored: Any) -> Any:
    """Return a stored array as a writable array."""
    return stored if isinstance(stored, np.generic) else stored.copy(order="K")


def _view_of(owner: Any, offset: int, shape: tuple[int, ...], strides: tuple[int, ...], dtype: Any) -> Any:
    """Return a view of an array's memory with the array as base, like the views that ops return."""
    memory = owner.ravel(order="K")
    assert np.may_share_memory(memory, owner) or not owner.size
    return np.ndarray(shape, dtype, memory.view("u1"), offset, strides)


def copied(state: Mapping[int, Any], elements: Callable[[Any], Any] = lambda owner: owner) -> State:
    """Copy arrays.

    If original arrays share memory, their copies also share memory. The function `elements` returns the elements of
    an array that owns memory.
    """
    owners: dict[int, Any] = {}
    found: State = {}
    for slot, array in state.items():
        if isinstance(array, np.generic) or array is None:
            found[slot] = array
            continue
        owner = owner_of(array)
        copy = owners.get(id(owner))
        if copy is None:
            copy = owners[id(owner)] = elements(owner).copy(order="K")
        if owner is array:
            found[slot] = copy
        else:
            start = address(array) - address(owner)
            found[slot] = _view_of(copy, start, array.shape, array.strides, array.dtype)
    return found
