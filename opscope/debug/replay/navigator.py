"""Navigator: the stepping commands, forward and backward in time.

Going forward through the past ends at the live cursor; from there the program itself continues. The commands have the
names of the Debug Adapter Protocol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple

from opscope.debug.conditions.condition import Condition
from opscope.debug.replay.breakpoint_table import BreakpointTable
from opscope.debug.replay.gradient_stepper import GradientStepper, step_into_gradient
from opscope.debug.replay.history_search import (
    BEGINNING,
    END,
    STEP,
    Goal,
    HistorySearch,
    OperatorGoal,
    Position,
    Resume,
    StepGoal,
    StopReason,
    is_next,
    is_step_target,
    operator_predicate,
    operator_text,
    stop_reason_of,
)
from opscope.debug.replay.journal import RunRecord
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.replayer import JournalReader, find_record
from opscope.debug.replay.rise_search import RiseSearch
from opscope.debug.replay.run_cursor import RunCursor
from opscope.errors import ArgumentError, NotFound, RunError
from opscope.ir.program.program import Operator
from opscope.names.shown_name import label, name_beside
from opscope.runtime.plan import Plan


class Mark(NamedTuple):
    """A place: the past cursor (None: live), its tick, and the steps inside a gradient's rule."""

    past: RunCursor | None
    tick: int | None
    gradient: GradientStepper | None


