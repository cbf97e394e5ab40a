"""Recordings on disk: what is written is read bit for bit, whole at every moment, within its budget."""

from __future__ import annotations

import io
import json
import multiprocessing
import os
import random
import time
from collections.abc import Callable
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import opscope
from opscope.core.place import CPU, CUDAPlace
from opscope.core.random import Generator
from opscope.debug.disk.array_file import ArrayReader, ArrayWriter
from opscope.debug.disk.recording_reader import load
from opscope.debug.disk.recording_writer import RecordingWriter
from opscope.debug.replay.edit_log import Edit
from opscope.debug.replay.journal import Segment
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.replay.static_kind import STATIC
from opscope.errors import ArgumentError, RecordingError, UnsupportedError
from opscope.runtime.frame import Context, Frame, run_frame
from opscope.runtime.plan import Plan
from tests.debug.recordings import (
    files,
    numbered,
    operators,
    plan_of_program,
    same_arrays,
    same_segments,
    same_values,
    write_numbered,
)

NAMES = st.text(st.characters(), max_size=8) | st.sampled_from(
    ["../../x", "a/b", "", "0", "0.npy", "w@GRAD", "é", "\0", "\n", "\ud800", '"', "__class__", "C:\\x", "x" * 300]
)
DTYPES = st.sampled_from(["?", "u1", "i1", "i2", "i4", "i8", "f2", "f4", "f8", "c8", "c16", ">f4", ">i2"])
SHAPES = hnp.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)


@st.composite
def arrays(draw: st.DrawFn) -> Any:
    """Any bits of any type, NaN payloads included, in any order of axes, with gaps, turned round, or repeated."""
    dtype, shape = np.dtype(draw(DTYPES)), draw(SHAPES)
    count = int(np.prod(shape))
    if dtype.kind == "b":
        array = np.array(draw(st.lists(st.booleans(), min_size=count, max_size=count)), "?").reshape(shape)
    else:
        size = count * dtype.itemsize
        array = np.frombuffer(draw(st.binary(min_size=size, max_size=size)), dtype).reshape(shape)
    array = array.transpose(draw(st.permutations(range(array.ndim))))
    if array.ndim:
        array = draw(st.sampled_from([array, array[::-1], array[..., ::2], np.broadcast_to(array, (2, *array.shape))]))
    return array


VALUES = st.dictionaries(NAMES, st.none() | arrays(), max_size=3)
COUNTS = st.integers(0, 2**63)
OFFSETS = st.integers(-(2**63), 2**63 - 1)
ENDS = st.none() | OFFSETS
POSITIONS = st.none() | st.just(...) | OFFSETS | st.builds(slice, ENDS, ENDS, ENDS)
PARTS = st.lists(POSITIONS, max_size=4).map(tuple) | SHAPES.map(lambda shape: np.ones(shape, bool))
WHOLE = st.tuples(COUNTS, NAMES, st.none() | arrays())
EDITS = (WHOLE | st.tuples(COUNTS, NAMES, arrays(), PARTS)).map(lambda fields: Edit(*fields))


def records(plan: Plan) -> st.SearchStrategy[RunRecord]:
    return st.builds(
        RunRecord,
        run=COUNTS, step=COUNTS, executor_step=COUNTS, plan=st.just(plan), kind=st.just(STATIC),
        feeds=VALUES, scope_changes=VALUES,
        rng_state=st.none() | st.builds(lambda seed: Generator(seed).get_state(), st.integers(0, 2**32)),
        call_results=st.dictionaries(COUNTS, VALUES, max_size=2), kept_values=VALUES,
        edits=st.lists(EDITS, max_size=2),
        seconds=st.floats(allow_nan=False), ticks=COUNTS, error=st.text(max_size=5),
    )  # fmt: skip


def alike(run: int, plan: Plan, x: Any, **others: Any) -> RunRecord:
    return RunRecord(
        run=run, step=run + 1, executor_step=run, plan=plan, feeds={"x": x}, scope_changes={}, kind=STATIC, **others
    )


