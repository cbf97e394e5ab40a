"""Searches backward in time for a breakpoint hit, for a write of a variable, or for a condition that becomes true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from opscope.debug.conditions.condition import Condition
from opscope.debug.navigation.goals import is_next, operator_predicate, stop_reason_of
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.navigation.rise_search import RiseSearch
from opscope.debug.replay.program_kind import Cursor, RunRecord
from opscope.debug.replay.replayer import find_record
from opscope.debug.replay.stops import BEGINNING, Position, StopReason
from opscope.errors import ArgumentError, NotFound
from opscope.ir.program.program import Operator
from opscope.names.shown_name import label, name_beside
from opscope.runtime.plan import Plan


class BackwardSearch:
    """Search that moves a navigator back. If a search finds nothing, the navigator stays at its position."""

    def __init__(self, navigator: Navigator) -> None:
        self._navigator = navigator
        self._search = navigator.search

    def to_breakpoint(self) -> StopReason:
        """Move back to the last position at which a breakpoint would have stopped, or else to the first position."""
        navigator = self._navigator
        navigator.leave_gradient()

        def test(cursor: Cursor) -> StopReason | None:
            hits = [h for h in navigator.breakpoints.hits_at(cursor, False) if not h.breakpoint.log]
            return stop_reason_of(hits[0]) if hits else None

        found = self._to_last(test, navigator.may_be_hit, "back to a breakpoint")
        return navigator.move_to(Position(self._first_run(), 0), BEGINNING) if found is None else found

    def to_write(self, name: str) -> StopReason:
        """Move to the operator that has written a variable last.

        Raises NotFound if no operator before this position writes the variable.
        """
        known = self._navigator.programs()
        known.require_variable(name)
        writes = operator_predicate(name)

        def test(cursor: Cursor) -> StopReason | None:
            if not is_next(cursor, writes):
                return None
            return StopReason("data breakpoint", f"writes {label(name, name_beside(cursor.program, name))}")

        found = self._to_last(test, lambda record: _may_write(record.plan, writes), f"back to a write of {name}")
        if found is not None:
            return found
        self._navigator.recorded_programs().require_variable(name)
        fed = any(variable.is_data for variable in known.variables.all(name))
        raise NotFound(
            f"no operator before this place writes {name}",
            fix="change the feed: the value is fed"
            if fed
            else "go to a later place: the value is written later, or was set before the recording",
        )

    def to_rise(self, condition: Condition) -> StopReason:
        """Move to the position at which a condition last became true.

        As long as a name in the condition has no value, the condition keeps its last result.

        Raises NotFound if the condition was never true before this position. Raises ArgumentError if the condition can
        never be evaluated.
        """
        if condition.about_value:
            fix = (
                "write the name of a value: h.max() > 3"
                if condition.names() == ()
                else "write the name instead of `value`"
            )
            raise ArgumentError(
                f"{condition} tests the value at which a breakpoint stops, but a search has no breakpoint", fix=fix
            )
        navigator = self._navigator
        navigator.programs().require_condition(condition)
        before, over = navigator.shown, navigator.cursor is None
        here = navigator.require_cursor()
        with self._search.begin(f"back to when {condition}", self._runs_before(here.record.run)):
            rise = RiseSearch(navigator, condition, self._search)
            for runs in self._groups(here.record.run):
                until = None if over or runs[-1] != here.record.run else here.tick
                if (found := rise.last_in(runs, until)) is not None:
                    return navigator.move_to(*found)
            if rise.since is not None:  # already true where the history begins
                return navigator.move_to(*rise.since)
        navigator.return_to(before)
        navigator.recorded_programs().require_condition(condition)
        raise NotFound(f"the condition {condition} was not true at any recorded place before this place")

    def _to_last(
        self, test: Callable[[Cursor], StopReason | None], may_pass: Callable[[RunRecord], bool], text: str
    ) -> StopReason | None:
        """Move to the last position that passes a test, in runs for which `may_pass` is true.

        Return None if no position passes the test.
        """
        navigator = self._navigator
        before, over = (
            navigator.shown,
            navigator.cursor is None,
        )  # at the end its last place counts, too
        here = navigator.require_cursor()

        def last_in(runs: Iterable[int]) -> tuple[Position, StopReason] | None:
            best: tuple[Position, StopReason] | None = None
            for run in runs:
                until = here.tick if run == here.record.run and not over else None
                best = navigator.find_last(run, until, test) or best
            return best

        with self._search.begin(text, self._runs_before(here.record.run)):
            for runs in self._groups(here.record.run):
                candidates: list[int] = []
                for run in runs:
                    self._search.advance()
                    record = here.record if run == here.record.run else find_record(navigator.journal, run)
                    if record is not None and may_pass(record):
                        candidates.append(run)
                # runs are replayed forwards: try the last one alone, which is mostly right, and then all others
                best = last_in(candidates[-1:]) or last_in(candidates[:-1])
                if best is not None:
                    return navigator.move_to(*best)
        navigator.return_to(before)
        return None

    def _groups(self, run: int) -> Iterator[Sequence[int]]:
        """Yield groups of runs up to the current run, latest group first. The runs of a group are replayed together."""
        journal = self._navigator.journal
        yield (run,)
        run = journal.neighbor(run, -1)
        while (found := journal.find(run) if run >= 0 else None) is not None:
            first = found[0].records[0].run
            yield range(first, run + 1)
            run = journal.neighbor(first, -1)

    def _first_run(self) -> int:
        found = self._navigator.journal.first_run()
        return found if found is not None else self._navigator.require_cursor().record.run

    def _runs_before(self, run: int) -> int:
        """Return the maximum number of runs in a backward search from a run."""
        return run - self._first_run() + 1


def _may_write(plan: Plan, writes: Callable[[Operator], bool]) -> bool:
    """Return True if an operator in a plan or in its blocks passes a test. Always return True for eager code."""
    return not plan.instructions or any(
        writes(each.operator) or any(inner.instructions and _may_write(inner, writes) for inner in each.plans)
        for each in plan.instructions
    )
