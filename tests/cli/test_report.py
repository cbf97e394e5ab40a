"""`python -m opscope report`: the page of a script or a recording, and the exit status."""

from pathlib import Path

import pytest

from opscope.cli import main
from tests.forked import python

SCRIPT = """\
import sys
import numpy as np
import paddle

paddle.enable_static()
x = paddle.static.data("x", [None, 4], "float32")
loss = paddle.mean(paddle.square(paddle.static.nn.fc(x, 3)))
paddle.optimizer.SGD(0.1).minimize(loss)
exe = paddle.static.Executor()
exe.run(paddle.static.default_startup_program())
for step in range(3):
    exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[loss])
sys.exit(int(sys.argv[1]))
"""


def test_a_script_has_a_page_and_its_own_exit_status(tmp_path: Path):
    (tmp_path / "train.py").write_text(SCRIPT)
    done = python("-m", "opscope", "report", "--tap", "*@GRAD", "--out", "new/page.html", "train.py", "3", cwd=tmp_path)
    assert done.returncode == 3, done.stderr
    assert done.stdout.startswith("new/page.html: ")
    text = (tmp_path / "new" / "page.html").read_text("utf-8")
    assert "<dt>steps</dt><dd>3</dd>" in text and "paddle.square(paddle.static.nn.fc(x, 3))" in text


@pytest.mark.parametrize("option", ["-o", "--out"])
def test_an_option_behind_the_script_is_the_scripts_and_that_is_said(tmp_path: Path, option: str):
    (tmp_path / "train.py").write_text(SCRIPT)
    said = (
        f"opscope report: {option} stands after train.py, which receives it: write options of opscope before the script"
    )
    done = python("-m", "opscope", "report", "train.py", "0", option, "page.html", cwd=tmp_path)
    assert said in done.stderr.splitlines() and (tmp_path / "run.html").exists()
    done = python("-m", "opscope", "report", option, "page.html", "train.py", "0", cwd=tmp_path)
    assert done.stderr == "" and (tmp_path / "page.html").exists()


def test_nothing_is_said_of_options_that_the_script_knows(tmp_path: Path):
    (tmp_path / "train.py").write_text(f"{SCRIPT}# train.py CODE --out FILE\n")
    done = python("-m", "opscope", "report", "train.py", "0", "--out", "page.html", cwd=tmp_path)
    assert done.stderr == "" and (tmp_path / "run.html").exists()
    (tmp_path / "train.py").write_text(SCRIPT)
    done = python("-m", "opscope", "report", "train.py", "0", "--outer", "--help", cwd=tmp_path)
    assert done.stderr == ""


def test_a_script_that_fails_has_a_page_too(tmp_path: Path):
    (tmp_path / "train.py").write_text(SCRIPT.replace("sys.exit", "1 / 0 #"))
    done = python("-m", "opscope", "report", "train.py", cwd=tmp_path)
    assert done.returncode == 1 and "ZeroDivisionError" in done.stderr
    assert "ZeroDivisionError: division by zero" in (tmp_path / "run.html").read_text("utf-8")


def test_the_folder_of_a_recording(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    from opscope import debug
    from tests.debug.comparison.training import program

    run = debug.start(program(steps=2))
    run.wait()
    run.save(tmp_path / "recorded")
    assert main(["report", "--out", str(tmp_path / "r.html"), str(tmp_path / "recorded")]) == 0
    assert "recording" in (tmp_path / "r.html").read_text("utf-8") and "r.html" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments, text",
    [
        (["nowhere.py"], "no such file"),
        (["--out", "/dev/null/x.html", __file__], "cannot write"),
        (["--budget", "much", __file__], "much"),
    ],
)
def test_wrong_arguments_are_said_before_anything_runs(
    arguments: list[str], text: str, tmp_path: Path, capsys, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    assert main(["report", *arguments]) == 2
    assert text in capsys.readouterr().err
