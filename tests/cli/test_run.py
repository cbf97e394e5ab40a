"""`python -m opscope run`: another program's command line, exit status and errors are its own."""

from pathlib import Path

import pytest

import opscope
from opscope.cli import main, parser
from tests import fresh
from tests.forked import python


def script(folder: Path, code: str) -> str:
    path = folder / "program.py"
    path.write_text(code)
    return str(path)


def test_the_script_sees_its_own_arguments_folder_and_name(tmp_path: Path):
    (tmp_path / "beside.py").write_text("x = 5\n")
    code = "import sys, beside; print(__name__, sys.argv[1:], beside.x, sys.argv[0] == __file__)\n"
    done = python("-m", "opscope", "run", script(tmp_path, code), "--help", "-x", "1")
    assert done.stdout.strip() == "__main__ ['--help', '-x', '1'] 5 True", done.stderr


def test_paddle_is_opscope_in_modules_that_the_script_imports(tmp_path: Path):
    (tmp_path / "model.py").write_text("import paddle\nfrom paddle.nn import functional\n")
    done = python("-m", "opscope", "run", script(tmp_path, "import model; print(model.paddle.Tensor.__module__)\n"))
    assert done.stdout.strip() == "opscope.eager.tensor", done.stderr


def test_its_exit_status_is_kept(tmp_path: Path):
    assert python("-m", "opscope", "run", script(tmp_path, "raise SystemExit(7)\n")).returncode == 7


def test_its_traceback_names_its_line(tmp_path: Path):
    done = python("-m", "opscope", "run", script(tmp_path, "import paddle\n1 / 0\n"))
    assert done.returncode == 1 and "ZeroDivisionError" in done.stderr
    assert 'program.py", line 2' in done.stderr


def test_a_script_that_is_no_python_shows_its_line_only(tmp_path: Path):
    done = python("-m", "opscope", "run", script(tmp_path, "x = (\n"))
    assert done.returncode == 1
    assert done.stderr.splitlines()[0].endswith('program.py", line 1') and done.stderr.splitlines()[0].startswith(
        "  File"
    )
    assert "never closed" in done.stderr and "runpy" not in done.stderr


def test_tables_go_to_an_output_that_lacks_their_lines(tmp_path: Path):
    """PYTHONIOENCODING stands for a code page of Windows, which has no box characters."""
    text = "import paddle\npaddle.enable_static()\nx = paddle.static.data('x', [2], 'float32')\ny = paddle.tanh(x)\n"
    text += "paddle.static.Executor().run(feed={'x': [1.0, 2.0]}, fetch_list=[y])\n"
    done = fresh.python("-m", "opscope", "profile", script(tmp_path, text), PYTHONIOENCODING="ascii")
    assert done.returncode == 0 and "tanh" in done.stdout and "????" in done.stdout, done.stderr


def test_a_missing_script_is_an_error_with_its_name(capsys: pytest.CaptureFixture[str]):
    assert main(["run", "/nowhere/x.py"]) == 2
    assert "no such file: /nowhere/x.py" in capsys.readouterr().err


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        main(["--version"])
    assert end.value.code == 0 and capsys.readouterr().out.strip() == f"opscope {opscope.__version__}"


def test_every_command_says_what_it_does(capsys: pytest.CaptureFixture[str]):
    for command in ("run", "debug", "profile", "check", "demo"):
        with pytest.raises(SystemExit):
            parser().parse_args([command, "--help"])
        assert len(capsys.readouterr().out.splitlines()) > 4


def test_a_command_is_required(capsys: pytest.CaptureFixture[str]):
    with pytest.raises(SystemExit) as end:
        main([])
    assert end.value.code == 2 and "command" in capsys.readouterr().err
