"""Comparand: one side of a comparison (a run, a recording or its folder, a function, or a program)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from opscope.debug.disk.recording_writer import HEADER
from opscope.debug.replay.journal import Journal, Segment
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.replayer import JournalReader
from opscope.debug.runs.finished_run import finished_run
from opscope.debug.runs.recording import Recording, open
from opscope.debug.runs.step_methods import StepMethods
from opscope.debug.state.environment import Environment, current_environment
from opscope.debug.values.run_trace import operators_of
from opscope.errors import NotFound, RunError, UsageError
from opscope.ir.program.program import Program
from opscope.names.generated_names import is_generated
from opscope.names.shown_name import name_beside

R = TypeVar("R")


class RunKey(NamedTuple):
    """Position of a run: the number of steps before the run, and the number of other runs since the last step."""

    step: int
    other: int


class Unit(NamedTuple):
    """A unit of the comparison: a run of a program, or all records of a step of eager code.

    `segment` is the segment of the journal that contains the record. `segment` is None for a group of records.
    """

    key: RunKey
    records: tuple[RunRecord, ...]
    segment: Segment | None = None

    @property
    def record(self) -> RunRecord:
        """The first record of the unit."""
        return self.records[0]


def name_in_code(unit: Unit, value: str) -> str:
    """Return the name that a value with a generated name has in the user's code. Return "" if this name is unknown."""
    if not is_generated(value):
        return ""
    found = (record.value_names() for record in unit.records)
    names = next((names for names in found if names is not None and value in names), None)  # None for a program
    return name_beside(unit.record.plan.block.program, value, names)


@dataclass
class Comparand:
    """A run, recording or program as one side of a comparison. `journal` is None for a program that was not run.

    The function `call` calls another function while no other code can change the journal. `environment` is the
    environment of the run, as far as it is known. `error` is the error that ended the run, or "" if no error ended the
    run. For a recording whose last run succeeded, `error` is None, because a recording does not contain the end of the
    program.
    """

    title: str
    journal: JournalReader | None
    program: Program | None
    call: Callable[[Callable[[], Any]], Any]
    environment: Environment
    error: str | None = ""

    @property
    def modes(self) -> set[str]:
        """The types of code that ran: "program", "eager", or both."""
        assert self.journal is not None
        return (self.journal.modes if isinstance(self.journal, Journal) else set[str]()) or {"program"}

    def runs(self) -> Iterator[Unit]:
        """Yield the runs that are still in the history, oldest run first.

        At any time, only one segment of the history is in memory.
        """
        at = RunKey(0, 0)
        for record, segment in self._records():
            at = RunKey(record.step, 0) if record.step else RunKey(at.step, at.other + 1)
            yield Unit(at, (record,), segment)

    def steps(self) -> Iterator[Unit]:
        """Yield groups of runs. Each group ends with an optimizer step, in a program or in eager code.

        The groups do not contain runs of startup programs.

        The groups are numbered from 1. If the history no longer contains the first steps of eager code, the numbers
        begin with the number of the first step in the history.
        """
        number, records = 0, list[RunRecord]()
        for record, _ in self._records():
            number = number or (record.step if record.run and record.kind.interleaved else 1)
            if not record.prepares:
                records.append(record)
            if any(operator.phase == "optimize" for operator in operators_of([record])):
                yield Unit(RunKey(number, 0), tuple(records))
                number, records = number + 1, []
        if records:
            yield Unit(RunKey(number, 0), tuple(records))

    def _records(self) -> Iterator[tuple[RunRecord, Segment]]:
        assert self.journal is not None
        run, last = self.journal.first_run(), self.journal.last_record()
        while run is not None and last is not None and run <= last.run:
            found = self.journal.find(run)
            if found is not None:
                segment, index = found
                for record in segment.records[index:]:
                    yield record, segment
                    run = record.run
            run = _next(self.journal, run)


def _next(journal: JournalReader, run: int) -> int:
    return max(journal.neighbor(run, 1), run + 1)


def comparand(given: Any) -> Comparand:
    """Return the comparand (one side of the comparison) for the object `given`.

    Raises UsageError for an object that has neither runs nor operators.
    """
    if isinstance(given, Program):
        return Comparand(f"program {given.id}", None, given, lambda function: function(), current_environment())
    if isinstance(given, Recording):
        return _of_recording(given)
    if isinstance(given, StepMethods):
        return _of_run(given)
    if isinstance(given, str | os.PathLike):
        return _of_recording(_opened(Path(given)))
    if callable(given):
        return _of_run(finished_run(given))
    raise UsageError(
        f"diff compares runs, recordings, programs and functions, not {type(given).__name__}",
        fix="pass the result of debug.start, the folder of a recording, or a function to run",
    )


def _of_run(run: Any) -> Comparand:
    journal = run._driver.journal
    if journal.first_run() is None:
        raise RunError(
            f"{run.title} has recorded nothing", fix="run a program or eager code in this run first, with record=True"
        )
    error = "" if getattr(run, "error", None) is None else f"{type(run.error).__name__}: {run.error}".partition("\n")[0]
    return Comparand(run.title, journal, None, run._call, run._environment, error)


def _of_recording(recording: Recording) -> Comparand:
    header = recording.recorded.header
    written = recording.recorded.environment
    environment = replace(written, packages=written.packages | {"opscope": header.opscope, "numpy": header.numpy})
    title = recording.title or recording.recorded.path.name
    journal = recording._driver.journal
    last = journal.last_record()
    error = last.error if last is not None and last.error else None
    return Comparand(title, journal, None, recording._call, environment, error)


def _opened(path: Path) -> Recording:
    if path.is_file() and path.name != HEADER:
        raise UsageError(
            f"{path} is a file, but diff opens only folders of recordings",
            fix=f"to compare scripts, use the command line: python -m opscope diff {path} OTHER",
        )
    if not path.exists():
        raise NotFound(f"there is no recording at {path}", fix="write a recording with run.save(folder)")
    return open(path.parent if path.is_file() else path)
