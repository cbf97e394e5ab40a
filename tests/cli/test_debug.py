"""`python -m opscope debug` with commands from a pipe, and how it begins and ends."""

import re
import tracemalloc
from pathlib import Path

import numpy as np
import pytest

from opscope.cli import main
from opscope.commands.arguments import resolve_names
from opscope.commands.printer import elements
from opscope.core.files.byte_size import size
from opscope.debug.conditions.assignment import literal, target
from opscope.errors import ArgumentError
from tests.cli.sessions import TRAIN, answers, piped, write
from tests.forked import python

FAILS = """\
import numpy as np
import paddle

paddle.enable_static()
x = paddle.static.data("x", [4], "float32")
out = paddle.static.default_main_program().current_block().create_var(name="out", shape=[4], dtype="float32")


def checked(values):
    if np.asarray(values).max() > 3:
        raise ValueError("too large")
    return np.asarray(values)


paddle.static.py_func(checked, x, out)
y = paddle.tanh(out)
exe = paddle.static.Executor()
for step in range(6):
    exe.run(feed={"x": np.full(4, step, "float32")}, fetch_list=[y])
"""


def test_a_nan_and_what_made_it(tmp_path: Path):
    done = piped(tmp_path, TRAIN, "rw\nin\nset h = h / 2\n", "--no-stop", "-w", "nan")
    found = [answer for _, answer in answers(done.stdout)]
    assert re.match(r"data breakpoint +out: 0 NaN and 48 Inf|data breakpoint +out: \d+ NaN and \d+ Inf", found[0])
    assert "step 30, forward" in found[0] and "program.py:27 in <module>" in found[1]
    assert re.search(r"dropout_0\.tmp_0 +h +float32\[8, 6\].* ok", found[2])
    assert "computed again" in found[3] and "edited" in found[3]
    assert done.returncode == 0, done.stderr


def test_the_scripts_own_output_and_status_are_kept(tmp_path: Path):
    code = "import sys, paddle\nprint(sys.argv[1:])\nprint('warned', file=sys.stderr)\nsys.exit(7)\n"
    done = piped(tmp_path, code, "c\n")
    assert done.returncode == 7 and done.stderr == "warned\n"
    assert done.stdout.startswith("[]\nThe script has ended, exit status 7. No program was run")


def test_a_script_that_debugs_its_programs_itself_is_told_why_there_is_nothing_to_step(tmp_path: Path):
    code = "import opscope, paddle\nrun = opscope.debug(lambda: paddle.ones([2]).tanh())\nrun.wait()\n"
    done = piped(tmp_path, code, "c\n")
    assert "It started debug runs itself" in done.stdout, done.stdout


@pytest.mark.parametrize("ending, status", [("'bye'", 1), ("None", 0)])
def test_other_ways_to_exit(tmp_path: Path, ending: str, status: int):
    done = piped(tmp_path, f"raise SystemExit({ending})\n", "")
    assert done.returncode == status and done.stderr == "bye\n" * status


def test_arguments_behind_the_script_are_the_scripts(tmp_path: Path):
    path = tmp_path / "program.py"
    path.write_text("import sys; print(sys.argv[1:])\n")
    assert python("-m", "opscope", "debug", str(path), "-b", "x").stdout.startswith("['-b', 'x']\n")


def test_where_an_operator_fails_it_can_be_mended_and_tried_again(tmp_path: Path):
    done = piped(tmp_path, FAILS, "c\np x\nset x = 1\nc\nwhere\n")
    found = dict(answers(done.stdout)[1:4])
    assert re.search(r"exception +ValueError: too large\nstep 5, forward +\(step=4\)  out = py_func\(x\)", found["c"])
    assert "[4. 4. 4. 4.]" in found["p x"] and "edited" in found["set x = 1"]
    assert re.search(r"\(opscope\) c\nexception +ValueError: too large\nstep 6", done.stdout)
    stack = (
        r"  <module> +program\.py:19 .*\n.*\n +block 0 .*\n(.*libraries *\n)?→  checked +program\.py:\d+ +raise Value"
    )
    assert re.search(stack, done.stdout)
    assert done.returncode == 1


