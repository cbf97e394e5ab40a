"""RunHistory: finds the last write of a persistent value, by a recorded run or by code outside of the program."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.place import has_numbers, to_host
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.journal import Segment
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.replay_scope import ReplayScope
from opscope.debug.replay.replayer import find_record
from opscope.debug.why.executions import ExecutedOp, executions_of

KEPT_RUNS = 8  # runs whose executions are cached


class WrittenValue(NamedTuple):
    """The last write of a persistent value.

    If `how` is "run", an operator in the run `run` wrote the value. If `how` is "outside", code that is not recorded
    wrote the value before `run`. If `how` is "before", the value was written before the recording begins.
    """

    how: str
    run: int


class RunHistory:
    """The history of writes of persistent values, in the runs that a navigator can open."""

    def __init__(self, navigator: Navigator) -> None:
        self.navigator = navigator
        self.journal = navigator.journal
        self._executions: dict[tuple[int, int | None], list[ExecutedOp]] = {}

    def record(self, run: int) -> RunRecord:
        """Return the record of a run in the history, or the record of the run in progress."""
        live = self.navigator.live
        if live is not None and live.record.run == run:
            return live.record
        found = find_record(self.journal, run)
        assert found is not None
        return found

    def executions(self, run: int, until: int | None = None) -> list[ExecutedOp]:
        """Return the calls of a run up to the place `until`.

        For a run in progress, return the calls up to the present place.
        """
        record, live = self.record(run), self.navigator.live
        if live is not None and live.record is record:
            until = live.tick if until is None else min(until, live.tick)
        elif record.error and not record.kind.interleaved:
            until = record.ticks - 1 if until is None else min(until, record.ticks - 1)
        key = run, until
        if key not in self._executions:
            while len(self._executions) >= KEPT_RUNS:
                del self._executions[next(iter(self._executions))]
            self._executions[key] = executions_of(self.navigator.open_run(run), until)
        return self._executions[key]

    def loaded(self, run: int, name: str) -> Any:
        """Return the value that a persistent variable had before a run."""
        cursor = self.navigator.open_run(run)
        return cursor.lookup(name)

    # --- where a persistent value was written -------------------------------------------------------

    def writer(self, name: str, run: int, not_finite: bool) -> WrittenValue:
        """Find the last write of a value that a run has loaded at its beginning.

        If `not_finite` is True, find the write that has made the value NaN or Inf.
        """
        if "recompute" not in self.record(run).kind.abilities:
            return self._recorded_writer(name, run, not_finite)
        return self._first_bad(name, run) if not_finite else self._last_store(name, run)

    def _last_store(self, name: str, run: int) -> WrittenValue:
        while True:
            record = find_record(self.journal, run) or self.record(run)
            before = self.journal.neighbor(run, -1)
            earlier = find_record(self.journal, before)
            if name in record.scope_changes:
                return WrittenValue("outside" if self._is_stored_before(name, before) else "before", run)
            if earlier is None:
                return WrittenValue("before", run)
            if not earlier.error and name in dict(earlier.plan.stores):
                return WrittenValue("run", before)
            run = before
            self.navigator.search.check()

    def _is_stored_before(self, name: str, run: int) -> bool:
        """Return True if an earlier recorded run has read or stored the variable.

        If the result is True, a later change of the variable came from outside of the program.
        """
        for _ in range(1000):
            record = find_record(self.journal, run)
            if record is None:
                return False
            if name in dict(record.plan.stores) or name in dict(record.plan.loads):
                return True
            run = self.journal.neighbor(run, -1)
        return False

    def _first_bad(self, name: str, run: int) -> WrittenValue:
        live = self.record(run)
        if _is_bad(live.scope_changes.get(name)):
            return WrittenValue(
                "outside" if self._is_stored_before(name, self.journal.neighbor(run, -1)) else "before", run
            )
        segment = self._last_good_segment(name, self.journal.neighbor(run, -1))
        if segment is None:
            first = self.journal.first_run()
            return WrittenValue("before", run if first is None else first)
        replay = ReplayScope()
        replay.restore(segment.keyframe)
        for record in segment.records:
            if record.run >= run:
                break
            self.navigator.search.advance()
            if _is_bad(record.scope_changes.get(name)):
                return WrittenValue("outside", record.run)
            replay.run(record)
            if _is_bad(replay.scope.array(name)):
                return WrittenValue("run", record.run)
        after = self.journal.neighbor(segment.records[-1].run, 1)
        return WrittenValue("outside", min(after, run))

    def _last_good_segment(self, name: str, run: int) -> Segment | None:
        """Return the last segment at whose start a variable is finite. Return None if the variable was never finite.

        A parameter that is NaN stays NaN, so a bisection over the keyframes (stored values) of the segments finds the
        segment.
        """

        def segment_at(number: int) -> Segment | None:
            found = self.journal.find(number)
            return None if found is None or found[0].isolated else found[0]

        def is_good(segment: Segment) -> bool:
            return not _is_bad(segment.keyframe.get(name))

        latest = segment_at(run)
        if latest is None or is_good(latest):
            return latest
        low, high = self.journal.first_run(), latest.records[0].run  # the segment of `high` is bad
        assert low is not None
        best: Segment | None = None
        while low < high:
            self.navigator.search.check()
            middle = (low + high) // 2
            segment = segment_at(middle)
            if segment is None:
                low = middle + 1
            elif is_good(segment):
                best, low = segment, segment.records[-1].run + 1
            else:
                high = segment.records[0].run
        return best

    # --- records with values ----------------------------------------------------------------------------

    def _records_with_values(self, run: int) -> list[RunRecord]:
        found: list[RunRecord] = []
        before = self.journal.neighbor(run, -1)
        while (record := find_record(self.journal, before)) is not None:
            if "recompute" not in record.kind.abilities:
                found.append(record)
            before = self.journal.neighbor(before, -1)
        return found[::-1]

    def _recorded_writer(self, name: str, run: int, not_finite: bool) -> WrittenValue:
        records = self._records_with_values(run)
        if not not_finite:
            for record in reversed(records):
                if record.holds_at_end(name):
                    return WrittenValue("run", record.run)
            return WrittenValue("before", run)
        first = _bisect(records, lambda record: _is_bad(record.final_value(name)))
        if first == len(records):  # changed after the last record, from outside
            known = records and records[-1].final_value(name) is not None
            return WrittenValue("outside" if known else "before", run)
        return WrittenValue("run", records[first].run)


def _bisect(records: list[RunRecord], is_bad: Callable[[RunRecord], bool]) -> int:
    """Return the index of the first record for which `is_bad` is true. All later records are also bad.

    Return len(records) if the last record is not bad.
    """
    low, high = 0, len(records)
    if not records or not is_bad(records[-1]):
        return high
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if is_bad(records[middle]) else (middle + 1, high)
    return low


def _is_bad(value: Any) -> bool:
    if not has_numbers(value) or value.dtype.kind not in "fc":
        return False
    return not bool(np.isfinite(to_host(value)).all())


is_not_finite = _is_bad
