"""Queries over recorded runs: find a place by replaying runs and testing every place.

The live cursor is where the program itself is. The past cursor is where the user is while looking back; it is computed
from the journal and never disturbs the live one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import Any, NamedTuple, SupportsIndex

from opscope.core.source import Site
from opscope.debug.replay.breakpoint_table import BreakpointHit, BreakpointTable
from opscope.debug.replay.cached_execution import TargetReached
from opscope.debug.replay.hit_scan import HitScan
from opscope.debug.replay.journal import NOTHING_RAN, RunRecord
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.replayer import JournalReader, Replayer, find_record
from opscope.debug.replay.run_cursor import OnPlace, RunCursor, ignore_place
from opscope.debug.replay.search import Search
from opscope.debug.taps.selector import Selector
from opscope.errors import ArgumentError, RunError
from opscope.events import Stopped
from opscope.ir.program.program import Operator

Goal = Callable[[RunCursor], bool]


class StopReason(NamedTuple):
    """Reason of a stop, in the words of the Debug Adapter Protocol, and a text with the details.

    `site` is the user's line, where it is not that of the operator. `breakpoint` is the number of the breakpoint,
    `value` the name of the value that it looked at.
    """

    reason: str
    text: str = ""
    site: Site | None = None
    breakpoint: int = 0
    value: str = ""


class Resume(NamedTuple):
    """The live program is to continue until a place where `goal` is true (None: until the next breakpoint)."""

    goal: Goal | None


class StepGoal(NamedTuple):
    """The goal to reach a step, before an operator that passes `test` (None: before the first one)."""

    first_step: int
    test: Callable[[Operator], bool] | None
    op: int | str = -1

    def __call__(self, cursor: RunCursor) -> bool:
        """True at the goal, and at the end of the step if that did not execute the operator."""
        if cursor.record.step != self.first_step:
            return False
        return self.test is None or is_next(cursor, self.test) or cursor.at_end

    def missed(self, cursor: RunCursor) -> str:
        """Message for a step that ends without the operator, "" elsewhere."""
        if self.test is None or not cursor.at_end:
            return ""
        return f"{operator_text(self.op)} did not run in step {self.first_step}, which ends here"

    @property
    def never_came(self) -> str:
        """Message for a program that ends before the step."""
        return f"step {self.first_step} never came"

    def stopped_short(self, here: Stopped) -> str:
        """Message where something else stops the program on the way; "" at the goal and at the end."""
        if here.reason in ("goto", "end") or here.step == self.first_step:
            return ""
        what = f"{here.reason} {here.text}".strip()
        return f"stopped on the way to step {self.first_step}, in step {here.step}: {what}"


class OperatorGoal(NamedTuple):
    """The goal to reach the next operator that passes `test`."""

    test: Callable[[Operator], bool]
    op: int | str

    def __call__(self, cursor: RunCursor) -> bool:
        """True at the goal."""
        return is_next(cursor, self.test)

    @property
    def never_came(self) -> str:
        """Message for a program that ends before the operator."""
        return f"{operator_text(self.op)} never came"


class Position(NamedTuple):
    """A place of a run."""

    run: int
    tick: int


STEP = StopReason("step")
BEGINNING = StopReason("entry", "the beginning of what is recorded")
END = StopReason("end", "the end of what is recorded")


class HistorySearch:
    """The recorded runs, and the live run up to its current place.

    `live` is the cursor of the live run, None when no run is live. `past` is the cursor in the past, None when the user
    is where the program is. `final_stop` is set while the program waits in its own code: at its end, at its error, or
    at a line; then `line_frame` is the frame of that line.
    """

    def __init__(self, journal: JournalReader, breakpoints: BreakpointTable) -> None:
        self.journal = journal
        self.breakpoints = breakpoints
        self.search = Search()
        self.replay = Replayer(journal, self.search.check)
        self.live: RunCursor | None = None
        self.past: RunCursor | None = None
        self.final_stop: StopReason | None = None
        self.line_frame: FrameType | None = None
        self._end_cursor: RunCursor | None = None  # a cursor at the end of a run
        self._hits = HitScan(breakpoints, self.search.advance)
        self._last_places: dict[int, RunCursor] = {}  # of the runs that `last_places` has shown
        breakpoints.past_previous = self.previous_step_value

    @property
    def cursor(self) -> RunCursor | None:
        """The current cursor, in the past or live; None when nothing runs and the user has not gone back."""
        return self.past if self.past is not None else self.live

    @property
    def position(self) -> Position | None:
        """The current place."""
        here = self.cursor
        return None if here is None else Position(here.record.run, here.tick)

    @property
    def shown_cursor(self) -> RunCursor | None:
        """The cursor to inspect: the current one, else one at the last place of the last run; None if there is none."""
        return next(self.shown_cursors(), None)

    def shown_cursors(self) -> Iterator[RunCursor]:
        """The cursors whose values are shown: the current one, else at the ends of the last run and the last step."""
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

    def require_cursor(self) -> RunCursor:
        """The current cursor; when all runs are over, a new one at the end of the last run.

        Where the program waits behind it, that is no place of the past: the program itself continues from there.
        """
        here = self.cursor
        if here is None:
            here = self._open_last_run()
            if self.final_stop is None:
                self.past = here
        return here

    def _open_last_run(self) -> RunCursor:
        """A cursor at the last place of the last run."""
        last = self.journal.last_record()
        if last is None:
            why, fix = self.journal.nothing_kept()
            raise RunError(why, fix="cont()" if why == NOTHING_RAN and self.final_stop is not None else fix)
        cursor = self.open_run(last.run)
        cursor.seek(last.ticks - 1)
        return cursor

    def programs(self) -> KnownPrograms:
        """The programs whose runs are steps, as far as they have run, and the one of the current place."""
        known, here = self.journal.programs(), self.cursor
        if here is not None and here.program not in known.programs:
            known.programs.append(here.program)
        return known

    def open_run(self, run: int) -> RunCursor:
        """A cursor at the start of a run."""
        for known in (self.past, self.live):
            if known is not None and run == known.record.run:
                cursor = known.fork(ignore_place)
                cursor.seek(0)
                return cursor
        return self.replay.open_run(run)

    def fork_at_end(self, cursor: RunCursor) -> RunCursor:
        """A cursor of the same run at the last place that it reached, where all its values are available."""
        fork, limit = cursor.fork(ignore_place), self._last_tick_reached(cursor.record)
        fork.seek(cursor.record.ticks - 1 if limit is None else limit)
        return fork

    def _scan_forward(self, cursor: RunCursor, after: int, goal: Goal | None) -> StopReason | None:
        """Go forward to the first place after `after` with a breakpoint or the goal; None if no such place has run."""
        found: list[StopReason] = []
        limit = self._last_tick_reached(cursor.record)

        def visit(cursor: RunCursor) -> None:
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
        visit_places(cursor, visit)
        return found[0] if found else None

    def find_last(
        self, run: int, before: int | None, test: Callable[[RunCursor], StopReason | bool | None]
    ) -> tuple[Position, StopReason] | None:
        """The last place of a run, before a tick (None: up to its end), that passes a test."""
        best: list[tuple[Position, StopReason]] = []
        cursor = self.open_run(run)
        limit = self._last_tick_reached(cursor.record)
        until = before if limit is None or (before is not None and before <= limit) else limit + 1

        def visit(cursor: RunCursor) -> None:
            self.search.check()
            if until is not None and cursor.tick >= until:
                raise TargetReached
            found = test(cursor)
            if found:
                best[:] = [(Position(run, cursor.tick), found if isinstance(found, StopReason) else STEP)]
            if limit is not None and cursor.tick >= limit:  # the next operator has failed, or not run yet
                raise TargetReached

        visit_places(cursor, visit)
        return best[0] if best else None

    def _find_first(self, run: int, test: Callable[[Operator], bool]) -> RunCursor | None:
        """A cursor before the first operator of a run that passes a test; None if none does."""
        cursor = self.open_run(run)
        found: list[RunCursor] = []
        limit = self._last_tick_reached(cursor.record)

        def visit(cursor: RunCursor) -> None:
            self.search.check()
            if is_next(cursor, test):
                found.append(cursor)
            if found or (limit is not None and cursor.tick >= limit):
                raise TargetReached

        visit_places(cursor, visit)
        return found[0] if found else None

    def previous_step_value(self, cursor: RunCursor, name: str) -> Any:
        """The value of a variable at the end of the step before the cursor's step; None if that is not kept."""
        step, record = cursor.record.step - 1, None
        while (
            step > 0
            and (record := self.journal.record_of_step(step)) is not None
            and record.plan.block.program is not cursor.program
        ):
            step, record = step - 1, None  # programs may alternate
        end = None if record is None else self._cursor_at_end(record.run)
        return None if end is None else end.lookup(name)

    def _cursor_at_end(self, run: int) -> RunCursor | None:
        """A cursor at the end of a run; None if the run is not kept or failed."""
        record = find_record(self.journal, run)
        if record is None or record.error:
            return None
        if self._end_cursor is None or self._end_cursor.record.run != run:
            self._end_cursor = Replayer(self.journal, self.search.check).open_run(run)
            self._end_cursor.run_to_end()
        return self._end_cursor

    def _last_tick_reached(self, record: RunRecord) -> int | None:
        """The last tick that a live or failed run has reached; None if the run is complete."""
        if self.live is not None and record.run == self.live.record.run:
            return self.live.tick
        return record.ticks - 1 if record.error else None

    def _is_recorded(self, run: int) -> bool:
        return find_record(self.journal, run) is not None

    def _first_run(self) -> int:
        found = self.journal.first_run()
        return found if found is not None else self.require_cursor().record.run

    def _last_tick(self, run: int) -> int:
        record = find_record(self.journal, run)
        assert record is not None
        return record.ticks - 1

    def _run_groups_backward(self, run: int) -> Iterator[Sequence[int]]:
        """The runs up to this one, latest first, in groups to replay together: this run, then segment by segment."""
        yield (run,)
        run = self.journal.neighbor(run, -1)
        while self._is_recorded(run):
            found = self.journal.find(run)
            assert found is not None
            first = found[0].records[0].run
            yield range(first, run + 1)
            run = self.journal.neighbor(first, -1)

    def _record_of_step(self, step: int) -> RunRecord | None:
        if self.live is not None and self.live.record.step == step:
            return self.live.record
        return self.journal.record_of_step(step)


