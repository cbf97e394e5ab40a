"""Damaged recordings: one clear error, never a wrong value, and all that is intact stays readable."""

from __future__ import annotations

import functools
import random
import re
import shutil
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from opscope.debug.disk.array_file import ArrayReader
from opscope.debug.disk.checksummed_jsonl import decode_line, encode_line
from opscope.debug.disk.record_decoder import decode_plan
from opscope.debug.disk.recording_reader import RecordingProblem, RecordingReader, load
from opscope.debug.disk.recording_writer import RecordingWriter
from opscope.debug.replay.journal import Segment
from opscope.errors import RecordingError
from tests.debug.recordings import files, numbered, plan_of_program, same_segments

Lines = list[Any]
ARRAYS, JSONL, PLAN, HEADER = "000002.arrays", "000002.jsonl", "plans/0001.json", "recording.json"


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[int, Segment]]:
    """A recording of three small segments, and what they are."""
    folder, plan = tmp_path_factory.mktemp("written") / "r", plan_of_program()
    segments = {number: numbered(number, plan, size=4) for number in (1, 2, 3)}
    archive = RecordingWriter(folder, title="whole")
    for segment in segments.values():
        archive.append(segment)
    return folder, segments


@pytest.fixture
def folder(written: tuple[Path, dict[int, Segment]], tmp_path: Path) -> Path:
    return Path(shutil.copytree(written[0], tmp_path / "r"))


@pytest.fixture
def intact(written: tuple[Path, dict[int, Segment]]) -> Callable[[Path], set[int]]:
    """Read all there is. What can be read must be right, the rest must be among the problems: which can be read?"""

    def read(folder: Path) -> set[int]:
        found, good = load(folder), set[int]()
        said: list[tuple[str, str]] = []
        for i, summary in enumerate(found.segments):
            try:
                same = same_segments(written[1][summary.number], found.segment(i))
            except RecordingError as e:
                (problem,) = [p for p in found.problems if p[2:] == (summary.first_run, summary.last_run)]
                said.append((str(problem), e.summary))
            else:
                assert same, f"segment {summary.number} is not what was written"
                good.add(summary.number)
        assert all(problem == summary for problem, summary in said)
        assert len(found.problems) >= len({1, 2, 3} - good) and all(map(str, found.problems))
        return good

    return read


def positions(size: int, count: int) -> list[int]:
    """So many of them, the first and the last among them."""
    return sorted({0, 1, size - 2, size - 1, *random.Random(size).sample(range(size), min(count, size))})


COMPILED = functools.cache(decode_plan)
LEFT = {ARRAYS: {1, 3}, JSONL: {1, 3}, PLAN: set[int](), HEADER: {1, 2, 3}}


