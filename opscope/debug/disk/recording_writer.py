"""Recording writer: writes the segments of a journal to a folder. At any moment, the folder is a valid recording.

Format 7. Lines are JSON with a checksum (`checksummed_jsonl.py`). Arrays are stored in separate files
(`array_file.py`):

    recording.json    one line: {"format": 7, "opscope": version, "numpy": version, "title", "created": ISO 8601}
    plans/0001.json   one line per distinct plan: {"program": as written by `ir.serialize.program_json`,
                      "names": the user's names, as written by `names.stored_names`,
                      "operators": [ids, in order], "feeds": [names, in order], "given": [names], "fetches": [names],
                      "place": "cpu" or "gpu:0"}
    000012.arrays     all arrays of segment 12
    000012.jsonl      the lines of segment 12; the segment exists if this file exists. The lines in their order:
        {"format": 7, "segment": 12, "continues", "first_run", "last_run", "first_step", "last_step" (0, 0: no
         step), "lines": the number of lines that follow, "bytes": [of the arrays, of the lines that follow]}
        {"keyframe": values}
        {"runs": how many, "run": the number of the first, "step": [numbers], "count": [numbers], "plan": its number,
         "feeds": values, "changed": values, "rng": null or states, "states": [[tick, states], ...],
         "results": [[tick, values], ...], "kept": values, "fetched": {name: [dims, dtype, bytes as hexadecimal
         digits]}, "edits": [[tick, name, entry], or with a part: [tick, name, entry of the part, part], ...],
         "seconds": [numbers], "lowered", "thread",
         "shapes": {name: [dims, dtype] or null}, "ticks": [numbers], "error"}: one line for consecutive runs that have
        one plan and thread, and equal names, shapes and dtypes

    findings.json     one line: {"findings": [{the fields of a `Finding`}, ...]}. The file findings.json exists if rules
                      have found something during the run. For eager code, findings.json also exists if the run stopped
                      at NaN or ended with an error

A part of a variable (the elements that an edit sets) is written as {"mask": entry} or as a list of positions. The entry
of a mask describes an array of bools with the variable's shape. A position in a part is a number, null (a new axis),
"...", or [start, stop, step] with numbers and nulls. In the lines of a segment, `values` are entries by name, in order:
{name: entry, or null for None}. In a line of several runs, an entry describes one array that has a row for each run.
The bytes of "fetched" then also have a row for each run. `states` are the states of the random number generator in
hexadecimal digits, 104 bytes for each run (`core.random.encode_state`). The numbers of the runs increase from line to
line. A file gets its final name only when it is complete. The array file of a segment is complete before the jsonl file
of the segment exists. If the process that writes is killed, only two incomplete files may remain:
`.opscope-<process>-<16 hexadecimal digits>.tmp`, and an array file without a jsonl file. Segments are numbered from 1
without gaps. If the recording exceeds its byte budget, the oldest segments are deleted. Files with other names are not
part of a recording.

If the field `continues` of a segment is true, the segment continues the previous segment. Its keyframe is empty, and
its runs are replayed after the runs of the previous segment. In this way, a segment that still grows can be written to
disk in several parts.

The summary of a segment of eager code has `"eager": true`, and `"left_out"`: the number of values that could not be
written, by dtype. `eager_decoder.py` documents the lines of a segment of eager code. The plans include the structures
of condensed steps (`structure_decoder.py`). In format 6, a step with calls of another library always contains all
values. Recordings of format 5 contain no eager code. Recordings of format 4 contain no eager code and no continued
segments.
"""

from __future__ import annotations

import os
import re
import secrets
import weakref
from collections import Counter, deque
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from opscope._version import __version__
from opscope.core.checks.argument_checks import file_path
from opscope.debug.disk.array_file import ArrayWriter
from opscope.debug.disk.checksummed_jsonl import encode_line
from opscope.debug.disk.findings_file import FINDINGS, encode_findings
from opscope.debug.disk.place_encoder import LeftOut, encode_eager
from opscope.debug.disk.record_encoder import encode_plan, encode_runs, encode_values, runs_of_one_form
from opscope.debug.disk.structure_encoder import StructureData
from opscope.debug.eager.eager_segment import EagerSegment
from opscope.debug.replay.journal import Segment
from opscope.debug.rules.findings import Finding
from opscope.debug.state.environment import Environment
from opscope.errors import ArgumentError, RecordingError
from opscope.runtime.plan import Plan

FORMAT = 7
HEADER = "recording.json"
_TEMPORARY = re.compile(r"\.opscope-\d+-[0-9a-f]{16}\.tmp")


class _WrittenSegment(NamedTuple):
    number: int
    plans: frozenset[int]


