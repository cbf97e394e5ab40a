"""Changed steps: recorded steps of eager code that opscope computes again with a changed value or attribute.

The user's Python code is not run again. The recorded calls are repeated with the data and numbers that the user's code
passed to the calls. If a changed value was passed to code that is not an operator, the result of this code is not
known, and an error is raised. A step with a change is also a condensed step (a step without computed values), so it can
be read like any other step. If the user has changed an array, this condensed step contains an additional write of the
new value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from opscope.core.formats.narrow_arrays import as_stored, widened
from opscope.core.place import CPU
from opscope.debug.eager.changed_structure import (
    PlaceOfChange,
    place_of_change,
    with_attribute,
    with_memory,
    with_slot,
    with_write,
)
from opscope.debug.eager.condensed_step import (
    CondensedStep,
    Event,
    HeldChange,
    Source,
    StepStructure,
    Stretch,
    Write,
)
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.opaque_calls import OpaqueCalls
from opscope.debug.eager.step_replay import State, StepReplay, state_after, without_user_code
from opscope.debug.eager.step_states import StepStates
from opscope.debug.eager.tensor_states import have_same_bits
from opscope.debug.replay.attribute_kinds import check_attribute, check_kind
from opscope.debug.replay.editor import converted
from opscope.debug.replay.missing_values import missing_value
from opscope.debug.replay.program_kind import AttributeChange, ValueChange, ignore_place
from opscope.eager.tensor_memory import owner_of
from opscope.errors import NotFound, RunError, UnsupportedError
from opscope.ir.program.program import GRAD


@dataclass(eq=False, slots=True)
class ChangedStep(CondensedStep):
    """A step that is computed again with a change: `origin` is the step without the change.

    `run_step` is the number of the step in the whole run. `added` are the numbers of the events that apply the change.
    `set_events` are the numbers of the events that apply this change and earlier changes.
    """

    origin: CondensedStep = field(kw_only=True)
    run_step: int = field(kw_only=True)
    added: range = range(0)
    set_events: frozenset[int] = frozenset()


class ChangedStates(StepStates):
    """Computation of steps with a change; each original step is also computed again.

    Raises UnsupportedError if the change reaches code that is not an operator, and RunError if a call fails.
    """

    def __init__(self, budget: int, recorded: StepStates) -> None:
        super().__init__(budget)
        self._recorded = recorded
        self._beside: tuple[CondensedStep, State] | None = None  # the recorded step that follows, its arrays before
        self._opaque: dict[int, OpaqueCalls] = {}  # by id of a structure

    def _run(self, replay: StepReplay) -> bool:
        step = replay.step
        assert isinstance(step, ChangedStep)
        beside, self._beside = self._beside, None
        is_next = beside is not None and beside[0] is step.origin
        before = beside[1] if is_next and beside is not None else self._recorded.before(step.origin)
        recorded = StepReplay(step.origin, before)
        self._run_both(step, recorded, replay)
        following = step.stretch.step(step.index + 1)
        if isinstance(following, ChangedStep):
            self._beside = following.origin, state_after(recorded, following)
        return True

    def _run_both(self, step: ChangedStep, recorded: StepReplay, changed: StepReplay) -> None:
        number, origin = step.run_step, step.origin
        structure = origin.structure
        if id(structure) not in self._opaque:
            self._opaque[id(structure)] = OpaqueCalls(structure)
        opaque = self._opaque[id(structure)]
        events = iter(changed.structure.events)
        with without_user_code():
            for index, event in enumerate(structure.events):
                if index == step.added.start:
                    for _ in step.added:
                        _run(changed, next(events), f"the value cannot be set in step {number}")
                if isinstance(event, int):
                    opaque.require(number, event, recorded.values, changed.values)
                if _is_foreign(index, event, opaque, origin) and _differ(recorded, changed):
                    raise UnsupportedError(
                        f"step {number} uses elements that no call has computed, so the effect of the change on "
                        "these elements is unknown",
                        fix=f"pass until={number - 1}, which ends before this step",
                    )
                _run(recorded, event, f"the calls of step {number} cannot be repeated")
                _run(changed, next(events), f"the calls of step {number} cannot be repeated with these values")
            for event in events:
                _run(changed, event, f"the value cannot be set in step {number}")
        is_recorded = not isinstance(origin, ChangedStep)
        if is_recorded and (recorded.checksum != origin.checksum or origin.is_broken):
            raise RunError(f"step {number} cannot be shown, because its calls now give other results than in the run")


def _is_foreign(index: int, event: Event, opaque: OpaqueCalls, origin: CondensedStep) -> bool:
    """Return True for an event with elements that no call has computed and that the user has not set."""
    if isinstance(event, int):
        return event in opaque.foreign_gradients
    is_set = isinstance(origin, ChangedStep) and index in origin.set_events
    return isinstance(event, Write) and event.slot < 0 and not is_set


def _differ(recorded: StepReplay, changed: StepReplay) -> bool:
    pairs = zip(recorded.values, changed.values, strict=False)  # a change may have added a slot
    return any(a is not None and b is not None and not _have_same_elements(a, b) for a, b in pairs)


def _have_same_elements(a: Any, b: Any) -> bool:
    """Return True for arrays or numbers with the same bits."""
    return have_same_bits(np.asarray(a), np.asarray(b))


def _run(replay: StepReplay, event: Event, text: str) -> None:
    try:
        replay.run_event(event)
    except Exception as error:
        raise RunError(f"{text}: {error}", fix="try another value, or set the value in a new run") from error


def changed_stretch(
    records: Sequence[EagerRecord], before: State, former: CondensedStep | None, change: StepWithChange
) -> list[ChangedStep]:
    """Make a separate stretch (sequence of condensed steps) from recorded steps, with a change in the first step.

    `before` are the arrays that exist before the first step. `former` is the step before the first step.
    """
    first = records[0].condensed
    assert first is not None
    stretch = Stretch(start=before, after=former, links=None if first.index else first.stretch.links)
    found: list[ChangedStep] = []
    for record in records:
        step = record.condensed
        assert step is not None
        structure, stored, sources, added = step.structure, step.stored, step.sources, range(0)
        set_events = step.set_events if isinstance(step, ChangedStep) else frozenset[int]()
        if not found:
            structure, stored, added = change.structure, change.stored, change.added
            sources = (*sources, *change.sources)
            kept = step.set_events if isinstance(step, ChangedStep) else ()
            set_events = {i + len(added) if i >= added.start else i for i in kept} | {*added}
        elif not step.index and change.is_of_view:  # the first step of a stretch stores this memory, not the view
            name = ", ".join(change.values)
            text = f"{name} cannot be set at this position, because step {record.step} reads its recorded memory"
            raise NotFound(text, fix="set the value in a later step, or in a new run")
        elif not step.index and step.stretch.links is not None and step.stretch.after is None:
            links = step.stretch.links
            sources = tuple(Source(s.slot, False, links[s.slot]) if s.slot in links else s for s in sources)
        if len(found) == 1 and change.renamed:
            sources = tuple(
                s if s.is_stored or s.place not in change.renamed else s._replace(place=change.renamed[s.place])
                for s in sources
            )
        each = ChangedStep(
            structure, sources, stored, step.numbers, 0, 0, stretch, found[-1] if found else None,
            origin=step, run_step=record.step, added=added, set_events=frozenset(set_events),
        )  # fmt: skip
        stretch.add(each)
        found.append(each)
    return found


# --- the change -------------------------------------------------------------------------------------


class StepWithChange(NamedTuple):
    """A step with a change: its structure, its stored arrays, and the sources that the change adds.

    `added` are the numbers of the events that apply the change. `renamed` maps each replaced slot to the slot that
    replaces it after the change. `values` maps the names of the changed variables to their new values. `recomputed` is
    the number of calls that come after the change. `is_of_view` is True if a changed array is a view of memory without
    a slot.
    """

    structure: StepStructure
    stored: Sequence[Any]
    sources: tuple[Source, ...] = ()
    added: range = range(0)
    renamed: Mapping[int, int] = {}
    values: Mapping[str, Any] = {}
    recomputed: int = 0
    is_of_view: bool = False


def step_with_change(record: EagerRecord, before: State, change: ValueChange | AttributeChange) -> StepWithChange:
    """Return the step of a record with a change.

    `before` are the arrays that exist before the step; this function changes these arrays.

    Raises NotFound, ArgumentError or UnsupportedError if the change is not possible.
    """
    if isinstance(change, ValueChange):
        return _with_values(record, before, change)
    return _with_attribute(record, change)


def _with_attribute(record: EagerRecord, change: AttributeChange) -> StepWithChange:
    """Return the step of a record in which an attribute of a call has another value."""
    step = record.condensed
    assert step is not None
    operator = next((o for o in record.operators() if o.id == change.op), None)
    if operator is None:
        raise record.kind.never_ran(change.op, record.step)
    check_attribute(operator, change.name)
    check_kind(operator, change.name, change.value)
    form = step.structure.calls[operator.id]
    if form.means != "op":
        why = "draws random numbers" if form.op.random else "is not an operator that can run again"
        raise UnsupportedError(
            f"the attribute cannot be changed: {operator.type} (operator {operator.id} of step {record.step}) {why}"
        )
    structure = with_attribute(step.structure, operator.id, change.name, change.value)
    count = len(structure.calls) - operator.id
    return StepWithChange(structure, step.stored, recomputed=count)


def _with_values(record: EagerRecord, before: State, change: ValueChange) -> StepWithChange:
    """Return the step of a record with the change that sets values, or elements of values, at a position."""
    step = record.condensed
    assert step is not None
    cursor = EagerCursor(record, ignore_place)
    cursor.seek(change.tick)
    at = place_of_change(step.structure, cursor.place)
    own = {cursor.place.operator.id} if cursor.place.operator is not None and cursor.place.after else set[int]()
    OpaqueCalls(step.structure).require_outside(record.step, at.running - own)
    replay = StepReplay(step, before)
    with without_user_code():
        for event in step.structure.events[: at.event]:
            replay.run_event(event)
    found: dict[str, Any] = {}
    new: dict[str, Any] = {}  # the same as stored elements
    slots: dict[str, int] = {}
    for name, value in change.values.items():
        own = cursor.resolve_alias(name) or cursor.own_name(name)
        old = cursor.lookup(own)
        if old is None:
            raise missing_value(cursor, name)
        slots[name] = slot = _slot_of(record, step.structure, own, cursor.tick, at)
        array = None if slot < 0 else replay.values[slot]
        new[name] = as_stored(converted(name, old, value, change.part, CPU), array)
        found[name] = widened(new[name])
        if array is None or not _have_same_elements(widened(array), old):
            raise NotFound(
                f"{name} cannot be set: no operator of step {record.step} has used {name} before this position",
                fix="go to an operator that uses the value, in this step or in another step, and set the value there",
            )
    count = len(step.structure.calls) - at.call
    made = StepWithChange(step.structure, step.stored, added=range(at.event, at.event), values=found, recomputed=count)
    for name, slot in slots.items():
        is_array = isinstance(replay.values[slot], np.ndarray)
        made = (_written if is_array else _replaced)(made, replay, at, slot, name, new[name])
    return made


def _written(
    change: StepWithChange, replay: StepReplay, at: PlaceOfChange, slot: int, name: str, new: Any
) -> StepWithChange:
    """Add the write of a value to the memory of an array."""
    array = replay.values[slot]
    owner = owner_of(array)
    if not array.flags.writeable:
        raise NotFound(
            f"{name} cannot be set at this position, because its memory is read-only",
            fix="set the value from which it is computed",
        )
    structure, count = change.structure, len(change.added)
    here = at._replace(event=at.event + count, writes=at.writes + structure.end[1] - replay.structure.end[1])
    of = next((i for i, each in enumerate(replay.values) if each is owner), None)
    if of is None:  # a view of memory that no call has used as a whole
        of = structure.slots
        structure = with_memory(structure, here, slot, owner.nbytes)
        here = here._replace(event=here.event + 1)
        replay.values += [None] * (of - len(replay.values)) + [owner]
    array[...] = new
    return change._replace(
        is_of_view=change.is_of_view or structure is not change.structure,
        structure=with_write(structure, here, of, len(change.stored)),
        stored=(*change.stored, owner.copy(order="K")),
        added=range(at.event, here.event + 1),
    )


def _replaced(
    change: StepWithChange, replay: StepReplay, at: PlaceOfChange, slot: int, name: str, new: Any
) -> StepWithChange:
    """Add a slot for a changed NumPy scalar, because no code can write to the memory of a NumPy scalar."""
    source = Source(change.structure.slots, True, len(change.stored))
    return change._replace(
        structure=with_slot(change.structure, at, slot, new.nbytes),
        stored=(*change.stored, type(replay.values[slot])(new)),
        sources=(*change.sources, source),
        renamed={**change.renamed, slot: source.slot},
    )


def _slot_of(record: EagerRecord, structure: StepStructure, name: str, tick: int, at: PlaceOfChange) -> int:
    """Return the slot of the memory that contains the value of a name at a position; -1 if the slot is unknown."""
    noted = _slots_by_call(record, structure, name, tick)
    base, slot = name.removesuffix(GRAD), -1
    held = -1  # the memory of the Tensor with this name, or of its gradient
    for event in (*structure.initial, *structure.events[: at.event]):
        if isinstance(event, int):
            slot = noted.get((event, False), slot)
            slot = noted.get((event, True), slot)
        elif isinstance(event, HeldChange):
            if event.name == base:
                slot = held = event.array if base == name else event.gradient
        elif isinstance(event, Write) and event.slot == slot and event.written == held:
            slot = held  # an optimizer has written its result there
    place = record.places[tick]
    called = None if place.operator is None else place.operator.id
    return slot if called is None else noted.get((called, place.after), slot)


def _slots_by_call(record: EagerRecord, structure: StepStructure, name: str, tick: int) -> dict[tuple[int, bool], int]:
    """Return the slots that a name has in the calls up to a tick.

    A key is a pair: the number of a call, and True if the slot is of a result, or False if the slot is of an input.
    """
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
