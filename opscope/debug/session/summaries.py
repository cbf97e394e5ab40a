"""Summaries of all values of a step, which is computed again from the history."""

from __future__ import annotations

from dataclasses import replace

from opscope.debug.replay.journal import RunRecord
from opscope.debug.replay.navigator import Navigator
from opscope.debug.session.run_trace import ExecutedOperator, trace
from opscope.debug.taps.value_events import value_seen
from opscope.errors import NotFound
from opscope.events import ValueSeen


def summaries(navigator: Navigator, step: int | None = None) -> dict[str, ValueSeen]:
    """The statistics of every value of a step (None: the last one), by name, in the order in which they were made.

    Raises NotFound for a step that is not kept.
    """
    record = record_of(navigator, step)
    return summaries_of(trace(navigator.replay, record), record.step)


def record_of(navigator: Navigator, step: int | None) -> RunRecord:
    """The record of a step; None: the last one, or the last run if there is no step. Raises NotFound."""
    journal = navigator.journal
    first, last = journal.step_range()
    record = journal.record_of_step(last if step is None else step) if last else None
    if record is None and step is None:
        record = journal.last_record()
    if record is None:
        fix = f"steps {first} to {last} are" if last else "run a program first"
        raise NotFound("nothing is recorded" if step is None else f"step {step} is not kept", fix=fix)
    return record


def summaries_of(traced: list[ExecutedOperator], step: int) -> dict[str, ValueSeen]:
    """The statistics of the last value that each variable had in a run.

    What an optimizer writes counts as a parameter: eager code does not say which Tensors are some.
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
