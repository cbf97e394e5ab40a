"""Files, modules (-m) and the standard input (-): run as Python runs them, with tracebacks that start at the user."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.forked import python

PROGRAM = """
import sys, numpy as np, paddle
print(__name__, sys.argv[1:], sys.modules["__main__"].__dict__ is globals())
def broken(value):
    raise LookupError("mine")
def main():
    paddle.enable_static()
    x = paddle.static.data("x", [2])
    out = paddle.static.default_main_program().global_block().create_var("out", [2], "float32")
    paddle.static.py_func(broken, x, out)
    paddle.static.Executor().run(feed={"x": np.ones(2, "f")}, fetch_list=[out])
if "fail" in sys.argv:
    main()
if "exit" in sys.argv:
    sys.exit(7)
if "hook" in sys.argv:
    sys.excepthook = lambda kind, error, trace: print("own hook", error)
    main()
"""
FORMS = ("file", "module", "package", "stdin")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "program.py").write_text(PROGRAM)
    (tmp_path / "pkg" / "inner").mkdir(parents=True)
    (tmp_path / "pkg" / "__init__.py").touch()
    (tmp_path / "pkg" / "beside.py").write_text("x = 5\n")
    (tmp_path / "pkg" / "train.py").write_text(f"from . import beside\n{PROGRAM}")
    (tmp_path / "pkg" / "__main__.py").write_text(f"from pkg import beside\n{PROGRAM}")
    return tmp_path


def opscope(folder: Path, command: str, form: str, *args: str) -> subprocess.CompletedProcess[str]:
    name = {"file": ["program.py"], "module": ["-m", "pkg.train"], "package": ["-m", "pkg"], "stdin": ["-"]}[form]
    return python("-m", "opscope", *command.split(), *name, *args, cwd=folder, input=PROGRAM if form == "stdin" else "")


COMMANDS = [*(("run", form) for form in FORMS), ("check", "module"), ("profile", "stdin")]


@pytest.mark.parametrize("command, form", [*COMMANDS, *(("debug --batch", form) for form in FORMS)])
def test_it_is_main_and_has_its_arguments(folder: Path, command: str, form: str):
    done = opscope(folder, command, form, "a", "--help", "-m")
    assert "__main__ ['a', '--help', '-m'] True" in done.stdout, done.stderr
    assert done.returncode == 0


@pytest.mark.parametrize("command, form", COMMANDS)
def test_the_traceback_has_the_users_frames_and_lines_only(folder: Path, command: str, form: str):
    done = opscope(folder, command, form, "fail")
    frames = re.findall(r'File "(.*)", line \d+, in (\S+)\n    (.*)', done.stderr)
    assert [name for _, name, _ in frames] == ["<module>", "main", "broken"] and done.returncode == 1
    assert frames[-1][-1] == 'raise LookupError("mine")'
    assert "LookupError: mine\nraised in py_func that makes out" in done.stderr and "<frozen" not in done.stderr


@pytest.mark.parametrize("form", ["module", "stdin"])
def test_the_exit_status_and_the_hook_of_errors_are_its_own(folder: Path, form: str):
    assert opscope(folder, "run", form, "exit").returncode == 7
    done = opscope(folder, "run", form, "hook")
    assert "own hook" in done.stdout and "Traceback" not in done.stderr and done.returncode == 1


@pytest.mark.parametrize(
    "command, args, words",
    [
        ("run", ["-m", "pkg.nothing"], "no module that can be run: pkg.nothing"),
        ("check", ["-m", "pkg.inner"], "no module that can be run: pkg.inner"),
        ("debug", ["-m", "nothing.at.all"], "no module that can be run: nothing.at.all"),
        ("profile", ["nothing.py"], "no such file: nothing.py"), ("check", ["pkg"], "pkg is a folder, not a file"),
        ("debug", ["pkg"], "pkg is a folder without a recording\n  fix: choose a folder that has a file recording.json."
                           " To record a script: opscope record -o FOLDER train.py"),
    ],
    ids=["module", "package without main", "no package", "file", "folder", "no recording"],
)  # fmt: skip
def test_what_is_not_there_is_said_with_status_2(folder: Path, command: str, args: list[str], words: str):
    done = python("-m", "opscope", command, *args, cwd=folder)
    assert (done.returncode, done.stderr.strip()) == (2, f"opscope {command}: {words}")


@pytest.mark.parametrize(
    "args, words",
    [
        (["profile", "--by", "sit"], "be summed by 'sit'"), (["profile", "--trace", "/nowhere/x"], "/nowhere/x"),
        (["debug", "-b", "op:"], "opscope debug"), (["debug", "-w", "h >"], "opscope debug"),
        (["debug", "--budget", "much"], "'much' is not a size"), (["debug", "-c", "nonsense"], "nonsense"),
        (["check", "--times", "0"], "opscope check: --times must be a whole number greater than 0"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)  # fmt: skip
def test_wrong_arguments_are_said_before_the_program_runs(folder: Path, args: list[str], words: str):
    done = python("-m", "opscope", *args, "program.py", cwd=folder)
    assert done.returncode == 2 and words in done.stderr and "__main__" not in done.stdout


def test_a_trace_that_is_not_written_in_the_end_leaves_no_file(folder: Path):
    python("-m", "opscope", "profile", "--trace", "t.json", "nothing.py", cwd=folder)
    assert not (folder / "t.json").exists()


SIGNALS = """
import os, signal, threading, numpy as np, paddle
assert threading.current_thread() is threading.main_thread()
signal.signal(signal.SIGUSR1, lambda *_: print("handled"))
paddle.enable_static()
x = paddle.static.data("x", [2])
y = paddle.log(x)
z = y * 2
for i in range(3):
    paddle.static.Executor().run(feed={"x": np.array([1, 2 - i], "f")}, fetch_list=[z])
    os.kill(os.getpid(), signal.SIGUSR1)
