"""Stepper: drives the frames of a recorded run, writes the journal, and stops where it is to stop."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_navigator import EagerNavigator
from opscope.debug.replay.breakpoint_table import BreakpointHit, BreakpointTable
from opscope.debug.replay.journal import Journal, RunRecord
from opscope.debug.replay.navigator import Goal, Resume, StopReason
from opscope.debug.replay.run_cursor import RunCursor
from opscope.debug.replay.run_editor import RunEditor
from opscope.errors import RunError
from opscope.ir.program.program import Operator
from opscope.runtime.frame import Frame, run_frame

Stand = Callable[[StopReason], None]  # stay here until the program is to go on


class Stepper:
    """`stand` is called where the run is to stop; `logged` with what a breakpoint only wants to have said.

    `keeps` says which values are kept in full, (name, operator, step). With `on_error` the run also stops where an
    operator fails, before the program hears of it.
    """

    def __init__(
        self,
        journal: Journal,
        stand: Stand,
        logged: Callable[[BreakpointHit], None],
        keeps: Callable[[str, Operator | None, int], bool],
        on_error: bool = False,
    ) -> None:
        self.journal = journal
        self.breakpoints = BreakpointTable(self._before)
        self.navigator = EagerNavigator(journal, self.breakpoints)
        self.edits: RunEditor | None = None
        self.goal: Goal | None = None
        self.reason = "step"  # of the stop where the goal is reached
        self.asked = False  # whether someone wants to be heard
        self.on_error = on_error
        self.keeping = False  # whether any value is kept in full
        self._keeps = keeps
        self._stand = stand
        self._logged = logged
        self.last: dict[int, Callable[[str], Any]] = {}  # by program, the values of its step before: `previous(x)`

    # --- driving ------------------------------------------------------------------------------------

    def drive(self, frame: Frame, step: int) -> None:
        """Walk a run of a program, or a block of it; a run within a function of a run just runs."""
        walk = self.navigator.live
        if walk is not None:
            if walk.context is frame.context:
                walk.call_frame(frame)
            else:
                run_frame(frame)
            return
        record = self.journal.begin(frame, step)
        walk = RunCursor(record, self.look, live=True)
        walk.on_error = self.failed if self.on_error else None
        start = time.perf_counter()
        try:
            self.navigator.live, self.edits = walk, RunEditor(walk)
            walk.call_frame(frame)
        except BaseException as e:
            record.seconds, record.ticks = time.perf_counter() - start, walk.tick + 1
            record.error = f"{type(e).__name__}: {e}".strip().splitlines()[0]
            self.journal.append(record)
            raise
        else:
            record.seconds, record.ticks = time.perf_counter() - start, walk.tick
            self._keep_values(record, frame)
            self.journal.finish(record, frame)
            if step:
                self.last[frame.plan.block.program.id] = frame.value
        finally:
            self.navigator.live = self.edits = None
            self.navigator.return_to_live()

    def _keep_values(self, record: RunRecord, frame: Frame) -> None:
        for instruction in frame.plan.instructions if self.keeping else ():
            operator = instruction.operator
            for name in operator.outputs:
                if name is not None and self._keeps(name, operator, record.step):
                    value = frame.value(name)
                    if hasattr(value, "dtype"):
                        record.kept_values[name] = value

    def _before(self, name: str) -> Any:
        live = self.navigator.live
        found = None if live is None else self.last.get(live.program.id)
        return None if found is None else found(name)

    # --- stopping -----------------------------------------------------------------------------------

    @property
    def looking(self) -> bool:
        """False where a place cannot be of interest: there is no breakpoint, no goal, and nobody asks."""
        return bool(self.asked or self.goal is not None or self.breakpoints.all)

    def look(self, walk: RunCursor) -> None:
        """The program has come to a place: stay here, if there is a reason to."""
        stop = None
        if self.breakpoints.all:
            stop = self._met(walk)
        if stop is None and self.goal is not None and self.goal(walk):
            stop = StopReason(self.reason)
        if stop is None and self.asked and walk.next_operator is not None:
            stop = StopReason("asked")
        if stop is not None:
            self._stand(stop)

    def _met(self, walk: RunCursor) -> StopReason | None:
        stop = None
        for hit in self.breakpoints.hits_at(walk, True):
            if hit.breakpoint.log:
                self._logged(hit)
            elif stop is None:
                stop = StopReason(hit.reason, hit.text)
            if hit.breakpoint.once and hit.breakpoint.number in self.breakpoints.all:  # it may be met twice at a place
                self.breakpoints.remove(hit.breakpoint.number)
        return stop

    def failed(self, walk: RunCursor, error: Exception) -> bool:
        """Stop before the operator that failed; after an edit it is tried again."""
        edited = 0 if self.edits is None else len(self.edits.applied)
        at = walk.tick
        self._stand(StopReason("exception", f"{type(error).__name__}: {error}".splitlines()[0]))
        return walk.tick != at or (self.edits is not None and len(self.edits.applied) != edited)

    def go(self, go: Resume, reason: str) -> None:
        """Let the program go on to a goal."""
        self.goal, self.reason = go.goal, reason

    # --- editing ------------------------------------------------------------------------------------

    def editing(self) -> RunEditor:
        """The edits of the run that is on; standing in its past, the run itself comes back to there.

        Raises RunError where there is nothing to edit, RunRewound when sub-blocks have to end first: then ask again.
        """
        navigator = self.navigator
        live, past = navigator.live, navigator.past
        if live is None or self.edits is None or (past is not None and past.record.run != live.record.run):
            raise RunError("only the run that is on can be edited", fix="branch(...) tries it on a past one")
        if navigator.gradient is not None:
            raise RunError("the rule of a gradient is only looked at", fix="stepOut first")
        if past is not None:
            if isinstance(live, EagerCursor):
                raise RunError(
                    "here the past can only be looked at: eager code is not run again",
                    fix="stop here in a new run, and set it there",
                )
            if past.depth:
                raise RunError("here the past can only be looked at", fix="stepOut, or stepBack to the outermost block")
            navigator.return_to_live()
            self.edits.rewind_to(past.frame.pc)
        return self.edits