@pytest.fixture(autouse=True)
def compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same line is the same plan: most of the time would go there."""
    monkeypatch.setattr("opscope.debug.disk.recording_reader.decode_plan", COMPILED)
    # `numbered` makes segments with every field, not with what their plan reads
    monkeypatch.setattr("opscope.debug.disk.recording_reader.check_replayable", lambda segment: None)


@pytest.mark.parametrize("name", LEFT)
class TestAnyDamage:
    def test_cut_off_anywhere(self, name: str, folder: Path, intact: Any):
        whole = (folder / name).read_bytes()
        for size in positions(len(whole), 60):
            (folder / name).write_bytes(whole[:size])
            assert intact(folder) == LEFT[name]
            assert load(folder).problems or name == PLAN

    def test_one_byte_is_another(self, name: str, folder: Path, intact: Any):
        whole = (folder / name).read_bytes()
        harmless = 0
        for at in positions(len(whole), 100):
            other = whole[at] ^ (1 << random.Random(at).randrange(8))
            (folder / name).write_bytes(whole[:at] + bytes([other]) + whole[at + 1 :])
            found = intact(folder)
            harmless += found != LEFT[name]
            assert found in (LEFT[name], {1, 2, 3})
        assert harmless == 0

    def test_rubbish(self, name: str, folder: Path, intact: Any):
        whole = (folder / name).read_bytes()
        for at in positions(len(whole), 25):
            rubbish = random.Random(at)
            for new in (b"", bytes(40), rubbish.randbytes(40), whole[:100], b"\n"):
                there = rubbish.choice([0, 1, len(new)])
                (folder / name).write_bytes(whole[:at] + new + whole[at + there :])
                assert intact(folder) in (LEFT[name], {1, 2, 3})

    def test_missing(self, name: str, folder: Path, intact: Any):
        (folder / name).unlink()
        assert intact(folder) == LEFT[name]


class TestProblems:
    def found(self, folder: Path) -> RecordingReader:
        recorded = load(folder)
        assert all(facts == {"recording": folder} for facts in look_at_all(recorded))
        return recorded

    def test_without_damage(self, folder: Path):
        assert self.found(folder).problems == []

    def test_missing_arrays(self, folder: Path):
        (folder / ARRAYS).unlink()
        recorded = self.found(folder)
        assert recorded.problems == [RecordingProblem(ARRAYS, "is missing", 4, 5)]
        assert str(recorded.problems[0]) == "000002.arrays is missing (runs 4 to 5)"
        assert recorded.find(4) is None and recorded.find(6) is not None

    def test_a_missing_jsonl(self, folder: Path):
        (folder / JSONL).unlink()
        assert self.found(folder).problems == [RecordingProblem(JSONL, "is missing", 4, 5)]

    def test_the_oldest_may_be_missing(self, folder: Path):
        (folder / "000001.jsonl").unlink()
        assert self.found(folder).problems == []

    def test_a_first_line_that_says_no_runs(self, folder: Path):
        for name in (JSONL, "000003.jsonl"):
            (folder / name).write_bytes(b"x" * 10_000)
        what = "has a line that is cut off"
        assert self.found(folder).problems == [RecordingProblem(JSONL, what), RecordingProblem("000003.jsonl", what)]

    def test_a_missing_plan(self, folder: Path):
        (folder / PLAN).unlink()
        assert self.found(folder).problems == [
            RecordingProblem(PLAN, "is missing", 2 * n, 2 * n + 1) for n in (1, 2, 3)
        ]

    def test_a_damaged_array(self, folder: Path):
        whole = bytearray((folder / ARRAYS).read_bytes())
        whole[0] ^= 1  # of the first array, which an edit has, too
        (folder / ARRAYS).write_bytes(whole)
        (problem,) = self.found(folder).problems
        assert problem == RecordingProblem(ARRAYS, "does not match its checksum at byte 0", 4, 5)

    def test_a_header_without_a_recording(self, folder: Path):
        for name in files(folder):
            if name != HEADER:
                (folder / name).unlink()
        assert load(folder).segments == [] and load(folder).title == "whole" and load(folder).step_range() == (0, 0)
        (folder / HEADER).unlink()
        with pytest.raises(RecordingError, match="there is no recording in"):
            load(folder)
        with pytest.raises(RecordingError, match="no recording can be read at"):
            load(folder / "nowhere")

    @pytest.mark.parametrize("form", [3, 8])
    def test_another_version(self, form: int, folder: Path):
        header = decode_line((folder / HEADER).read_bytes())
        (folder / HEADER).write_bytes(encode_line({**header, "format": form, "opscope": "9.9"}))
        with pytest.raises(
            RecordingError, match=rf"has format {form}, but only formats 4 to 7 can be read\n.* opscope 9\.9"
        ):
            load(folder)

    @pytest.mark.parametrize("data", [3, {}, [], {"format": 1}, None])
    def test_a_header_that_says_nothing(self, data: Any, folder: Path):
        (folder / HEADER).write_bytes(encode_line(data))
        assert self.found(folder).problems == [
            RecordingProblem(HEADER, "does not contain the version of opscope that wrote the recording")
        ]

    def test_other_files_are_no_problem(self, folder: Path):
        for name in (".opscope-3-0123456789abcdef.tmp", "000004.arrays", "notes.txt", "7.jsonl", "000009.jsonl~"):
            (folder / name).write_text("x")
        assert self.found(folder).problems == [] and len(load(folder).segments) == 3

    def test_a_segment_twice(self, folder: Path):
        shutil.copy(folder / ARRAYS, folder / "000004.arrays")
        lines = [decode_line(line) for line in (folder / JSONL).read_bytes().splitlines(keepends=True)]
        write(folder / "000004.jsonl", [{**lines[0], "segment": 4}, *lines[1:]])
        assert self.found(folder).problems == [
            RecordingProblem("000004.jsonl", "has runs that are also in another segment", 4, 5)
        ]
        shutil.copy(folder / JSONL, folder / "000004.jsonl")
        assert self.found(folder).problems == [RecordingProblem("000004.jsonl", "is not segment 4")]


def write(path: Path, lines: Lines) -> None:
    """A jsonl whose sizes and checksums are right, whatever it says."""
    rest = b"".join(map(encode_line, lines[1:]))
    if type(lines[0]) is dict and "bytes" in lines[0]:
        lines[0]["bytes"] = [path.with_suffix(".arrays").stat().st_size, len(rest)]
    path.write_bytes(encode_line(lines[0]) + rest)


def nested() -> Any:
    """Lists in lists, more of them than an array has axes."""
    inner: Any = 0
    for _ in range(900):
        inner = [inner]
    return inner


def put(line: int, *path: Any) -> Callable[[Lines], object]:
    """Set what `path` leads to in a line to its last element."""

    def change(lines: Lines) -> None:
        at = lines[line]
        for key in path[:-2]:
            at = at[key]
        at[path[-2]] = path[-1]

    return change


def overlapping(lines: Lines) -> dict[str, Any]:
    """Entries that together have more bytes than the file."""
    offset, size, *rest = lines[1]["keyframe"]["w"]
    return {str(i): [offset + i, size, *rest] for i in range(100)}


def edited_part(*parts: Any) -> Callable[[Lines], object]:
    """An edit of parts of `w`. The mask `...` is an array of numbers."""

    def change(lines: Lines) -> None:
        entry = lines[1]["keyframe"]["w"]
        found = [{"mask": entry} if part == {"mask": ...} else part for part in parts]
        lines[2]["edits"] = [[1, "w", entry, *found]]

    return change


ENTRY, DTYPE, SHAPE = (1, "keyframe", "w"), 3, 4
FORGED: dict[str, tuple[Callable[[Lines], object], str]] = {
    "format": (put(0, "format", 2), "has format 2, but only formats 4 to 7 can be read"),
    "continues is a number": (put(0, "continues", 1), "is not segment 2"),
    "segment": (put(0, "segment", 3), "is not segment 2"),
    "runs are text": (put(0, "first_run", "4"), "is not segment 2"),
    "no summary": (lambda lines: lines[0].pop("lines"), "does not begin with a summary"),
    "a list": (lambda lines: lines.__setitem__(0, []), "does not begin with a summary"),
    "line too few": (lambda lines: lines.pop(), "has 2 lines, but should have 3"),
    "lines swapped": (lambda lines: lines.append(lines.pop(2)), "has runs that differ from the runs in its summary"),
    "one run twice": (
        lambda lines: lines.__setitem__(3, lines[2]),
        "has runs that differ from the runs in its summary",
    ),
    "other runs": (put(0, "first_run", 3), "000002.jsonl has runs that are also in another segment"),
    "fewer runs": (put(0, "last_run", 4), "has runs that differ from the runs in its summary"),
    "no keyframe": (lambda lines: lines[1].clear(), "contains an entry that is not a record of a run"),
    "keyframe is a list": (put(1, "keyframe", []), "contains an entry that is not a record of a run"),
    "a huge shape": (put(*ENTRY, SHAPE, [2**60, 2**60]), "has only 32 bytes of an array that has 5"),
    "a huge shape of nothing": (put(*ENTRY, SHAPE, [0, 2**70]), "contains an invalid entry of an array"),
    "a larger shape": (put(*ENTRY, SHAPE, [4, 4]), "has fewer bytes than the arrays in it"),
    "a smaller shape": (put(*ENTRY, SHAPE, [2]), "has only 32 bytes of an array that has 8"),
    "many dims": (put(*ENTRY, SHAPE, [1] * 100), "contains an invalid entry of an array"),
    "a negative shape": (put(*ENTRY, SHAPE, [-2, -4]), "contains an invalid entry of an array"),
    "a shape of floats": (put(*ENTRY, SHAPE, [2.0, 4.0]), "contains an invalid entry of an array"),
    "a smaller dtype": (put(*ENTRY, DTYPE, "<i2"), "has only 32 bytes of an array that has 16"),
    "objects": (put(*ENTRY, DTYPE, "|O"), "contains an invalid entry of an array"),
    "a record": (put(*ENTRY, DTYPE, "i4,i4"), "contains an invalid entry of an array"),
    "no dtype there is": (put(*ENTRY, DTYPE, "<f3"), "contains an invalid entry of an array"),
    "another place": (put(*ENTRY, 0, 1), "has fewer bytes than the arrays in it"),
    "no place": (put(*ENTRY, 0, 999), "has fewer bytes than the arrays in it"),
    "a path": (put(*ENTRY, 0, "../../x"), "contains an invalid entry of an array"),
    "another checksum": (put(*ENTRY, 2, 1), "has fewer bytes than the arrays in it"),
    "many places": (lambda lines: lines[1].update(keyframe=overlapping(lines)), "has fewer bytes than the arrays"),
    "an order of other axes": (
        lambda lines: lines[1]["keyframe"]["w"].append([1, 2]),
        "contains an invalid entry of an array",
    ),
    "no entry": (put(1, "keyframe", "w", {"a": 1}), "contains an invalid entry of an array"),
    "an empty entry": (put(1, "keyframe", "w", []), "contains an invalid entry of an array"),
    "a record without": (lambda lines: lines[2].pop("rng"), "contains an entry that is not a record of a run"),
    "a run that is text": (put(2, "run", "4"), "contains an entry that is not a record of a run"),
    "no runs": (put(2, "runs", 0), "contains an entry that is not a record of a run"),
    "many runs": (put(2, "runs", 2**40), "contains an entry that is not a record of a run"),
    "a step too many": (put(2, "step", [5, 6]), "contains an entry that is not a record of a run"),
    "steps that are text": (put(2, "step", ["5"]), "contains an entry that is not a record of a run"),
    "seconds that are counts": (put(2, "seconds", [1]), "contains an entry that is not a record of a run"),
    "a run that is true": (put(2, "run", True), "contains an entry that is not a record of a run"),
    "a record that is a list": (
        lambda lines: lines.__setitem__(2, [1]),
        "contains an entry that is not a record of a run",
    ),
    "a plan that is not": (put(2, "plan", 77), "is missing"),
    "a plan elsewhere": (put(2, "plan", -1), "contains an entry that is not a record of a run"),
    "results": (put(2, "results", [[1]]), "contains an entry that is not a record of a run"),
    "a tick": (put(2, "results", [["1", {}]]), "contains an entry that is not a record of a run"),
    "an edit": (put(2, "edits", [[1, 2, None]]), "contains an entry that is not a record of a run"),
    "an edit of text": (put(2, "edits", ["abc"]), "contains an invalid entry of an array"),
    "a part without values": (
        put(2, "edits", [[1, "w", None, [0]]]),
        "contains an entry that is not a record of a run",
    ),
    "a part of text": (edited_part("0"), "contains an entry that is not a record of a run"),
    "a part that is true": (edited_part([True]), "contains an entry that is not a record of a run"),
    "a part that is huge": (edited_part([2**64]), "contains an entry that is not a record of a run"),
    "a slice of text": (edited_part([["0", 1, None]]), "contains an entry that is not a record of a run"),
    "a part of many dims": (edited_part([None] * 1000), "contains an entry that is not a record of a run"),
    "a mask of numbers": (edited_part({"mask": ...}), "contains an entry that is not a record of a run"),
    "two parts": (edited_part([0], [0]), "contains an entry that is not a record of a run"),
    "random words": (put(2, "rng", "00" * 103), "contains an entry that is not a record of a run"),
    "random digits": (put(2, "rng", "xy" * 104), "contains an entry that is not a record of a run"),
    "random nesting": (put(2, "rng", nested()), "contains an entry that is not a record of a run"),
}


@pytest.mark.parametrize("what", FORGED)
def test_forged_lines_with_right_checksums(what: str, folder: Path, intact: Any):
    change, message = FORGED[what]
    lines = [decode_line(line) for line in (folder / JSONL).read_bytes().splitlines(keepends=True)]
    change(lines)
    write(folder / JSONL, lines)
    assert intact(folder) == {1, 3}
    assert re.search(message, all_problems(load(folder)))


def look_at_all(recorded: RecordingReader) -> list[dict[str, object]]:
    """Read all keyframes; the facts of the errors."""
    facts: list[dict[str, object]] = []
    for i in range(len(recorded.segments)):
        try:
            recorded.segment(i).keyframe.values()
        except RecordingError as e:
            facts.append(e.facts)
    return facts


def all_problems(recorded: RecordingReader) -> str:
    look_at_all(recorded)
    return "\n".join(map(str, recorded.problems))


def test_nesting_that_json_cannot_read(folder: Path, intact: Any):
    lines = (folder / JSONL).read_bytes().splitlines(keepends=True)
    text = b"[" * 100_000 + b"]" * 100_000
    line = b'{"crc":"%08x","data":%b}\n' % (zlib.crc32(text), text)
    summary = decode_line(lines[0])
    summary["bytes"][1] += len(line) - len(lines[3])
    (folder / JSONL).write_bytes(encode_line(summary) + lines[1] + lines[2] + line)
    assert intact(folder) == {1, 3}
    assert "has a line that is not JSON (RecursionError)" in all_problems(load(folder))


@pytest.mark.parametrize(
    "field, value",
    [
        ("program", {}), ("program", None), ("operators", [99]), ("operators", None), ("feeds", "x"), ("feeds", [3]),
        ("fetches", ["nowhere"]), ("fetches", None), ("place", "moon"), ("place", 3),
    ],
)  # fmt: skip
def test_a_forged_plan(field: str, value: Any, folder: Path, intact: Any):
    data = decode_line((folder / PLAN).read_bytes())
    (folder / PLAN).write_bytes(encode_line({**data, field: value}))
    assert intact(folder) == set() and "plans/0001.json is not a plan that can run" in all_problems(load(folder))


def test_opening_reads_only_first_lines(folder: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: Any) -> bytes:
        raise AssertionError("a whole file is read")

    header = (folder / HEADER).read_bytes()
    monkeypatch.setattr(Path, "read_bytes", lambda path: header if path.name == HEADER else refuse())
    monkeypatch.setattr(ArrayReader, "read", refuse)
    assert len(load(folder).segments) == 3


def test_what_is_read_is_read_only(folder: Path):
    array = load(folder).segment(0).keyframe["w"]
    with pytest.raises(ValueError, match="read-only"):
        np.negative(array, out=array)
