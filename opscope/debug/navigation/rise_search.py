"""Search for the last position at which a condition became true."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from opscope.debug.conditions.condition import Condition
from opscope.debug.navigation.breakpoint_table import BreakpointTable
from opscope.debug.navigation.condition_scan import NOT_MEASURED, ConditionScan, MeasuredCondition, Truths
from opscope.debug.navigation.place_environment import PlaceEnvironment
from opscope.debug.navigation.search import Search
from opscope.debug.replay.journal import Segment
from opscope.debug.replay.program_kind import Cursor, PlaceHistory
from opscope.debug.replay.replayer import JournalReader
from opscope.debug.replay.stops import Position, StopReason
from opscope.debug.taps.selector import selector_of

Found = tuple[Position, StopReason]


class SearchedRuns(PlaceHistory, Protocol):
    """The recorded runs with the breakpoints that apply to them, and the live run."""

    breakpoints: BreakpointTable

    @property
    def journal(self) -> JournalReader:
        """The journal of the runs."""
        ...

    @property
    def live(self) -> Cursor | None:
        """The cursor of the live run, which is also searched."""
        ...


class Visit(NamedTuple):
    """Result of the search in one run: the truth of the condition before and after the run, and two positions.

    `rise` is the position at which the condition last became true. `edge` is the position at which the condition was
    first true. `edge` is set only if it is unknown whether the condition was true before the run.
    """

    before: bool | None
    rise: Found | None
    edge: Found | None
    after: bool | None


class RiseSearch:
    """Search through groups of runs, latest group first, for the last position at which a condition became true.

    As long as a name in the condition has no value, the condition keeps its last result. If the condition was already
    true at the first position of the searched groups, `since` is this position.
    """

    def __init__(self, history: SearchedRuns, condition: Condition, search: Search) -> None:
        self.since: Found | None = None
        self._history = history
        self._condition = condition
        self._search = search
        self._scan = ConditionScan([MeasuredCondition(condition)], search.advance)
        self._scanned: tuple[Segment, list[Truths]] | None = None  # the latest segment
        self._held: bool | None = None  # last value of the condition in the visited run
        self._edge: Found | None = None  # first place with a true condition, if unknown before

    def last_in(self, runs: Sequence[int], until: int | None) -> Found | None:
        """Return the last position in consecutive runs at which the condition became true.

        In the last of these runs, the search ends before the tick `until`. If `until` is None, the search includes the
        whole run.
        """
        group = _Group(self, runs, self._truths(runs, until), until)
        last = len(runs) - 1
        if self.since is not None and group.held_after(last) is False:
            return self.since  # it became true between this group of runs and the later one
        for at in range(last, -1, -1):
            truths = group.truths[at]
            if truths is not None and True not in truths:
                continue
            before = group.held_after(at - 1)
            if before is True and truths is not None and False not in truths:
                continue
            visit = group.visit(at, before)
            if visit.rise is not None:
                return visit.rise
            self.since = visit.edge or self.since
        return None

    def visit_run(self, run: int, until: int | None, held: bool | None) -> Visit:
        """Visit all positions of a run, and evaluate the condition at each position.

        `held` is the truth value of the condition before the run.
        """
        self._held, self._edge = held, None
        rise = self._history.find_last(run, until, self._test)
        return Visit(held, rise, self._edge, self._held)

    def _test(self, cursor: Cursor) -> StopReason | None:
        previous_value = self._history.breakpoints.previous_values(cursor)
        environment = PlaceEnvironment(cursor, None, "", cursor.previous_operator, previous_value)
        known = self._condition.known(environment)
        before, self._held = self._held, self._held if known is None else known
        if not known or before:
            return None
        writer = cursor.previous_operator
        read = map(selector_of, self._condition.names())
        wrote = writer is not None and any(each.matches(n, writer) for each in read for n in writer.outputs if n)
        site = writer.site if writer is not None and wrote else None
        stop = StopReason("data breakpoint", self._condition.explain(environment), site)
        if before is None:
            self._edge = Position(cursor.record.run, cursor.tick), stop
        return stop if before is False else None

    def _truths(self, runs: Sequence[int], until: int | None) -> list[Truths]:
        """Return, for each run, the truth values that the condition had in the run."""
        live = self._history.live
        found = self._history.journal.find(runs[0])
        if found is None or until is not None or (live is not None and runs[-1] == live.record.run):
            self._search.advance(len(runs))
            return [NOT_MEASURED] * len(runs)
        segment, first = found
        if self._scanned is None or self._scanned[0] is not segment:
            self._scanned = segment, self._scan.truths(segment)
        return self._scanned[1][first : first + len(runs)]


class _Group:
    """A group of consecutive runs, and the known truth values of the condition in these runs."""

    def __init__(self, search: RiseSearch, runs: Sequence[int], truths: list[Truths], until: int | None) -> None:
        self.truths = truths
        self._search = search
        self._runs = runs
        self._until = until
        self._visits: dict[int, Visit] = {}  # by index

    def held_after(self, at: int) -> bool | None:
        """Return the truth value of the condition at the end of the run with the index `at`.

        The result is None if this value is not known yet.
        """
        unknown: list[int] = []  # runs that were not measured, and must be visited forwards
        held: bool | None = None
        for i in range(at, -1, -1):
            truths = self.truths[i]
            if i in self._visits:
                held = self._visits[i].after
            elif truths is None or len(truths) > 1:
                unknown.append(i)
                continue
            elif truths:
                (held,) = truths
            if held is not None:
                break
        for i in reversed(unknown):
            held = self.visit(i, held).after
        return held

    def visit(self, at: int, held: bool | None) -> Visit:
        """Visit the run with a given index, but only if the run was not visited before.

        `held` is the truth value of the condition before the run.
        """
        found = self._visits.get(at)
        if found is None or found.before is not held:
            until = self._until if at == len(self._runs) - 1 else None
            found = self._visits[at] = self._search.visit_run(self._runs[at], until, held)
        return found
