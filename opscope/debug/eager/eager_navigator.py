"""Navigator with the stepping commands for eager calls: next, in, out, back, go to a step."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

from opscope.core.source import UserCall
from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.replay.breakpoint_table import BreakpointTable
from opscope.debug.replay.history_search import StepGoal
from opscope.debug.replay.journal import RunRecord
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.navigator import BEGINNING, STEP, Navigator, Position, Resume, StopReason, operator_predicate
from opscope.debug.replay.replayer import JournalReader, Replayer, find_record
from opscope.debug.replay.run_cursor import OnPlace, RunCursor, ignore_place
from opscope.errors import NotFound
from opscope.names.binding import SeenNames
from opscope.names.program_names import seen_names


class EagerReplayer(Replayer):
    """Opens past runs, also those of eager calls."""

    def open_run(self, run: int, on_place: OnPlace | None = None) -> RunCursor:
        """A cursor at the start of a run. Raises NotFound if the run is not kept."""
        found = find_record(self.journal, run)
        if not isinstance(found, EagerRecord):
            return super().open_run(run, on_place)
        return EagerCursor(found, on_place or ignore_place)


class EagerNavigator(Navigator):
    """A navigator for eager calls and runs of programs."""

    def __init__(self, journal: JournalReader, breakpoints: BreakpointTable) -> None:
        super().__init__(journal, breakpoints)
        self.replay = EagerReplayer(journal, self.search.check)

    def open_run(self, run: int) -> RunCursor:
        """A cursor at the start of a run; of eager code, once the names that its assignments give are known."""
        found = super().open_run(run)
        if isinstance(found, EagerCursor) and self.breakpoints.all:
            seen = seen_names(found.program) or SeenNames()
            known = sum(map(len, seen.names.values()))
            _ = found.eager_record.names
            if sum(map(len, seen.names.values())) != known:
                self.breakpoints.invalidate()
        return found

    def programs(self) -> KnownPrograms:
        """The programs whose runs are steps, as far as they have run, and the last eager code; incomplete in that."""
        known = super().programs()
        known.complete = known.complete and not isinstance(self.live, EagerCursor)
        last = self.journal.last_record() if self.cursor is None else None
        if isinstance(last, EagerRecord):
            _ = last.names  # reads the calls that were only logged: the program then knows them
            known.programs.append(last.plan.block.program)
        return known

    def recorded_programs(self) -> KnownPrograms:
        """Programs of the recorded runs; the names of each step of eager code are read now."""
        known = super().recorded_programs()
        for record in self.journal.steps():
            if isinstance(record, EagerRecord):
                _ = record.names
                if record.plan.block.program not in known.programs:
                    known.programs.append(record.plan.block.program)
        return KnownPrograms(known.programs, True, known.aliases)

    def step(self) -> StopReason | Resume:
        """To the next op that is not deeper in PyLayer calls than this one."""
        if self._before_first_run:
            return super().step()
        here = self.require_cursor()
        if not isinstance(here, EagerCursor):
            return super().step()
        depth = here.depth
        return self.run_until(lambda c: _is_step_target(c) and c.depth <= depth)

    def step_in(self) -> StopReason | Resume:
        """To the very next op, also inside a PyLayer's functions."""
        if self._before_first_run:
            return super().step_in()
        return self.run_until(_is_step_target) if isinstance(self.require_cursor(), EagerCursor) else super().step_in()

    def step_out(self) -> StopReason | Resume:
        """To the end of the PyLayer's function; outside of PyLayers, out of the user's function that called the op.

        The target is the next op whose call is no longer inside that function. At the live place this is exact. In the
        past it is the next op with fewer Python frames below its calling function, or with as many but another
        function: two calls of the same function from the same caller cannot be distinguished.
        """
        here = self.require_cursor()
        if not isinstance(here, EagerCursor):
            return super().step_out()
        depth, caller = here.depth, here.place.caller[1]
        if depth:
            return self.run_until(lambda c: _is_step_target(c) and c.depth < depth)
        frame = _innermost_frame(caller.code) if self.past is None and caller is not None else None
        if frame is not None:
            return self.run_until(lambda c: _is_step_target(c) and not _is_running(frame))
        return self.run_until(lambda c: _is_step_target(c) and not c.depth and _has_left(c, caller))

    def next_run(self) -> StopReason | Resume:
        """To the first op of the next step, or the first operator of a program."""
        if self._before_first_run:
            return super().next_run()
        here = self.require_cursor()
        if not isinstance(here, EagerCursor):
            return super().next_run()
        step = here.record.step
        return self.run_until(lambda c: c.record.step != step or not isinstance(c, EagerCursor))

    def step_back(self) -> StopReason | Resume:
        """To the previous op, or to the PyLayer call around; first of all, to the place where the code failed."""
        if (stop := self._failure_stop()) is not None:
            return stop
        here = self.require_cursor()
        if not isinstance(here, EagerCursor):
            return super().step_back()
        run, depth = here.record.run, here.depth
        best = self.find_last(run, here.tick, lambda c: c.next_operator is not None and c.depth <= depth)
        if best is not None:
            return self.move_to(best[0], STEP)
        if not self._is_recorded(run - 1):
            return self.move_to(Position(run, 0), BEGINNING)
        return self.move_to(Position(run - 1, self._last_tick(run - 1)), STEP)

    def goto(self, step: int, op: int | str = -1) -> StopReason | Resume:
        """To an op of a step, by its number in the step or a pattern, in the past or in the future."""
        self.gradient = None
        runs = self._runs_of_step(step)
        if not any(isinstance(self._find_record(run), EagerRecord) for run in runs):
            return super().goto(step, op)
        if op == -1:
            return self.move_to(Position(runs[0], 0), StopReason("goto"))
        test = operator_predicate(op)
        for run in runs:
            found = self._find_first(run, test)
            if found is not None:
                return self.adopt_cursor(found, StopReason("goto"))
        if self.live is not None and self.live.record.step == step:
            self.past = None
            return Resume(StepGoal(step, test, op))
        raise NotFound(f"no op {op} in what is kept of step {step}", fix="eager ops are numbered from 0 in each step")

    # --- records ------------------------------------------------------------------------------------

    def _runs_of_step(self, step: int) -> list[int]:
        """The runs of a step, oldest first: a program that runs inside a step splits its eager calls in two."""
        latest = self._record_of_step(step)
        found = [] if latest is None else [latest.run]
        while found and (before := self._find_record(found[0] - 1)) is not None and before.step == step:
            found.insert(0, before.run)
        return found

    def _find_record(self, run: int) -> RunRecord | None:
        live = self.live
        return live.record if live is not None and live.record.run == run else find_record(self.journal, run)

    def _last_tick(self, run: int) -> int:
        record = self._find_record(run)
        if not isinstance(record, EagerRecord):
            return super()._last_tick(run)
        places = record.places
        return next(i for i in reversed(range(len(places))) if not places[i].after and places[i].operator is not None)

    def fork_at_end(self, cursor: RunCursor) -> RunCursor:
        """A cursor at the last place of the same step, or run of a program, that was reached."""
        if isinstance(cursor, EagerCursor):
            return cursor.fork_at_end_of_step(ignore_place)
        return super().fork_at_end(cursor)

    def _cursor_at_end(self, run: int) -> RunCursor | None:
        record = self._find_record(run)
        if not isinstance(record, EagerRecord):
            return super()._cursor_at_end(run)
        end = EagerCursor(record, ignore_place)
        end.seek(len(record.places))
        return None if record.error else end


def _is_step_target(cursor: RunCursor) -> bool:
    """Return True if stepping stops here: before an op or operator, and at the end of a program's run."""
    return cursor.next_operator is not None or (cursor.at_end and not isinstance(cursor, EagerCursor))


def _has_left(cursor: RunCursor, caller: UserCall | None) -> bool:
    if not isinstance(cursor, EagerCursor) or caller is None:
        return False
    call = cursor.place.caller[1]
    return call is None or call.below < caller.below or (call.below == caller.below and call.code is not caller.code)


def _innermost_frame(code: Any) -> FrameType | None:
    """The innermost running frame of a function, in this thread."""
    return _find_frame(lambda frame: frame.f_code is code)


def _is_running(frame: FrameType) -> bool:
    return _find_frame(lambda other: other is frame) is not None


def _find_frame(test: Callable[[FrameType], bool]) -> FrameType | None:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and not test(frame):
        frame = frame.f_back
    return frame
