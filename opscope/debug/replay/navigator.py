"""Navigator: the stepping commands, forward and backward in time.

Going forward through the past ends at the live cursor; from there the program itself continues. The commands have the
names of the Debug Adapter Protocol.
"""

from __future__ import annotations

from collections.abc import Callable

from opscope.debug.conditions.condition import Condition
from opscope.debug.replay.breakpoint_table import BreakpointTable
from opscope.debug.replay.gradient_stepper import GradientStepper, step_into_gradient
from opscope.debug.replay.history_search import (
    BEGINNING,
    END,
    STEP,
    Goal,
    HistorySearch,
    Position,
    Resume,
    StopReason,
    is_next,
    is_step_target,
    operator_predicate,
    stop_reason_of,
)
from opscope.debug.replay.place_environment import PlaceEnvironment
from opscope.debug.replay.replayer import JournalReader
from opscope.debug.replay.run_cursor import RunCursor
from opscope.errors import NotFound, RunError


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
        if self.gradient is not None:
            return self._after_gradient_step(self.gradient.step_forward())
        here = self.require_cursor()
        run, depth = here.record.run, here.depth
        return self.run_until(lambda c: is_step_target(c) and (c.record.run != run or c.depth <= depth))

    def step_in(self) -> StopReason | Resume:
        """To the very next operator: also in a sub-block, or in the rule of a gradient operator."""
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
        """To operator `op`, a number or a pattern."""
        test = operator_predicate(op)
        return self.run_until(lambda c: is_next(c, test))

    def run_to_end(self) -> StopReason | Resume:
        """To the end of this run."""
        return self.run_until(lambda c: c.at_end)

    def next_run(self) -> StopReason | Resume:
        """To the first operator of the next run."""
        run = self.require_cursor().record.run
        return self.run_until(lambda c: c.record.run != run)

    def resume(self) -> StopReason | Resume:
        """To the next breakpoint."""
        return self.run_until(None)

    def run_until(self, goal: Goal | None) -> StopReason | Resume:
        """To the next place where the goal is true, or to the next breakpoint."""
        self.gradient = None
        if self.past is None:
            if self.live is None:
                raise RunError("the run is over", fix="go back: stepBack, reverseContinue or goto")
            return Resume(goal)
        cursor, after = self.past, self.past.tick
        while True:
            failed = cursor.record.error and after >= cursor.record.ticks - 1  # the run ended here
            found = None if failed else self._scan_forward(cursor, after, goal)
            if found is not None:
                self.past = cursor
                return found
            following = self.journal.neighbor(cursor.record.run, 1)
            live = self.live
            if live is not None and cursor.record.run == live.record.run:
                self.past = None
                return self._reach_live(live, goal)
            if (live is None or following != live.record.run) and self.journal.find(following) is None:
                self.past = cursor
                return StopReason("exception", cursor.record.error) if failed else END
            cursor, after = self._open_run(following), -1

    def _reach_live(self, live: RunCursor, goal: Goal | None) -> StopReason | Resume:
        """The past cursor has reached the live one: stop here as well, or resume the program."""
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
            best = self._find_last(run, tick, lambda c: is_step_target(c) and c.depth <= depth)
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

        return self._back_to(test)

    def back_to_write(self, name: str) -> StopReason | Resume:
        """To the operator that wrote a variable last."""
        self.gradient = None

        def test(cursor: RunCursor) -> StopReason | None:
            writes = cursor.next_operator is not None and name in cursor.next_operator.outputs
            return StopReason("data breakpoint", f"writes {name}") if writes else None

        return self._back_to(test)

    def back_to_when(self, condition: Condition) -> StopReason | Resume:
        """To the place where a condition became true last. It keeps its value while one of its names has no value."""
        self.gradient = None
        over = self.cursor is None
        here = self.require_cursor()
        held: bool | None = None
        since: list[tuple[Position, StopReason]] = []  # the first place of the later groups, if it held there already

        def test(cursor: RunCursor) -> StopReason | None:
            nonlocal held
            previous_value = self.breakpoints.previous_values(cursor)
            environment = PlaceEnvironment(cursor, None, "", cursor.previous_operator, previous_value)
            known = condition.known(environment)
            before, held = held, held if known is None else known
            if not known or before:
                return None
            stop = StopReason("data breakpoint", condition.explain(environment))
            if before is None:
                edge.append((Position(cursor.record.run, cursor.tick), stop))
            return stop if before is False else None

        for runs in self._run_groups_backward(here.record.run):
            best: tuple[Position, StopReason] | None = None
            edge: list[tuple[Position, StopReason]] = []
            held = None
            for run in runs:
                best = self._find_last(run, here.tick if run == here.record.run and not over else None, test) or best
            if since and held is False:  # pyright: ignore[reportUnnecessaryComparison]  test() sets it
                break  # it became true between this group of runs and the later one
            if best is not None:
                return self.move_to(*best)
            since = edge or since
        return self.move_to(*since[0]) if since else self.move_to(Position(self._first_run(), 0), BEGINNING)

    def _back_to(self, test: Callable[[RunCursor], StopReason | None]) -> StopReason | Resume:
        over = self.cursor is None  # then the last place of the last run counts, too
        here = self.require_cursor()
        for runs in self._run_groups_backward(here.record.run):
            best: tuple[Position, StopReason] | None = None
            for run in runs:
                best = self._find_last(run, here.tick if run == here.record.run and not over else None, test) or best
            if best is not None:
                return self.move_to(*best)
        first = self._first_run()
        return self.move_to(Position(first, 0), BEGINNING)

    # --- anywhere -----------------------------------------------------------------------------------

    def goto(self, step: int, op: int | str = -1) -> StopReason | Resume:
        """To operator `op` of a step (-1: the first), in the past or in the future. Raises NotFound."""
        self.gradient = None
        record = self._record_of_step(step)
        test = operator_predicate(op)
        if record is None:
            live = self.live
            if live is None or (live.record.step and step < live.record.step):
                first, last = self.journal.step_range()
                raise NotFound(f"step {step} is not kept", fix=f"steps {first} to {last} are")
            self.past = None
            return Resume(lambda c: c.record.step == step and (op == -1 or is_next(c, test)))
        if op == -1:
            return self.move_to(Position(record.run, 0), StopReason("goto"))
        found = self._find_first(record.run, test)
        if found is not None:
            live = self.live
            self.past = (
                found if live is None or (found.record.run, found.tick) != (live.record.run, live.tick) else None
            )
            return StopReason("goto")
        if self.live is not None and record is self.live.record:
            self.past = None
            return Resume(lambda c: c.record is record and is_next(c, test))
        raise NotFound(f"operator {op} does not run in step {step}", fix="operators are numbered as in the graph")

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
            cursor = self._open_run(position.run)
            cursor.seek(position.tick)
            self.past = cursor
        return reason

    def adopt_cursor(self, cursor: RunCursor, reason: StopReason) -> StopReason:
        """Continue from the place of another cursor of the past."""
        live = self.live
        there = live is not None and (cursor.record.run, cursor.tick) == (live.record.run, live.tick)
        self.past = None if there else cursor
        return reason

    def return_to_live(self) -> None:
        """Go back to the place of the live run."""
        self.past = self.gradient = None

    def _failure_stop(self) -> StopReason | None:
        """If all runs are over and the last one failed: go to the failed operator, the last place of that run."""
        last = self.journal.last_record() if self.cursor is None else None
        if last is None or not last.error:
            return None
        self.require_cursor()
        return StopReason("exception", last.error)

    def _after_gradient_step(self, moved: bool) -> StopReason | Resume:
        """After a step inside a gradient rule: stop, or leave the rule if there was no further op."""
        if moved:
            return STEP
        at_end, self.gradient = self.gradient is not None and self.gradient.at_end, None
        return self.step() if at_end else STEP