class Navigator(HistorySearch):
    """The current cursor and the stepping commands.

    A command moves the cursor and returns the reason of the stop, or returns `Resume` where the program must run on.
    `gradient` is set while the user steps inside the rule of a gradient operator.
    """

    def __init__(self, journal: JournalReader, breakpoints: BreakpointTable) -> None:
        super().__init__(journal, breakpoints)
        self.gradient: GradientStepper | None = None

    # --- forward ------------------------------------------------------------------------------------

    def step(self) -> StopReason | Resume:
        """To the next operator of this block, or of the block around it."""
        if self._before_first_run:
            return Resume(is_step_target)
        if self.gradient is not None:
            return self._after_gradient_step(self.gradient.step_forward())
        here = self.require_cursor()
        run, depth = here.record.run, here.depth
        return self.run_until(lambda c: is_step_target(c) and (c.record.run != run or c.depth <= depth))

    def step_in(self) -> StopReason | Resume:
        """To the very next operator: also in a sub-block, or in the rule of a gradient operator."""
        if self._before_first_run:
            return Resume(is_step_target)
        here = self.require_cursor()
        if self.gradient is None and here.next_operator is not None and (found := step_into_gradient(here)) is not None:
            self.gradient = found
            return STEP
        return self.step() if self.gradient is not None else self.run_until(is_step_target)

    def step_out(self) -> StopReason | Resume:
        """To the operator after the current block; in the outermost block, to the end of the run."""
        if self.gradient is not None:
            self.gradient = None
            return self.step()
        here = self.require_cursor()
        run, depth = here.record.run, here.depth
        return self.run_until(lambda c: is_step_target(c) and (c.record.run != run or c.depth < depth or c.at_end))

    def run_to(self, op: int | str) -> StopReason | Resume:
        """To operator `op`, a number or a pattern. Raises NotFound if no program has it."""
        test = operator_predicate(op)
        self.programs().require_operator(op, test)
        return self.run_until(OperatorGoal(test, op))

    def run_to_end(self) -> StopReason | Resume:
        """To the end of this run."""
        return self.run_until(lambda c: c.at_end)

    def next_run(self) -> StopReason | Resume:
        """To the first operator of the next run."""
        if self._before_first_run:
            return Resume(is_step_target)
        run = self.require_cursor().record.run
        return self.run_until(lambda c: c.record.run != run)

    @property
    def _before_first_run(self) -> bool:
        """Return True if the program has stopped in its own code before anything has run."""
        return self.cursor is None and self.final_stop is not None and self.journal.last_record() is None

    def resume(self) -> StopReason | Resume:
        """To the next breakpoint."""
        return self.run_until(None)

    def run_until(self, goal: Goal | None) -> StopReason | Resume:
        """To the next place where the goal is true, or to the next breakpoint."""
        self.gradient = None
        if self.past is None:
            if self.live is None and self.final_stop is None:
                raise RunError("the run is over", fix="go back: stepBack, reverseContinue or goto")
            return Resume(goal)
        last = self.live.record if self.live is not None else self.journal.last_record()
        with self.search.begin("on to a stop", 1 if last is None else last.run - self.past.record.run + 1):
            return self._run_past_until(self.past, goal)

    def _run_past_until(self, cursor: RunCursor, goal: Goal | None) -> StopReason | Resume:
        """`run_until` from a place in the past."""
        after = cursor.tick
        while True:
            failed = cursor.record.error and after >= cursor.record.ticks - 1  # the run ended here
            passed = failed or not self._may_stop_in(cursor.record, goal)
            found = None if passed else self._scan_forward(cursor, after, goal)
            if found is not None:
                self.past = cursor
                return found
            following = self.journal.neighbor(cursor.record.run, 1)
            live = self.live
            if live is not None and cursor.record.run == live.record.run:
                self.past = None
                return self._reach_live(live, goal)
            if (live is None or following != live.record.run) and self.journal.find(following) is None:
                if self.final_stop is not None:
                    self.past = None
                    return Resume(goal) if goal is None else self.final_stop
                self.past = cursor
                if not failed:
                    cursor.seek(cursor.record.ticks - 1)
                return StopReason("exception", cursor.record.error) if failed else END
            if live is None or following != live.record.run:
                following = self._next_to_scan(following, goal)
                if live is not None and following == live.record.run and not self._may_stop_in(live.record, goal):
                    self.past = None
                    return self._reach_live(live, goal)
            cursor, after = self.open_run(following), -1

    def _may_stop_in(self, record: RunRecord, goal: Goal | None) -> bool:
        """True if going through a recorded run may stop in it."""
        if isinstance(goal, StepGoal) and record.step != goal.first_step:
            goal = None
        return goal is not None or bool(record.error) or self._may_be_hit(record)

    def _may_be_hit(self, record: RunRecord) -> bool:
        """True if going through a run may hit a breakpoint."""
        if not self.breakpoints.concern(record.plan):
            return False
        if self.live is not None and record.run == self.live.record.run:
            return True
        found = self.journal.find(record.run)
        return found is None or self._hits.may_be_hit(*found)

    def _next_to_scan(self, run: int, goal: Goal | None) -> int:
        """The first run from `run` on that may stop, else the last one that is kept, or the live one."""
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

    def _reach_live(self, live: RunCursor, goal: Goal | None) -> StopReason | Resume:
        """The past cursor has reached the live one: stop here as well, or resume the program."""
        if self.final_stop is not None:  # the program has gone on to a line
            return Resume(goal) if goal is None else self.final_stop
        hits = [h for h in self.breakpoints.hits_at(live, False) if not h.breakpoint.log]
        if hits:
            return stop_reason_of(hits[0])
        return STEP if goal is not None and goal(live) else Resume(goal)

    # --- backward -----------------------------------------------------------------------------------

    def step_back(self) -> StopReason | Resume:
        """To the previous operator of this block, or to the operator that owns the block."""
        if self.gradient is not None:
            return self._after_gradient_step(self.gradient.step_back())
        if (stop := self._failure_stop()) is not None:
            return stop
        here = self.require_cursor()
        run, depth, tick = here.record.run, here.depth, here.tick
        if (before := here.stack[-1].previous_tick) is not None:
            return self.move_to(Position(run, before), STEP)
        if depth:  # the beginning of a block: to the end of a block before it, or to the operator that owns it
            best = self.find_last(run, tick, lambda c: is_step_target(c) and c.depth <= depth)
            assert best is not None
            return self.move_to(best[0], STEP)
        if not self._is_recorded(before := self.journal.neighbor(run, -1)):
            return self.move_to(Position(run, 0), BEGINNING)
        return self.move_to(Position(before, self._last_tick(before)), STEP)

    def reverse_continue(self) -> StopReason | Resume:
        """To the last place before here where a breakpoint would have stopped."""
        self.gradient = None

        def test(cursor: RunCursor) -> StopReason | None:
            hits = [h for h in self.breakpoints.hits_at(cursor, False) if not h.breakpoint.log]
            return stop_reason_of(hits[0]) if hits else None

        found = self._back_to(test, self._may_be_hit, "back to a breakpoint")
        return self.move_to(Position(self._first_run(), 0), BEGINNING) if found is None else found

    def back_to_write(self, name: str) -> StopReason | Resume:
        """To the operator that wrote a variable last. Raises NotFound if nothing before here writes it."""
        known = self.programs()
        known.require_variable(name)
        gradient, self.gradient = self.gradient, None
        writes = operator_predicate(name)

        def test(cursor: RunCursor) -> StopReason | None:
            if not is_next(cursor, writes):
                return None
            return StopReason("data breakpoint", f"writes {label(name, name_beside(cursor.program, name))}")

        found = self._back_to(test, lambda record: _may_write(record.plan, writes), f"back to a write of {name}")
        if found is not None:
            return found
        self.gradient = gradient
        self.recorded_programs().require_variable(name)
        fed = any(variable.is_data for variable in known.variables.all(name))
        raise NotFound(
            f"nothing before here writes {name}",
            fix="it is fed" if fed else "it was set before what is recorded, or is written later",
        )

    def back_to_when(self, condition: Condition) -> StopReason | Resume:
        """To the place where a condition became true last. It keeps its value while one of its names has no value.

        Raises NotFound if it was not true before here, ArgumentError if it can never be evaluated.
        """
        if condition.about_value:
            fix = "name the value: h.max() > 3" if condition.names() == () else "name the value instead of `value`"
            raise ArgumentError(f"{condition} is about the value of a breakpoint, and there is none here", fix=fix)
        self.programs().require_condition(condition)
        gradient, self.gradient = self.gradient, None
        over = self.cursor is None
        here = self.require_cursor()
        with self.search.begin(f"back to when {condition}", self._runs_before(here.record.run)):
            rise = RiseSearch(self, condition, self.search)
            for runs in self._run_groups_backward(here.record.run):
                until = None if over or runs[-1] != here.record.run else here.tick
                if (found := rise.last_in(runs, until)) is not None:
                    return self.move_to(*found)
            if rise.since is not None:  # it held already where the history begins
                return self.move_to(*rise.since)
        self.gradient = gradient
        if over:
            self.past = None
        self.recorded_programs().require_condition(condition)
        raise NotFound(f"{condition} was not true before here, as far as is recorded")

    def recorded_programs(self) -> KnownPrograms:
        """Programs of the recorded runs: all that a search backwards may find, whatever runs later."""
        known = self.programs()
        return KnownPrograms(known.programs, True, known.aliases)

    def _back_to(
        self, test: Callable[[RunCursor], StopReason | None], may_pass: Callable[[RunRecord], bool], text: str
    ) -> StopReason | None:
        """To the last place that passes a test, in the runs for which `may_pass` is true; None if there is none."""
        over = self.cursor is None  # then the last place of the last run counts, too
        here = self.require_cursor()

        def last_in(runs: Iterable[int]) -> tuple[Position, StopReason] | None:
            best: tuple[Position, StopReason] | None = None
            for run in runs:
                before = here.tick if run == here.record.run and not over else None
                best = self.find_last(run, before, test) or best
            return best

        with self.search.begin(text, self._runs_before(here.record.run)):
            for runs in self._run_groups_backward(here.record.run):
                candidates: list[int] = []
                for run in runs:
                    self.search.advance()
                    record = here.record if run == here.record.run else find_record(self.journal, run)
                    if record is not None and may_pass(record):
                        candidates.append(run)
                # runs are replayed forwards: try the last one alone, as mostly it is the one, and then all others
                best = last_in(candidates[-1:]) or last_in(candidates[:-1])
                if best is not None:
                    return self.move_to(*best)
        if over:
            self.past = None
        return None

    def _runs_before(self, run: int) -> int:
        """Return the largest number of runs that a search backwards from a run goes through."""
        return run - self._first_run() + 1

    # --- anywhere -----------------------------------------------------------------------------------

    def goto(self, step: int, op: int | str = -1) -> StopReason | Resume:
        """To operator `op` of a step (-1: the first), in the past or in the future. Raises NotFound.

        The future step may not execute the operator: then the run stops at the end of that step.
        """
        record = self._record_of_step(step)
        test = operator_predicate(op)
        if op != -1:
            self.programs().require_operator(op, test)
        if record is None and step < 1:
            raise NotFound(f"there is no step {step}", fix="steps count from 1")
        gradient, self.gradient = self.gradient, None
        if record is None:
            live = self.live
            waits = live is None and self.line_frame is not None and step > self.journal.step_range()[1]
            if not waits and (live is None or (live.record.step and step < live.record.step)):
                raise self.journal.not_kept(f"step {step} is")
            self.past = None
            return Resume(StepGoal(step, None if op == -1 else test, op))
        if op == -1:
            return self.move_to(Position(record.run, 0), StopReason("goto"))
        with self.search.begin(f"to step {step}", 1):
            found = self._find_first(record.run, test)
        if found is not None:
            live = self.live
            self.past = (
                found if live is None or (found.record.run, found.tick) != (live.record.run, live.tick) else None
            )
            return StopReason("goto")
        if self.live is not None and record is self.live.record:
            self.past = None
            return Resume(StepGoal(step, test, op))
        self.gradient = gradient
        raise NotFound(
            f"{operator_text(op)} did not run in step {step}",
            fix="it is in a branch that was not taken, or in another program",
        )

    def move_to(self, position: Position, reason: StopReason) -> StopReason:
        """Move to a place of the past, or to the place of the live run."""
        live = self.live
        if live is not None and position == (live.record.run, live.tick):
            self.past = None
            return reason
        near = self.past
        if near is not None and near.record.run == position.run:
            near.seek(position.tick)
        else:
            with self.search.begin("to a place of the past", 1):
                cursor = self.open_run(position.run)
            cursor.seek(position.tick)
            self.past = cursor
        return reason

    def adopt_cursor(self, cursor: RunCursor, reason: StopReason) -> StopReason:
        """Continue from the place of another cursor of the past."""
        live = self.live
        there = live is not None and (cursor.record.run, cursor.tick) == (live.record.run, live.tick)
        self.past = None if there else cursor
        return reason

    def mark(self) -> Mark:
        """The current place, for `return_to`."""
        return Mark(self.past, None if self.past is None else self.past.tick, self.gradient)

    def return_to(self, mark: Mark) -> None:
        """Go back to a place after a search that was stopped."""
        self.past, self.gradient = mark.past, mark.gradient
        if mark.past is not None and mark.tick is not None and mark.past.tick != mark.tick:
            mark.past.seek(mark.tick)

    def return_to_live(self) -> None:
        """Go back to the place of the live run."""
        self.past = self.gradient = None

    def _failure_stop(self) -> StopReason | None:
        """If all runs are over and the last one failed: go to the failed operator, the last place of that run."""
        last = self.journal.last_record() if self.cursor is None else None
        if last is None or not last.error:
            return None
        self.past = self._open_last_run()
        return StopReason("exception", last.error)

    def _after_gradient_step(self, moved: bool) -> StopReason | Resume:
        """After a step inside a gradient rule: stop, or leave the rule if there was no further op."""
        if moved:
            return STEP
        at_end, self.gradient = self.gradient is not None and self.gradient.at_end, None
        return self.step() if at_end else STEP


def _may_write(plan: Plan, writes: Callable[[Operator], bool]) -> bool:
    """True if an operator of a plan, or of a block of it, passes a test. Eager code may call any."""
    return not plan.instructions or any(
        writes(each.operator) or any(inner.instructions and _may_write(inner, writes) for inner in each.plans)
        for each in plan.instructions
    )