def test_after_an_exception_the_failed_run_can_be_walked(tmp_path: Path):
    done = piped(tmp_path, FAILS, "c\nc\np x[0]\ngoto 4\nend\np y[0]\nset x = 1\n")
    second, *rest = answers(done.stdout)[2:]
    told = second[1]
    assert "Traceback (most recent call last):" in told and 'program.py", line 11, in checked' in told
    assert "opscope/" not in told and "created at program.py:15 in <module>" in told
    assert re.search(r"The script has failed\..*\npast, exception +ValueError: too large.*\nstep 5", told)
    assert rest[0][1].startswith("x[0]  float32[]  4")
    assert "step 4" in rest[1][1] and "0.99505" in rest[3][1]
    assert rest[4][1].startswith("*** ")
    assert done.returncode == 1


def test_it_stops_where_the_scripts_own_code_fails_and_the_past_is_explored(tmp_path: Path):
    lines = "c\np loss\nwhere\nlist\nhistory loss 1 5\nback\nc\nhistory loss 1 5\nq\n"
    done = piped(tmp_path, f"{TRAIN}\ndef fail(n):\n    return 1 / n\n\n\nfail(0)\n", lines, width=80)
    told = dict(answers(done.stdout))
    stop = r"in fail\n.*return 1 / n\n.*\nZeroDivisionError: division by zero\nexception +Zero.*\nstep 33"
    assert re.search(stop, answers(done.stdout)[1][1]) and 'File "program.py", line 44, in <module>' in done.stdout
    assert told["p loss"].startswith("loss = ") and "float32[]" in told["p loss"]
    assert re.search(r"<module> +program\.py:44 +fail\(0\).*\n→  fail +program\.py:41 +return 1 / n", told["where"])
    assert "→   41      return 1 / n" in told["list"] and "the program is at its error" in told["back"]
    assert "The script has failed. Steps 1 to 33 are recorded" in answers(done.stdout)[7][1]
    assert done.stdout.count("Traceback (most recent") == 1
    assert len(re.findall(r"steps 1 to 5  [▁▂▃▄▅▆▇█]{5} ", done.stdout)) == 2
    assert done.returncode == 1


def test_in_eager_code_too(tmp_path: Path):
    code = "import paddle\nw = paddle.ones([2])\na = paddle.exp(w)\nfor k in range(3):\n    b = a * k\n    {}[k]\n"
    done = piped(tmp_path, code, "c\np b\nwhere\nback\np a\nq\n")
    told = dict(answers(done.stdout))
    assert re.search(r"exception +KeyError: 0\n.*behind .*\nprogram\.py:6 in <module> +\{\}\[k\]", told["c"])
    assert "[0. 0.]" in told["p b"] and "2.71828" in told["p a"] and "{}[k]" in told["where"]
    assert done.returncode == 1


def test_a_script_that_is_not_python(tmp_path: Path):
    done = piped(tmp_path, "x = = 3\n", "p x\n")
    assert 'File "program.py", line 1' in done.stdout and "SyntaxError: invalid syntax" in done.stdout
    assert "(opscope)" not in done.stdout  # there is nothing to ask about
    assert done.returncode == 1


def test_no_script_and_no_such_script(capsys: pytest.CaptureFixture[str]):
    assert main(["debug", "/nowhere/x.py"]) == 2
    assert capsys.readouterr().err == "opscope debug: no such file: /nowhere/x.py\n"
    with pytest.raises(SystemExit) as end:
        main(["debug"])
    assert end.value.code == 2 and "required: script\n" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options, told",
    [
        (["-b", "oop:tanh"], "unknown kind of pattern 'oop'"),
        (["-b", "h", "--if", "max_gt("], "max_gt"),
        (["-w", "h >"], "expected a value"),
        (["--budget", "much"], "'much' is not a size"),
    ],
)
def test_wrong_options_are_told_before_anything_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], options: list[str], told: str
):
    assert main(["debug", *options, write(tmp_path, "print('ran')")]) == 2
    out, err = capsys.readouterr()
    assert told in err and out == ""


