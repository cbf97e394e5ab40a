"""Recorded steps of eager code, computed again beside each other: as they were, and with a change of values.

The Python code is not run again: the recorded calls are, with the data and numbers that the code gave to them. Where a
result comes from code that is not an operator, and that code was given a changed value, there is no result: an error.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from opscope.core.place import CPU
from opscope.core.state import mode
from opscope.debug.eager.condensed_step import CondensedStep, Event, HeldChange, StepStructure, Write
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_program import EagerProgram
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.opaque_calls import OpaqueCalls
from opscope.debug.eager.step_replay import State, StepReplay, logged_calls, state_after
from opscope.debug.eager.tensor_states import have_same_bits
from opscope.debug.replay.editor import converted
from opscope.debug.replay.missing_values import missing_value
from opscope.debug.replay.program_kind import ValueChange, ignore_place
from opscope.eager.array_versions import WritesPart
from opscope.eager.op_calls import muted
from opscope.errors import NotFound, RunError, UnsupportedError
from opscope.ir.program.program import GRAD
from opscope.names.program_names import ambiguity


class ChangedStep:
    """A step with and without a change. `untouched` and `edited` are records of it, valid until the next step."""

    def __init__(self, record: EagerRecord, program: EagerProgram, pair: _Pair) -> None:
        self.step = record.step
        self._record, self._program, self._pair = record, program, pair
        self._records: tuple[EagerRecord, EagerRecord] | None = None

    @property
    def records(self) -> tuple[EagerRecord, EagerRecord]:
        """The untouched and the edited record."""
        if self._records is None:
            pair = self._pair
            untouched, edited = (self._read(*each) for each in (pair.untouched, pair.edited))
            self._records = untouched, edited
        return self._records

    def _read(self, replay: StepReplay, part: WritesPart) -> EagerRecord:
        of = self._record
        made = EagerRecord(of.run, of.step, 0, of.plan, {}, {}, of.kind, start=part)
        logged, alive = logged_calls(replay, part, self._program)
        logged.add_to(made)
        made.ticks = len(made.places)
        del alive
        return made

    def result_names(self) -> list[str]:
        """Return the user's names of numbers that forward calls have made, such as the loss."""
        untouched, _ = self.records
        found: dict[str, None] = {}
        for place in untouched.places:
            operator = place.operator
            if operator is not None and place.after and operator.phase == "forward":
                own = [name for name, array in place.values if array.size == 1 and array.dtype.kind == "f"]
                found.update(dict.fromkeys(name for each in own for name in untouched.names.names.get(each, ())))
        return [name for name in found if len(untouched.bindings_at_end(name)) == 1]

    def value(self, name: str) -> tuple[str, Any, Any]:
        """Return the own name of a value, and its arrays at the end without and with the change. Raises NotFound."""
        untouched, edited = self.records
        meant = untouched.bindings_at_end(name)
        if len(meant) > 1:
            text = f"{name!r} means several values in step {self.step}"
            raise NotFound(text, fix=ambiguity(name, meant, self.step))
        own = meant[0].value if meant else name
        return own, untouched.final_value(own), edited.final_value(own)

    def values(self) -> Iterator[tuple[str, Any, Any]]:
        """Yield all values at the end of the step, in the order in which they got their first value."""
        untouched, edited = self.records
        for name in dict.fromkeys((*untouched.names_held, *untouched.ticks_by_name)):
            yield name, untouched.final_value(name), edited.final_value(name)


class _Pair:
    """Replays of a step, without and with a change, each with the elements that it has overwritten."""

    def __init__(self, step: CondensedStep, before: tuple[State, State]) -> None:
        parts = WritesPart(0, {}), WritesPart(0, {})
        self.untouched = StepReplay(step, before[0], parts[0]), parts[0]
        self.edited = StepReplay(step, before[1], parts[1]), parts[1]

    def run(self, step: int, call: int, change: Any) -> None:
        """Run both; `change` is called with the edited replay before a call. Raises UnsupportedError, RunError."""
        untouched, edited = self.untouched[0], self.edited[0]
        opaque = OpaqueCalls(untouched.structure)
        settings = mode.block(static=False, cast=None, grad=False, trace=None, pack=None)
        with settings, muted(), np.errstate(all="ignore"):
            for event in untouched.structure.events:
                if event == call and isinstance(event, int):
                    change(edited)
                if isinstance(event, int):
                    opaque.require(step, event, untouched.values, edited.values)
                elif isinstance(event, Write) and event.slot < 0 and self._differ():
                    text = (
                        f"in step {step}, elements that no call has computed are written: they may depend on the change"
                    )
                    raise UnsupportedError(text, fix=f"until={step - 1} ends before it")
                _run(untouched, event, f"the calls of step {step} cannot be made again")
                _run(edited, event, f"the calls of step {step} cannot be made with these values")
        if untouched.checksum != untouched.step.checksum or untouched.step.is_broken:
            raise RunError(f"the calls of step {step} give other results now than in the run, so nothing is shown")

    def _differ(self) -> bool:
        pairs = zip(self.untouched[0].values, self.edited[0].values, strict=True)
        return any(a is not None and b is not None and not have_same_elements(a, b) for a, b in pairs)


