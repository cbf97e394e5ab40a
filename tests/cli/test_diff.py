"""`python -m opscope diff`: what makes two scripts or recordings differ, and the exit status."""

import json
from pathlib import Path

import pytest

from opscope.cli import main
from tests.forked import python

SCRIPT = """\
import sys
import numpy as np
import paddle
from rate import RATE

paddle.enable_static()
x = paddle.static.data("x", [None, 4], "float32")
loss = paddle.mean(paddle.square(paddle.static.nn.fc(x, 3)))
paddle.optimizer.SGD(float(sys.argv[1]) if sys.argv[1:] else RATE).minimize(loss)
paddle.seed(0)
exe = paddle.static.Executor()
exe.run(paddle.static.default_startup_program())
for step in range(3):
    exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[loss])
print("over")
"""


@pytest.fixture
def script(tmp_path: Path) -> Path:
    (tmp_path / "train.py").write_text(SCRIPT)
    (tmp_path / "rate.py").write_text("RATE = 0.1\n")
    return tmp_path / "train.py"


def test_scripts_with_arguments_and_the_exit_status(script: Path):
    same = python("-m", "opscope", "diff", str(script), f"{script} 0.1", cwd=script.parent)
    assert same.returncode == 0 and same.stdout.endswith("the same, bit for bit, in 4 runs\n"), same.stderr
    other = python("-m", "opscope", "diff", "train.py", "train.py 0.101", cwd=script.parent)
    assert other.returncode == 1, other.stderr
    assert "fill_value 0.1 -> 0.101" in other.stdout and "train.py:9" in other.stdout
    assert other.stdout.count("over\n") == 2


def test_before_and_after_an_edit_with_modules_of_the_same_name(script: Path, tmp_path: Path):
    edited = tmp_path / "edited"
    edited.mkdir()
    (edited / "train.py").write_text(SCRIPT.replace("paddle.square(", "paddle.tanh("))
    (edited / "rate.py").write_text("RATE = 0.5\n")
    done = python("-m", "opscope", "diff", "--json", "train.py", "edited/train.py", cwd=tmp_path)
    assert done.returncode == 1, done.stderr
    found = json.loads(done.stdout)  # what the scripts print goes elsewhere
    assert found["cause"]["text"].startswith("fill_constant of learning_rate_0: fill_value 0.1 -> 0.5")
    assert any(c["kind"] == "operator" and "square" in c["text"] and "tanh" in c["text"] for c in found["changes"])
    assert "paddle.square" in next(c for c in found["changes"] if c["kind"] == "operator")["source"]
    assert done.stderr.count("over\n") == 2


def test_what_children_print_and_what_is_printed_at_exit_is_no_part_of_the_json(script: Path):
    text = "import atexit, os\nos.system('echo of a child')\natexit.register(print, 'at exit')\n"
    script.write_text(text + SCRIPT)
    done = python("-m", "opscope", "diff", "--json", "train.py", "train.py", cwd=script.parent)
    assert json.loads(done.stdout)["same"] is True and done.returncode == 0
    assert done.stderr.count("of a child") == 2 and "at exit" in done.stderr


def test_recordings(script: Path, tmp_path: Path):
    code = "import opscope, runpy, sys; sys.argv = ['train.py', sys.argv[1]]; opscope.as_paddle()\n"
    code += "run = opscope.debug(lambda: runpy.run_path('train.py')); run.wait(); run.save(sys.argv[1])"
    for rate in ("0.1", "0.2"):
        assert python("-c", code, rate, cwd=tmp_path).returncode == 0
    done = python("-m", "opscope", "diff", "0.1", "0.2", cwd=tmp_path)
    assert done.returncode == 1 and "fill_value 0.1 -> 0.2" in done.stdout, done.stderr
    assert python("-m", "opscope", "diff", "0.1", "0.1", cwd=tmp_path).returncode == 0


@pytest.mark.parametrize("missing", ["/nowhere/train.py", "/nowhere/train.py --rate 3", ""])
def test_what_is_not_there_is_said_before_anything_runs(script: Path, missing: str, capsys: pytest.CaptureFixture[str]):
    assert main(["diff", str(script), missing]) == 2
    said = capsys.readouterr()
    assert "no such script or recording" in said.err and "over" not in said.out + said.err
