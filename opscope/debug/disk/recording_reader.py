"""Recording reader: reads the undamaged segments of a recording from its folder.

When a recording is opened, the reader reads only the first line of each segment. The other lines of a segment are
read when a run of this segment is requested. An array is read when it is accessed for the first time.
`recording_writer.py` documents the format.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable
from typing import NamedTuple, TypeVar
from weakref import WeakValueDictionary

from opscope.core.checks.argument_checks import file_path
from opscope.core.files.untrusted_files import open_regular, regular_size
from opscope.debug.disk.array_file import Array, ArrayReader, as_described
from opscope.debug.disk.checksummed_jsonl import DamagedFileError, decode_line, file_context, read_lines
from opscope.debug.disk.eager_decoder import EagerDecoder, decode_eager
from opscope.debug.disk.findings_file import FINDINGS, MAX_BYTES, decode_findings
from opscope.debug.disk.lazy_values import ValueCache
from opscope.debug.disk.record_decoder import (
    READABLE_TEXT,
    Cell,
    Read,
    SegmentSummary,
    check_replayable,
    decode_plan,
    decode_segment,
    decode_summary,
    is_readable,
)
from opscope.debug.disk.recorded_eager import RecordedEager
from opscope.debug.disk.recording_writer import HEADER, array_file, lines_file, plan_file
from opscope.debug.disk.structure_decoder import RecordedStructure, decode_structure
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.replay.journal import Segment
from opscope.debug.rules.findings import Finding
from opscope.debug.state.environment import Environment
from opscope.errors import RecordingError, printable
from opscope.runtime.plan import Plan

DECODED = 4  # number of decoded segments kept: stepping mostly stays in one
CACHE = 64 << 20  # bytes of arrays kept in memory
_FIRST = 4096  # maximum bytes of a segment's first line
_HEADER = 1 << 20  # maximum bytes of the header
T = TypeVar("T")
_JSONL = re.compile(r"(\d{6,18})\.jsonl")
_FOLDER = "give the folder that `to=`, `run.save` or `opscope record -o` wrote"


class RecordingHeader(NamedTuple):
    """The versions of opscope and NumPy that wrote a recording, and the title and the date of the recording.

    A replay with another version of NumPy may round results differently.
    """

    opscope: str = ""
    numpy: str = ""
    title: str = ""
    created: str = ""


class RecordingProblem(NamedTuple):
    """Damage in a file of a recording, and the first and the last run that cannot be read because of this damage.

    Both runs are None if all runs can be read, or if it is unknown which runs are lost.
    """

    file: str
    what: str
    first_run: int | None = None
    last_run: int | None = None

    def __str__(self) -> str:
        runs = "" if self.first_run is None else f" (runs {self.first_run} to {self.last_run})"
        return printable(f"{self.file} {self.what}{runs}")


def load(path: str | os.PathLike[str]) -> RecordingReader:
    """Open a recording.

    Raises RecordingError if the folder has no recording, or if the format of the recording is not supported.
    """
    return RecordingReader(path)


class RecordingReader:
    """The segments of a recording that is in a folder.

    Damaged segments are left out. `problems` lists the damage that was found so far. `report_later` sets a function
    that is called for each damage that is found later. In this class, "segment" means a segment on disk with a
    keyframe, together with the segments on disk that continue it.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = file_path(path, "the folder of a recording")
        self.header = RecordingHeader()
        self.environment = Environment()
        self.segments: list[SegmentSummary] = []
        self._parts: list[list[SegmentSummary]] = []  # the segments on disk of each segment
        self.problems: list[RecordingProblem] = []
        self._report: Callable[[RecordingProblem], None] = lambda problem: None
        self._cache = ValueCache(CACHE)
        self._views: WeakValueDictionary[tuple[int, Cell], Array] = WeakValueDictionary()  # in use elsewhere
        self._plans: dict[int, Plan] = {}
        self._structures: dict[int, RecordedStructure] = {}
        self._eager = RecordedEager(self._not_computed)
        self._decoded: OrderedDict[int, Segment] = OrderedDict()  # by index, newest last
        try:
            files = os.listdir(self.path)
        except OSError as e:
            raise RecordingError(f"no recording can be read at {self.path}", facts={"because": e}, fix=_FOLDER) from e
        numbers = sorted(int(match[1]) for match in map(_JSONL.fullmatch, files) if match)
        if HEADER not in files and not numbers:
            raise RecordingError(f"there is no recording in {self.path}", fix=f"choose a folder with a {HEADER}")
        self._read_header()
        self._index(numbers)
        self.findings = self._read_findings() if FINDINGS in files else []

    def report_later(self, report: Callable[[RecordingProblem], None]) -> None:
        """Set a function that is called for each damage that is found from now on."""
        self._report = report

    @property
    def title(self) -> str:
        """The title that was set when the recording was written."""
        return self.header.title

    def step_range(self) -> tuple[int, int]:
        """Return the first and the last step of the recording, or (0, 0) if the recording has no steps."""
        first = next((s.first_step for s in self.segments if s.first_step), 0)
        return first, next((s.last_step for s in reversed(self.segments) if s.last_step), 0)

    def find(self, run: int) -> tuple[Segment, int] | None:
        """Return the segment that contains a run, and the index of the run in this segment.

        The result is None if the recording does not contain the run. Raises the same errors as `segment`.
        """
        at = bisect_left(self.segments, run, key=lambda summary: summary.last_run)
        if at == len(self.segments) or run < self.segments[at].first_run:
            return None
        segment = self._decoded.get(at)
        if segment is None:
            segment = self.segment(at)
            try:
                if not segment.isolated:
                    with file_context(lines_file(self.segments[at].number)):
                        check_replayable(segment)
            except DamagedFileError as e:
                raise self._damaged(e, self.segments[at]) from e
            self._decoded[at] = segment
            if len(self._decoded) > DECODED:
                self._decoded.popitem(last=False)
        index = bisect_left(segment.records, run, key=lambda record: record.run)
        if index == len(segment.records) or segment.records[index].run != run:
            return None
        return segment, index

    def segment(self, i: int) -> Segment:
        """Return the segment whose summary is `segments[i]`.

        The arrays of the segment are read-only. Each array is read from disk at the first access.

        Raises RecordingError if the segment is damaged. An access to a damaged array also raises RecordingError.
        """
        if self.segments[i].eager:
            return self._eager_segment(i)
        first, *rest = [self._part(part, self.segments[i]) for part in self._parts[i]]
        return Segment(first.keyframe, [*first.records, *(record for part in rest for record in part.records)])

    def _eager_segment(self, i: int) -> Segment:
        whole = self.segments[i]
        decoder = EagerDecoder(self._eager, self._structure, self._record_before)
        for part in self._parts[i]:
            self._with_lines(
                part, whole, lambda lines, arrays, read, of=part: decode_eager(lines, of, arrays, read, decoder)
            )
        return Segment({}, [*decoder.records], isolated=True)

    def _record_before(self, record: EagerRecord) -> EagerRecord | None:
        """Return the eager record of the previous run, if the record is undamaged and from the same thread."""
        try:
            found = self.find(record.run - 1)
        except RecordingError:  # it was reported
            return None
        former = None if found is None else found[0].records[found[1]]
        return former if isinstance(former, EagerRecord) and former.thread == record.thread else None

    def _part(self, part: SegmentSummary, whole: SegmentSummary) -> Segment:
        return self._with_lines(
            part, whole, lambda lines, arrays, read: decode_segment(lines, part, arrays, read, self._plan)
        )

    def _with_lines(
        self, part: SegmentSummary, whole: SegmentSummary, decode: Callable[[list[bytes], ArrayReader, Read], T]
    ) -> T:
        """Decode the lines after the summary of a segment on disk."""
        name = lines_file(part.number)

        def read(cell: Cell) -> Array:
            entry, row = cell
            try:
                if (value := self._views.get((part.number, cell))) is None:
                    key = part.number, entry.place
                    value = as_described(self._cache.get(key, lambda: arrays.read(entry)), entry)
                    value = self._views[part.number, cell] = value if row is None else value[row, ...]
                return value
            except DamagedFileError as e:
                raise self._damaged(e, whole) from e

        try:
            arrays = ArrayReader(self.path / array_file(part.number))
            with file_context(name):
                first, *lines = read_lines(self.path / name).splitlines(keepends=True)
                decode_line(first)
                return decode(lines, arrays, read)
        except DamagedFileError as e:
            raise self._damaged(e, whole) from e

    def _damaged(self, why: DamagedFileError, summary: SegmentSummary) -> RecordingError:
        problem = RecordingProblem(why.file, str(why), summary.first_run, summary.last_run)
        if problem not in self.problems:
            self.problems.append(problem)
            self._report(problem)
        return RecordingError(str(problem), facts={"recording": self.path}, fix="the other segments can be read")

    def _not_computed(self, record: EagerRecord, why: Exception) -> Exception:
        """Make the error for an eager record with damaged data."""
        if isinstance(why, RecordingError):
            return why
        at = bisect_left(self.segments, record.run, key=lambda summary: summary.last_run)
        text = f"has calls of step {record.step} that cannot be computed again ({type(why).__name__}: {why})"
        return self._damaged(DamagedFileError(text, lines_file(self.segments[at].number)), self.segments[at])

    def _structure(self, number: int) -> RecordedStructure:
        if number not in self._structures:
            with file_context(plan_file(number)):
                found = decode_structure(read_lines(self.path / plan_file(number)), self._eager.codes)
                self._structures[number] = found
        return self._structures[number]

    def _plan(self, number: int) -> Plan:
        if number not in self._plans:
            with file_context(plan_file(number)):
                self._plans[number] = decode_plan(read_lines(self.path / plan_file(number)))
        return self._plans[number]

    # --- opening ------------------------------------------------------------------------------------

    def _read_header(self) -> None:
        try:
            with file_context(HEADER):
                data = decode_line(read_lines(self.path / HEADER, _HEADER))
                form, *texts = (data[name] for name in ("format", *RecordingHeader._fields))
        except DamagedFileError as e:
            self.problems.append(RecordingProblem(e.file, str(e)))
            return
        except (KeyError, TypeError):
            self.problems.append(
                RecordingProblem(HEADER, "does not contain the version of opscope that wrote the recording")
            )
            return
        if not is_readable(form):
            raise RecordingError(
                f"{self.path / HEADER} has format {str(form)[:20]}, but only {READABLE_TEXT} can be read",
                facts={"written by": f"opscope {str(texts[0])[:20]}"},
                fix="read the recording with the version of opscope that wrote it",
            )
        if not all(type(text) is str for text in texts):
            self.problems.append(
                RecordingProblem(HEADER, "does not contain the version of opscope that wrote the recording")
            )
            return
        self.header = RecordingHeader._make(map(printable, texts))
        self.environment = Environment.of_data(data.get("environment"))

    def _read_findings(self) -> list[Finding]:
        try:
            with file_context(FINDINGS):
                return decode_findings(read_lines(self.path / FINDINGS, MAX_BYTES))
        except DamagedFileError as e:
            self.problems.append(RecordingProblem(e.file, str(e)))
            return []

    def _index(self, numbers: list[int]) -> None:
        lost: list[tuple[int, DamagedFileError]] = []  # lost segments: index of the next intact one, and the damage
        for former, number in zip([*numbers[:1], *numbers], numbers, strict=False):
            if number > former + 1:
                lost.append((len(self.segments), DamagedFileError("is missing", lines_file(former + 1))))
            try:
                self._enter(number, is_first=not (self.segments or self.problems or lost))
            except DamagedFileError as e:
                lost.append((len(self.segments), e))
        if left_out := [summary for summary in self.segments if summary.left_out]:
            what = f"lacks {sum(summary.left_out for summary in left_out):,} values whose dtype cannot be written"
            name = lines_file(left_out[0].number)
            self.problems.append(RecordingProblem(name, what, left_out[0].first_run, left_out[-1].last_run))
        for at, why in lost:
            self.problems.append(RecordingProblem(why.file, str(why), *self._between(at)))

    def _enter(self, number: int, is_first: bool) -> None:
        """Add a segment on disk to `segments`. If the segment is damaged, add the damage to `problems`.

        Raises DamagedFileError if the summary of the segment cannot be read.
        """
        arrays, text = self.path / array_file(number), self.path / lines_file(number)
        with file_context(text.name), open_regular(text) as file:
            line = file.readline(_FIRST)
            size = os.fstat(file.fileno()).st_size
            summary, sizes = decode_summary(line, number)
        if is_first and summary.continues:
            return  # a killed writer has deleted the segment that it continues, to keep the budget
        try:
            with file_context(arrays.name):
                if regular_size(arrays) != sizes[0]:
                    raise DamagedFileError("is shorter or longer than its summary states")
            with file_context(text.name):
                if size != len(line) + sizes[1]:
                    raise DamagedFileError("is shorter or longer than its summary states")
                if self.segments and summary.first_run <= self.segments[-1].last_run:
                    raise DamagedFileError("has runs that are also in another segment")
                is_behind = self._parts and self._parts[-1][-1].number == number - 1
                if summary.continues and not (is_behind and self.segments[-1].eager == summary.eager):
                    raise DamagedFileError("continues a segment that is lost")
        except DamagedFileError as e:
            self.problems.append(RecordingProblem(e.file, str(e), summary.first_run, summary.last_run))
        else:
            self._add(summary)

    def _add(self, summary: SegmentSummary) -> None:
        if not summary.continues:
            self.segments.append(summary)
            self._parts.append([summary])
            return
        whole = self.segments[-1]
        self.segments[-1] = whole._replace(
            last_run=summary.last_run,
            first_step=whole.first_step or summary.first_step,
            last_step=summary.last_step or whole.last_step,
            lines=whole.lines + summary.lines,
            nbytes=whole.nbytes + summary.nbytes,
            left_out=whole.left_out + summary.left_out,
        )
        self._parts[-1].append(summary)

    def _between(self, at: int) -> tuple[int | None, int | None]:
        """Return the first and the last run that are missing before `segments[at]`."""
        if 0 < at < len(self.segments):
            return self.segments[at - 1].last_run + 1, self.segments[at].first_run - 1
        return None, None
