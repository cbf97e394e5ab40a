"""`python -m opscope record`, and the subcommands that take the folder that it leaves."""

from __future__ import annotations

import io
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from opscope import debug
from opscope.cli import main
from opscope.cli.recording_folder import free_folder
from opscope.debug.disk.recording_reader import load
from opscope.errors import RecordingError
from tests.cli.sessions import answers, environment
from tests.forked import python

SCRIPT = """\
import sys, time
import numpy as np
import paddle

paddle.enable_static()
x = paddle.static.data("x", [None, 4], "float32")
loss = paddle.mean(paddle.square(paddle.static.nn.fc(x, 3)))
paddle.optimizer.SGD(0.1).minimize(loss)
exe = paddle.static.Executor()
exe.run(paddle.static.default_startup_program())
print("arguments", sys.argv[1:])
try:
    for step in range(int(sys.argv[1])):
        exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[loss])
        if step == 9 and "wait" in sys.argv:
            print("waits", flush=True)
            time.sleep(600)
finally:
    print("at last")
if "fail" in sys.argv:
    raise ValueError("too bad")
sys.exit(3)
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "train.py"
    path.write_text(SCRIPT)
    return path


def small_recording(folder: Path) -> Path:
    from tests.debug.comparison.training import program

    run = debug.start(program(steps=2))
    run.wait()
    run.save(folder)
    return folder


def test_a_script_is_recorded_with_its_own_arguments_output_and_status(script: Path, tmp_path: Path):
    done = python("-m", "opscope", "record", "train.py", "-o", "night", "5", "--mine", cwd=tmp_path)
    assert done.returncode == 3 and done.stdout == "arguments ['5', '--mine']\nat last\n"
    assert re.fullmatch(r"night: steps 1 to 5, [\d.]+ KB: opscope debug night\n", done.stderr)
    found = debug.open(tmp_path / "night")
    assert found.steps == (1, 5) and found.title == "train.py" and not found.problems


def test_a_folder_before_the_script_leaves_it_all_that_follows(script: Path, tmp_path: Path):
    done = python("-m", "opscope", "record", "--out", "night", "--disk", "1MB", "train.py", "-o", "2", cwd=tmp_path)
    assert done.returncode == 1 and "arguments ['-o', '2']" in done.stdout and "invalid literal" in done.stderr
    assert load(tmp_path / "night").title == "train.py"


def test_a_script_that_fails_is_opened_at_the_prompt_where_it_ended(script: Path, tmp_path: Path):
    done = python("-m", "opscope", "record", "train.py", "4", "fail", cwd=tmp_path)
    assert done.returncode == 1 and done.stderr.startswith("Traceback") and "opscope/" not in done.stderr
    assert done.stderr.splitlines()[-2] == "ValueError: too bad"
    assert done.stderr.splitlines()[-1].endswith(": opscope debug train-recording")
    lines = "back\ngoto 2\nc\nc\nsteps\nhistory loss\nsave x\nrecord off\nrestart\nthreads\n"
    done = python(
        "-m", "opscope", "debug", "-b", "op:square", "-w", "loss > 1e9", "-c", "where", "train-recording",
        cwd=tmp_path, input=lines, XDG_CACHE_HOME=str(tmp_path / "cache"),
    )  # fmt: skip
    assert done.returncode == 0 and done.stderr == ""
    (_, opened), *said = answers(done.stdout)
    assert "The recording has ended. Steps 1 to 4 are recorded" in opened
    assert "The program has failed: ValueError: too bad  train.py:" in opened
    found = dict(said)
    assert "step 4, optimize" in found["back"] and "step 2, forward" in found["goto 2"]
    assert [text for line, text in said if line == "c"][1].startswith("past, breakpoint")
    assert "steps 1 to 4, " in found["steps"] and "KB on disk" in found["steps"]
    assert "steps 1 to 4" in found["history loss"]
    assert "copy the folder train-recording" in found["save x"] and "the recording is finished" in found["record off"]
    assert "it has no script" in found["restart"] and "failed" not in "".join(found.values())


def test_a_signal_that_ends_the_script_ends_it_as_its_own_exit_does(script: Path, tmp_path: Path):
    command = [sys.executable, "-m", "opscope", "record", "train.py", "-o", "night", "100", "wait"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment(tmp_path), text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        while process.stdout.readline() not in ("waits\n", ""):
            pass
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=120)
    finally:
        process.kill()
    assert process.returncode == 128 + signal.SIGTERM and out == "at last\n", err
    assert "night: steps 1 to 10, " in err and "Traceback" not in err
    assert debug.open(tmp_path / "night").steps == (1, 10)


def test_a_terminal_shows_the_progress_in_a_line(script: Path, tmp_path: Path):
    pytest.importorskip("rich")
    ours, theirs = pty.openpty()
    command = [sys.executable, "-m", "opscope", "record", "train.py", "-o", "night", "100", "wait"]
    process = subprocess.Popen(
        command, cwd=tmp_path, env=environment(tmp_path, TERM="xterm"), stdout=subprocess.PIPE, stderr=theirs
    )
    os.close(theirs)
    shown, end = b"", time.monotonic() + 120
    try:
        while b"night: step 10, " not in shown:
            assert time.monotonic() < end, shown
            shown += os.read(ours, 1000)
    finally:
        process.kill()
        process.communicate()
        os.close(ours)
    assert not load(tmp_path / "night").problems


@pytest.mark.parametrize("command", ["run", "check", "profile", "record"])
def test_a_folder_is_no_missing_file(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = small_recording(tmp_path / "night")
    assert main([command, str(folder)]) == 2 and main([command, str(tmp_path)]) == 2
    said = capsys.readouterr().err
    assert f"{folder} is the folder of a recording, not a file: opscope debug {folder} opens it" in said
    assert f"{tmp_path} is a folder, not a file" in said and "no such file" not in said


@pytest.mark.parametrize("arguments", [["debug"], ["report", "-o", "/tmp/none.html"], ["diff", __file__]])
def test_folders_of_other_things(arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "empty").mkdir()
    assert main([*arguments, str(tmp_path / "empty")]) == 2
    assert "is a folder without a recording" in capsys.readouterr().err


def test_of_several_recordings_the_first_is_opened_and_the_others_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", io.StringIO("steps\n"))
    small_recording(tmp_path / "job" / "rank-2")
    shutil.copytree("job/rank-2", "job/rank-10")
    for command, *options in (("debug",), ("report", "-o", "page.html"), ("diff", "job/rank-10")):
        assert main([command, *options, "job"]) == 0
        said = " ".join("".join(capsys.readouterr()).split())
        assert f"rank-2 is opened. The folder also contains rank-10. To open one: opscope {command} job/rank-10" in said
    assert "the same, bit for bit, in " in said and Path("page.html").exists()


EAGER = """\
import paddle
paddle.seed(5)
layer = paddle.nn.Linear(2, 3)
optimizer = paddle.optimizer.SGD(0.1, parameters=layer.parameters())
def predicted(x):
    return layer(x)