"""


@pytest.fixture
def signals(tmp_path: Path) -> str:
    (tmp_path / "signals.py").write_text(SIGNALS)
    return str(tmp_path / "signals.py")


def test_a_debugged_script_has_the_main_thread_and_handles_signals(signals: str):
    done = python("-m", "opscope", "debug", "--batch", "-c", "next", "-c", "continue", signals)
    assert done.stdout.count("handled") == 3 and done.returncode == 0, done.stderr


def test_a_script_that_does_not_come_to_an_operator_ends_with_the_prompt(tmp_path: Path):
    code = SIGNALS.replace("os.kill(os.getpid(), signal.SIGUSR1)", "import time; time.sleep(1000)")
    (tmp_path / "sleeps.py").write_text(code)
    done = python("-m", "opscope", "debug", "--batch", "-c", "quit", str(tmp_path / "sleeps.py"))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    "options, status",
    [
        (["-w", "nan"], 1), (["-b", "z", "--if", "has_inf"], 1), (["-w", "has_nan"], 0), (["-b", "z"], 0),
        (["-w", "max(z) > 1"], 0), ([], 0),
    ],
    ids=str,
)  # fmt: skip
def test_a_batch_that_finds_nan_or_inf_fails(signals: str, options: list[str], status: int):
    done = python("-m", "opscope", "debug", "--batch", "--no-stop", *options, signals)
    assert done.returncode == status, done.stdout + done.stderr


def test_a_batch_without_commands_does_not_stop_at_the_first_operator(signals: str):
    done = python("-m", "opscope", "debug", "--batch", "-w", "nan", signals)
    assert done.returncode == 1 and "data breakpoint" in done.stdout and "handled" in done.stdout


def test_a_batch_takes_aliases_and_statements(signals: str):
    commands = ["-c", "alias twice p 2 * %1", "-c", "twice 21", "-c", "!found = 3", "-c", "p found"]
    done = python("-m", "opscope", "debug", "--batch", *commands, signals)
    assert done.returncode == 0 and "\n42" in done.stdout and "\n3" in done.stdout, done.stdout + done.stderr


def test_a_batch_tells_its_stops_as_json(signals: str):
    done = python("-m", "opscope", "debug", "--batch", "--json", "--no-stop", "-w", "nan", signals)
    found = json.loads(done.stdout)
    assert done.returncode == 1 == found["status"] and "handled" in done.stderr and not found["error"]
    stops = [(stop["reason"], stop["op_type"], stop["step"]) for stop in found["stops"]]
    assert stops == [("entry", "log", 1), ("data breakpoint", "scale", 3)]
    assert found["stops"][1]["path"] == signals
    assert [(stop["name"], stop["called"]) for stop in found["stops"]] == [("log_0.tmp_0", "y"), ("tmp_0", "z")]


def test_json_belongs_to_a_batch(signals: str):
    done = python("-m", "opscope", "debug", "--json", signals)
    assert done.returncode == 2 and done.stderr == "opscope debug: --json needs --batch\n" and not done.stdout


SPAWNING = """
import multiprocessing
import paddle
def child(numbers):
    numbers.put(float(paddle.to_tensor([2.0]).sum()))
if __name__ == "__main__":
    context = multiprocessing.get_context(METHOD)
    numbers = context.SimpleQueue()
    process = context.Process(target=child, args=(numbers,))
    process.start()
    process.join()
    print(paddle.__name__, process.exitcode, not numbers.empty() and numbers.get())
