"""`python -m opscope debug` at a terminal: the prompt, completion, Ctrl-C and Ctrl-D."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.cli.sessions import PROMPT, TRAIN, Terminal

ENDLESS = """\
import numpy as np
import paddle

paddle.enable_static()
x = paddle.static.data("x", [4], "float32")
y = paddle.tanh(x)
exe = paddle.static.Executor()
name = input("name? ")
print("hello", name)
count = 0
while True:
    exe.run(feed={"x": np.ones(4, "float32")}, fetch_list=[y])
    count += 1
    if count % 200 == 3:
        print("runs")
"""
CTRL_C, CTRL_D = "\x03", "\x04"

Open = Callable[..., Terminal]


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Open]:
    opened: list[Terminal] = []

    def open_(code: str, *options: str) -> Terminal:
        opened.append(Terminal(tmp_path, code, *options))
        return opened[-1]

    yield open_
    for each in opened:
        each.kill()


def test_enter_repeats_the_last_step_and_tab_completes(terminal: Open, tmp_path: Path):
    at = terminal(TRAIN, "-c", "nr")
    at.until("op 0\n")
    at.until("op 0\n")
    at.until(PROMPT)
    assert "op 1\n" in at.ask("n")
    assert "True" in at.ask("p step == 0")  # the script's own
    assert "op 2\n" in at.ask("")  # the last step, not the last command
    for keys in ("b op:drop\t", " if ste\t", " > 2\r"):
        at.press(keys)
    at.until("breakpoint 1: op:dropout if step > 2")
    at.until(PROMPT)
    for keys in ("histo\t", " los\t", "\r"):
        at.press(keys)
    at.until("no step is recorded yet")
    at.until(PROMPT)
    assert "step 3, forward" in at.ask("c")
    at.type(CTRL_D)
    at.until("(y/n) ")
    at.type("n\r")
    at.until(PROMPT)
    assert "past" in at.ask("rn")
    at.type("q\r")
    assert at.close() == 0
    assert "+p step == 0\n" in (tmp_path / "cache/opscope/debug-history").read_text()


def test_ctrl_c_pauses_and_at_the_prompt_clears_the_line(terminal: Open):
    at = terminal(ENDLESS, "--no-stop", "-b", "x", "--if", "step > 9999999")
    at.until("name? ")
    at.type("Ada\r")
    at.until("hello Ada\nruns\n")
    at.type(CTRL_C)
    assert "pause" in at.until(PROMPT)
    at.type("rubbish")
    at.until("rubbish")
    at.type(CTRL_C)
    assert "7" in at.ask("p 3 + 4").replace("3 + 4", "")
    at.type("c\r")
    at.until("runs\n")  # else Ctrl-C may still find the prompt, which clears its line
    at.type(CTRL_C)
    at.until("pause")
    at.until(PROMPT)
    at.type(CTRL_D)
    at.until("(y/n) ")
    at.type("y\r")
    assert at.close() == 0


def test_a_program_that_comes_to_no_operator_can_be_given_up(terminal: Open):
    code = ENDLESS.replace("count = 0", "print('asleep')\nimport time; time.sleep(60)\ncount = 0")
    at = terminal(code.replace('input("name? ")', '"Bo"; exe.run(feed={"x": np.ones(4, "float32")})'))
    at.until(PROMPT)
    at.type("c\r")
    at.until("asleep")
    at.type(CTRL_C)
    assert "program.py:11 in <module>" in at.until("(Ctrl-C again ends it)")
    at.type(CTRL_C)
    at.until("given up")
    assert at.close() == 130
