"""Recordings on disk. A recording is written during or after a run, and any process can open the recording.

You can step through an opened recording as through a finished run. opscope computes the values of the recording again,
and does not call the user's functions.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Iterable, Sequence

from opscope.core.checks.argument_checks import require_kind
from opscope.core.rich_display import RichDisplay
from opscope.debug.disk.eager_archive import segments_to_write
from opscope.debug.disk.recording_reader import RecordingProblem, RecordingReader, load
from opscope.debug.disk.recording_writer import RecordingWriter
from opscope.debug.replay.journal import Journal, Segment, joined_ranges
from opscope.debug.replay.known_programs import KnownPrograms
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.rules.findings import Finding, Findings
from opscope.debug.rules.rule import MUTES
from opscope.debug.runs.step_methods import StepMethods
from opscope.debug.session.session import Session
from opscope.debug.state.environment import Environment
from opscope.debug.state.run_state import LOOKING_BACK, StateCell
from opscope.debug.taps.event_history import History
from opscope.errors import RecordingError, RunError
from opscope.events import Event, Stopped, Warned


class DiskJournal(Journal):
    """A complete journal on disk. A segment of the journal is read when it is needed."""

    def __init__(self, recorded: RecordingReader) -> None:
        super().__init__(budget=0)  # nothing is added
        self.recorded = recorded
        self.nbytes = sum(summary.nbytes for summary in recorded.segments)

    @property
    def keyframes(self) -> int:
        return len(self.recorded.segments)

    @property
    def modes(self) -> set[str]:
        return {"eager" if summary.eager else "program" for summary in self.recorded.segments}

    def find(self, run: int) -> tuple[Segment, int] | None:
        return self.recorded.find(run)

    def neighbor(self, run: int, offset: int) -> int:
        """Return the number of the run that is `offset` runs after `run`.

        If a run with this number is not on disk, return the number of the nearest run on disk in the same direction.
        """
        if self.recorded.problems:
            return run + offset
        ends = [s.first_run if offset > 0 else s.last_run for s in self.recorded.segments]
        inside = any(s.first_run <= run + offset <= s.last_run for s in self.recorded.segments)
        beyond = [end for end in ends if (end > run if offset > 0 else end < run)]
        return run + offset if inside or not beyond else (min if offset > 0 else max)(beyond)

    def first_run(self) -> int | None:
        summaries = self.recorded.segments
        return summaries[0].first_run if summaries else None

    def last_record(self) -> RunRecord | None:
        summaries = self.recorded.segments
        found = self.recorded.find(summaries[-1].last_run) if summaries else None
        return None if found is None else found[0].records[-1]

    def record_of_step(self, step: int) -> RunRecord | None:
        for summary in reversed(self.recorded.segments):
            if summary.first_step <= step <= summary.last_step:
                found = self.recorded.find(summary.first_run)
                records = () if found is None else reversed(found[0].records)
                record = next((each for each in records if each.step == step), None)
                if record is not None:
                    return record
        return None

    def steps(self) -> Iterable[RunRecord]:
        """Yield the records of all steps, oldest step first, except the steps of damaged segments."""
        for summary in self.recorded.segments:
            try:
                found = self.recorded.find(summary.first_run)
            except RecordingError:  # it is among the problems, and was reported
                continue
            yield from (record for record in (found[0].records if found else ()) if record.step)

    def programs(self) -> KnownPrograms:
        """Return the programs that ran in the first and in the last segment of the journal."""
        ends = (
            [self.recorded.segment(i) for i in {0, len(self.recorded.segments) - 1}] if self.recorded.segments else []
        )
        plans = [record.plan for segment in ends for record in segment.records if record.step]
        has_eager_code = any(summary.eager for summary in self.recorded.segments)
        found = {p.block.program.id: p.block.program for p in plans}
        return KnownPrograms(found.values(), complete=not has_eager_code)

    def step_range(self) -> tuple[int, int]:
        return self.recorded.step_range()

    def kept_steps(self) -> list[tuple[int, int]]:
        return joined_ranges((s.first_step, s.last_step) for s in self.recorded.segments)

    def nothing_kept(self) -> tuple[str, str]:
        return "the recording contains no run", "record a run again: save() writes the runs that are in the history"


class Recording(RichDisplay, StepMethods):
    """An opened recording; its methods `goto`, `step_back`, `value`, `look` and so on work as in a finished run.

    `problems` lists the damaged files. A damaged file is also reported on stderr. You can still go to the undamaged
    steps of a recording. `here` is the current position; None before the first command that goes to a position.
    """

    _display = "recording"

    def __init__(self, recorded: RecordingReader) -> None:
        require_kind(recorded, RecordingReader, "a Recording is made by debug.open", fix="call debug.open(folder)")
        self.recorded = recorded
        self.history = History()
        self.session = Session(self._emit, DiskJournal(recorded), state=StateCell(LOOKING_BACK))
        for problem in recorded.problems:
            self._report(problem)
        recorded.report_later(self._report)

    @property
    def title(self) -> str:
        """The title of the run."""
        return self.recorded.title

    @property
    def steps(self) -> tuple[int, int]:
        """The numbers of the first and the last step."""
        return self.recorded.step_range()

    @property
    def findings(self) -> Findings:
        """Findings of the rules in the recorded steps, together with the findings that are stored in the recording.

        A recording contains these findings: findings in eager code, stops at `watch("nan")`, and the error that ended
        the run.
        """
        found = super().findings
        flat = [*found.every, *(finding for finding, _ in found.muted)]
        known = {(f.rule, f.value) for f in flat}
        return Findings([*flat, *(f for f in self.recorded.findings if (f.rule, f.value) not in known)], MUTES)

    @property
    def problems(self) -> list[RecordingProblem]:
        """The damaged files of the recording, and the runs that are lost because of the damage."""
        return self.recorded.problems

    @property
    def done(self) -> bool:
        """Always True, because a recording is a finished run."""
        return True

    def until_stopped(self, timeout: float | None = None) -> Stopped | None:
        """Return the current position at once, without waiting.

        Args:
            timeout: a time limit, as for a run. For a recording, this argument has no effect.

        Returns:
            The current position; None before the first command that goes to a position.

        Example:
            >>> run.save("folder")
            >>> debug.open("folder").until_stopped() is None
            True
        """
        return self.here

    def cont(self) -> Stopped | None:
        """Continue to the next breakpoint, or else to the end of the recording.

        Returns:
            The new position.

        Example:
            >>> run.save("folder")
            >>> past = debug.open("folder")
            >>> _ = past.goto(2), past.breakpoint("op:square")
            >>> past.cont().step
            2
        """
        return self._move("continue")

    @property
    def _not_started(self) -> bool:
        return False

    def _report(self, problem: RecordingProblem) -> None:
        print(f"opscope: {self.recorded.path}: {problem}", file=sys.stderr)  # noqa: T201 (found during a search)
        self._emit(Warned(subject="recording", text=str(problem)))

    def _emit(self, event: Event) -> None:
        self.history.add(event)

    def __repr__(self) -> str:
        first, last = self.steps
        lost = f", {len(self.problems)} files damaged" if self.problems else ""
        return f"<recording {self.title}: steps {first} to {last}{lost}>"


def open(path: str | os.PathLike[str]) -> Recording:
    """Open the recording that is in a folder. `open` does not run any code from the recording.

    Args:
        path: path of a folder that `run.save(path)` or the option `to=path` has written.

    Returns:
        The recording; you can step through it as through a finished run.

    Raises:
        RecordingError: the folder contains no recording, or the format of the recording is not supported.

    Example:
        >>> run.save("night")
        >>> debug.open("night").goto(4).step
        4
    """
    return Recording(load(path))


def save(
    journal: Journal,
    path: str | os.PathLike[str],
    title: str,
    found: Sequence[Finding] = (),
    environment: Environment | None = None,
) -> Counter[str]:
    """Write the runs of a journal into a folder. The folder must be empty, or must not exist yet.

    The findings `found` and the `environment` of the run are also written. Raises RecordingError if the folder cannot
    be used, and RunError if the journal has no runs that can be written.

    Returns a counter that maps a kind of program to the number of its records that could not be written.
    """
    if isinstance(journal, DiskJournal):
        raise RunError("this recording is on disk already", fix="copy the folder of the recording")
    kept = [s for s in journal.segments if s.records]
    segments = [s for s in kept if "save" in s.records[0].kind.abilities]
    if not segments:
        why, fix = journal.nothing_kept()
        if kept:
            why, fix = (
                "no run of a program is recorded",
                f"{kept[-1].records[-1].kind.name} can be stepped only while it runs, and cannot be saved",
            )
        raise RunError(why, fix=fix)
    journal.condense(journal.run_count)
    archive = RecordingWriter(path, title=title, environment=environment)
    for segment in segments_to_write(segments):
        archive.append(segment)
    archive.write_findings(found)
    archive.close()
    return Counter(record.kind.name for s in kept for record in s.records if "save" not in record.kind.abilities)
