"""The commands of the table by `%opscope`: those of the prompt, with the same names, answers and refusals."""

from __future__ import annotations

import re

import pytest

pytest.importorskip("IPython")

from IPython.core.error import UsageError

from opscope.commands.groups import load_commands
from opscope.commands.table import COMMANDS
from opscope.errors import OpscopeError
from tests.notebook.test_line_commands import BUILD, ok

load_commands()

SESSION = [
    ("here", r"^step 2, forward +\(i=1\)  tanh_0\.tmp_0 = tanh\("),
    ("set hidden = 0", r"^\d+ operators? computed again  \(`diff`, `undo`\)\n"),
    ("diff", r"hidden|fc_0\.tmp_1 +\d+ of 6"),
    ("undo", r"^taken back: hidden = 0"),
    ("attr op:tanh nosuch 3", None),
    ("tbreak op:tanh_grad", r"^breakpoint 1: op:tanh_grad  op \d+\n"),
    ("condition 1 step > 1", r"^breakpoint 1: op:tanh_grad if step > 1"),
    ("disable 1", r"^breakpoint 1 is off\n"),
    ("enable 1", r"^breakpoint 1 is on\n"),
    ("ignore 1 0", r"^breakpoint 1 stops at its next hit\n"),
    ("breakpoints", r"1  yes  once +0  op:tanh_grad if step > 1 +op \d+"),
    ("commands 1 p loss", r"^$"),
    ("backToWrite hidden", r"past, data breakpoint +writes fc_0\.tmp_1"),
    ("backToWhen loss > 0", r"past, data breakpoint|\*|step 1"),
    ("history loss", r"loss|mean_0\.tmp_0  steps? 1"),
    ("steps", r"^steps? 1 to 1, .* keyframes"),
    ("whatif 1 x = x / 2", r"values? differs? at the end of step"),
    ("goto 2 op:tanh", r"step 2"),
    ("threads", r"1  train +stopped"),
    ("names hidden", r"hidden|fc_0\.tmp_1"),
    ("stats hidden", r"float32\[2, 3\] +24 bytes +ok\n +min"),
    ("tensor hidden[0]", r"float32\[3\]\n\["),
    ("inputs op:tanh", r"tanh\(.*\n +name|name +called"),
    ("info op:tanh", r"tanh.*forward"),
    ("ops", r"role +line +operator"),
    ("expect loss -inf", r"^-inf in loss is expected: `watch nan` does not stop there\n"),
    ("display loss", r"^loss  "),
    ("alias pm p %1.mean()", r"^$"),
    ("alias", r"^pm = p %1\.mean\(\)\n"),
    ("unalias pm", r"^$"),
    ("undisplay loss", r"^$"),
    ("catch raised KeyError", r"^stops at exceptions of KeyError: "),
    ("whatis exe", r"Executor"),
    ("pp [1, 2]", r"^\[1, 2\]\n"),
    ("rules dead*", r"dead-units +warning"),
    ("help set", r"^set NAME\[slice\] = EXPR\nChange a value"),
    ("first", r"there is no NaN or Inf"),
    ("record", r"recording"),
]


@pytest.fixture
def stopped(shell, capsys):
    shell.run_cell(BUILD, store_history=True).raise_error()
    capsys.readouterr()
    yield shell
    shell.user_ns["run"].stop()


def test_the_commands_of_the_prompt_answer_in_a_cell(stopped, capsys):
    problems = []
    for line, expected in SESSION:
        result = stopped.run_cell(f"%opscope {line}", store_history=True)
        answer = capsys.readouterr().out
        if (expected is None) != (result.error_in_exec is not None) or (
            expected is not None and not re.search(expected, answer)
        ):
            problems.append((line, result.error_in_exec, answer))
    assert not problems, "\n".join(map(repr, problems))


def test_a_value_is_set_and_the_run_goes_on(stopped, capsys):
    """`%opscope set h 0` once answered: did you mean 'stop'? And stop ends the run."""
    result = stopped.run_cell("%opscope set hidden 0")
    assert "set needs a variable and a value (set h = 0)" in str(result.error_in_exec)
    ok(stopped, "%opscope set hidden = 0")
    assert not ok(stopped, "%opscope p hidden").any()


def test_every_command_is_in_the_notebook_or_says_what_is_there_instead(stopped, capsys):
    """Without words each does something, or is refused for what it needs: not because nothing has its name."""
    for name, command in COMMANDS.items():
        problem = stopped.run_cell(f"%opscope {name}").error_in_exec
        text = capsys.readouterr().out if problem is None else str(problem)
        if (reason := command.absent.get("notebook")) is not None:
            assert f"there is no command {name} in a notebook ({reason})" in text
        else:
            assert problem is None or "no command" not in text, (name, text)
            assert problem is None or isinstance(problem, UsageError | OpscopeError), (name, problem)


def test_a_new_run_takes_over_displays_and_aliases(stopped, capsys):
    ok(stopped, "%opscope alias pm p %1.mean()")
    ok(stopped, "%opscope display loss")
    ok(stopped, "other = opscope.live(train, title='other', entry=True)\nhere = other.until_stopped()")
    capsys.readouterr()
    ok(stopped, "%opscope alias")
    ok(stopped, "%opscope display")
    assert capsys.readouterr().out == "pm = p %1.mean()\nloss  \n"
    stopped.user_ns["other"].stop()


def test_commands_of_a_run_that_is_only_watched_are_refused(shell, capsys):
    shell.run_cell(BUILD.replace("entry=True", "record=False").replace("here = ", "#"), store_history=True)
    for line in ("set hidden = 0", "undo", "history loss"):
        assert "this run is only watched" in str(shell.run_cell(f"%opscope {line}").error_in_exec), line
    shell.user_ns["run"].wait()
    capsys.readouterr()


def test_a_run_that_is_over_goes_where_it_is_told(stopped, capsys):
    """The end was shown first, and the place with it: goto 2 went to the last step."""
    run = stopped.user_ns["run"]
    run.cont()
    run.wait(60)
    for line, step in (("goto 2", 2), ("goto 3 op:mean", 3), ("back", 3), ("rw loss", 2)):
        capsys.readouterr()
        ok(stopped, f"%opscope {line}")
        assert run.here.step == step and f"step {step}" in capsys.readouterr().out, line


def test_the_end_of_a_run_is_said(stopped, capsys):
    ok(stopped, "%opscope nextRun 9")
    assert "The run has ended. Steps 1 to 4 are recorded" in capsys.readouterr().out


def test_continue_shows_displays_and_executes_the_commands_of_the_breakpoint(stopped, capsys, monkeypatch):
    """It printed the place in other words, and did neither."""
    monkeypatch.setattr("opscope.notebook.line_commands.SHORT_WAIT", 60.0)
    for line in ("break op:tanh if step == 3", "commands 1 p step ;; here", "display step"):
        ok(stopped, f"%opscope {line}")
    capsys.readouterr()
    ok(stopped, "%opscope continue")
    place = r"step 3, forward +\(i=2\)  tanh_0\.tmp_0 = tanh\(.*\)  op 2\n.*\n"
    assert re.fullmatch(
        rf"breakpoint +step == 3\n{place}step  3  was 2\n\(commands\) p step\n3\n\(commands\) here\n[\s\S]*{place}",
        capsys.readouterr().out,
    )


def test_globals_of_a_notebook_are_the_users(stopped, capsys):
    ok(stopped, "1 + 1")
    ok(stopped, "%opscope globals")
    names = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert "hidden" in names and not {"In", "Out", "_", "_i1", "_ih", "exit", "get_ipython"} & {*names}