def _run(replay: StepReplay, event: Event, text: str) -> None:
    try:
        replay.run_event(event)
    except Exception as error:
        raise RunError(f"{text}: {error}", fix="another value, or a run that sets it") from error


def have_same_elements(a: Any, b: Any) -> bool:
    """Return True for arrays or numbers with the same bits."""
    return have_same_bits(np.asarray(a), np.asarray(b))


def changed_steps(
    records: Sequence[EagerRecord], before: tuple[State, State], program: EagerProgram, change: ValueChange
) -> Iterator[ChangedStep]:
    """Compute consecutive condensed steps again; the change is made in the first one.

    `before` are two copies of the arrays before the first step. Raises NotFound, UnsupportedError, RunError.
    """
    first = records[0]
    for number, record in enumerate(records):
        step = record.condensed
        assert step is not None
        pair = _Pair(step, before)
        if number:
            pair.run(record.step, -1, None)
        else:
            pair.run(record.step, change.operator, _setter(first, step.structure, change))
        yield ChangedStep(record, program, pair)
        if number + 1 < len(records):
            following = records[number + 1].condensed
            assert following is not None
            before = state_after(pair.untouched[0], following), state_after(pair.edited[0], following)


def _setter(record: EagerRecord, structure: StepStructure, change: ValueChange) -> Any:
    """Return a function that sets the values in a replay. Raises NotFound for names without a value there."""
    places = record.places
    tick = next(
        (
            i
            for i, p in enumerate(places)
            if p.operator is not None and not p.after and p.operator.id == change.operator
        ),
        0,
    )
    cursor = EagerCursor(record, ignore_place)
    cursor.seek(tick)
    found: list[tuple[str, int, Any, Any]] = []
    for name, value in change.values.items():
        own = cursor.resolve_alias(name) or cursor.own_name(name)
        old = cursor.lookup(own)
        if old is None:
            raise missing_value(cursor, name)
        slot = _slot_of(record, structure, own, tick, change.operator)
        found.append((name, slot, old, converted(name, old, value, change.part, CPU)))

    def change_values(replay: StepReplay) -> None:
        for name, slot, old, new in found:
            array = None if slot < 0 else replay.values[slot]
            if array is None or not have_same_elements(array, old):
                raise NotFound(f"{name} cannot be set there", fix="set the result of a call, or a Tensor with a name")
            if isinstance(array, np.ndarray) and array.flags.writeable:
                array[...] = new
            else:
                replay.values[slot] = new

    return change_values


def _slot_of(record: EagerRecord, structure: StepStructure, name: str, tick: int, call: int) -> int:
    """Return the slot of the memory that has the value of a name before a call, at a tick; -1 if it is unknown."""
    noted = _slots_by_call(record, structure, name, tick)
    base, slot = name.removesuffix(GRAD), -1
    held = -1  # the memory of the Tensor with this name, or of its gradient
    for event in (*structure.initial, *structure.events):
        if isinstance(event, int):
            slot = noted.get((event, False), slot)
            if event == call:
                break
            slot = noted.get((event, True), slot)
        elif isinstance(event, HeldChange):
            if event.name == base:
                slot = held = event.array if base == name else event.gradient
        elif isinstance(event, Write) and event.slot == slot and event.owner == held:
            slot = held  # an optimizer has written its result there
    return slot


def _slots_by_call(record: EagerRecord, structure: StepStructure, name: str, tick: int) -> dict[tuple[int, bool], int]:
    """Return the slots that a name has as an input of calls (False), and as a result of calls (True), up to a tick."""
    found: dict[tuple[int, bool], int] = {}
    for at in record.ticks_by_name.get(name, ()):
        place = record.places[at]
        if at > tick or place.operator is None:
            continue
        form = structure.calls[place.operator.id]
        names, slots = (place.operator.outputs, form.made) if place.after else (place.operator.inputs, form.inputs)
        if slots is not None and name in names and (each := slots[names.index(name)]) and each[0] != "value":
            found[place.operator.id, place.after] = each[-1]
    return found