@st.composite
def alike_runs(draw: st.DrawFn, plan: Plan) -> Segment:
    """Runs in a row whose records differ in elements and numbers, and here and there in more."""
    names = draw(st.dictionaries(NAMES, st.tuples(DTYPES, SHAPES), max_size=2))
    some, results = draw(st.booleans()), draw(st.booleans())
    found: list[RunRecord] = []

    def values() -> dict[str, Any]:
        sizes = {n: np.dtype(dtype).itemsize * int(np.prod(shape)) for n, (dtype, shape) in names.items()}
        bits = {n: draw(st.just(bytes(size)) | st.binary(min_size=size, max_size=size)) for n, size in sizes.items()}
        arrays = {n: np.frombuffer(bits[n], "u1") for n in names}
        return {
            n: (arrays[n] & 1 if names[n][0] == "?" else arrays[n]).view(names[n][0]).reshape(names[n][1])
            for n in names
        }

    for run in range(draw(st.integers(1, 6))):
        found.append(
            RunRecord(
                run=7 + run + draw(st.sampled_from([0, 0, 0, 10 * run])), step=run, executor_step=draw(COUNTS),
                plan=plan, kind=STATIC, feeds=values(), scope_changes=values() if draw(st.integers(0, 9)) == 5 else {},
                rng_state=Generator(draw(st.integers(0, 9))).get_state() if some else None,
                call_results={3: values()} if results else {}, kept_values=values() if some else {},
                rng_states={2: Generator(run).get_state()} if results else {},
                fetched={"loss": np.float32(run)} if some else {}, seconds=draw(st.floats(allow_nan=False)), ticks=run,
                lowered=draw(st.sampled_from([4, 4, 4, 3])), thread=draw(st.sampled_from([1, 1, 1, 2])),
            )
        )  # fmt: skip
    last = -1
    for record in found:
        last = record.run = max(record.run, last + 1)
    return Segment({}, found)


WAYS: dict[str, Callable[[Any], dict[str, Any]]] = {
    "dict": dict,
    "**": lambda values: {**values},
    "arguments": lambda values: dict(**values),
    "items": lambda values: dict(values.items()),
    "values": lambda values: dict(zip(values, values.values(), strict=True)),
    "get": lambda values: {name: values.get(name) for name in values},
    "copy": lambda values: values.copy(),
    "or": lambda values: values | {},
    "ror": lambda values: {} | values,
    "pop": lambda values: {name: values.pop(name) for name in list(values)},
    "popitem": lambda values: dict(reversed([values.popitem() for _ in list(values)])),
    "setdefault": lambda values: {name: values.setdefault(name) for name in values},
    "update": lambda values: [into := {}, into.update(values)][0],
}


@pytest.fixture
def plan(fresh_state: None) -> Plan:
    return plan_of_program()


