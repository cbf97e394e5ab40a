"""Notes on a new breakpoint: a note is given only where it is certain, or where a known name is similar."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.sessions import answers, piped

EAGER = """\
import paddle


def measured(net):
    result = net(paddle.ones([2, 4])).abs()
    best = result.max()
    return best


net = paddle.nn.Linear(4, 1)
sgd = paddle.optimizer.SGD(0.05, parameters=net.parameters())
for epoch in range(3):
    x = paddle.rand([8, 4])
    hidden = paddle.tanh(net(x))
    loss = hidden.square().mean()
    loss.backward()
    sgd.step()
    sgd.clear_grad()
best = measured(net)
last = best * 2
"""

STATIC = """\
import numpy as np
import paddle

paddle.enable_static()
x = paddle.static.data("x", [2], "float32")
hidden = paddle.tanh(x)
exe = paddle.static.Executor()
for step in range(3):
    exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[hidden])
later = paddle.static.Program()
with paddle.static.program_guard(later):
    z = paddle.static.data("z", [2], "float32")
    twice = z * 2
    power = paddle.exp(twice)
exe.run(later, feed={"z": np.ones(2, "float32")}, fetch_list=[power])
"""


def session(folder: Path, code: str, *lines: str) -> list[tuple[str, str]]:
    done = piped(folder, code, "".join(f"{line}\n" for line in lines))
    assert done.returncode == 0, done.stderr
    return answers(done.stdout)[1:]


LATE = ["loss", "op:abs", "result", "last", "hidden@GRAD", "op:tanh_grad", "loss if best > 1", "net.weight"]


def test_of_eager_code_a_name_that_may_still_come_gets_no_note(tmp_path: Path):
    said = session(tmp_path, EAGER, *(f"b {each}" for each in LATE), "nr", "clear", *(f"b {each}" for each in LATE))
    notes = [(line, text) for line, text in said if line.startswith("b ") and "note:" in text]
    assert not notes
    assert "so far" not in dict(said)["nr"], "a note after the first step about names that come later"


def test_such_a_breakpoint_stops(tmp_path: Path):
    said = session(tmp_path, EAGER, "b last", "b op:abs", "c", "c", "c")
    assert "pending" in said[0][1] or "pending" in said[1][1]
    stops = [text.split() for line, text in said if line == "c"]
    assert stops[0][:2] == ["breakpoint", "op:abs"] and stops[1][:3] == ["data", "breakpoint", "last"]


def test_a_similar_name_is_suggested(tmp_path: Path):
    said = dict(session(tmp_path, EAGER, "nr", "n 3", "b hiden", "b op:tahn", "b hidden if hidden > 1"))
    assert "note: breakpoint 1, hiden, matches nothing so far: did you mean 'hidden'?" in said["b hiden"]
    assert "did you mean 'op:tanh'?" in said["b op:tahn"]
    assert "can never stop: hidden > 1 is a whole array" in said["b hidden if hidden > 1"].replace("\n", " ")


def test_at_the_end_a_breakpoint_that_never_stopped_is_named(tmp_path: Path):
    said = dict(session(tmp_path, EAGER, "b zzzz", "b last", "c", "c"))
    assert "breakpoint 1, zzzz, has not stopped" in said["c"] and "breakpoint 2" not in said["c"]


@pytest.mark.parametrize("line", ["b twice", "b op:exp", "b power if twice > 1e9"])
def test_of_static_programs_a_note_is_about_the_programs_so_far(tmp_path: Path, line: str):
    said = session(tmp_path, STATIC, "nr", line, "c")
    text = said[1][1].replace("\n", " ")
    assert "so far" in text and "never" not in text and "this program" not in text
    if " if " not in line:
        assert "breakpoint" in said[2][1]


def test_what_a_program_that_has_not_run_contains_is_not_pending(tmp_path: Path):
    code = STATIC.replace("exe = ", 'paddle.static.create_parameter([1], "float32")\nexe = ').replace(
        "for step", "exe.run(paddle.static.default_startup_program())\nfor step"
    )
    said = dict(session(tmp_path, code, "b op:tanh", "bl"))
    assert "breakpoint 1: op:tanh  op 0" in said["b op:tanh"] and "pending" not in said["bl"]
