"""Journal of a branch: the recorded runs before a change, followed by the runs that were computed with the change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from opscope.debug.replay.journal import Segment
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.replayer import JournalReader
from opscope.errors import NotFound


class BranchJournal:
    """The runs of the journal `base` before a change, followed by the runs `records`, which contain the change.

    The branch contains no runs after `records`. `text` describes the change, as in `h = 0.5 in step 3`.
    """

    def __init__(self, base: JournalReader, records: Sequence[RunRecord], text: str) -> None:
        self.base = base
        self.text = text
        self._segment = Segment({}, list(records), isolated=True)
        self._indexes = {record.run: i for i, record in enumerate(records)}
        self._first, self._last = records[0], records[-1]

    def find(self, run: int) -> tuple[Segment, int] | None:
        """Return the segment that contains a run, and the index of the run in this segment.

        The result is None if the run is not in the branch.
        """
        if run < self._first.run:
            return self.base.find(run)
        index = self._indexes.get(run)
        return None if index is None else (self._segment, index)

    def neighbor(self, run: int, offset: int) -> int:
        """Return the number of the run before (offset -1) or after (offset 1) a run.

        The returned run may be outside the branch.
        """
        return self.base.neighbor(run, offset)

    def first_run(self) -> int | None:
        """Return the number of the first run in the history."""
        return self.base.first_run()

    def last_record(self) -> RunRecord | None:
        """Return the record of the last run in the branch."""
        return self._last

    def record_of_step(self, step: int) -> RunRecord | None:
        """Return the record of a step; None if the step is not in the branch."""
        if step < self._first.step:
            return self.base.record_of_step(step)
        return next((record for record in self._segment.records if record.step == step), None)

    def steps(self) -> Iterable[RunRecord]:
        """Yield the records of all steps in the branch, oldest step first."""
        for record in self.base.steps():
            if record.run >= self._first.run:
                break
            yield record
        yield from self._segment.records

    def programs(self) -> KnownPrograms:
        """Return the programs that have run in steps; startup programs are not included."""
        return self.base.programs()

    def step_range(self) -> tuple[int, int]:
        """Return the first step in the history, and the last step of the branch."""
        return self.base.step_range()[0], self._last.step

    def nothing_kept(self) -> tuple[str, str]:
        """Return a pair of texts: the reason why the journal has no runs, and a fix."""
        return self.base.nothing_kept()

    def not_kept(self, what: str = "it is") -> NotFound:
        """Make the error for steps that are not in the branch.

        `what` is the beginning of the error text, such as `step 3 is`.
        """
        first, last = self.step_range()
        text = f"{what} not in the history of the branch with {self.text}"
        return NotFound(text, fix=f"choose a step from {first} to {last}, or call undo to show the recorded steps")
