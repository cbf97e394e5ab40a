"""Recording to disk while a program runs: in order, in bounded memory; a disk that fails ends only the recording."""

from __future__ import annotations

import errno
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import opscope
from opscope import debug, paddle
from opscope.debug.disk import segment_writer
from opscope.debug.disk.recording_reader import load
from opscope.debug.disk.recording_writer import RecordingWriter
from opscope.debug.disk.segment_writer import SegmentWriter
from opscope.errors import RecordingError
from opscope.events import Warned
from opscope.paddle import static
from tests.debug.recordings import numbered, plan_of_program

ROOT = Path(opscope.__file__).parents[1]


@pytest.fixture
def train() -> Callable[[int], None]:
    """Trains so many steps of a net whose keyframes come often: each run sets a parameter from outside."""
    paddle.enable_static()
    main, startup = static.Program(), static.Program()
    with static.program_guard(main, startup):
        x = static.data("x", [4, 3], "float32")
        loss = paddle.mean(static.nn.fc(x, 2))
        paddle.optimizer.SGD(0.1).minimize(loss)

    def run(steps: int) -> None:
        exe, rng = static.Executor(), np.random.default_rng(0)
        exe.run(startup)
        for _ in range(steps):
            exe.run(main, {"x": rng.standard_normal((4, 3)).astype("float32")}, [loss])

    return run


@pytest.fixture(autouse=True)
def many_segments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("opscope.debug.replay.journal.Journal._needs_keyframe", needs_keyframe)


def needs_keyframe(journal: Any) -> bool:
    return not journal.segments or len(journal.segments[-1].records) >= 5


class GatedDisk:
    """Appends only while the gate is open."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.gate = threading.Event()
        self.threads: set[int] = set()
        append = RecordingWriter.append

        def wait(writer: RecordingWriter, *args: Any) -> None:
            self.threads.add(threading.get_ident())
            assert self.gate.wait(60)
            append(writer, *args)

        monkeypatch.setattr(RecordingWriter, "append", wait)


def test_the_program_does_not_wait_for_the_disk(train: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    disk, ends = GatedDisk(monkeypatch), list[int]()

    def body() -> None:
        ends.append(threading.get_ident())
        train(40)
        assert not disk.gate.is_set()
        disk.gate.set()

    debug.start(body, to=tmp_path / "r").wait()
    assert len(disk.threads) == 1 and not disk.threads & set(ends)
    assert load(tmp_path / "r").step_range() == (1, 40)


def test_what_waits_is_bounded_and_written_in_order(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    disk, plan = GatedDisk(monkeypatch), plan_of_program()
    monkeypatch.setattr(segment_writer, "MAX_WAITING", 100)
    writer = SegmentWriter(tmp_path / "r", None, "", lambda problem: None)
    passed: list[int] = []

    def put() -> None:
        for number in range(1, 6):
            writer(numbered(number, plan), 40)
            passed.append(number)

    thread = threading.Thread(target=put)
    thread.start()
    while len(passed) < 2:
        assert thread.is_alive()
    thread.join(0.2)
    assert passed == [1, 2]
    disk.gate.set()
    thread.join(60)
    writer.close()
    assert passed == [1, 2, 3, 4, 5] and [s.number for s in load(tmp_path / "r").segments] == passed
    writer(numbered(6, plan), 40)  # it takes no more
    assert len(load(tmp_path / "r").segments) == 5


def test_a_segment_larger_than_the_bound_is_written_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(segment_writer, "MAX_WAITING", 100)
    plan, writer = plan_of_program(), SegmentWriter(tmp_path / "r", None, "", lambda problem: None)
    for number in (1, 2):
        writer(numbered(number, plan), 1000)
    writer.flush()
    assert len(load(tmp_path / "r").segments) == 2
    writer.close()


@pytest.mark.parametrize("room", [0, 100, 3_000, 20_000])
def test_a_full_disk_ends_the_recording_and_not_the_run(
    room: int, train: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
):
    """The disk takes `room` bytes more after the header."""
    run = debug.Run(lambda: train(60), to=tmp_path / "r")
    left, open_file = room, Path.open

    class Full:
        def __init__(self, file: Any) -> None:
            self.file = file

        def __enter__(self) -> Full:
            return self

        def __exit__(self, *args: object) -> None:
            self.file.close()

        def __getattr__(self, name: str) -> Any:
            return getattr(self.file, name)

        def write(self, data: Any) -> None:
            nonlocal left
            self.file.write(data[:left])
            left -= len(data)
            if left < 0:
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "open", lambda path, mode="r", **rest: Full(open_file(path, mode, **rest)))
    run.start().wait()
    monkeypatch.undo()
    assert run.steps == 60
    said = r"the recording ends at step \d+: .*r/.* cannot be written: No space left on device \(free space"
    assert re.search(said, repr(run)) and len(re.findall(said, capfd.readouterr().err)) == 1
    warned = [event for event in run.history.events() if isinstance(event, Warned)]
    assert len(warned) == 1 and warned[0].subject == "recording" and re.search(said, warned[0].text)
    found = load(tmp_path / "r")
    last = int(re.search(r"ends at step (\d+)", repr(run))[1])  # pyright: ignore[reportOptionalSubscript]
    assert found.problems == [] and found.step_range()[1] == last < 60
    assert not list((tmp_path / "r").glob("*.tmp"))
    if last:
        opened = debug.open(tmp_path / "r")
        opened.goto(last)
        assert len(run.values(opened.names()[0])) == 60  # the history in memory goes on


def test_a_folder_that_is_taken_away(train: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    def body() -> None:
        train(20)
        run._disk.flush()  # pyright: ignore[reportOptionalMemberAccess, reportPrivateUsage]
        os.rename(tmp_path / "r", tmp_path / "elsewhere")
        (tmp_path / "r").write_text("in the way")
        train(20)

    run = debug.Run(body, to=tmp_path / "r")
    run.start().wait()
    assert run.steps == 40 and "the recording ends at step" in repr(run)
    assert "cannot be written" in capfd.readouterr().err


PAUSED = """
import sys
from opscope import debug, paddle
from opscope.paddle import static
paddle.enable_static()
x = static.data("x", [2], "float32")
y = paddle.tanh(x)
def train():
    exe = static.Executor()
    for i in range(20):
        exe.run(feed={"x": [i, i]}, fetch_list=[y])
