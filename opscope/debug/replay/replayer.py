"""Replayer: opens any recorded run again, computed from the nearest keyframe."""

from __future__ import annotations

from typing import Any, Protocol

from opscope.core.place import to_device
from opscope.core.random import Generator
from opscope.debug.replay.journal import Arrays, RunRecord, Segment
from opscope.debug.replay.run_cursor import OnPlace, RunCursor, ignore_place
from opscope.errors import NotFound
from opscope.runtime.frame import Context, Frame
from opscope.runtime.plan import Plan


class JournalReader(Protocol):
    """Where records are read from: the journal in memory, or a recording on disk."""

    def find(self, run: int) -> tuple[Segment, int] | None:
        """The segment of a run and the run's index in it; None if the run is not kept."""
        ...

    def neighbor(self, run: int, offset: int) -> int:
        """The number of the run before (offset -1) or after (1) a run, whether it is kept or not."""
        ...

    def first_run(self) -> int | None:
        """The number of the first run that is kept."""
        ...

    def last_record(self) -> RunRecord | None:
        """The record of the last run that is kept."""
        ...

    def record_of_step(self, step: int) -> RunRecord | None:
        """The record of a step; None if it is not kept."""
        ...

    def step_range(self) -> tuple[int, int]:
        """The first and the last step that are kept, (0, 0) if there is none."""
        ...


def find_record(journal: JournalReader, run: int) -> RunRecord | None:
    """The record of a run; None if the run is not kept."""
    found = journal.find(run) if run >= 0 else None
    return None if found is None else found[0].records[found[1]]


class Replayer:
    """Opens past runs. It caches the run opened last and the state before it, so the runs near it open fast."""

    def __init__(self, journal: JournalReader) -> None:
        self.journal = journal
        self.replayed_runs = 0  # runs executed again only to restore the state before another run
        self._checkpoint: tuple[int, Arrays] | None = None  # a run, and the persistent values before it
        self._latest: RunCursor | None = None  # the cursor of that run

    def open_run(self, run: int, on_place: OnPlace | None = None) -> RunCursor:
        """A cursor at the start of a run. Raises NotFound if the run is not kept."""
        found = self.journal.find(run)
        if found is None:
            raise NotFound(f"run {run} is not kept", fix="a larger budget keeps more: start(..., budget=bytes)")
        segment, index = found
        first = segment.records[0].run
        state, begin = dict(segment.keyframe), first
        if self._checkpoint is not None and first <= self._checkpoint[0] <= run:
            begin, state = self._checkpoint[0], dict(self._checkpoint[1])
            latest = self._latest
            if begin < run and latest is not None and latest.at_end and not latest.record.error:
                begin += 1
                _apply_stores(latest, state)
        for record in segment.records[begin - first : index]:
            if record.error:  # a failed run stores nothing
                state.update(record.scope_changes)
                continue
            cursor = self._restore(record, state, ignore_place)
            cursor.run_to_end()
            self.replayed_runs += 1
            _apply_stores(cursor, state)
        self._checkpoint = run, dict(state)
        self._latest = self._restore(segment.records[index], state, on_place or ignore_place)
        return self._latest

    def _restore(self, record: RunRecord, state: Arrays, on_place: OnPlace) -> RunCursor:
        """A cursor at the start of a run. Updates `state` to the values that the run finds in its scope."""
        state.update(record.scope_changes)
        cursor, plan = RunCursor(record, on_place), record.plan
        rng = Generator()
        if record.rng_state is not None:
            rng.set_state(record.rng_state)
        context = Context(cursor.call_frame, rng, record.executor_step)
        frame = Frame(plan, context, [_to_plan_device(record.feeds[name], plan) for name, _ in plan.feeds])
        for name, slot in plan.extra_feeds:
            frame.env[slot] = _to_plan_device(record.feeds[name], plan)
        for name, slot in plan.loads:
            frame.env[slot] = _to_plan_device(state[name], plan)
        cursor.start(frame)
        return cursor


def _apply_stores(cursor: RunCursor, state: Arrays) -> None:
    """Update the persistent values `state` by the values that a finished run found changed and those that it wrote."""
    state.update(cursor.record.scope_changes)
    frame = cursor.stack[0].frame
    state.update((name, frame.env[slot]) for name, slot in frame.plan.stores)


def _to_plan_device(value: Any, plan: Plan) -> Any:
    return to_device(value, plan.place)