class TestRoundTrip:
    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def test_of_any_segment(self, data: st.DataObject, plan: Plan, tmp_path_factory: pytest.TempPathFactory):
        runs = data.draw(st.lists(records(plan), min_size=1, max_size=3, unique_by=lambda record: record.run))
        segment = Segment(data.draw(VALUES), sorted(runs, key=lambda record: record.run))
        folder = tmp_path_factory.mktemp("any")
        archive = RecordingWriter(folder)
        archive.append(segment)
        found = load(folder)
        assert same_segments(segment, found.segment(0)) and not found.problems
        assert set(files(folder)) == {"recording.json", "plans/0001.json", "000001.arrays", "000001.jsonl"}
        assert archive.nbytes == sum(files(folder).values())

    @settings(max_examples=60, suppress_health_check=list(HealthCheck))
    @given(data=st.data())
    def test_of_runs_that_share_a_line(self, data: st.DataObject, plan: Plan, tmp_path_factory: pytest.TempPathFactory):
        segment = data.draw(alike_runs(plan))
        folder = tmp_path_factory.mktemp("alike")
        RecordingWriter(folder).append(segment)
        found = load(folder)
        assert same_segments(segment, found.segment(0)) and not found.problems

    def test_runs_of_one_form_share_a_line_until_their_arrays_are_large(self, plan: Plan, tmp_path: Path):
        small = [alike(i, plan, np.full(10, i)) for i in range(100)]
        large = [alike(i, plan, np.full(100_000, i, "u1")) for i in range(100, 150)]
        other = [alike(i, plan, np.full(10, i), edits=[Edit(0, "x", np.zeros(3))]) for i in range(150, 152)]
        RecordingWriter(tmp_path / "r").append(Segment({}, [*small, *large, *other]))
        lines = (tmp_path / "r" / "000001.jsonl").read_text().splitlines()[2:]
        assert [json.loads(line)["data"]["runs"] for line in lines] == [100, 20, 20, 10, 1, 1]

    @given(values=st.lists(arrays(), max_size=4))
    def test_is_no_larger_than_was_said_before(self, values: list[Any]):
        writer, file = ArrayWriter(), io.BytesIO()
        for value in values:
            writer.add(value)
        writer.write(file)
        assert len(file.getvalue()) <= writer.max_bytes == sum({id(value): value.nbytes for value in values}.values())

    def test_covers_all_fields(self, plan: Plan, tmp_path: Path):
        assert [f.name for f in fields(Segment)] == ["keyframe", "records", "isolated"]  # which are not written
        default = RunRecord(run=0, step=0, executor_step=0, plan=plan, feeds={}, scope_changes={}, kind=STATIC)
        for record in numbered(1, plan).records:
            unused = [f.name for f in fields(RunRecord) if getattr(record, f.name) in (None, "", 0, {}, [])]
            assert unused in ([], ["executor_step"]), "a new field must be used by `numbered`, which other tests write"
        RecordingWriter(tmp_path / "r").append(Segment({}, [default]))
        assert same_segments(Segment({}, [default]), load(tmp_path / "r").segment(0))

    def test_the_summary_and_the_header(self, plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        # `numbered` makes segments with every field, not with what their plan reads
        monkeypatch.setattr("opscope.debug.disk.recording_reader.check_replayable", lambda segment: None)
        archive = RecordingWriter(tmp_path / "new" / "folder", title="Übung")
        segments = [numbered(number, plan) for number in (1, 2, 3)]
        for record in segments[1].records:
            record.step = 0
        for segment in segments:
            archive.append(segment)
        archive.close()
        found = load(tmp_path / "new" / "folder")
        assert [s[:5] for s in found.segments] == [(1, 2, 3, 3, 4), (2, 4, 5, 0, 0), (3, 6, 7, 7, 8)]
        assert found.step_range() == (3, 8) and found.title == "Übung"
        assert found.header[:2] == (opscope.__version__, np.__version__) and found.header.created.endswith("+00:00")
        assert sum(s.nbytes for s in found.segments) == sum(
            size for name, size in files(found.path).items() if name.startswith("0000")
        )
        for run in range(2, 8):
            at = found.find(run)
            assert at is not None and at[0].records[at[1]].run == run and at[1] == run % 2
        assert found.find(1) is None and found.find(8) is None
        with pytest.raises(RecordingError, match="the recording is closed"):
            archive.append(segments[0])

    def test_numpy_can_read_the_arrays(self, plan: Plan, tmp_path: Path):
        write_numbered(tmp_path / "r", None, 1)
        _, line, *_ = (tmp_path / "r" / "000001.jsonl").read_text().splitlines()
        for name, (offset, size, _crc, dtype, shape, *order) in json.loads(line)["data"]["keyframe"].items():
            count = size // np.dtype(dtype).itemsize
            array = np.fromfile(tmp_path / "r" / "000001.arrays", dtype, count, offset=offset)
            array = array.reshape(shape[::-1]).transpose(order[0]) if order else array.reshape(shape)
            assert same_arrays(numbered(1, plan).keyframe[name], array)

    def test_one_array_is_written_once_and_one_plan_is_one_file(self, plan: Plan, tmp_path: Path):
        archive = RecordingWriter(tmp_path / "r")
        big = np.random.default_rng(0).standard_normal(10_000)
        once = RunRecord(
            run=0, step=1, executor_step=1, plan=plan, feeds={"x": big}, scope_changes={"w": big}, kind=STATIC
        )
        again = replace(once, run=1, plan=replace(plan), kept_values={"h": big})
        other = replace(once, run=2, plan=plan_of_program(5))
        archive.append(Segment({"w": big}, [once, again, other]))
        archive.append(Segment({"w": big}, [replace(once, run=3)]))
        assert files(tmp_path / "r")["000001.arrays"] <= big.nbytes
        assert len(files(tmp_path / "r" / "plans")) == 2
        first = load(tmp_path / "r").segment(0)
        assert first.records[0].plan is first.records[1].plan is not first.records[2].plan

    def test_a_plan_runs_as_before(self, plan: Plan, tmp_path: Path):
        segment = numbered(1, plan)
        RecordingWriter(tmp_path / "r").append(segment)
        found = load(tmp_path / "r").segment(0).records[0]
        assert operators(found.plan) == operators(plan) and found.plan.block.program is not plan.block.program
        x = segment.records[0].feeds["x"]
        weights = np.random.default_rng(0)
        state = {n: weights.standard_normal(plan.block.var(n).spec.shape).astype("float32") for n, _ in plan.loads}

        def run(plan: Plan, x: Any, rng: Any) -> list[Any]:
            generator = Generator()
            generator.set_state(rng)
            frame = Frame(plan, Context(run_frame, generator), [x])
            for name, slot in plan.loads:
                frame.env[slot] = state[name]
            frame.run()
            return [frame.env[slot] for _, slot in (*plan.fetches, *plan.stores)]

        expected = run(plan, x, segment.records[0].rng_state)
        got = run(found.plan, found.feeds["x"], found.rng_state)
        assert len(got) == 4 and all(map(same_arrays, expected, got))
        assert not same_arrays(expected[0], run(plan, x, Generator(9).get_state())[0])

    def test_a_plan_of_a_gpu_is_read_without_one(self, plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("opscope.debug.disk.record_decoder.gpu_count", lambda: 1)
        record = replace(numbered(1, plan).records[0], plan=replace(plan, place=CUDAPlace(1)))
        RecordingWriter(tmp_path / "r").append(Segment({}, [record]))
        assert load(tmp_path / "r").segment(0).records[0].plan.place == CPU
        assert '"place":"gpu:1"' in (tmp_path / "r" / "plans" / "0001.json").read_text()


class TestLazily:
    @pytest.fixture
    def segment(self, plan: Plan, tmp_path: Path) -> Segment:
        write_numbered(tmp_path / "r", None, 1)
        return load(tmp_path / "r").segment(0)

    def test_nothing_is_read_that_nobody_looks_at(self, segment: Segment, monkeypatch: pytest.MonkeyPatch):
        read: list[int] = []
        real = ArrayReader.read
        monkeypatch.setattr(ArrayReader, "read", lambda self, entry: read.append(entry.offset) or real(self, entry))
        assert list(segment.keyframe) == ["w", "m"] and "w" in segment.keyframe and len(segment.keyframe) == 2
        assert "not read" in repr(segment) and read == []
        first = segment.keyframe["m"]
        assert segment.keyframe["m"] is first and read == [8000]
        assert segment.keyframe["w"] is segment.records[0].scope_changes["w"] is segment.records[0].edits[1][2]
        assert read == [8000]  # edits have been read with the segment
        with pytest.raises(ValueError, match="read-only"):
            first[0] = 0

    @pytest.mark.parametrize("way", WAYS)
    def test_each_way_of_reading_reads(self, way: str, segment: Segment, plan: Plan):
        assert same_values(numbered(1, plan).keyframe, WAYS[way](segment.keyframe))

    def test_a_dict_like_any_other(self, segment: Segment):
        values = segment.records[1].kept_values
        assert values.get("no") is None and values.get("no", 3) == 3 and values.pop("no", 4) == 4
        assert values.setdefault("new", 5) == 5 and values["new"] == 5 and values.pop("new") == 5
        assert segment.records[0].call_results[1] == {} and segment.records[0].call_results[1] != {"x": 1}
        with pytest.raises(KeyError):
            values.pop("no")
        with pytest.raises(KeyError):
            segment.records[0].call_results[1].popitem()

    def test_the_memory_is_bounded(self, plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr("opscope.debug.disk.recording_reader.CACHE", 20_000)
        write_numbered(tmp_path / "r", None, 5)
        found = load(tmp_path / "r")
        for i in range(5):
            segment = found.segment(i)
            assert same_values(numbered(i + 1, plan).keyframe, segment.keyframe)  # 8,000 and 24,000 bytes
            assert found._cache.nbytes <= 20_000
        assert found._cache.nbytes > 10_000
        assert found.segment(4).keyframe["w"] is found.segment(4).keyframe["w"]
        large = found.segment(4).keyframe["m"]  # larger than the budget: in memory as long as it is in use
        assert found.segment(4).keyframe["m"] is large and found._cache.nbytes <= 20_000


class TestBudget:
    def test_is_kept_at_every_moment(self, plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        folder, budget = tmp_path / "r", 400_000
        most = 0
        replace_file = os.replace

        def put(source: Path, target: Path) -> None:  # a temporary file is at its largest now
            nonlocal most
            most = max(most, sum(files(folder).values()))
            replace_file(source, target)
            numbers = {name[:6] for name in files(folder) if name.endswith(".jsonl")}
            assert all(f"{number}.arrays" in files(folder) for number in numbers)

        monkeypatch.setattr(os, "replace", put)
        archive = RecordingWriter(folder, budget=budget)
        others = [plan, plan_of_program(4), plan_of_program(5)]
        for number in range(1, 41):
            archive.append(numbered(number, others[number // 15], size=random.Random(number).randrange(10, 3000)))
            assert archive.nbytes == sum(files(folder).values()) <= budget
            found = load(folder)
            assert found.segments[-1].number == number and not found.problems
        assert budget / 2 < most <= budget
        assert 1 < len(found.segments) < 20 and set(files(folder / "plans")) == {"0003.json"}
        for i, summary in enumerate(found.segments):
            expected = numbered(summary.number, others[2], random.Random(summary.number).randrange(10, 3000))
            assert same_segments(expected, found.segment(i))
        archive.append(numbered(41, plan))  # the first plan again, whose file has gone
        assert same_segments(numbered(41, plan), load(folder).segment(-1))

    def test_the_newest_stays(self, plan: Plan, tmp_path: Path):
        archive = RecordingWriter(tmp_path / "r", budget=50_000)
        for number in (1, 2, 3):
            archive.append(numbered(number, plan))
            assert [s.number for s in load(tmp_path / "r").segments] == [number]
        assert archive.nbytes == sum(files(tmp_path / "r").values()) > 50_000

    def test_is_a_number_of_bytes(self, tmp_path: Path):
        with pytest.raises(ArgumentError, match="must be a positive number of bytes, but is 0"):
            RecordingWriter(tmp_path / "r", budget=0)
        assert not (tmp_path / "r").exists()


class TestFolder:
    @pytest.mark.parametrize("name", ["x.txt", "recording.json", "000001.arrays", ".opscope-1-0.tmp", "plans"])
    def test_that_holds_something_is_refused_and_left_alone(self, name: str, tmp_path: Path):
        (tmp_path / name).write_text("mine")
        (tmp_path / ".opscope-7-0123456789abcdef.tmp").write_text("half")
        with pytest.raises(RecordingError, match=r"already contains (other files|a recording)") as e:
            RecordingWriter(tmp_path)
        assert "record into another folder, or delete this folder" in e.value.fix
        assert files(tmp_path) == {name: 4, ".opscope-7-0123456789abcdef.tmp": 4}

    def test_what_a_killed_writer_left_is_cleaned_up(self, tmp_path: Path):
        (tmp_path / ".opscope-7-0123456789abcdef.tmp").write_text("half")
        with pytest.raises(RecordingError, match="there is no recording"):
            load(tmp_path)
        RecordingWriter(tmp_path)
        assert set(files(tmp_path)) == {"recording.json"} and load(tmp_path).segments == []

    def test_of_two_writers_one_is_the_first(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        monkeypatch.setattr(RecordingWriter, "_claim", lambda self: None)  # both have seen an empty folder
        RecordingWriter(tmp_path, title="first")
        with pytest.raises(RecordingError, match="already contains a recording"):
            RecordingWriter(tmp_path, title="second")
        assert load(tmp_path).title == "first" and set(files(tmp_path)) == {"recording.json"}

    def test_without_links(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        def link(*_: Any) -> None:
            raise PermissionError("no links here")

        monkeypatch.setattr(os, "link", link)
        RecordingWriter(tmp_path, title="t")
        assert load(tmp_path).title == "t" and set(files(tmp_path)) == {"recording.json"}

    def test_that_is_a_file(self, tmp_path: Path):
        (tmp_path / "f").write_text("mine")
        with pytest.raises(RecordingError, match="cannot be written"):
            RecordingWriter(tmp_path / "f")
        with pytest.raises(RecordingError, match="no recording can be read"):
            load(tmp_path / "f")


class TestFailing:
    def test_a_full_disk(self, plan: Plan, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
        archive = RecordingWriter(tmp_path / "r")
        archive.append(numbered(1, plan))
        before = files(tmp_path / "r")
        replace_file = os.replace
        for failing in ("plans/0002.json", "000002.arrays", "000002.jsonl"):

            def full(source: Path, target: Path, failing: str = failing) -> None:
                if target == tmp_path / "r" / failing:
                    raise OSError(28, "No space left on device")
                replace_file(source, target)

            monkeypatch.setattr(os, "replace", full)
            with pytest.raises(RecordingError, match=rf"{failing} cannot be written") as e:
                archive.append(numbered(2, plan_of_program(4)))
            assert "No space left" in str(e.value) and "free space" in e.value.fix
            assert files(tmp_path / "r") == before and archive.nbytes == sum(before.values())
            monkeypatch.setattr(os, "replace", replace_file)
            archive._next_plan = 2  # so that each time it is plan 2 that is new
        archive.append(numbered(2, plan))
        found = load(tmp_path / "r")
        assert [s.number for s in found.segments] == [1, 2] and not found.problems

    def test_what_is_no_number(self, plan: Plan, tmp_path: Path):
        archive = RecordingWriter(tmp_path / "r")
        with pytest.raises(RecordingError, match="arrays of object cannot be written"):
            archive.append(Segment({"w": np.array([object()])}, numbered(1, plan).records))
        assert set(files(tmp_path / "r")) == {"recording.json"}

    def test_a_program_that_is_no_data(self, plan: Plan, tmp_path: Path):
        plan.instructions[0].operator.attrs["odd"] = object()
        archive = RecordingWriter(tmp_path / "r")
        with pytest.raises(UnsupportedError, match="cannot be written as data"):
            archive.append(numbered(1, plan))
        assert set(files(tmp_path / "r")) == {"recording.json"}

    def test_a_segment_without_runs_is_left_out(self, plan: Plan, tmp_path: Path):
        archive = RecordingWriter(tmp_path / "r")
        archive.append(Segment({"w": np.zeros(2)}))
        archive.append(numbered(1, plan))
        assert [s.number for s in load(tmp_path / "r").segments] == [1]


def test_a_killed_writer_leaves_whole_segments(plan: Plan, tmp_path: Path):
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["tests.debug.recordings"])
    moments = random.Random(1)
    segments, leftovers = 0, 0
    for trial in range(30):
        folder, budget = tmp_path / str(trial), 1_000_000 if trial % 2 else None
        writer = context.Process(target=write_numbered, args=(folder, budget, 10_000, 2_000))
        writer.start()
        wanted = moments.randint(1, 6)  # not a time: a loaded machine writes fewer segments in it
        while max((int(path.stem) for path in folder.glob("*.jsonl")), default=0) < wanted:
            assert writer.is_alive()
            time.sleep(0.0005)
        time.sleep(moments.uniform(0, 0.004))
        writer.kill()
        writer.join()
        assert writer.exitcode == -9
        leftovers += sum(name.endswith(".tmp") for name in files(folder))
        found = load(folder)
        assert not found.problems and found.title == "killed"
        for i, summary in enumerate(found.segments):
            assert same_segments(numbered(summary.number, plan, 2_000), found.segment(i))
        segments += len(found.segments)
        with pytest.raises(RecordingError, match="already contains a recording"):
            RecordingWriter(folder)
    assert segments >= 30 and leftovers > 0
