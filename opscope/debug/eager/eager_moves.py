"""Moving among eager calls in the words of programs: next, in, out, back, to a step."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from opscope.debug.eager.cursor import EagerWalk
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.replay.interpreter import Look, Walk
from opscope.debug.replay.journal import RunRecord
from opscope.debug.replay.navigation import BEGINNING, STEP, Go, Navigator, Point, Stop, operator_test
from opscope.debug.replay.replay import Kept, Replay
from opscope.errors import NotFound


class EagerReplay(Replay):
    """Walks of past runs, those of eager calls among them."""

    def walk(self, run: int, look: Look | None = None) -> Walk:
        """A walk that stands at the beginning of a run. Raises NotFound if it is not kept."""
        found = _record(self.kept, run)
        return EagerWalk(found, look or _nowhere) if isinstance(found, EagerRecord) else super().walk(run, look)


class EagerNavigator(Navigator):
    """A navigator that also finds its way through eager calls; in the run of a program it is as ever."""

    def __init__(self, kept: Kept, *rest: Any) -> None:
        super().__init__(kept, *rest)
        self.replay = EagerReplay(kept)

    def step(self) -> Stop | Go:
        """Before the next op that is not within a PyLayer, or not deeper in one than this."""
        here = self.standing()
        if not isinstance(here, EagerWalk):
            return super().step()
        depth = here.depth
        return self.forwards(lambda w: _stands(w) and w.depth <= depth)

    def step_in(self) -> Stop | Go:
        """Before the very next op, also of a PyLayer's functions."""
        return self.forwards(_stands) if isinstance(self.standing(), EagerWalk) else super().step_in()

    def step_out(self) -> Stop | Go:
        """Where the PyLayer's function is over; outside of those, where the user's function is that made the call.

        That is the next op while whose call the function is not running any more. Where the program itself stands, that
        is exact. In the past it is the next op that was called with fewer Python frames below its function, or as many
        by another function: another call of the same function, from the same caller, counts as the same.
        """
        here = self.standing()
        if not isinstance(here, EagerWalk):
            return super().step_out()
        depth, user = here.depth, here.place.user
        if depth:
            return self.forwards(lambda w: _stands(w) and w.depth < depth)
        frame = _frame_of(user[0]) if self.past is None else None
        if frame is not None:
            return self.forwards(lambda w: _stands(w) and not _runs(frame))
        return self.forwards(lambda w: _stands(w) and not w.depth and _left(w, user))

    def next_run(self) -> Stop | Go:
        """Before the first op of the next step, or the first operator of a program."""
        here = self.standing()
        if not isinstance(here, EagerWalk):
            return super().next_run()
        step = here.record.step
        return self.forwards(lambda w: w.record.step != step or not isinstance(w, EagerWalk))

    def step_back(self) -> Stop | Go:
        """Before the op that ran last here, or before the PyLayer call around; at first, where the code has failed."""
        if (stop := self._where_it_failed()) is not None:
            return stop
        here = self.standing()
        if not isinstance(here, EagerWalk):
            return super().step_back()
        run, depth = here.record.run, here.depth
        best = self._last(run, here.tick, lambda w: w.operator is not None and w.depth <= depth)
        if best is not None:
            return self.stand(best[0], STEP)
        if not self._kept(run - 1):
            return self.stand(Point(run, 0), BEGINNING)
        return self.stand(Point(run - 1, self._last_tick(run - 1)), STEP)

    def goto(self, step: int, op: int | str = -1) -> Stop | Go:
        """Before an op of a step, by its number in the step or a pattern, in the past or still to come."""
        self.inside = None
        runs = self._runs_of(step)
        if not any(isinstance(self._known(run), EagerRecord) for run in runs):
            return super().goto(step, op)
        if op == -1:
            return self.stand(Point(runs[0], 0), Stop("goto"))
        test = operator_test(op)
        for run in runs:
            found = self._first_place(run, test)
            if found is not None:
                return self.arrive(found, Stop("goto"))
        if self.live is not None and self.live.record.step == step:
            self.past = None
            return Go(lambda w: w.record.step == step and w.operator is not None and test(w.operator))
        raise NotFound(f"no op {op} in what is kept of step {step}", fix="eager ops are numbered from 0 in each step")

    # --- what is kept -------------------------------------------------------------------------------

    def _runs_of(self, step: int) -> list[int]:
        """The runs of a step, oldest first: programs that run in it part its eager calls."""
        latest = self._record_of(step)
        found = [] if latest is None else [latest.run]
        while found and (before := self._known(found[0] - 1)) is not None and before.step == step:
            found.insert(0, before.run)
        return found

    def _known(self, run: int) -> RunRecord | None:
        live = self.live
        return live.record if live is not None and live.record.run == run else _record(self.kept, run)

    def _last_tick(self, run: int) -> int:
        record = self._known(run)
        if not isinstance(record, EagerRecord):
            return super()._last_tick(run)
        places = record.places
        return next(i for i in reversed(range(len(places))) if not places[i].behind and places[i].operator is not None)

    def _end_of(self, run: int) -> Walk | None:
        record = self._known(run)
        if not isinstance(record, EagerRecord):
            return super()._end_of(run)
        end = EagerWalk(record, _nowhere)
        end.goto(len(record.places))
        return None if record.error else end


def _record(kept: Kept, run: int) -> RunRecord | None:
    found = kept.find(run) if run >= 0 else None
    return None if found is None else found[0].records[found[1]]


def _stands(walk: Walk) -> bool:
    """Where steps stop: before ops and operators, and at the end of a program's run."""
    return walk.operator is not None or (walk.over and not isinstance(walk, EagerWalk))


def _left(walk: Walk, user: tuple[Any, int]) -> bool:
    if not isinstance(walk, EagerWalk):
        return False
    code, below = walk.place.user
    return below < user[1] or (below == user[1] and code is not user[0])


def _frame_of(code: Any) -> FrameType | None:
    """The innermost running frame of a function, in this thread."""
    return _above(lambda frame: frame.f_code is code)


def _runs(frame: FrameType) -> bool:
    return _above(lambda other: other is frame) is not None


def _above(test: Callable[[FrameType], bool]) -> FrameType | None:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and not test(frame):
        frame = frame.f_back
    return frame


def _nowhere(walk: Walk) -> None:
    pass
