"""Structure of a step with a change: the user has set a value, or has changed an attribute of a call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from opscope.debug.eager.condensed_step import (
    CallForm,
    Copy,
    Event,
    HeldChange,
    OwnWrite,
    ResultMemory,
    StepStructure,
    Write,
)
from opscope.debug.eager.eager_record import EagerPlace

Form = tuple[Any, ...]
_NUMBERED = (Write, OwnWrite, HeldChange, Copy)


class PlaceOfChange(NamedTuple):
    """A position in a step: after `writes` writes, before event number `event`, and before call number `call` starts.

    `running` are the numbers of the calls that enclose the position. At a position after a call, `running` also
    contains the number of this call.
    """

    event: int
    call: int
    writes: int
    running: frozenset[int]


def place_of_change(structure: StepStructure, place: EagerPlace) -> PlaceOfChange:
    """Convert a place of a record to a position among the events of the step's structure."""
    calls, events = structure.calls, structure.events
    if place.operator is None:
        return PlaceOfChange(len(events), len(calls), structure.end[1], frozenset())
    number = place.operator.id
    at = next(i for i, event in enumerate(events) if event == number and isinstance(event, int))
    around = _around(calls, number)
    if not place.after:
        return PlaceOfChange(at, number, calls[number].writes, around)
    following, until = number + 1, calls[number].until
    while following < len(calls) and calls[following].depth > calls[number].depth:
        following += 1
    last = max(i for i, event in enumerate(events) if isinstance(event, int) and event < following)
    inside = [i for i, e in enumerate(events) if i > last and isinstance(e, _NUMBERED) and e.number < until]
    return PlaceOfChange(max([last, *inside]) + 1, following, until, around | {number})


def _around(calls: Sequence[CallForm], number: int) -> frozenset[int]:
    """Return the calls that enclose a call."""
    found: set[int] = set()
    depth = calls[number].depth
    for other in range(number - 1, -1, -1):
        if calls[other].depth < depth:
            found.add(other)
            depth = calls[other].depth
    return frozenset(found)


def with_memory(structure: StepStructure, at: PlaceOfChange, part: int, nbytes: int) -> StepStructure:
    """Return the structure with a new last slot, which has the array that owns the memory of `part`.

    `part` is the slot of a view. The new slot has its array from the given position on.
    """
    event = ResultMemory(structure.slots, part)
    events = [*structure.events[: at.event], event, *structure.events[at.event :]]
    return replace(structure, events=events, sizes=[*structure.sizes, nbytes])


def with_write(structure: StepStructure, at: PlaceOfChange, owner: int, stored: int) -> StepStructure:
    """Return the structure with an additional write of a stored array to the memory of a slot, at a position."""
    calls = [
        form._replace(
            writes=form.writes + (number >= at.call),
            until=form.until + (form.until >= 0 and (number >= at.call or number in at.running)),
        )
        for number, form in enumerate(structure.calls)
    ]
    events = [
        *structure.events[: at.event],
        Write(at.writes, owner, -1, stored),
        *(_one_later(event) for event in structure.events[at.event :]),
    ]
    caller, end = structure.end
    return replace(structure, calls=calls, events=events, end=(caller, end + 1))


def _one_later(event: Event) -> Event:
    return event._replace(number=event.number + 1) if isinstance(event, _NUMBERED) else event


def with_slot(structure: StepStructure, at: PlaceOfChange, slot: int, nbytes: int) -> StepStructure:
    """Return the structure in which a new last slot replaces another slot from a position on.

    The new slot is for a changed NumPy scalar, because no code can write to the memory of a NumPy scalar.
    """
    new = structure.slots
    calls: list[CallForm] = []
    for number, form in enumerate(structure.calls):
        made = form.made
        if number >= at.call:
            form = form._replace(inputs=_renamed(form.inputs, slot, new))
        if made is not None and (number >= at.call or number in at.running):
            form = form._replace(made=_renamed(made, slot, new))
            if form.made != made and form.means and number in at.running:
                form = form._replace(means="")  # its result is the new value
        calls.append(form)
    events = [
        _with_other_slot(event, slot, new) if index >= at.event else event
        for index, event in enumerate(structure.events)
    ]
    tensors = [form._replace(slot=new) if form.slot == slot else form for form in structure.tensors]
    returned = [
        each
        if each.until < at.call
        else each._replace(given=_by_path(each.given, slot, new), made=_by_path(each.made, slot, new))
        for each in structure.returned
    ]
    sizes = [*structure.sizes, nbytes]
    return replace(structure, calls=calls, events=events, tensors=tensors, returned=returned, sizes=sizes)


def _renamed(forms: Iterable[Form], slot: int, new: int) -> tuple[Form, ...]:
    return tuple((*e[:-1], new) if e and e[0] != "value" and e[-1] == slot else e for e in forms)


def _by_path(found: Iterable[tuple[Any, int]], slot: int, new: int) -> tuple[tuple[Any, int], ...]:
    return tuple((path, new if each == slot else each) for path, each in found)


def _with_other_slot(event: Event, slot: int, new: int) -> Event:
    if isinstance(event, HeldChange):
        array, gradient = (new if each == slot else each for each in (event.array, event.gradient))
        return event._replace(array=array, gradient=gradient)
    if isinstance(event, Write) and event.slot == slot:
        return event._replace(slot=new)
    if isinstance(event, Copy) and event.of == slot:
        return event._replace(of=new)
    return event


def with_attribute(structure: StepStructure, call: int, name: str, value: Any) -> StepStructure:
    """Return the structure in which an attribute of a call has another value.

    The gradient operator of the call also has the new value.
    """
    made = structure.calls[call].made or ()
    tensors = [structure.tensors[each[0]] for each in made if len(each) == 2 and each[0] != "value"]
    nodes = {tensor.edge[0] for tensor in tensors if tensor.edge is not None}
    op = structure.calls[call].op
    calls = [
        form._replace(attrs={**form.attrs, name: value})
        if number == call or (form.node in nodes and form.op.forward is not None and form.op.forward.op is op)
        else form
        for number, form in enumerate(structure.calls)
    ]
    return replace(structure, calls=calls)