for step in range(6):
    hidden = predicted(paddle.full([2, 2], float(step)))
    loss = paddle.mean(hidden)
    loss.backward()
    optimizer.step()
    optimizer.clear_grad()
    print(step, float(loss), flush=True)
raise ValueError("too bad")
"""


def test_an_eager_script_is_opened_with_its_values(tmp_path: Path):
    (tmp_path / "train.py").write_text(EAGER)
    done = python("-m", "opscope", "record", "train.py", "-o", "night", cwd=tmp_path)
    assert done.returncode == 1 and "night: steps 1 to 6, " in done.stderr.splitlines()[-1]
    losses = [line.split()[1] for line in done.stdout.splitlines()]
    (tmp_path / "train.py").unlink()
    done = python(
        "-m",
        "opscope",
        "debug",
        "night",
        cwd=tmp_path,
        input="goto 3 op:reduce_mean_grad\nprint loss\nwhere\ngoto 2 op:elementwise_add\nprint x[0, 1]\n",
    )
    assert done.returncode == 0 and done.stderr == ""
    (_, opened), (_, went), (_, value), (_, where), _, (_, x) = answers(done.stdout)[:6]
    assert "The program has failed: ValueError: too bad  train.py:14" in opened
    assert "step 3, backward" in went and float(value.split()[-1]) == pytest.approx(float(losses[2]), abs=1e-5)
    assert x.split()[-1] == "1."  # in a function that the script's own code calls
    assert "train.py:9" in where and "loss = paddle.mean(hidden)" in went


def test_options_of_scripts_are_refused_for_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    folder = str(small_recording(tmp_path / "night"))
    assert main(["debug", "--first-line", "--budget", "1GB", folder]) == 2
    assert "--first-line, --budget can be used only with a script" in capsys.readouterr().err
    assert main(["debug", folder, "--lr", "3"]) == 2
    assert "no arguments can be passed to it" in capsys.readouterr().err


def test_a_folder_that_is_taken_is_refused_before_the_script_runs(
    script: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    folder = str(small_recording(tmp_path / "night"))
    assert main(["record", "-o", folder, str(script), "1"]) == 2
    said = capsys.readouterr()
    assert "already contains a recording" in said.err and said.out == ""
    with pytest.raises(RecordingError):
        load(tmp_path)


def test_the_folder_without_a_name_is_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert free_folder("some/train.py", False) == "train-recording" and free_folder("a.b", True) == "b-recording"
    assert free_folder("-", False) == "stdin-recording"
    (tmp_path / "train-recording").mkdir()
    assert free_folder("train.py", False) == "train-recording-2"
