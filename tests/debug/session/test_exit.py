"""A process that ends while a run goes on: it says what it waits for, and Ctrl-C ends it with status 130."""

import signal
import subprocess
import sys

import pytest

from opscope import debug

HEAD = """\
import atexit, sys, time
import numpy as np
import opscope as paddle
from opscope import debug
from opscope.debug.runs import started_runs as sessions

atexit.register(lambda: print("last words", flush=True))
paddle.enable_static()
x = paddle.static.data("x", [2], "float32")
y = paddle.tanh(x)
exe = paddle.static.Executor()

def steps():
    while True:
        exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[y])
        time.sleep(0.01)

def busy():
    for _ in range(5):
        exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[y])
    while True:
        time.sleep(0.01)

"""
LONG = 60.0
FIVE_STEPS = "while run.steps < 5: time.sleep(0.01)"


def ended(code, interrupts, silent=0.1):
    """What the process has written, and its status; Ctrl-C comes after its first line on stderr.

    silent: how many seconds it waits before it says for what.
    """
    command = [sys.executable, "-c", f"{HEAD}sessions.SILENT_WAIT = {silent}\n{code}"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        line = process.stderr.readline()
        for _ in range(interrupts):
            process.send_signal(signal.SIGINT)
        out, rest = process.communicate(timeout=LONG)
    finally:
        process.kill()
    return line, out, rest, process.returncode


@pytest.mark.parametrize("body", ["steps", "busy"])
def test_it_says_what_it_waits_for_and_an_interrupt_ends_it(body, tmp_path):
    line, out, rest, status = ended(f"debug.start({body}, title='training')", 1)
    assert line == "Python waits for the end of <run training: running>. Ctrl-C ends the run\n"
    assert (out, rest, status) == ("last words\n", "", 130)


@pytest.mark.parametrize("body", ["steps", "busy"])
def test_the_recording_of_an_interrupted_run_is_complete(body, tmp_path):
    folder = tmp_path / "kept"
    patience = (
        f"sessions.STOP_TIMEOUT = {LONG}\n" if body == "steps" else ""
    )  # the other one never comes to an operator
    *_, status = ended(f"run = debug.start({body}, to={str(folder)!r})\n{patience}{FIVE_STEPS}", 1)
    assert status == 130

    kept = debug.open(folder)
    first, last = kept.steps
    assert first == 1 and last > 1 and kept.goto(last).step == last
    assert body == "steps" or last == 5


def test_a_run_that_ends_soon_is_waited_for_in_silence():
    line, out, rest, status = ended("debug.start(lambda: [time.sleep(0.2), print('done')])", 0, silent=LONG)
    assert (line, out, rest, status) == ("", "done\nlast words\n", "", 0)


def test_a_paused_run_ends_with_the_process():
    line, out, _, status = ended("run = debug.start(steps, entry=True)\nrun.until_stopped(60)", 0)
    assert "is paused, so it ends together with Python" in line and (out, status) == ("last words\n", 0)