def test_a_condition_needs_its_breakpoint(capsys: pytest.CaptureFixture[str]):
    for options in (["--if", "x > 3"], ["-b", "h", "--if", "x > 3", "--if", "x > 4"]):
        with pytest.raises(SystemExit):
            main(["debug", *options, "x.py"])
        assert "--if must follow the -b to which it belongs" in capsys.readouterr().err


def test_options_may_use_the_scripts_own_names_and_commands_come_first(tmp_path: Path):
    options = ["--no-stop", "-b", "loss", "--if", "loss < 0.6 and step > 4", "-c", "p loss < 0.6", "--batch"]
    done = piped(tmp_path, TRAIN, "p step > 4\n", *options)
    first, *rest = answers(done.stdout)
    assert first[1].startswith("data breakpoint") and " < 0.6 and step = " in first[1]
    own = "step is the global of <module>; the run is in step 7, counted from 1\n"
    assert rest == [("p loss < 0.6", "True\n"), ("p step > 4", f"True\n{own}")]


def test_a_breakpoint_of_the_command_line_may_have_its_condition_as_at_the_prompt(tmp_path: Path):
    options = ["--no-stop", "-b", "loss if loss < 0.6 and step > 4", "-c", "p loss < 0.6", "-c", "look loss"]
    found = answers(piped(tmp_path, TRAIN, "", *options).stdout)
    assert found[0][1].startswith("data breakpoint") and " < 0.6 and step = " in found[0][1]
    assert found[1][1] == "True\n" and "loss" in found[2][1] and "no command" not in found[2][1]


def test_a_small_budget_lets_old_steps_go(tmp_path: Path):
    done = piped(tmp_path, TRAIN, "c\nsteps\ngoto 1\n", "--budget", "20KB")
    assert "runs were dropped: a larger --budget stores more" in done.stdout
    assert "*** step 1 is not in the history" in done.stdout


@pytest.mark.parametrize(
    "line, told",
    [
        ("nexxt", "did you mean 'next'?"),
        ("xyzzy", "`help` lists them"),
        ("b op:tanh x > 3", "write a condition after `if`"),
        ("b op:tnah", "op:tnah, matches nothing so far: did you mean 'op:tanh'?"),
        ("b op:tanh if lss > 3", "no variable 'lss': did you mean 'loss'?"),
        ("b op:tanh hits 0", "hits must be a positive whole number, not '0'"),
        ("condition 9 step > 3", "no breakpoint 9"),
        ("clear x", "'x' is not a whole number"),
        ("p lss", "did you mean"),
        ("p label[", "expected"),
        ("set label", "set needs a variable and a value"),
        ("set label[a] = 3", "an index must consist of whole numbers"),
        ("attr op:tanh", "attr needs an operator, a name and a value"),
        ("attr op:dropout p open('x')", "unknown function 'open'"),
        ("dial loss everythin", "did you mean 'everything'?"),
        ("history", "history needs a variable"),
        ("watch", "watch needs a condition"),
        ("goto x", "'x' is not a whole number"),
        ("goto now", "'now' is not a whole number\n  fix: `steps` lists the steps; `continue` goes on from the past"),
        ("continue 3", "continue takes no arguments"),
        ("diff 4 5", "diff takes no arguments, not '4 5'\n  fix: `help diff`"),
        ("undo", "nothing was edited"),
        ("help xyzzy", "no command 'xyzzy'"),
    ],
)
def test_a_wrong_line_says_what_is_wrong(wrong: dict[str, str], line: str, told: str):
    assert told in wrong[line]
    assert "Traceback" not in wrong[line]


