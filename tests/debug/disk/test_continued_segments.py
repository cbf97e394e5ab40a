"""Segments that are written while they grow: their parts are read as the whole, and any first ones as a beginning."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from opscope.core.random import Generator
from opscope.debug.disk import segment_writer
from opscope.debug.disk.checksummed_jsonl import decode_line, encode_line
from opscope.debug.disk.recording_reader import RecordingReader, load
from opscope.debug.disk.recording_writer import RecordingWriter
from opscope.debug.disk.segment_writer import SegmentWriter
from opscope.debug.replay.journal import Segment
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.static_kind import STATIC
from opscope.errors import RecordingError
from opscope.runtime.plan import Plan
from tests.debug.recordings import files, plan_of_program, same_segments


@pytest.fixture
def plan(fresh_state: None) -> Plan:
    return plan_of_program()


def segment_of(first: int, count: int, plan: Plan, size: int = 10) -> Segment:
    """So many runs after a keyframe, which has all that the plan loads."""
    rng = np.random.default_rng(first)
    shapes = {name: plan.block.var(name).spec.shape for name, _ in plan.loads}
    records = [
        RunRecord(
            run=run, step=run + 1, executor_step=run, plan=plan, kind=STATIC, scope_changes={},
            feeds={"x": rng.standard_normal((3, 4)).astype("float32")}, rng_state=Generator(run).get_state(),
            kept_values={"h": rng.standard_normal(size)},
        )
        for run in range(first, first + count)
    ]  # fmt: skip
    return Segment({name: rng.standard_normal(shape).astype("float32") for name, shape in shapes.items()}, records)


def write_parts(archive: RecordingWriter, segment: Segment, sizes: Sequence[int]) -> None:
    """Write a segment in parts of so many runs."""
    at = 0
    for size in sizes:
        archive.append(Segment({} if at else segment.keyframe, segment.records[at : at + size]), continues=at > 0)
        at += size


def beginning(segment: Segment, count: int) -> Segment:
    return Segment(segment.keyframe, segment.records[:count])


@settings(max_examples=25, suppress_health_check=list(HealthCheck))
@given(sizes=st.lists(st.lists(st.integers(1, 4), min_size=1, max_size=4), min_size=1, max_size=3))
def test_parts_are_read_as_the_whole_and_after_any_kill_as_its_beginning(
    sizes: list[list[int]], plan: Plan, tmp_path_factory: pytest.TempPathFactory
):
    folder, first = tmp_path_factory.mktemp("parts"), 0
    archive, segments = RecordingWriter(folder), list[Segment]()
    for each in sizes:
        segments.append(segment_of(first, sum(each), plan))
        write_parts(archive, segments[-1], each)
        first += sum(each)
    counts = [size for each in sizes for size in each]
    for number in range(len(counts), 0, -1):  # what there was when it was killed after so many files
        found, left = load(folder), sum(counts[:number])
        assert not found.problems and found.step_range() == (1, left)
        sizes_on_disk = [
            n for file, n in files(folder).items() if file[:6] in map("{:06}".format, range(1, number + 1))
        ]
        assert sum(s.nbytes for s in found.segments) == sum(sizes_on_disk)
        read = [found.segment(i) for i in range(len(found.segments))]
        for segment, got in zip(segments, read, strict=False):
            assert same_segments(beginning(segment, left), got)
            left -= len(got.records)
        assert left == 0
        for run in range(sum(counts[:number])):
            at = found.find(run)
            assert at is not None and at[0].records[at[1]].run == run
        (folder / f"{number:06}.jsonl").unlink()  # it is put in its place last


def test_a_budget_deletes_a_segment_with_all_that_continues_it(plan: Plan, tmp_path: Path):
    archive = RecordingWriter(tmp_path / "r", budget=60_000)
    found = load(tmp_path / "r")
    for number in range(12):
        write_parts(archive, segment_of(3 * number, 3, plan, 1_000), [1, 1, 1])
        found = load(tmp_path / "r")
        assert not found.problems and found.step_range()[1] == 3 * number + 3
        assert archive.nbytes == sum(files(tmp_path / "r").values()) <= 60_000
        assert all(s.last_run - s.first_run == 2 for s in found.segments)
    assert 1 <= len(found.segments) < 12
    write_parts(archive, segment_of(36, 20, plan, 1_000), [1] * 20)
    found = load(tmp_path / "r")
    assert found.step_range() == (37, 56) and not found.problems  # it stays although it exceeds the budget
    assert same_segments(segment_of(36, 20, plan, 1_000), found.segment(0))


def recorded(folder: Path, plan: Plan) -> list[Segment]:
    """Segments in files 1 to 3, and 4 to 6."""
    archive, made = RecordingWriter(folder), [segment_of(0, 3, plan), segment_of(3, 3, plan)]
    for segment in made:
        write_parts(archive, segment, [1, 1, 1])
    return made


def test_what_continues_a_deleted_segment_at_the_start_is_no_damage(plan: Plan, tmp_path: Path):
    """A writer was killed while it made room."""
    made = recorded(tmp_path / "r", plan)
    (tmp_path / "r" / "000001.jsonl").unlink()
    found = load(tmp_path / "r")
    assert not found.problems and same_segments(made[1], found.segment(0)) and found.find(1) is None


@pytest.mark.parametrize("file", ["000005.jsonl", "000005.arrays"])
def test_what_continues_a_damaged_part_is_lost_and_reported(file: str, plan: Plan, tmp_path: Path):
    made = recorded(tmp_path / "r", plan)
    os.truncate(tmp_path / "r" / file, 20 if file.endswith("arrays") else 300)
    found = load(tmp_path / "r")
    said = [
        f"{file} is shorter or longer than its summary states (runs 4 to 4)",
        "000006.jsonl continues a segment that is lost (runs 5 to 5)",
    ]
    assert [str(problem) for problem in found.problems] == said
    assert found.step_range() == (1, 4) and same_segments(beginning(made[1], 1), found.segment(1))


def test_a_damaged_keyframe_loses_its_segment_and_no_other(plan: Plan, tmp_path: Path):
    made = recorded(tmp_path / "r", plan)
    os.truncate(tmp_path / "r" / "000001.arrays", 5)
    found = load(tmp_path / "r")
    assert [p[2:] for p in found.problems] == [(0, 0), (1, 1), (2, 2)]
    assert found.step_range() == (4, 6) and same_segments(made[1], found.segment(0))


def test_a_part_with_a_keyframe_of_its_own_is_refused(plan: Plan, tmp_path: Path):
    archive, made = RecordingWriter(tmp_path / "r"), segment_of(0, 2, plan)
    write_parts(archive, made, [1])
    archive.append(Segment(made.keyframe, made.records[1:]), continues=True)
    found = load(tmp_path / "r")
    with pytest.raises(
        RecordingError, match=r"000002.jsonl contains an entry that is not a record of a run .* \(runs 0 to 1\)"
    ):
        found.segment(0)


@pytest.mark.parametrize("form, missing", [(4, "continues"), (5, ""), (6, "")])
def test_a_recording_of_a_former_format_is_opened(form: int, missing: str, plan: Plan, tmp_path: Path):
    """They are written like format 7: without eager code, and in format 4 no segment continues another."""
    made = segment_of(0, 3, plan)
    RecordingWriter(tmp_path / "r", title="old").append(made)
    for path in (tmp_path / "r" / "recording.json", tmp_path / "r" / "000001.jsonl"):
        first, *rest = path.read_bytes().splitlines(keepends=True)
        data = decode_line(first)
        path.write_bytes(b"".join([encode_line({**without(data, missing), "format": form}), *rest]))
    found = load(tmp_path / "r")
    assert found.title == "old" and not found.problems and same_segments(made, found.segment(0))


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end, "it never came"
        time.sleep(0.005)


def without(data: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in data.items() if key != name}


class TestWhileItGrows:
    def growing(self, folder: Path, plan: Plan) -> tuple[Callable[[], None], SegmentWriter, Segment]:
        """A function that adds the next run to a segment, its writer, and the whole segment."""
        whole, writer = segment_of(0, 9, plan), SegmentWriter(folder, None, "", lambda problem: None)
        segment = Segment(whole.keyframe)

        def add() -> None:
            segment.records.append(whole.records[len(segment.records)])
            writer(segment, 1)

        return add, writer, whole

    def kept(self, folder: Path) -> int:
        return load(folder).step_range()[1]

    def test_all_comes_to_the_disk_while_the_program_adds_nothing(self, plan: Plan, tmp_path: Path):
        add, writer, whole = self.growing(tmp_path / "r", plan)
        for count in (1, 2, 5, 9):
            for _ in range(count - self.kept(tmp_path / "r")):
                add()
            wait_for(lambda count=count: self.kept(tmp_path / "r") == count)
        writer.close()
        found = load(tmp_path / "r")
        assert same_segments(whole, found.segment(0)) and len(found.segments) == 1

    def test_many_runs_are_few_files(self, plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(segment_writer, "INTERVAL", 3600)
        add, writer, whole = self.growing(tmp_path / "r", plan)
        add()
        wait_for(lambda: self.kept(tmp_path / "r") == 1)  # the first is written at once
        for _ in range(8):
            add()
        writer.close()
        assert same_segments(whole, load(tmp_path / "r").segment(0))
        assert sum(name.endswith(".jsonl") for name in files(tmp_path / "r")) == 2

    def test_much_is_written_before_the_interval_is_over(
        self, plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ):
        monkeypatch.setattr(segment_writer, "INTERVAL", 3600)
        monkeypatch.setattr(segment_writer, "DUE", 3)
        add, writer, _ = self.growing(tmp_path / "r", plan)
        add()
        writer.flush()
        for _ in range(3):
            add()
        wait_for(lambda: self.kept(tmp_path / "r") == 4)
        writer.close()
        assert reader_is_clean(load(tmp_path / "r"))


def reader_is_clean(found: RecordingReader) -> bool:
    return not found.problems and all(found.segment(i).records for i in range(len(found.segments)))
