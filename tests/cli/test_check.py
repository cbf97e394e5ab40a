"""`python -m opscope check`: which gradients of a script are wrong, and on which lines."""

import json
from pathlib import Path

import pytest

from opscope.cli import main
from tests.forked import python

SCRIPT = """\
import paddle
from paddle.autograd import PyLayer

class Own(PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * x
    @staticmethod
    def backward(ctx, d):
        return FACTOR * d * ctx.saved_tensor()[0]

x = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
Own.apply(x).sum().backward()
print("gradient", x.grad.numpy())
"""


@pytest.mark.parametrize("factor, status, told", [("2.0", 0, "right "), ("2.02", 1, "WRONG ")])
def test_a_wrong_factor_is_found_and_told_as_the_status(tmp_path: Path, factor: str, status: int, told: str):
    path = tmp_path / "program.py"
    path.write_text(SCRIPT.replace("FACTOR", factor))
    done = python("-m", "opscope", "check", str(path))
    assert done.returncode == status, done.stderr
    assert "gradient [" in done.stdout and f"{told}   Own.backward, the gradient of x" in done.stdout
    if status:
        assert "the gradient is 1.01 times the slope" in done.stdout
        assert "program.py:11 in backward" in done.stdout and "program.py:14 in <module>" in done.stdout


def test_the_status_of_the_script_does_not_hide_a_wrong_gradient(tmp_path: Path):
    path = tmp_path / "program.py"
    path.write_text(SCRIPT.replace("FACTOR", "2.02") + "import sys\nsys.exit(0)\n")
    assert python("-m", "opscope", "check", str(path)).returncode == 1


def test_json_is_all_that_stands_on_the_standard_output(tmp_path: Path):
    path = tmp_path / "program.py"
    path.write_text(
        SCRIPT.replace("FACTOR", "2.02")
        + "import atexit, os\nos.system('echo of a child')\natexit.register(print, 'at exit')\n1 / 0\n"
    )
    done = python("-m", "opscope", "check", "--json", str(path))
    found = json.loads(done.stdout)
    assert done.returncode == 1 == found["status"] and found["error"] == "ZeroDivisionError: division by zero"
    assert all(text in done.stderr for text in ("gradient [", "of a child", "Traceback", "at exit"))
    (gradient,) = found["gradients"]
    assert (gradient["name"], gradient["of"], gradient["verdict"]) == ("Own.backward", "x", "wrong")
    assert gradient["evidence"]["claimed"] == pytest.approx(4.04) and gradient["evidence"]["index"] == [1]
    assert gradient["site"].endswith("program.py:14 in <module>") and found["skipped"] == []


def test_a_missing_script_is_all_that_is_said(capsys: pytest.CaptureFixture[str]):
    assert main(["check", "/nowhere/x.py"]) == 2
    said = capsys.readouterr()
    assert "no such file: /nowhere/x.py" in said.err and not said.out


@pytest.mark.parametrize(
    "factor, options, status, told",
    [
        ("2.02", ["--intended", "Own"], 0, "declared Own.backward, the gradient of x: differs, declared as 'Own'"),
        ("float('nan')", ["--intended", "Own"], 1, "WRONG "),
        ("1 + int.from_bytes(__import__('os').urandom(4))", [], 0, "unclear "),
        ("1 + int.from_bytes(__import__('os').urandom(4))", ["--strict"], 1, "unclear "),
    ],
)
def test_options_say_what_is_meant_and_what_fails(
    tmp_path: Path, factor: str, options: list[str], status: int, told: str
):
    path = tmp_path / "program.py"
    noisy = "urandom" in factor
    text = SCRIPT.replace("return x * x", f"return x * x * ({factor})") if noisy else SCRIPT
    path.write_text(text.replace("FACTOR", "2.0" if noisy else factor))
    done = python("-m", "opscope", "check", *options, str(path))
    assert done.returncode == status, (done.stdout, done.stderr)
    assert told in done.stdout


@pytest.mark.parametrize("options, status", [([], 0), (["--strict"], 1)])
def test_a_script_without_gradients_to_check_fails_if_strict(tmp_path: Path, options: list[str], status: int):
    path = tmp_path / "program.py"
    path.write_text("print('nothing to check')\n")
    done = python("-m", "opscope", "check", *options, str(path))
    assert done.returncode == status, (done.stdout, done.stderr)
    assert "no gradient was checked" in done.stdout and "autograd.Function" in done.stdout
