"""At the prompt values have the names that the script gives them: in functions that are over, and in eager code."""

import json
from pathlib import Path

import pytest

from tests.cli.sessions import answers, piped

FUNCTIONS = """\
import numpy as np
import paddle

paddle.enable_static()

def net():
    x = paddle.static.data("x", [2, 4], "float32")
    first = paddle.tanh(x)
    (low, place) = paddle.topk(first, 2, axis=1)
    y = first * 2.0
    y = y + 1.0
    return paddle.mean(y) + paddle.mean(low)

out = net()
exe = paddle.static.Executor()
exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[out])
"""
EAGER = """\
import paddle

def norm(x):
    n = paddle.sqrt(paddle.sum(x * x, axis=1, keepdim=True))
    h = paddle.tanh(x / n)
    return h

for step in range(3):
    rows = paddle.to_tensor([[3.0, 4.0], [6.0 - 3.0 * step, 8.0 - 4.0 * step]], stop_gradient=False)
    loss = norm(rows).sum()
    loss.backward()
"""


def said(folder: Path, code: str, lines: list[str], *options: str) -> list[tuple[str, str]]:
    done = piped(folder, code, "\n".join(lines) + "\n", *options)
    assert not done.stderr, done.stderr
    return answers(done.stdout)


def test_what_a_function_that_is_over_called_its_values(tmp_path: Path):
    found = dict(
        said(tmp_path, FUNCTIONS, ["until op:mean", "p first[0]", "p place[0, 0]", "p low", "p y.max()", "b y"])
    )
    assert found["p first[0]"].startswith("first[0] = tanh_0.tmp_0[0]  float32[4]")
    assert "place[0, 0] = top_k_v2_0.tmp_1[0, 0]  int64[]  0" in found["p place[0, 0]"]
    assert "low = top_k_v2_0.tmp_0  float32[2, 2]" in found["p low"]
    assert float(found["p y.max()"]) == pytest.approx(2.5232, abs=1e-3)  # the last that was called so
    assert found["b y"].startswith("breakpoint 1: tmp_1  op 3")


def test_eager_code_names_values_by_its_variables_and_lines(tmp_path: Path):
    lines = ["p n[1, 0]", "p x[1]", "p h", "p rows.max()", "in", "outputs", "info", "where", "back", "p n", "set n = 1"]
    found = said(tmp_path, EAGER, [*lines, "whatif 1 n = 1"], "--no-stop", "-w", "nan")
    asked = dict(found)
    assert "behind divide_" in found[0][1]
    assert asked["p n[1, 0]"].startswith("n[1, 0] = sqrt_") and asked["p n[1, 0]"].endswith("  0.\n")
    assert asked["p x[1]"].startswith("x[1] = ")
    assert "'h' has no value here" in asked["p h"]  # its line is not over: what it has made up to here is not h
    assert asked["p rows.max()"].strip() == "4.0"
    assert "divide_" in asked["in"].splitlines()[0] and "sqrt_" in asked["in"]
    assert "2 NaN" in asked["outputs"] and "elementwise_div" in asked["info"]
    assert "norm" in asked["where"] and "h = paddle.tanh(x / n)" in asked["where"]
    assert "= elementwise_div(" in asked["back"] and asked["p n"].startswith("n = sqrt_")
    assert "eager code is not run again" in asked["set n = 1"]


def test_history_and_searches_of_eager_code_know_what_comes_later_in_a_step(tmp_path: Path):
    lines = ["goto 2 op:tanh", "history loss", "history los", "backtowhen los > 1", "backtowrite los", "catch raisd"]
    asked = dict(said(tmp_path, EAGER, lines, "--no-stop"))
    assert "  steps 1 to " in asked["history loss"]
    for wrong in ("history los", "backtowhen los > 1", "backtowrite los"):
        assert "no variable 'los'" in asked[wrong], wrong
    assert "did you mean 'loss'?" in asked["backtowrite los"]
    assert "unknown exception filter 'raisd'\n  fix: did you mean 'raised'?" in asked["catch raisd"]


def test_setting_an_eager_value_says_who_sees_it(tmp_path: Path):
    found = dict(said(tmp_path, EAGER, ["until op:tanh", "set in0 = 2.0", "n", "p in0[0, 0]"]))
    assert found["set in0 = 2.0"].startswith("the program uses the new value from here on")
    assert "0.96403" in found["p in0[0, 0]"]


def test_an_operator_that_no_program_has_is_told_before_the_script_runs_to_its_end(tmp_path: Path):
    found = dict(said(tmp_path, FUNCTIONS, ["until op:tnah", "until op:topk", "goto 1", "b first", "c", "rw"]))
    assert (
        "*** this program has no operator op:tnah" in found["until op:tnah"] and "'op:tanh'" in found["until op:tnah"]
    )
    assert "= top_k_v2(" in found["until op:topk"]
    assert found["c"].startswith("data breakpoint             tanh_0.tmp_0\n")
    assert "writes tanh_0.tmp_0" in found["rw"]


def test_eager_code_and_programs_are_saved(tmp_path: Path):
    both = EAGER + FUNCTIONS.replace("out = net()", "paddle.enable_static()\nout = net()")
    found = dict(said(tmp_path, both, ["c", "save kept"], "--no-stop"))
    assert "saved in kept" in found["save kept"] and "note: " not in found["save kept"]
    assert (tmp_path / "kept").is_dir()


def test_a_profile_is_one_json_document(tmp_path: Path):
    from tests.cli.sessions import write
    from tests.fresh import python

    script = write(tmp_path, FUNCTIONS + "\nprint('hello')\n")
    done = python("-m", "opscope", "profile", "--json", script)
    found = json.loads(done.stdout)
    assert found["script"] == script and found["seconds"] > 0 and "hello" in done.stderr
    assert "tanh" in " ".join(row["type"] for row in found["rows"]) and all(row["runs"] for row in found["rows"])