class RecordingWriter:
    """Writer of segments to a folder that is empty or does not exist yet.

    Before the folder becomes larger than the byte budget, the oldest segments are deleted, with the segments that
    continue them. The newest segment is never deleted. Raises RecordingError if the folder is not empty, or cannot be
    written.
    """

    def __init__(
        self,
        path: str | os.PathLike[str],
        budget: int | None = None,
        title: str = "",
        environment: Environment | None = None,
    ) -> None:
        if budget is not None and budget < 1:
            raise ArgumentError(
                f"the budget must be a positive number of bytes, but is {budget}",
                fix="pass a number of bytes, or None for no limit",
            )
        self.path = file_path(path, "the folder of a recording")
        self.budget = budget
        self._closed = False
        self._sizes: dict[str, int] = {}  # size of each file in the folder
        self._nbytes = 0  # sum of the sizes
        self._segments: deque[list[_WrittenSegment]] = deque()  # each with the segments that continue it
        self._continues = False  # True if the current segment continues the last one
        self._next = 1
        self.left_out = LeftOut()  # values that could not be written
        # digest of each plan, and of each structure
        self._plan_digests: weakref.WeakKeyDictionary[Plan | StructureData, bytes] = weakref.WeakKeyDictionary()
        self._plan_numbers: dict[bytes, int] = {}  # number of each plan in the folder, by digest
        self._plan_uses: Counter[int] = Counter()  # number of segments that use a plan
        self._next_plan = 1
        self._claim()
        header: dict[str, Any] = {"format": FORMAT, "opscope": __version__, "numpy": np.__version__, "title": title}
        if environment is not None:
            header["environment"] = environment.to_data()
        line = encode_line({**header, "created": datetime.now(UTC).isoformat(timespec="seconds")})
        self._write(HEADER, len(line), lambda file: file.write(line), put=self._put_first)

    @property
    def nbytes(self) -> int:
        """The size of the recording on disk, in bytes."""
        return self._nbytes

    def append(self, segment: Segment, compressing: bool = True, continues: bool = False) -> None:
        """Write a segment to disk, unless the segment has no runs.

        If `continues` is True, the segment continues the last segment and has no keyframe.

        Raises RecordingError if the segment cannot be written, and UnsupportedError for a program that cannot be
        serialized. After an error, the segments that were written before are still valid, and you can append more
        segments.
        """
        if self._closed:
            raise RecordingError("the recording is closed", facts={"folder": self.path})
        if not segment.numbers():
            return
        plans: set[int] = set()
        self._continues = continues
        name, arrays = array_file(self._next), ArrayWriter()
        try:
            left_out = LeftOut()
            if isinstance(segment, EagerSegment):
                lines = encode_eager(segment, arrays, lambda of: self._shared(of, lambda: of.data, plans), left_out)
            else:
                lines = [{"keyframe": encode_values(segment.keyframe, arrays)}]
                for runs in runs_of_one_form(segment.records):
                    lines.append(encode_runs(runs, self._plan(runs[0].plan, plans), arrays))
            self._write(name, arrays.max_bytes, lambda file: arrays.write(file, compressing))
            rest = [*map(encode_line, lines)]  # after the entries are complete
            sizes = [self._sizes[name], sum(map(len, rest))]
            text = b"".join([self._summary(segment, continues, len(rest), sizes, left_out), *rest])
            self._write(lines_file(self._next), len(text), lambda file: file.write(text))
        except BaseException:
            self._remove(name)
            self._release(plans)
            raise
        if not continues:
            self._segments.append([])
        self._segments[-1].append(_WrittenSegment(self._next, frozenset(plans)))
        self._next += 1

    def write_findings(self, found: Sequence[Finding]) -> None:
        """Write the findings of the run, if the run has findings.

        Raises RecordingError if the findings cannot be written.
        """
        if found:
            line = encode_findings(found)
            self._write(FINDINGS, len(line), lambda file: file.write(line))

    def close(self) -> None:
        """Close the recording, so that no more segments can be appended. All segments are already on disk."""
        self._closed = True

    # --- contents of files --------------------------------------------------------------------------

    def _summary(self, segment: Segment, continues: bool, lines: int, nbytes: list[int], left_out: LeftOut) -> bytes:
        runs = [run for run, _ in segment.numbers()]
        steps = [step for _, step in segment.numbers() if step] or [0]
        self.left_out |= left_out
        summary: dict[str, Any] = {"format": FORMAT, "segment": self._next, "continues": continues}
        if isinstance(segment, EagerSegment):
            summary |= {"eager": True, "left_out": left_out}
        summary |= {"first_run": min(runs), "last_run": max(runs), "first_step": min(steps), "last_step": max(steps)}
        return encode_line({**summary, "lines": lines, "bytes": nbytes})

    def _plan(self, plan: Plan, using: set[int]) -> int:
        """Return the number of a plan in the recording."""
        return self._shared(plan, lambda: encode_plan(plan), using)

    def _shared(self, of: Plan | StructureData, encode: Callable[[], Any], using: set[int]) -> int:
        """Return the number of a plan or a structure.

        If the recording does not contain the plan or structure yet, write it. If the number is not in `using` yet, it
        is added, and the uses of the plan or structure are counted.
        """
        digest = self._plan_digests.get(of)
        line = b""
        if digest not in self._plan_numbers:
            line = encode_line(encode())
            digest = self._plan_digests[of] = blake2b(line).digest()
        if digest not in self._plan_numbers:
            number = self._next_plan
            self._write(plan_file(number), len(line), lambda file: file.write(line))
            self._plan_numbers[digest] = number
            self._next_plan += 1
        number = self._plan_numbers[digest]
        if number not in using:
            using.add(number)
            self._plan_uses[number] += 1
        return number

    # --- files --------------------------------------------------------------------------------------

    def _claim(self) -> None:
        """Create the folder, and check that it is empty. Temporary files that a killed writer has left are deleted."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            found = os.listdir(self.path)
            if not all(_TEMPORARY.fullmatch(name) for name in found):
                raise self._taken()
            for name in found:
                (self.path / name).unlink(missing_ok=True)
        except OSError as e:
            raise self._failed(self.path, e) from e

    def _taken(self) -> RecordingError:
        what = "a recording" if (self.path / HEADER).exists() else "other files"
        return RecordingError(
            f"the folder {self.path} already contains {what}", fix="record into another folder, or delete this folder"
        )

    def _failed(self, path: Path, why: OSError) -> RecordingError:
        return RecordingError(
            f"{path} cannot be written: {why.strerror}",
            facts={"because": why},
            fix="free space on the disk, or record into another folder",
        )

    def _put_first(self, temporary: Path, target: Path) -> None:
        try:
            os.link(temporary, target)  # fails for the second of two writers
        except FileExistsError:
            raise self._taken() from None
        except OSError:  # a file system without links
            os.replace(temporary, target)

    def _write(
        self,
        name: str,
        max_bytes: int,
        fill: Callable[[IO[bytes]], object],
        put: Callable[[Path, Path], object] | None = None,
    ) -> None:
        """Write a file of at most `max_bytes` bytes, completely or not at all.

        If necessary, old segments are deleted first.
        """
        self._make_room(max_bytes)
        target = self.path / name
        temporary = self.path / f".opscope-{os.getpid()}-{secrets.token_hex(8)}.tmp"
        try:
            target.parent.mkdir(exist_ok=True)
            try:
                with temporary.open("xb") as file:
                    fill(file)
                    file.flush()
                    size = os.fstat(file.fileno()).st_size
                (put or os.replace)(temporary, target)
                self._nbytes += size - self._sizes.get(name, 0)
                self._sizes[name] = size
            finally:
                temporary.unlink(missing_ok=True)
        except OSError as e:
            raise self._failed(target, e) from e

    def _make_room(self, needed: int) -> None:
        kept = int(self._continues)
        while self.budget is not None and len(self._segments) > kept and self.nbytes + needed > self.budget:
            for each in self._segments.popleft():  # keyframe first: without it, its continuations are ignored
                self._remove(lines_file(each.number))  # first: without it the arrays are ignored
                self._remove(array_file(each.number))
                self._release(each.plans)

    def _release(self, plans: Iterable[int]) -> None:
        for number in plans:
            self._plan_uses[number] -= 1
            if not self._plan_uses[number]:
                self._remove(plan_file(number))
                del self._plan_uses[number]
                self._plan_numbers = {digest: n for digest, n in self._plan_numbers.items() if n != number}

    def _remove(self, name: str) -> None:
        if name in self._sizes:
            try:
                (self.path / name).unlink(missing_ok=True)
            except OSError as e:
                raise self._failed(self.path / name, e) from e
            self._nbytes -= self._sizes.pop(name)


def plan_file(number: int) -> str:
    """Return the name of the file of a plan, relative to the folder of the recording."""
    return f"plans/{number:04}.json"


def array_file(number: int) -> str:
    """Return the name of the file with the arrays of a segment."""
    return f"{number:06}.arrays"


def lines_file(number: int) -> str:
    """Return the name of the file with the lines of a segment."""
    return f"{number:06}.jsonl"
