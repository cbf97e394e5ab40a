"""Summaries (statistics) of all values, at the position where a run has stopped or at the end of a step.

To summarize the values of a step, opscope computes these values again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from opscope.core.place import has_numbers
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.program_kind import Cursor, RunRecord
from opscope.debug.taps.value_events import value_seen
from opscope.debug.values.place_values import written_in_blocks
from opscope.debug.values.run_trace import ExecutedOperator, trace
from opscope.errors import NotFound
from opscope.events import ValueSeen
from opscope.ir.program.program import Operator, Variable

MAX_TICKS = 5000  # up to this place blocks are executed again for their values, at 10 us per place


def summaries(navigator: Navigator, step: int | None = None) -> dict[str, ValueSeen]:
    """Return the statistics of all values of a step, by name, in the order of their computation.

    If `step` is None, return the statistics of the values at the current position. If there is no current position, use
    the last step. Raises NotFound for a step that is not in the history.
    """
    if step is None and navigator.cursor is not None:
        return _summaries_here(navigator.cursor)
    record = record_of(navigator, step)
    return summaries_of(trace(navigator.replay, record), record.step)


def _summaries_here(here: Cursor) -> dict[str, ValueSeen]:
    values: dict[str, Any] = {}
    writers: dict[str, Operator] = {}
    for level in here.frames():  # an inner block hides outer names
        values.update((name, level.value(name)) for name in level.names())
        for operator in level.ran:
            writers.update((name, operator) for name in operator.outputs if name)
    if here.tick <= MAX_TICKS:
        blocks = [block for block in here.program.blocks if block.parent_idx >= 0]
        inside = {name for block in blocks for name in block.vars if not has_numbers(values.get(name))}
        values |= written_in_blocks(here, inside) if inside else {}
        made = [(name, o) for block in blocks for o in block.ops for name in o.outputs if name in inside]
        writers |= {name: operator for name, operator in made if name}
    updated = {o.outputs[0] for o in writers.values() if o.phase == "optimize" and o.outputs}
    found: dict[str, ValueSeen] = {}
    for name, value in values.items():
        variable = _variable(here, name)
        if variable is not None and has_numbers(value):
            seen = value_seen(variable, writers.get(name), value, here.record.step)
            is_updated = (seen.grad_of or name) in updated
            found[name] = replace(seen, parameter=True) if is_updated else seen
    return dict(sorted(found.items(), key=lambda each: each[1].op))


def _variable(here: Cursor, name: str) -> Variable | None:
    found = here.frames()[-1].block.find(name)
    if found is None:
        found = next((block.vars[name] for block in here.program.blocks if name in block.vars), None)
    return found


def record_here(navigator: Navigator) -> RunRecord:
    """Return the record of the run at the current position.

    If there is no current position, return the record of the last step.

    Raises NotFound.
    """
    here = navigator.cursor
    return record_of(navigator, None) if here is None else here.record


def record_of(navigator: Navigator, step: int | None) -> RunRecord:
    """Return the record of a step.

    If `step` is None, return the record of the last step that has ended, or of the last run if there are no steps.
    Calls after the last update of the parameters, such as an evaluation, do not count as a step. Raises NotFound.
    """
    journal = navigator.journal
    first, last = journal.step_range()
    record = journal.record_of_step(last if step is None else step) if last else None
    if step is None and record is not None and not record.ends_step and not record.error:
        record = journal.record_of_step(last - 1) or record
    if record is None and step is None:
        record = journal.last_record()
    if record is None:
        fix = f"choose a step from {first} to {last}" if last else "run a program first"
        raise NotFound("nothing is recorded" if step is None else f"step {step} is not in the history", fix=fix)
    return record


def summaries_of(traced: list[ExecutedOperator], step: int) -> dict[str, ValueSeen]:
    """Return the statistics of the last value of each variable in a run.

    Each value that an optimizer writes counts as a parameter, because records of eager code do not mark parameters.
    """
    found: dict[str, ValueSeen] = {}
    updated: set[str] = set()
    for event in traced:
        for name, value in event.inputs:
            if name not in found and (variable := event.operator.block.find(name)) is not None:
                found[name] = value_seen(variable, None, value, step)
        for name, value in event.outputs:
            if (variable := event.operator.block.find(name)) is not None:
                found.pop(name, None)
                found[name] = value_seen(variable, event.operator, value, step)
        if event.operator.phase == "optimize":
            updated.update(name for name, _ in event.outputs[:1])
    return {
        name: replace(seen, parameter=True) if (seen.grad_of or name) in updated else seen
        for name, seen in found.items()
    }
