"""Replayer: opens a recorded run, and computes its values again from the nearest keyframe."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from opscope.debug.replay.journal import Segment
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.program_kind import Cursor, OnPlace, RunRecord, ignore_place
from opscope.debug.replay.replay_scope import ReplayScope
from opscope.debug.replay.run_cursor import RunCursor
from opscope.errors import NotFound


class JournalReader(Protocol):
    """Interface of the journals: the journal in memory, the journal of a branch, and a recording on disk."""

    def find(self, run: int) -> tuple[Segment, int] | None:
        """Return the segment that contains a run, and the index of the run in this segment.

        The result is None if the history does not have the run.
        """
        ...

    def neighbor(self, run: int, offset: int) -> int:
        """Return the number of the run before (offset -1) or after (offset 1) a run.

        The returned run may be a run that is not recorded.
        """
        ...

    def first_run(self) -> int | None:
        """Return the number of the first run in the history."""
        ...

    def last_record(self) -> RunRecord | None:
        """Return the record of the last run in the history."""
        ...

    def record_of_step(self, step: int) -> RunRecord | None:
        """Return the record of a step; None if the history does not have the step."""
        ...

    def steps(self) -> Iterable[RunRecord]:
        """Return the records of all steps in the history, oldest step first."""
        ...

    def programs(self) -> KnownPrograms:
        """Return the programs that have run in steps; startup programs are not included."""
        ...

    def step_range(self) -> tuple[int, int]:
        """Return the first and the last step in the history; (0, 0) if the history has no step."""
        ...

    def nothing_kept(self) -> tuple[str, str]:
        """Return a pair of texts: the reason why the history has no run, and a fix."""
        ...

    def not_kept(self, what: str = "it is") -> NotFound:
        """Make the error for steps that the history does not have.

        `what` is the beginning of the error text, such as `step 3 is`.
        """
        ...


def find_record(journal: JournalReader, run: int) -> RunRecord | None:
    """Return the record of a run; None if the history does not have the run."""
    found = journal.find(run) if run >= 0 else None
    return None if found is None else found[0].records[found[1]]


class Replayer:
    """Object that opens past runs.

    The replayer stores the state before the run that was opened last, so that later runs are opened fast. Before each
    run that is executed again, the function `check` is called. If `check` raises an error, the replay ends.
    """

    def __init__(self, journal: JournalReader, check: Callable[[], None] = lambda: None) -> None:
        self.journal = journal
        self._check = check
        self.replayed_runs = 0  # number of runs executed again only to restore the state before another run
        self._scope = ReplayScope()
        self._at: int | None = None  # the run that follows the state in `_scope`

    def open_run(self, run: int, on_place: OnPlace | None = None) -> Cursor:
        """Return a cursor at the start of a recorded run. Raises NotFound if the history does not have the run."""
        record = find_record(self.journal, run)
        if record is None:
            raise _not_kept(run)
        return record.kind.open(record, on_place or ignore_place, self)

    def open_program(self, run: int, on_place: OnPlace | None = None) -> RunCursor:
        """Return a cursor at the start of a recorded run of a program.

        Raises NotFound if the history does not have the run.
        """
        found = self.journal.find(run)
        if found is None:
            raise _not_kept(run)
        segment, index = found
        first = segment.records[0].run
        begin, self._at = self._at, None  # unknown while runs are executed
        if begin is None or not first <= begin <= run:
            begin = first
            self._scope.restore(segment.keyframe)
        for record in segment.records[begin - first : index]:
            self._check()
            self._scope.run(record)
            self.replayed_runs += not record.error
        cursor = self._scope.open(segment.records[index], on_place or ignore_place)
        self._at = run
        return cursor


def _not_kept(run: int) -> NotFound:
    return NotFound(
        f"run {run} is not in the history", fix="to store more runs, set a larger budget: start(..., record='1GB')"
    )
