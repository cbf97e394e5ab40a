"""Replay: any run of a journal, walked again from the nearest keyframe."""

from __future__ import annotations

from typing import Any, Protocol

from opscope.core.place import to_device
from opscope.core.random import Generator
from opscope.debug.replay.interpreter import Look, Walk, nowhere
from opscope.debug.replay.journal import Arrays, RunRecord, Segment
from opscope.errors import NotFound
from opscope.runtime.frame import Context, Frame


class Kept(Protocol):
    """Where records come from: a journal, or a recording that was opened."""

    def find(self, run: int) -> tuple[Segment, int] | None:
        """The segment of a run and where in it the run is; None if it is not kept."""
        ...

    def beside(self, run: int, by: int) -> int:
        """The number of the run before (by = -1) or after (1) a run, whether it is kept or not."""
        ...

    def first(self) -> int | None:
        """The first run that is kept."""
        ...

    def last(self) -> RunRecord | None:
        """The last run that is kept."""
        ...

    def of_step(self, step: int) -> RunRecord | None:
        """The run that is this step; None if it is not kept."""
        ...

    def steps(self) -> tuple[int, int]:
        """The first and the last step kept, (0, 0) if there is none."""
        ...


class Replay:
    """Walks of past runs. The one that was asked for last is kept, and the state before it: its neighbours are near."""

    def __init__(self, kept: Kept) -> None:
        self.kept = kept
        self.replayed = 0  # how many runs were run again to get somewhere
        self._near: tuple[int, Arrays] | None = None  # a run, and what persisted when it began
        self._latest: Walk | None = None  # the walk of that run

    def walk(self, run: int, look: Look | None = None) -> Walk:
        """A walk that stands at the beginning of a run. Raises NotFound if it is not kept."""
        found = self.kept.find(run)
        if found is None:
            raise NotFound(f"run {run} is not kept", fix="a larger budget keeps more: start(..., budget=bytes)")
        segment, index = found
        first = segment.records[0].run
        state, begin = dict(segment.keyframe), first
        if self._near is not None and first <= self._near[0] <= run:
            begin, state = self._near[0], dict(self._near[1])
            latest = self._latest
            if begin < run and latest is not None and latest.over and not latest.record.error:
                begin += 1
                _store(latest, state)
        for record in segment.records[begin - first : index]:
            if record.error:  # nothing that it wrote was stored
                state.update(record.changed)
                continue
            walk = self._ready(record, state, nowhere)
            walk.go()
            self.replayed += 1
            _store(walk, state)
        self._near = run, dict(state)
        self._latest = self._ready(segment.records[index], state, look or nowhere)
        return self._latest

    def forget(self) -> None:
        """Records have changed: what was computed from them is not right any more."""
        self._near = self._latest = None

    def _ready(self, record: RunRecord, state: Arrays, look: Look) -> Walk:
        """A walk at the beginning of a run; `state` becomes what the run finds."""
        state.update(record.changed)
        walk, plan = Walk(record, look), record.plan
        rng = Generator()
        if record.rng is not None:
            rng.set_state(record.rng)
        context = Context(walk.drive, rng, record.count)
        frame = Frame(plan, context, [_here(record.feeds[name], plan) for name, _ in plan.feeds])
        for name, slot in plan.given:
            frame.env[slot] = _here(record.feeds[name], plan)
        for name, slot in plan.loads:
            frame.env[slot] = _here(state[name], plan)
        walk.begin(frame)
        return walk


def _store(walk: Walk, state: Arrays) -> None:
    """What a run found, and what it wrote, persists."""
    state.update(walk.record.changed)
    frame = walk.levels[0].frame
    state.update((name, frame.env[slot]) for name, slot in frame.plan.stores)


def _here(value: Any, plan: Any) -> Any:
    return to_device(value, plan.place)
