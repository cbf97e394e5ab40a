"""Recorded: a recording that is read from its folder, a run at a time and as far as it is intact.

Opening reads the first line of each segment; its other lines are read when it is asked for, each of its arrays
when someone looks at it. `archive.py` has the format.
"""

from __future__ import annotations

import os
import re
from bisect import bisect_left
from pathlib import Path
from typing import NamedTuple

from opscope.debug.disk.archive import FORMAT, HEADER, plan_file
from opscope.debug.disk.checksummed_jsonl import Damaged, data_of, reading
from opscope.debug.disk.lazy_values import Cache
from opscope.debug.disk.npz import Array, Entry, Members
from opscope.debug.disk.unpack import Summary, plan_of, segment_of, summary_of
from opscope.debug.replay.journal import Segment
from opscope.errors import RecordingError
from opscope.runtime.plan import Plan

CACHE = 64 << 20  # bytes of arrays that are kept in memory
_FIRST = 4096  # bytes, at most, of the first line of a segment
_JSONL = re.compile(r"(\d{6,18})\.jsonl")


class Header(NamedTuple):
    """What wrote a recording, when. Another version of NumPy may round otherwise."""

    opscope: str = ""
    numpy: str = ""
    title: str = ""
    created: str = ""


class Problem(NamedTuple):
    """What is damaged in which file, and which runs are lost with it (None: not known, or none)."""

    file: str
    what: str
    first_run: int | None = None
    last_run: int | None = None

    def __str__(self) -> str:
        runs = "" if self.first_run is None else f" (runs {self.first_run} to {self.last_run})"
        return f"{self.file} {self.what}{runs}"


def load(path: str | os.PathLike[str]) -> Recorded:
    """Open a recording. Raises RecordingError if there is none, or it has another format."""
    return Recorded(path)


class Recorded:
    """The segments of a recording. What is damaged is left out, or found when it is read: `problems` has it then."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.header = Header()
        self.segments: list[Summary] = []
        self.problems: list[Problem] = []
        self._cache = Cache(CACHE)
        self._plans: dict[int, Plan] = {}
        try:
            files = os.listdir(self.path)
        except OSError as e:
            raise RecordingError(f"no recording can be read at {self.path}", facts={"because": e}) from e
        numbers = sorted(int(match[1]) for match in map(_JSONL.fullmatch, files) if match)
        if HEADER not in files and not numbers:
            raise RecordingError(f"there is no recording in {self.path}", fix=f"choose a folder with a {HEADER}")
        self._read_header()
        self._index(numbers)

    @property
    def title(self) -> str:
        """What its writer called it."""
        return self.header.title

    def steps(self) -> tuple[int, int]:
        """The first and the last step, (0, 0) if there is none."""
        first = next((s.first_step for s in self.segments if s.first_step), 0)
        return first, next((s.last_step for s in reversed(self.segments) if s.last_step), 0)

    def find(self, run: int) -> tuple[Segment, int] | None:
        """The segment of a run and where in it the run is; None if it is not there. Raises as `segment` does."""
        at = bisect_left(self.segments, run, key=lambda summary: summary.last_run)
        if at == len(self.segments) or run < self.segments[at].first_run:
            return None
        segment = self.segment(at)
        return next(((segment, i) for i, record in enumerate(segment.records) if record.run == run), None)

    def segment(self, i: int) -> Segment:
        """The segment that `segments[i]` is about. Its arrays are read-only, and read when they are first looked at.

        Raises RecordingError if it is damaged; so does looking at an array that is.
        """
        summary = self.segments[i]
        name = f"{summary.number:06}"

        def read(entry: Entry) -> Array:
            try:
                return self._cache.get((summary.number, entry), lambda: members.read(entry))
            except Damaged as e:
                raise self._damaged(e, summary) from e

        try:
            members = Members(self.path / f"{name}.npz")
            with reading(f"{name}.jsonl"):
                first, *lines = (self.path / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
                data_of(first)
                return segment_of(lines, summary, members, read, self._plan)
        except Damaged as e:
            raise self._damaged(e, summary) from e

    def _damaged(self, why: Damaged, summary: Summary) -> RecordingError:
        problem = Problem(why.file, str(why), summary.first_run, summary.last_run)
        if problem not in self.problems:
            self.problems.append(problem)
        return RecordingError(str(problem), facts={"recording": self.path}, fix="the other segments can be read")

    def _plan(self, number: int) -> Plan:
        if number not in self._plans:
            with reading(plan_file(number)):
                self._plans[number] = plan_of((self.path / plan_file(number)).read_bytes())
        return self._plans[number]

    # --- opening ------------------------------------------------------------------------------------

    def _read_header(self) -> None:
        try:
            with reading(HEADER):
                data = data_of((self.path / HEADER).read_bytes())
                form, *texts = (data[name] for name in ("format", *Header._fields))
        except Damaged as e:
            self.problems.append(Problem(e.file, str(e)))
            return
        except (KeyError, TypeError):
            self.problems.append(Problem(HEADER, "does not say what wrote the recording"))
            return
        if form != FORMAT:
            raise RecordingError(
                f"{self.path / HEADER} has format {str(form)[:20]}, and format {FORMAT} can be read",
                facts={"written by": f"opscope {str(texts[0])[:20]}"},
                fix="read it with the opscope that wrote it",
            )
        self.header = Header._make(map(str, texts))

    def _index(self, numbers: list[int]) -> None:
        lost: list[tuple[int, Damaged]] = []  # before which of `segments`
        for former, number in zip([*numbers[:1], *numbers], numbers, strict=False):
            if number > former + 1:
                lost.append((len(self.segments), Damaged("is missing", f"{former + 1:06}.jsonl")))
            try:
                self._enter(number)
            except Damaged as e:
                lost.append((len(self.segments), e))
        for at, why in lost:
            self.problems.append(Problem(why.file, str(why), *self._between(at)))

    def _enter(self, number: int) -> None:
        """Take a segment into the index, or its runs into the problems. Raises Damaged if it does not say its runs."""
        npz, text = self.path / f"{number:06}.npz", self.path / f"{number:06}.jsonl"
        with reading(text.name), text.open("rb") as file:
            line = file.readline(_FIRST)
            size = os.fstat(file.fileno()).st_size
            summary, sizes = summary_of(line, number)
        try:
            with reading(npz.name):
                if npz.stat().st_size != sizes[0]:
                    raise Damaged("is cut off, or has grown")
            with reading(text.name):
                if size != len(line) + sizes[1]:
                    raise Damaged("is cut off, or has grown")
                if self.segments and summary.first_run <= self.segments[-1].last_run:
                    raise Damaged("has runs that another segment has, too")
        except Damaged as e:
            self.problems.append(Problem(e.file, str(e), summary.first_run, summary.last_run))
        else:
            self.segments.append(summary)

    def _between(self, at: int) -> tuple[int | None, int | None]:
        """The runs that are missing before one of `segments`."""
        if 0 < at < len(self.segments):
            return self.segments[at - 1].last_run + 1, self.segments[at].first_run - 1
        return None, None