"""


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_that_it_spawns_import_paddle_as_it_does(tmp_path: Path, method: str):
    path = tmp_path / "program.py"
    path.write_text(SPAWNING.replace("METHOD", repr(method)))
    done = python("-m", "opscope", "run", str(path))
    assert done.stdout.strip() == "opscope.paddle 0 2.0", done.stderr


FORKING = """
import os, numpy as np, paddle
paddle.enable_static()
x = paddle.static.data("x", [2])
loss = paddle.mean(x * 2.0)
exe = paddle.static.Executor()
exe.run(feed={"x": np.ones(2, "f")}, fetch_list=[loss])
if os.fork() == 0:
    (found,) = exe.run(feed={"x": np.ones(2, "f")}, fetch_list=[loss])
    paddle.disable_static()
    os._exit(int(found + paddle.ones([3]).sum()))
print("child", os.waitstatus_to_exitcode(os.wait()[1]))
exe.run(feed={"x": np.ones(2, "f")}, fetch_list=[loss])
"""


@pytest.mark.parametrize("first", [[], ["-b", "op:mean"], ["-w", "loss > 99"]], ids=["entry", "break", "watch"])
def test_a_process_that_it_forks_is_not_stopped(tmp_path: Path, first: list[str]):
    """Nobody in the child could let it go on: it stood before its first operator for ever."""
    path = tmp_path / "program.py"
    path.write_text(FORKING)
    done = python("-m", "opscope", "debug", "--batch", *first, "-c", "c", "-c", "c", "-c", "c", str(path))
    assert "child 5" in done.stdout and "steps 1 to 2" in done.stdout.lower(), done.stdout + done.stderr


@pytest.mark.parametrize("command", ["run", "check", "profile", "debug --batch", "report"])
def test_ctrl_c_has_its_own_status(tmp_path: Path, command: str):
    (tmp_path / "stopped.py").write_text("raise KeyboardInterrupt")
    status = python("-m", "opscope", *command.split(), "stopped.py", cwd=tmp_path).returncode
    assert status in (130, -signal.SIGINT)  # for a shell they are one


def test_quotes_that_are_not_closed_are_an_argument(tmp_path: Path):
    (tmp_path / "empty.py").touch()
    done = python("-m", "opscope", "diff", "empty.py 'unclosed", "empty.py", cwd=tmp_path)
    assert done.returncode == 2 and "opscope diff: empty.py 'unclosed: No closing quotation" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_comparison_says_how_scripts_ended(tmp_path: Path):
    (tmp_path / "a.py").write_text("import sys\nsys.exit(4)")
    (tmp_path / "b.py").touch()
    done = python("-m", "opscope", "diff", "a.py", "b.py", cwd=tmp_path)
    assert "opscope diff: a.py ended with status 4\n" in done.stderr


def test_a_report_says_which_taps_match_nothing(tmp_path: Path):
    lines = ["import numpy as np, paddle", "paddle.enable_static()", 'h = paddle.tanh(paddle.static.data("x", [2]))']
    lines += ['paddle.static.Executor().run(feed={"x": np.ones(2, "f")}, fetch_list=[h])']
    (tmp_path / "small.py").write_text("\n".join(lines))
    done = python("-m", "opscope", "report", "--tap", "nosuch*", "--tap", "op:tahn", "small.py", cwd=tmp_path)
    assert done.returncode == 0 and "the tap nosuch* matches nothing in this program" in done.stderr
    assert "the tap op:tahn matches nothing in this program: did you mean 'op:tanh'?" in done.stderr


@pytest.mark.parametrize("link", ["bin/link.py", "bin/second.py", "folder/program.py"])
def test_a_script_behind_a_link_imports_from_its_own_folder_as_python_does(tmp_path: Path, link: str):
    (tmp_path / "real").mkdir()
    (tmp_path / "bin").mkdir()
    (tmp_path / "real" / "helper.py").write_text("answer = 42\n")
    (tmp_path / "real" / "program.py").write_text(
        "import sys, helper\nprint(helper.answer, sys.path[0], __file__, sys.argv)\n"
    )
    (tmp_path / "bin" / "helper.py").write_text("answer = 'of the link'\n")
    (tmp_path / "bin" / "link.py").symlink_to("../real/program.py")
    (tmp_path / "bin" / "second.py").symlink_to("link.py")
    (tmp_path / "folder").symlink_to("real")
    plain = subprocess.run([sys.executable, tmp_path / link, "a"], capture_output=True, text=True)
    assert plain.stdout.startswith(f"42 {tmp_path}/real ")
    for command in ("run", "check"):
        done = python("-m", "opscope", command, str(tmp_path / link), "a")
        assert done.stdout.splitlines()[0] == plain.stdout.rstrip("\n"), done.stderr
