"""The threads of a script at the prompt: listed, chosen, stepped."""

import re
from pathlib import Path

from tests.cli.sessions import answers, piped
from tests.examples import ROOT

PROGRAM = (ROOT / "tests" / "dap" / "programs" / "threads.py").read_text()


def test_a_thread_is_chosen_and_looked_at(tmp_path: Path):
    line = PROGRAM[: PROGRAM.index("score = ")].count("\n") + 1
    typed = [f"b program.py:{line}", "c", "threads", "thread 1", "w", "p evaluation.name", "thread 7", "thread 2", "n"]
    done = piped(tmp_path, PROGRAM, "\n".join([*typed, "clear", "c", ""]))
    found = answers(done.stdout + done.stderr)
    said = dict(found)
    assert "done" in done.stdout
    assert re.search(r"thread 2 +evaluation", done.stdout)
    assert re.search(r"1  program\.py +running +.*program\.py:\d+", said["threads"])
    assert re.search(r"→ +2  evaluation +stopped", said["threads"])
    assert "<module>" in said["w"] and "evaluation" in said["p evaluation.name"]
    assert "no thread 7" in said["thread 7"]


IN_A_THREAD = """
import threading
from opscope import paddle

def fail():
    raise ValueError("in a thread")

def run(function):
    thread = threading.Thread(target=function)
    thread.start()
    thread.join()

run(fail)
x = paddle.to_tensor([1.0])
run(lambda: paddle.matmul(x, paddle.ones([3, 3])))
print("the script goes on", (x * 2).numpy())
"""


def test_an_error_of_a_thread_alone_is_no_failure_of_a_batch(tmp_path: Path):
    """As in Python, and in `opscope run`: the script goes on to its end, and has status 0."""
    done = piped(tmp_path, IN_A_THREAD, "", "--batch")
    assert done.returncode == 0 and "the script goes on [2.]" in done.stdout
    assert "ValueError: in a thread" in done.stdout + done.stderr
    stopped = piped(tmp_path, IN_A_THREAD, "threads\n", "--batch")
    assert stopped.returncode == 0 and "ValueError: in a thread" in stopped.stdout


def test_an_error_of_the_script_after_that_of_a_thread_is_one(tmp_path: Path):
    done = piped(tmp_path, IN_A_THREAD + "\nraise SystemExit(3)\n", "", "--batch")
    assert done.returncode == 3
    done = piped(tmp_path, IN_A_THREAD + "\n1 / 0\n", "", "--batch")
    assert done.returncode == 1 and "ZeroDivisionError" in done.stdout + done.stderr
    watched = piped(tmp_path, IN_A_THREAD + "\ny = x * float('nan')\nz = y + 1\n", "", "--batch", "-w", "nan")
    assert watched.returncode == 1