def stop_reason_of(hit: BreakpointHit) -> StopReason:
    """The stop reason of a breakpoint hit; the line is that of the operator that wrote the value."""
    site = None if hit.writer is None else hit.writer.site
    return StopReason(hit.reason, hit.text, site, hit.breakpoint.number, hit.value)


def visit_places(cursor: RunCursor, visit: OnPlace) -> None:
    """Go forward, calling `visit` at every place, to the end or to where `visit` raises TargetReached."""
    cursor.on_place = visit
    try:
        cursor.run_to_end()
    except TargetReached:
        pass
    finally:
        cursor.on_place, cursor.skip_before = ignore_place, 0


def is_step_target(cursor: RunCursor) -> bool:
    """Return True if stepping stops here: before an operator, and at the end of a run."""
    return cursor.next_operator is not None or cursor.at_end


def is_next(cursor: RunCursor, test: Callable[[Operator], bool]) -> bool:
    """Return True if the next operator passes a test."""
    return cursor.next_operator is not None and test(cursor.next_operator)


def operator_text(op: int | str) -> str:
    """An operator in a sentence."""
    return f"operator {op}"


def operator_predicate(op: int | str) -> Callable[[Operator], bool]:
    """The test for the operators that a number or a pattern selects; a name selects the operators that write it."""
    if isinstance(op, bool) or not isinstance(op, SupportsIndex | str):
        raise ArgumentError(f"an operator is a number or a pattern, not {op!r}", fix="3, or 'op:tanh'")
    if not isinstance(op, str):
        return lambda operator: operator.id == op
    selector = Selector.parse(op)
    return lambda operator: any(selector.matches(n or "", operator) for n in operator.outputs or ("",))
