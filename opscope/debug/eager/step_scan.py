"""Values of condensed steps, found by names in the user's code.

For most steps, the search does not need the positions of the step. In all steps with equal calls (one structure), a
name refers to the result of the same call. Therefore, the positions of only one step of each structure are read. For
the other steps of the structure, the value is taken from the scalars of the step, or from a replay.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from opscope.core.formats.narrow_arrays import widened
from opscope.debug.eager.condensed_step import CondensedStep, StepStructure
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.step_states import StepStates
from opscope.eager.array_versions import WritesPart
from opscope.errors import ArgumentError


class _Result(NamedTuple):
    """The array that a slot has after a number of writes."""

    slot: int
    writes: int


class StepScan:
    """The values that names in the user's code have at the ends of steps."""

    def __init__(self, states: StepStates) -> None:
        self._states = states
        # by id of a structure and name; None: the name has no value, "open": the places must be read
        self._results: dict[tuple[int, str], _Result | str | None] = {}

    def value(self, record: EagerRecord, step: CondensedStep, name: str) -> tuple[Any] | None:
        """Return the value of a name at the end of a step, as a tuple of one item.

        The item of the tuple is None if the name has no value. If the result itself is None, the places of the step
        must be read to find the value.
        """
        is_new = (id(step.structure), name) not in self._results
        result = self._result(record, step.structure, name)
        if is_new:
            return None
        if result is None:
            return (None,)
        return None if isinstance(result, str) else self._value(step, result)

    def kept_value(self, record: EagerRecord, step: CondensedStep, name: str) -> tuple[Any] | None:
        """Return the value of a name at the end of a step without computing the step.

        The result is None if the value is not stored.
        """
        result = self._result(record, step.structure, name)
        scalar = step.kept_scalar(result.slot) if isinstance(result, _Result) else None
        return None if scalar is None else (widened(scalar),)

    def _result(self, record: EagerRecord, structure: StepStructure, name: str) -> _Result | str | None:
        key = id(structure), name
        if key not in self._results:
            self._results[key] = _result_of(record, structure, name)
        return self._results[key]

    def _value(self, step: CondensedStep, result: _Result) -> tuple[Any] | None:
        if (scalar := step.kept_scalar(result.slot)) is not None:  # no scalar of the step was written to
            return (widened(scalar),)
        part = WritesPart(0, {})
        replay, is_same = self._states.replay(step, part, arrays_are_kept=False)
        if not is_same:
            return None
        return (widened(np.array(part.array_then(replay.values[result.slot], result.writes))),)


def _result_of(record: EagerRecord, structure: StepStructure, name: str) -> _Result | str | None:
    """Find the result to which a name refers at the end of a step, in the places of the step."""
    try:
        meant = record.bindings_at_end(name)
    except ArgumentError:
        return "open"
    if not meant:
        return None if record.final_value(name) is None and name not in record.names_held else "open"
    own = meant[0].value
    ticks = record.ticks_by_name.get(own)
    place = record.places[ticks[-1]] if ticks else None
    if len(meant) > 1 or place is None or place.operator is None or any(n == own for n, _ in place.states):
        return "open"
    form = structure.calls[place.operator.id]
    names, slots = (place.operator.outputs, form.made) if place.after else (place.operator.inputs, form.inputs)
    if [n for n, _ in place.values].count(own) != 1 or names.count(own) != 1 or slots is None:
        return "open"
    found = slots[names.index(own)]
    if not found or found[0] == "value" or found[-1] < 0:
        return "open"
    return _Result(found[-1], form.until if place.after else form.writes)
