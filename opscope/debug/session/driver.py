"""Drives the frames of a recorded run: writes the journal and stops at breakpoints, goals and pauses."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from opscope.debug.eager.eager_cursor import EagerCursor
from opscope.debug.eager.eager_navigator import EagerNavigator
from opscope.debug.replay.breakpoint_table import BreakpointHit, BreakpointTable
from opscope.debug.replay.journal import Journal, RunRecord
from opscope.debug.replay.navigator import Goal, StopReason
from opscope.debug.replay.run_cursor import RunCursor
from opscope.debug.replay.run_editor import RunEditor
from opscope.debug.session.command_queue import CommandQueue
from opscope.debug.taps.levels import TapLevels
from opscope.errors import RunError
from opscope.runtime.frame import Frame, run_frame

COMMAND = StopReason("command")  # a stop only to handle commands; the run stands still only if one of them says so


class FrameDriver:
    """Runs frames operator by operator and decides where to stop.

    `on_stop` is called at a stop and returns when the program may continue; `on_log` is called with the hit of a
    breakpoint that only logs. `levels` says which values the journal keeps in full. With `stop_on_error` the run also
    stops where an operator fails, before the program sees the error.
    """

    def __init__(
        self,
        journal: Journal,
        commands: CommandQueue,
        levels: TapLevels,
        on_stop: Callable[[StopReason], None],
        on_log: Callable[[BreakpointHit], None],
        stop_on_error: bool = False,
    ) -> None:
        self.journal = journal
        self.breakpoints = BreakpointTable(self._previous)
        self.navigator = EagerNavigator(journal, self.breakpoints)
        self.edits: RunEditor | None = None
        self.goal: Goal | None = None
        self.goal_reason = "step"  # the reason of the stop at the goal
        self.stop_on_error = stop_on_error
        self.previous_step: dict[int, Callable[[str], Any]] = {}  # by program, name -> value: for `previous(x)`
        self._commands = commands
        self._levels = levels
        self._on_stop = on_stop
        self._on_log = on_log

    # --- driving ------------------------------------------------------------------------------------

    def drive(self, frame: Frame, step: int) -> None:
        """Run a frame to its end: a run of a program, or a block of one. A run inside another run is not recorded."""
        walk = self.navigator.live
        if walk is not None:
            if walk.context is frame.context:
                walk.call_frame(frame)
            else:
                run_frame(frame)
            return
        record = self.journal.begin(frame, step)
        walk = RunCursor(record, self.on_place, live=True)
        walk.on_error = self.on_failure if self.stop_on_error else None
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
                self.previous_step[frame.plan.block.program.id] = frame.value
        finally:
            self.navigator.live = self.edits = None
            self.navigator.return_to_live()

    def _keep_values(self, record: RunRecord, frame: Frame) -> None:
        for instruction in frame.plan.instructions if self._levels.records_values else ():
            operator = instruction.operator
            for name in operator.outputs:
                if name is not None and self._levels.is_recorded(name, operator, record.step):
                    value = frame.value(name)
                    if hasattr(value, "dtype"):
                        record.kept_values[name] = value

    def _previous(self, name: str) -> Any:
        """The value of a variable at the end of the previous step of the program that runs."""
        live = self.navigator.live
        find = None if live is None else self.previous_step.get(live.program.id)
        return None if find is None else find(name)

    # --- stopping -----------------------------------------------------------------------------------

    @property
    def is_active(self) -> bool:
        """False if no place can be a stop: there is no breakpoint, no goal and no command."""
        return bool(self._commands.pending or self.goal is not None or self.breakpoints.all)

    def on_place(self, walk: RunCursor) -> None:
        """Called before each operator and at the end of each block: stop here if there is a reason to."""
        stop = None
        if self.breakpoints.all:
            stop = self._hit_breakpoints(walk)
        if stop is None and self.goal is not None and self.goal(walk):
            stop = StopReason(self.goal_reason)
        if stop is None and self._commands.pending and walk.next_operator is not None:
            stop = COMMAND
        if stop is not None:
            self._on_stop(stop)

    def _hit_breakpoints(self, walk: RunCursor) -> StopReason | None:
        stop = None
        for hit in self.breakpoints.hits_at(walk, True):
            if hit.breakpoint.log:
                self._on_log(hit)
            elif stop is None:
                stop = StopReason(hit.reason, hit.text)
            if hit.breakpoint.once and hit.breakpoint.number in self.breakpoints.all:  # a place may hit it twice
                self.breakpoints.remove(hit.breakpoint.number)
        return stop

    def on_failure(self, walk: RunCursor, error: Exception) -> bool:
        """Stop before the operator that failed. True if it is to run again: after an edit, or from another place."""
        edited = 0 if self.edits is None else len(self.edits.applied)
        at = walk.tick
        self._on_stop(StopReason("exception", f"{type(error).__name__}: {error}".splitlines()[0]))
        return walk.tick != at or (self.edits is not None and len(self.edits.applied) != edited)

    def set_goal(self, goal: Goal | None, reason: str = "step") -> None:
        """Stop next where `goal` holds (None: only at breakpoints, errors and pauses)."""
        self.goal, self.goal_reason = goal, reason

    # --- editing ------------------------------------------------------------------------------------

    def editing(self) -> RunEditor:
        """The edits of the current run. If its past is shown, the run itself is rewound to that place.

        Raises RunError where nothing can be edited; RunRewound if sub-blocks have to end first: then call it again.
        """
        navigator = self.navigator
        live, past = navigator.live, navigator.past
        if live is None or self.edits is None or (past is not None and past.record.run != live.record.run):
            raise RunError("only the current run can be edited", fix="branch(...) tries a change on a past one")
        if navigator.gradient is not None:
            raise RunError("the values inside a gradient rule cannot be edited", fix="stepOut first")
        if past is not None:
            if isinstance(live, EagerCursor):
                raise RunError(
                    "this place is in the past and read-only: eager code is not run again",
                    fix="stop here in a new run, and set the value there",
                )
            if past.depth:
                raise RunError(
                    "this place is in the past and read-only", fix="stepOut, or stepBack to the outermost block"
                )
            navigator.return_to_live()
            self.edits.rewind_to(past.frame.pc)
        return self.edits