@pytest.fixture(scope="module")
def wrong(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """One session of the lines above."""
    mark = test_a_wrong_line_says_what_is_wrong.pytestmark[0]
    lines = "nr\n" + "".join(f"{line}\n" for line, _ in mark.args[1])
    return dict(answers(piped(tmp_path_factory.mktemp("wrong"), TRAIN, lines).stdout))


def test_lines_fit_the_terminal(tmp_path: Path):
    lines = "nr\nn 2\nlo\nwhere\nl\nhelp\nin\ni\np h\np x\nls\nb *@GRAD\nbl\nend\nhistory loss\nn 9\nls *\n"
    for width in (80, 120):
        done = piped(tmp_path, TRAIN, lines, width=width)
        assert max(map(len, done.stdout.splitlines())) <= width
        assert "\x1b" not in done.stdout  # no colours in a pipe


def test_inside_the_rule_of_a_gradient(tmp_path: Path):
    done = piped(tmp_path, TRAIN, "nr\nuntil op:tanh_grad\ns\nlo\nin\nwhere\ns\nrn\nfinish\n")
    found = answers(done.stdout)
    assert re.search(r"inside tanh_grad\nstep 1, backward +.* = elementwise_mul\(tanh_0\.tmp_0,", found[3][1])
    assert "elementwise_mul(tanh_0.tmp_0, tanh_0.tmp_0)" in found[4][1].splitlines()[1]
    assert "→  rule of tanh_grad" in found[6][1]
    assert "elementwise_add_grad" in found[9][1]


def test_of_a_large_array_only_the_edges_are_formatted():
    array = np.ones((4096, 4096), "float32")
    tracemalloc.start()
    text = elements(array, 80)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < array.nbytes / 100
    assert len(text.splitlines()) == 7 and max(map(len, text.splitlines())) <= 80
    assert len(elements(np.ones((9,) * 6), 80)) < 2000


def test_words_are_read_and_never_run():
    assert literal("[1, -2.5, 'a b', True]") == (1, -2.5, "a b", True)
    assert (literal("[]"), literal("None"), literal("nearest"), literal("1e-3")) == ((), None, "nearest", 1e-3)
    assert target("fc_0.w_0@GRAD[..., -1, ::2]") == ("fc_0.w_0@GRAD", (..., -1, slice(None, None, 2)))
    assert resolve_names("a.mean() > b@GRAD", ["b"], {"a": "x_0", "b": "y_0"}) == "x_0.mean() > b@GRAD"
    assert size("1.5 KiB") == 1536
    for text in ("a + 1", "f(1)", "h[0]"):
        with pytest.raises(ArgumentError):
            literal(text)
    for text in ("a + 1", "h[i]", "h[1.5]", "3"):
        with pytest.raises(ArgumentError):
            target(text)


EAGER = """\
import paddle

net = paddle.nn.Linear(2, 1)
sgd = paddle.optimizer.SGD(0.1, parameters=net.parameters())
loss = paddle.tanh(net(paddle.ones([1, 2]))).sum()
for _ in range({steps}):
    loss = paddle.tanh(net(paddle.ones([1, 2]))).sum()
    loss.backward()
    sgd.step()
    sgd.clear_grad()
"""


@pytest.mark.parametrize(
    "option, said",
    [
        (("--watch", "los > 1"), "breakpoint 1, los > 1, cannot stop so far: no variable 'los': did you mean 'loss'?"),
        (("--break", "op:tahn"), "breakpoint 1, op:tahn, matches nothing so far: did you mean 'op:tanh'?"),
    ],
)
@pytest.mark.parametrize("steps", [0, 2])
def test_what_matches_nothing_is_said_with_and_without_steps(tmp_path, option, said, steps):
    done = piped(tmp_path, EAGER.format(steps=steps), "c\n", "--no-stop", *option)
    assert done.stdout.count(said) == 1, done.stdout