run = debug.start(train, breakpoints=[("op:tanh", "step == 15")], to=sys.argv[1])
run.until_stopped(60)
"""


def test_python_that_ends_beside_a_paused_run_keeps_all_that_was_recorded(tmp_path: Path):
    done = subprocess.run(
        [sys.executable, "-c", PAUSED, str(tmp_path / "r")], cwd=ROOT, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0 and "is paused, so it ends" in done.stderr, done.stderr
    assert load(tmp_path / "r").step_range() == (1, 14)


def test_damage_is_said_where_it_is_found_and_the_rest_is_read(
    train: Any, tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(SegmentWriter, "_is_late", lambda writer: False)  # a file for each segment, at the end
    run = debug.start(lambda: train(40), to=tmp_path / "r")
    run.wait()
    (name,) = run.session.driver.journal.last_record().fetched  # pyright: ignore[reportOptionalMemberAccess]
    whole = run.values(name)
    for file, size in (("000002.arrays", 10), ("000004.jsonl", None)):
        damaged = bytearray((tmp_path / "r" / file).read_bytes())[:size]
        damaged[-20:-18] = b"xx"
        (tmp_path / "r" / file).write_bytes(damaged)
    opened = debug.open(tmp_path / "r")
    assert capfd.readouterr().err.count("000002.arrays is shorter or longer than its summary states (runs 5 to 9)") == 1
    assert "1 files damaged" in repr(opened)
    found = opened.values(name)
    said = "000004.jsonl has a line that does not match its checksum (runs 15 to 19)"
    assert capfd.readouterr().err.count(said) == 1 and "2 files damaged" in repr(opened)
    assert found.keys() == {*range(1, 5), *range(10, 15), *range(20, 41)}
    assert all(found[step] == whole[step] for step in found)
    assert [e.text for e in opened.history.events() if isinstance(e, Warned)][-1] == said
    assert opened.goto(30).step == 30 and opened.back_to_write(name).step == 29  # pyright: ignore[reportOptionalMemberAccess]
    with pytest.raises(RecordingError, match=re.escape(said)):
        opened.goto(17)
    assert opened.here.step == 29 and opened.goto(3).step == 3  # pyright: ignore[reportOptionalMemberAccess]
