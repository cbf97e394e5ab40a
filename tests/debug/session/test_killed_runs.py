"""A process that is killed while it records: the folder opens, and has the values of all but the last moment."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from pathlib import Path

import pytest

import opscope
from opscope import debug
from opscope.debug.disk.recording_reader import load
from opscope.errors import RecordingError

ROOT = Path(opscope.__file__).parents[1]
TRAIN = """
import sys, time
import numpy as np
from opscope import debug, paddle
from opscope.paddle import static
paddle.enable_static()
x = static.data("x", [4, 3], "float32")
loss = paddle.mean(static.nn.fc(x, 2))
paddle.optimizer.SGD(0.1).minimize(loss)
def train():
    exe, rng = static.Executor(), np.random.default_rng(0)
    exe.run(static.default_startup_program())
    for step in range(1, 100_000):
        (value,) = exe.run(feed={"x": rng.standard_normal((4, 3)).astype("float32")}, fetch_list=[loss])
        print(step, value.tobytes().hex(), flush=True)
        time.sleep(float(sys.argv[2]) * rng.random() ** 3)
        if step == int(sys.argv[3]):
            time.sleep(3600)
debug.start(train, to=sys.argv[1], disk=int(sys.argv[4]) or None).wait()
"""
EAGER = """
import sys, time
import numpy as np
from opscope import debug, paddle
layer = paddle.nn.Linear(3, 2)
optimizer = paddle.optimizer.Adam(0.1, parameters=layer.parameters())
def train():
    rng = np.random.default_rng(0)
    for step in range(1, 100_000):
        x = paddle.to_tensor(rng.standard_normal((4, 3)).astype("float32"))
        loss = paddle.mean(layer(x))
        loss.backward()
        optimizer.step()
        optimizer.clear_grad()
        print(step, loss.numpy().tobytes().hex(), flush=True)
        time.sleep(float(sys.argv[2]) * rng.random() ** 3)
debug.start(train, to=sys.argv[1], disk=int(sys.argv[4]) or None).wait()
"""


def start(
    folder: Path, pause: float, waits_after: int = -1, disk: int = 0, script: str = TRAIN
) -> subprocess.Popen[str]:
    arguments = [str(folder), str(pause), str(waits_after), str(disk)]
    return subprocess.Popen([sys.executable, "-c", script, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True)


def last_step(folder: Path) -> int:
    try:
        return load(folder).step_range()[1]
    except (RecordingError, FileNotFoundError):  # it has no header yet
        return 0


def await_steps(folder: Path, count: int, process: subprocess.Popen[str]) -> None:
    end = time.monotonic() + 120
    while last_step(folder) < count:
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.01)


def check(folder: Path, printed: list[str], at_least: int, from_first: bool) -> None:
    """What is kept is a beginning of what was printed, or its end as far as the budget allows, with the same values."""
    losses = {int(step): value for step, value in (line.split() for line in printed)}
    found = debug.open(folder)
    first, last = found.steps
    assert not found.problems and last >= at_least and (first == 1 or not from_first)
    kept = {r.step: r.fetched for r in found.session.driver.journal.steps()}  # pyright: ignore[reportOptionalMemberAccess]
    assert list(kept) == list(range(first, last + 1))
    for step, fetched in kept.items():
        (value,) = fetched.values()
        assert losses.get(step, value.tobytes().hex()) == value.tobytes().hex()
    (name,) = kept[last]
    found.goto(last)
    found.run_to_end()
    assert found.value(name).tobytes().hex() == losses.get(last, found.value(name).tobytes().hex())


def check_eager(folder: Path, printed: list[str], at_least: int, from_first: bool) -> None:
    """The same for eager code, whose calls are made again."""
    losses = {int(step): value for step, value in (line.split() for line in printed)}
    found = debug.open(folder)
    first, last = found.steps
    assert not found.problems and last >= at_least and (first == 1 or not from_first)
    kept = found.values("mean_2")  # a script of -c has no source, so its names are unknown
    assert list(kept) == list(range(first, last + 1))
    assert all(value.tobytes().hex() == losses.get(step, value.tobytes().hex()) for step, value in kept.items())
    found.goto(last, "op:reduce_mean_grad")
    assert found.value("mean_2").tobytes() == kept[last].tobytes()


def kill_at(moments: random.Random, folder: Path, disk: int = 0, script: str = TRAIN) -> None:
    process = start(folder, moments.choice([0.0, 0.02, 0.2]), disk=disk, script=script)
    wanted = moments.randint(1, 40)
    try:
        await_steps(folder, wanted, process)
        time.sleep(moments.uniform(0, 0.3))  # anywhere in the interval between two writings, or in one
    finally:
        process.kill()
        printed, _ = process.communicate()
    complete = printed[: printed.rfind("\n") + 1].splitlines()  # the last line may be cut
    (check if script is TRAIN else check_eager)(folder, complete, wanted, from_first=not disk)


@pytest.mark.parametrize("trial", range(2))
def test_killed_at_a_random_time(trial: int, tmp_path: Path):
    kill_at(random.Random(trial), tmp_path / "r")


def test_eager_code_killed_at_a_random_time(tmp_path: Path):
    kill_at(random.Random(0), tmp_path / "r", script=EAGER)


@pytest.mark.thorough
@pytest.mark.parametrize("trial", range(2, 42))
@pytest.mark.parametrize("script", [TRAIN, EAGER], ids=["program", "eager"])
def test_killed_at_many_random_times(trial: int, script: str, tmp_path: Path):
    kill_at(random.Random(trial), tmp_path / "r", disk=60_000 if trial % 3 == 0 else 0, script=script)


def test_killed_in_its_own_python_code_it_has_lost_nothing(tmp_path: Path):
    """Steps whose execution took milliseconds, before hours of other work: none of them waits for the next one."""
    process = start(tmp_path / "r", 0.0, waits_after=30)
    try:
        await_steps(tmp_path / "r", 30, process)
    finally:
        process.kill()
        printed, _ = process.communicate()
    assert len(printed.splitlines()) == 30
    check(tmp_path / "r", printed.splitlines(), 30, from_first=True)
