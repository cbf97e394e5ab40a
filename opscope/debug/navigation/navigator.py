"""Navigator: the commands that step through a run, forward and backward in time, for programs of all kinds.

The live cursor is at the position where the program itself has stopped. The past cursor is at a position in the history
that the user inspects. The past cursor is computed from the journal, and never changes the live cursor. If the user
goes forward from a past position, recorded runs are shown up to the position of the live cursor. After this position,
the program itself continues. The commands of the navigator have the names of the Debug Adapter Protocol.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from opscope.debug.navigation.breakpoint_table import BreakpointTable
from opscope.debug.navigation.goals import (
    Granularity,
    OperatorGoal,
    PythonLines,
    Resume,
    StepGoal,
    is_next,
    operator_predicate,
    stop_reason_of,
)
from opscope.debug.navigation.hit_scan import HitScan
from opscope.debug.navigation.search import Search
from opscope.debug.navigation.shown_place import LiveProgram, ShownBranch, ShownPlace
from opscope.debug.replay.branch_journal import BranchJournal
from opscope.debug.replay.gradient_stepper import GradientStepper, step_into_gradient
from opscope.debug.replay.journal import NOTHING_RAN
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.program_kind import Cursor, Goal, RunRecord, StepKind, TargetReached, ignore_place
from opscope.debug.replay.replayer import JournalReader, Replayer, find_record
from opscope.debug.replay.static_kind import is_step_target
from opscope.debug.replay.stops import BEGINNING, END, STEP, Position, StopReason
from opscope.errors import NotFound, RunError
from opscope.ir.program.program import Operator
from opscope.names.binding import SeenNames
from opscope.names.program_names import seen_names


class Navigator:
    """The position that is shown, and the commands that move to other positions.

    A command moves to another position, and returns the reason of the stop at this position. If the program itself must
    continue, the command returns an object of the class `Resume`. `live` is the cursor of the live run, or None if no
    run is in progress. `final_stop` is set while the program waits in its own Python code: at the end, at an error, or
    at a line. If the program waits at a line, `line_frame` is the frame of this line.
    """

    def __init__(
        self,
        journal: JournalReader,
        breakpoints: BreakpointTable,
        lines: PythonLines,
        program: LiveProgram,
        search: Search,
    ) -> None:
        self.recorded = journal
        self.breakpoints = breakpoints
        self.search = search
        self._program = program
        self._replay = Replayer(journal, self.search.check)
        self.shown = ShownPlace()
        self.final_stop: StopReason | None = None
        self.line_frame: FrameType | None = None
        self._lines = lines
        self._end_cursor: Cursor | None = None  # a cursor at the end of a run
        self._hits = HitScan(breakpoints, self.search.advance)
        self._last_places: dict[int, Cursor] = {}  # of the runs shown by `shown_cursors`
        breakpoints.past_previous = self.previous_step_value

    @contextmanager
    def waiting(self, stop: StopReason, frame: FrameType | None = None) -> Iterator[None]:
        """Inside the `with` block, mark the program as waiting in its own code (at a line if `frame` is given)."""
        former = self.line_frame, self.final_stop
        self.line_frame, self.final_stop = frame or self.line_frame, stop
        try:
            yield
        finally:
            self.line_frame, self.final_stop = former
            self.return_to_live()

    @contextmanager
    def without_line(self) -> Iterator[None]:
        """Inside the `with` block, ignore the line at which the program waits.

        Commands need this method if they are about another thread than the thread that has stopped at the line.
        """
        line, self.line_frame = self.line_frame, None
        try:
            yield
        finally:
            self.line_frame = line

    # --- the place ----------------------------------------------------------------------------------

    @property
    def journal(self) -> JournalReader:
        """The journal of the runs that are shown: the recorded runs, or the runs of a branch."""
        return self.replay.journal

    @property
    def replay(self) -> Replayer:
        """The replay that recomputes the runs that are shown."""
        return self._replay if self.shown.branch is None else self.shown.branch.replay

    @property
    def changes(self) -> tuple[str, ...]:
        """Descriptions of the changes in the past that is shown, oldest change first."""
        return () if self.shown.branch is None else self.shown.branch.changes

    def enter_branch(self, journal: BranchJournal, cursor: Cursor) -> None:
        """Show a position of a branch (runs with a change)."""
        replay = Replayer(journal, self.search.check)
        branch = ShownBranch(replay, (*self.changes, journal.text), self.shown.branch)
        self.shown, self._end_cursor = ShownPlace(cursor, cursor.tick, None, branch), None

    def leave_branch(self) -> None:
        """Leave the branch, so that the latest change is no longer shown."""
        branch, past = self.shown.branch, self.past
        if branch is not None and past is not None:
            self.shown, self._end_cursor = ShownPlace(None, -1, None, branch.outer), None
            cursor = self.replay.open_run(past.record.run)
            cursor.seek(past.tick)
            self._show(cursor)

    @property
    def live(self) -> Cursor | None:
        """The cursor of the live run, or None if no run is in progress."""
        return self._program.live

    @property
    def past(self) -> Cursor | None:
        """The cursor in the past, or None if the position of the program itself is shown."""
        return self.shown.past

    @property
    def gradient(self) -> GradientStepper | None:
        """The position inside the rule of a gradient operator, if such a position is shown. Otherwise None."""
        return self.shown.gradient

    @property
    def cursor(self) -> Cursor | None:
        """The current cursor: the past cursor, or else the live cursor. None if neither cursor exists."""
        past = self.shown.past
        return self.live if past is None else past

    @property
    def position(self) -> Position | None:
        """The position of the current cursor. None if there is no current cursor."""
        here = self.cursor
        return None if here is None else Position(here.record.run, here.tick)

    @property
    def shown_cursor(self) -> Cursor | None:
        """The cursor to inspect: the current cursor, or one at the end of the last run. None before the first run."""
        return next(self.shown_cursors(), None)

    @property
    def unassigned(self) -> Operator | None:
        """The operator that has just run, or None if Python has already assigned the result to a name."""
        here = self.shown_cursor
        return None if here is None or self.past is not None or self.line_frame is not None else here.behind

    def shown_cursors(self) -> Iterator[Cursor]:
        """Yield the cursors whose values are shown.

        This is the current cursor, or else cursors at the end of the last run and of the last step.
        """
        if self.cursor is not None:
            yield self.cursor
            return
        records = {r.run: r for r in (self.journal.last_record(), self._last_step()) if r is not None}
        self._last_places = {run: at for run, at in self._last_places.items() if run in records}
        for run, record in records.items():
            if run not in self._last_places:
                cursor = self._last_places[run] = self.open_run(run)
                cursor.seek(record.ticks - 1)
            yield self._last_places[run]

    def _last_step(self) -> RunRecord | None:
        step = self.journal.step_range()[1]
        return self.journal.record_of_step(step) if step else None

    def require_cursor(self) -> Cursor:
        """Return the current cursor: the past cursor, or else the live cursor.

        If all runs have ended, return a new cursor at the end of the last run. If the program waits in its own code
        after the last run, the end of the last run does not become the shown position.
        """
        here = self.cursor
        if here is None:
            here = self._open_last_run()
            if self.final_stop is None:
                self._show(here)
        return here

    def _open_last_run(self) -> Cursor:
        """Return a cursor at the last position of the last run."""
        last = self.journal.last_record()
        if last is None:
            why, fix = self.journal.nothing_kept()
            raise RunError(why, fix="call cont()" if why == NOTHING_RAN and self.final_stop is not None else fix)
        cursor = self.open_run(last.run)
        cursor.seek(last.ticks - 1)
        return cursor

    def _show(self, past: Cursor | None, gradient: GradientStepper | None = None) -> None:
        """Show the position of a past cursor. If `past` is None, show the position of the live cursor."""
        branch = self.shown.branch
        if branch is not None and (past is None or branch.replay.journal.find(past.record.run) is None):
            branch, self._end_cursor = None, None  # back at the program itself
        self.shown = ShownPlace(past, -1 if past is None else past.tick, gradient, branch)

    def _is_live_place(self, position: Position) -> bool:
        return self.live is not None and position == (self.live.record.run, self.live.tick)

    # --- the recorded runs --------------------------------------------------------------------------

    def programs(self) -> KnownPrograms:
        """Return the known programs: the program of the current position, and the programs whose runs were steps.

        `complete` is False if the operators of a program are unknown until they run.
        """
        known, here = self.journal.programs(), self.cursor
        if here is not None and here.program not in known.programs:
            known.programs.append(here.program)
        known.complete = known.complete and (self.live is None or "foresee" in self.live.can)
        last = self.journal.last_record() if here is None else None
        if last is not None and "foresee" not in last.kind.abilities:
            _ = last.value_names()  # reads logged calls, which adds them to the program
            known.programs.append(last.plan.block.program)
        return known

    def recorded_programs(self) -> KnownPrograms:
        """Return the programs of all recorded runs. A backward search can only find operators of these programs."""
        known = self.programs()
        for record in self.journal.steps():
            if "foresee" not in record.kind.abilities:
                record.declare_values()
                if record.plan.block.program not in known.programs:
                    known.programs.append(record.plan.block.program)
        return KnownPrograms(known.programs, True, known.aliases)

    def open_run(self, run: int) -> Cursor:
        """Return a cursor at the start of a recorded run.

        For a run of eager code, this method also finds the names that the user's code gives to values, if there are
        breakpoints.
        """
        for known in (self.past, self.live):
            if known is not None and run == known.record.run:
                cursor = known.fork(ignore_place)
                cursor.seek(0)
                break
        else:
            cursor = self.replay.open_run(run)
        if self.breakpoints.all and "foresee" not in cursor.can:
            seen = seen_names(cursor.program) or SeenNames()
            names = sum(map(len, seen.names.values()))
            _ = cursor.record.value_names()
            if sum(map(len, seen.names.values())) != names:
                self.breakpoints.invalidate()
        return cursor

    def fork_at_end(self, cursor: Cursor) -> Cursor:
        """Return a cursor at the last position of the run or step, at which all its values exist."""
        limit = self._last_tick_reached(cursor.record)
        return cursor.fork_at_end(cursor.record.ticks - 1 if limit is None else limit)

    def _scan_forward(self, cursor: Cursor, after: int, goal: Goal | None) -> StopReason | None:
        """Move to the first position after tick `after` that has a breakpoint hit or is the goal; None without one."""
        found: list[StopReason] = []
        limit = self._last_tick_reached(cursor.record)

        def visit(cursor: Cursor) -> None:
            self.search.check()
            if cursor.tick <= after:
                return
            if limit is not None and cursor.tick >= limit:
                if cursor.record.error:
                    found.append(StopReason("exception", cursor.record.error))
                raise TargetReached
            hits = [h for h in self.breakpoints.hits_at(cursor, False) if not h.breakpoint.log]
            if hits:
                found.append(stop_reason_of(hits[0]))
            elif goal is not None and goal(cursor):
                found.append(STEP)
            if found:
                raise TargetReached

        cursor.skip_before = after
        cursor.visit(visit)
        return found[0] if found else None

    def find_last(
        self, run: int, before: int | None, test: Callable[[Cursor], StopReason | bool | None]
    ) -> tuple[Position, StopReason] | None:
        """Return the last position of a run that passes a test.

        If `before` is not None, only positions before the tick `before` are searched.
        """
        best: list[tuple[Position, StopReason]] = []
        cursor = self.open_run(run)
        limit = self._last_tick_reached(cursor.record)
        until = before if limit is None or (before is not None and before <= limit) else limit + 1

        def visit(cursor: Cursor) -> None:
            self.search.check()
            if until is not None and cursor.tick >= until:
                raise TargetReached
            found = test(cursor)
            if found:
                best[:] = [(Position(run, cursor.tick), found if isinstance(found, StopReason) else STEP)]
            if limit is not None and cursor.tick >= limit:  # the next operator has failed, or not run yet
                raise TargetReached

        cursor.visit(visit)
        return best[0] if best else None

    def _find_first(self, run: int, test: Callable[[Operator], bool]) -> Cursor | None:
        """Return a cursor before the first operator of a run that passes a test. Return None if no operator passes."""
        cursor = self.open_run(run)
        found: list[Cursor] = []
        limit = self._last_tick_reached(cursor.record)

        def visit(cursor: Cursor) -> None:
            self.search.check()
            if is_next(cursor, test):
                found.append(cursor)
            if found or (limit is not None and cursor.tick >= limit):
                raise TargetReached

        cursor.visit(visit)
        return found[0] if found else None

    def previous_step_value(self, cursor: Cursor, name: str) -> Any:
        """Return the value of a variable at the end of the step before the cursor's step.

        Return None if it is not stored.
        """
        step, record = cursor.record.step - 1, None
        while (
            step > 0
            and (record := self.journal.record_of_step(step)) is not None
            and record.plan.block.program is not cursor.program
        ):
            step, record = step - 1, None  # programs may alternate
        end = None if record is None else self._cursor_at_end(record.run)
        return None if end is None else end.lookup(name)

    def _cursor_at_end(self, run: int) -> Cursor | None:
        """Return a cursor at the end of a run.

        Return None for a failed run, and for a run that is not in the history.
        """
        record = find_record(self.journal, run)
        if record is None or record.error:
            return None
        if self._end_cursor is None or self._end_cursor.record.run != run:
            self._end_cursor = Replayer(self.journal, self.search.check).open_run(run)
            self._end_cursor.run_to_end()
        return self._end_cursor

    def _last_tick_reached(self, record: RunRecord) -> int | None:
        """Return the last tick that a live or failed run has reached. Return None if the run is complete."""
        if self.live is not None and record.run == self.live.record.run:
            return self.live.tick
        return record.ticks - 1 if record.error else None

    def _find_record(self, run: int) -> RunRecord | None:
        """Return the record of a run in the history, or the record of the run in progress."""
        live = self.live
        return live.record if live is not None and live.record.run == run else find_record(self.journal, run)

    def _runs_of_step(self, step: int) -> list[RunRecord]:
        """Return the records of a step, oldest first.

        If a step of eager code runs a program, the step has more than one record.
        """
        live = self.live
        latest = live.record if live is not None and live.record.step == step else self.journal.record_of_step(step)
        found = [] if latest is None else [latest]
        while found and (before := self._find_record(found[0].run - 1)) is not None and before.step == step:
            found.insert(0, before)
        return found

    # --- forward ------------------------------------------------------------------------------------

    def step(self, by: Granularity | None = None) -> StopReason | Resume:
        """Step over: move to the next operator, or to the next line of this function.

        The next operator is in this frame or in the enclosing frame. `by` is the unit of the step: "operator", or
        "line" for a line of Python. If `by` is None, the unit is a line if the program waits at a line, and otherwise
        an operator.
        """
        if (frame := self._frame_to_step(by)) is not None:
            return Resume(self._lines.target("next", frame))
        if self.gradient is not None:
            return self._after_gradient_step(self.gradient.step_forward())
        return self._move("next")

    def step_in(self, by: Granularity | None = None) -> StopReason | Resume:
        """Step in: move to the operator or line that runs next.

        The next operator or line may be inside a block, a function, or a gradient rule.
        """
        if (frame := self._frame_to_step(by)) is not None:
            return Resume(self._lines.target("step", frame))
        if self._before_first_run:
            return self._move("in")
        if self.gradient is not None:
            return self.step("operator")
        here = self.require_cursor()
        inside = step_into_gradient(here) if "gradient" in here.can else None
        if inside is None:
            return self._move("in")
        self._show(self.past, inside)
        return STEP

    def step_out(self, by: Granularity | None = None) -> StopReason | Resume:
        """Step out: move to the position after the block or function that contains the operator.

        If the operator is in no block or function, move to the end of the run. If the program waits at a line, move to
        the position after the return of the current function.
        """
        if (frame := self._frame_to_step(by)) is not None:
            return Resume(self._lines.target("finish", frame))
        if self.gradient is not None:
            self.leave_gradient()
            return self._move("next")
        here = self.require_cursor()
        return self.run_until(here.record.kind.target("out", here, self.past is None))

    def _move(self, move: StepKind) -> StopReason | Resume:
        """Move to the target of a step from the current position."""
        if self._before_first_run:
            return Resume(is_step_target)
        here = self.require_cursor()
        return self.run_until(here.record.kind.target(move, here, self.past is None))

    def run_to_line(self, line: int = 0) -> StopReason | Resume:
        """Move to line `line` of this function, to a line below, or to the end of the function.

        If `line` is 0, move to a line below the current line.
        """
        frame = self._require_frame()
        return Resume(self._lines.target("until", frame, line or frame.f_lineno + 1))

    def run_to_return(self) -> StopReason | Resume:
        """Move to the position at which this function returns."""
        return Resume(self._lines.target("return", self._require_frame()))

    @property
    def waiting_frame(self) -> FrameType | None:
        """Return the frame of the line at which the program waits. Return None at an operator, and in the past."""
        return self.line_frame if self.past is None else None

    def _frame_to_step(self, by: Granularity | None) -> FrameType | None:
        """Return the frame in which a step by lines is made. Return None if the step is by operators."""
        return self.waiting_frame if by is None else self._require_frame() if by == "line" else None

    def _require_frame(self) -> FrameType:
        """Return the innermost frame of the user's code. Raises RunError if no user code is running there."""
        if self.past is not None:
            raise RunError(
                "the recorded past contains only operators, not lines of Python",
                fix="use `cont` to continue, or `goto` to go to a step",
            )
        found = self.line_frame
        if found is None and (self.live is not None or self.final_stop is not None):
            found = self._lines.innermost(sys._getframe(1))
        if found is None:
            raise RunError("no line of the program is running", fix="use stepBack or goto to see earlier positions")
        return found

    def run_to(self, op: int | str) -> StopReason | Resume:
        """Move to the operator `op`, where `op` is a number or a pattern.

        Raises NotFound if no program has this operator.
        """
        test = operator_predicate(op)
        self.programs().require_operator(op, test)
        return self.run_until(OperatorGoal(test, op))

    def run_to_end(self) -> StopReason | Resume:
        """Move to the end of the current run."""
        return self.run_until(lambda c: c.at_end)

    def next_run(self) -> StopReason | Resume:
        """Move to the first operator of the next run of a program, or of the next step of eager code."""
        return self._move("next run")

    @property
    def _before_first_run(self) -> bool:
        """Return True if the program has stopped in its own code before its first run."""
        return self.cursor is None and self.final_stop is not None and self.journal.last_record() is None

    def resume(self) -> StopReason | Resume:
        """Move to the next breakpoint."""
        return self.run_until(None)

    def run_until(self, goal: Goal | None) -> StopReason | Resume:
        """Move to the next position where the goal is true, or to an earlier position where a breakpoint stops."""
        self.leave_gradient()
        if self.past is None:
            if self.live is None and self.final_stop is None:
                raise RunError("the run is over", fix="go back with stepBack, reverseContinue or goto")
            return Resume(goal)
        last = self.live.record if self.live is not None else self.journal.last_record()
        with self.search.begin("on to a stop", 1 if last is None else last.run - self.past.record.run + 1):
            return self._run_past_until(self.past, goal)

    def _run_past_until(self, cursor: Cursor, goal: Goal | None) -> StopReason | Resume:
        """Execute `run_until` from a position in the past."""
        after = cursor.tick
        while True:
            failed = cursor.record.error and after >= cursor.record.ticks - 1  # the run ended here
            passed = failed or not self._may_stop_in(cursor.record, goal)
            found = None if passed else self._scan_forward(cursor, after, goal)
            if found is not None:
                self._show(cursor)
                return found
            following = self.journal.neighbor(cursor.record.run, 1)
            live = self.live
            if live is not None and cursor.record.run == live.record.run:
                self._show(None)
                return self._reach_live(live, goal)
            if (live is None or following != live.record.run) and self.journal.find(following) is None:
                if self.final_stop is not None:
                    self._show(None)
                    return Resume(goal) if goal is None else self.final_stop
                if not failed:
                    cursor.seek(cursor.record.ticks - 1)
                self._show(cursor)
                return StopReason("exception", cursor.record.error) if failed else END
            if live is None or following != live.record.run:
                following = self._next_to_scan(following, goal)
                if live is not None and following == live.record.run and not self._may_stop_in(live.record, goal):
                    self._show(None)
                    return self._reach_live(live, goal)
            cursor, after = self.open_run(following), -1

    def _may_stop_in(self, record: RunRecord, goal: Goal | None) -> bool:
        """Return True if a recorded run may contain a position at which the move must stop."""
        if isinstance(goal, StepGoal) and record.step != goal.first_step:
            goal = None
        return goal is not None or bool(record.error) or self.may_be_hit(record)

    def may_be_hit(self, record: RunRecord) -> bool:
        """Return True if a breakpoint may be hit at some position of a run."""
        if not self.breakpoints.concern(record.plan):
            return False
        if self.live is not None and record.run == self.live.record.run:
            return True
        found = self.journal.find(record.run)
        return found is None or self._hits.may_be_hit(*found)

    def _next_to_scan(self, run: int, goal: Goal | None) -> int:
        """Return the first run, from `run` on, in which the move may stop.

        If no such run exists, return the last run of the history, or the live run.
        """
        while (record := find_record(self.journal, run)) is not None and not self._may_stop_in(record, goal):
            self.search.advance()
            following = self.journal.neighbor(run, 1)
            live = self.live is not None and self.live.record.run == following
            if not live and self.journal.find(following) is None:
                break
            run = following
            if live:
                break
        return run

    def _reach_live(self, live: Cursor, goal: Goal | None) -> StopReason | Resume:
        """Stop at the position of the live cursor if it is a stop position. Otherwise, let the program continue."""
        if self.final_stop is not None:  # the program has continued to a line
            return Resume(goal) if goal is None else self.final_stop
        hits = [h for h in self.breakpoints.hits_at(live, False) if not h.breakpoint.log]
        if hits:
            return stop_reason_of(hits[0])
        return STEP if goal is not None and goal(live) else Resume(goal)

    # --- backward -----------------------------------------------------------------------------------

    def step_back(self) -> StopReason | Resume:
        """Step back: move to the previous operator of this frame, or to the operator that contains this frame.

        If the program waits at a line, move back to the operator that has run last.
        """
        frame = self.waiting_frame
        found = self._step_back()
        if frame is None or not isinstance(found, StopReason) or found.text:
            return found
        where = f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"
        return found._replace(text=f"the last operator before {where}, because steps back do not stop at lines")

    def _step_back(self) -> StopReason | Resume:
        if self.gradient is not None:
            return self._after_gradient_step(self.gradient.step_back())
        if (stop := self._failure_stop()) is not None:
            return stop
        here = self.require_cursor()
        if (position := here.record.kind.before(here, self)) is not None:
            return self.move_to(position, STEP)
        run = here.record.run
        record = self._find_record(self.journal.neighbor(run, -1))
        if record is None:
            return self.move_to(Position(run, 0), BEGINNING)
        return self.move_to(Position(record.run, record.kind.last_place(record, self)), STEP)

    # --- anywhere -----------------------------------------------------------------------------------

    def goto(self, step: int, op: int | str = -1) -> StopReason | Resume:
        """Move to operator `op` of a past or future step. If `op` is -1, move to the first operator. Raises NotFound.

        If the requested step has not run yet and does not execute the operator, the run stops at the end of the
        requested step.
        """
        records = self._runs_of_step(step)
        test = operator_predicate(op)
        if op != -1 and all("foresee" in record.kind.abilities for record in records):
            self.programs().require_operator(op, test)
        if not records:
            return self._goto_later(step, op, test)
        if op == -1:
            return self.move_to(Position(records[0].run, 0), StopReason("goto"))
        with self.search.begin(f"to step {step}", 1):
            for record in records:
                if (found := self._find_first(record.run, test)) is not None:
                    return self.adopt_cursor(found, StopReason("goto"))
        if self.live is not None and records[-1] is self.live.record:
            self._show(None)
            return Resume(StepGoal(step, test, op))
        raise records[-1].kind.never_ran(op, step)

    def _goto_later(self, step: int, op: int | str, test: Callable[[Operator], bool]) -> Resume:
        """Let the program continue to a step that has not run yet."""
        if step < 1:
            raise NotFound(f"there is no step {step}", fix="pass a number from 1 on: steps count from 1")
        live = self.live
        waits = live is None and self.line_frame is not None and step > self.journal.step_range()[1]
        if not waits and (live is None or (live.record.step and step < live.record.step)):
            raise self.journal.not_kept(f"step {step} is")
        self._show(None)
        return Resume(StepGoal(step, None if op == -1 else test, op))

    def move_to(self, position: Position, reason: StopReason) -> StopReason:
        """Move to a position in the past, or to the position of the live run."""
        cursor = self.past
        if self._is_live_place(position):
            self._show(None)
            return reason
        if cursor is None or cursor.record.run != position.run:
            with self.search.begin("to a place of the past", 1):
                cursor = self.open_run(position.run)
        cursor.seek(position.tick)
        self._show(cursor)
        return reason

    def adopt_cursor(self, cursor: Cursor, reason: StopReason) -> StopReason:
        """Show the position of another cursor, which is in the past or equal to the live position."""
        self._show(None if self._is_live_place(Position(cursor.record.run, cursor.tick)) else cursor)
        return reason

    def return_to(self, shown: ShownPlace) -> None:
        """Return to a position that was shown earlier, for example before a search that was stopped."""
        self.shown = shown
        if shown.past is not None and shown.past.tick != shown.tick:
            shown.past.seek(shown.tick)

    def leave_gradient(self) -> None:
        """Show the position of the gradient operator instead of a position in the rule of this operator."""
        self._show(self.past)

    def return_to_live(self) -> None:
        """Return to the position of the live run."""
        self._show(None)

    def _failure_stop(self) -> StopReason | None:
        """Move to the failed operator if all runs have ended and the last run has failed. Otherwise return None."""
        last = self.journal.last_record() if self.cursor is None else None
        if last is None or not last.error:
            return None
        self._show(self._open_last_run())
        return StopReason("exception", last.error)

    def _after_gradient_step(self, moved: bool) -> StopReason | Resume:
        """Stop after a step inside a gradient rule, or leave the rule if it has no further op."""
        if moved:
            return STEP
        at_end = self.gradient is not None and self.gradient.at_end
        self.leave_gradient()
        return self._move("next") if at_end else STEP
