"""The commands of `%opscope`: what they do, the Python that they stand for, what Tab offers."""

from __future__ import annotations

import re
import warnings

import pytest

pytest.importorskip("IPython")

from IPython.core.completer import provisionalcompleter
from IPython.core.error import UsageError

from opscope.commands import table as registry
from opscope.commands.python_call import PythonCall
from opscope.errors import OpscopeWarning
from opscope.notebook.line_commands import SUMMARY_COLUMN, TABLE, find, help_text
from opscope.notebook.live import latest

BUILD = """
import numpy as np, opscope as paddle, opscope
paddle.enable_static()
x = paddle.static.data("x", [None, 4], "float32")
hidden = paddle.static.nn.fc(x, 3)
loss = paddle.mean(paddle.tanh(hidden) ** 2)
paddle.optimizer.SGD(0.1).minimize(loss)
exe = paddle.static.Executor()
def train(n=4):
    exe.run(paddle.static.default_startup_program())
    for i in range(n):
        exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[loss])
run = opscope.live(train, title="train", entry=True)
here = run.until_stopped()
here = run.goto(2, "op:tanh")
"""


@pytest.fixture
def stopped(shell, capsys):
    shell.run_cell(BUILD, store_history=True).raise_error()
    capsys.readouterr()
    yield shell
    shell.user_ns["run"].stop()


def test_all_summaries_of_the_help_begin_in_one_column():
    """A line has the form of a command, or a part of a summary, or both, with a gap between them."""
    for line in help_text().rpartition("\n\n")[0].splitlines():
        form, summary = line[:SUMMARY_COLUMN], line[SUMMARY_COLUMN:]
        assert len(line) <= 110, line
        assert line.endswith("]") or (form.endswith("  ") and not summary.startswith(" ")), line


def ok(shell, cell):
    result = shell.run_cell(cell, store_history=True)
    result.raise_error()
    return result.result


CODES = [
    ("status", "run.here or run"),
    ("", "run.here or run"),
    ("debug", "run.here or run"),
    ("next", "run.next()"),
    ("next 3", "run.next(3)"),
    ("step 2", "run.step_in()\nrun.step_in()"),
    ("goto 12 op:tanh", "run.goto(12, 'op:tanh')"),
    ("until 17", "run.run_to(17)"),
    ("tap *@GRAD health", "run.dial('*@GRAD', 'health')"),
    ("tap at:cell [3]:2", "run.dial('at:cell [3]:2', 'statistics')"),
    ("tap at:cell [3]:2 record", "run.dial('at:cell [3]:2', 'record')"),
    ("watch nan", "run.watch('nan')"),
    ("condition 1 step > 5", "run.set_condition(1, 'step > 5')"),
    ("watch loss > 2", "run.watch('', 'loss > 2')"),
    ("watch *@GRAD max_gt(10)", "run.watch('*@GRAD', 'max_gt(10)')"),
    ("break", "run.breakpoints"),
    ("break op:tanh if step > 5 hits 3", "run.breakpoint('op:tanh', 'step > 5', hits=3)"),
    ("break cell [3]:5", "run.breakpoint('cell [3]:5')"),
    ("log train.py:20 loss is {loss}", "run.breakpoint('train.py:20', log='loss is {loss}')"),
    ("log cell [3]:5 loss is {loss}", "run.breakpoint('cell [3]:5', log='loss is {loss}')"),
    ("log at:cell [3]:5", "run.breakpoint('at:cell [3]:5', log=True)"),
    ("until at:cell [3]:5", "run.run_to('at:cell [3]:5')"),
    ("goto 3 at:cell [3]:5", "run.goto(3, 'at:cell [3]:5')"),
    ("clear 1 2", "run.clear(1)\nrun.clear(2)"),
    ("look hidden", "run.look('hidden')"),
    ("why", "run.why()"),
    ("why hidden[0, 1]", "run.why('hidden', (0, 1))"),
    ("graph", "opscope.viz.draw(run)"),
    ("graph encoder layer_*", "opscope.viz.draw(run, open=['encoder', 'layer_*'])"),
    ("graph LR encoder", "opscope.viz.draw(run, direction='LR', open=['encoder'])"),
    ("graph TB encoder", "opscope.viz.draw(run, direction='TB', open=['encoder'])"),
    ("flow 2", "opscope.viz.gradient_flow(run, 2)"),
    ("diff run kept", "opscope.debug.diff(run, 'kept')"),
    ("profile train(2)", "with opscope.profile() as profile:\n    train(2)"),
    ("check --order 2 train(2)", "opscope.check(lambda: train(2), order=2)"),
    ("record 64MB", "run.record('64MB')\nrun.recording"),
    ("report a.html", "run.report('a.html')\nIPython.display.FileLink('a.html')"),
    ("panel", "run.show()"),
    ("p hidden.mean() + 1", "run.evaluate('hidden.mean() + 1', run.frame())"),
    ("! i = 3", "run.execute('i = 3')"),
    ("out", "run.step_out()"),
    ("c", "run.cont()"),
    ("end", "run.run_to_end()"),
    ("nr 2", "run.next_run()\nrun.next_run()"),
    ("next-run", "run.next_run()"),
    ("back 3", "run.step_back(3)"),
    ("reverse", "run.reverse_continue()"),
    ("backToWrite hidden", "run.back_to_write('hidden')"),
    ("rwhen loss > 2", "run.back_to_when('loss > 2')"),
    ("nextLine 2", "run.next(2, by='line')"),
    ("sl 2", "run.step_in(by='line')\nrun.step_in(by='line')"),
    ("return", "run.run_to_return()"),
    ("threads", "run.threads"),
    ("thread 2", "run.select_thread(2)"),
    ("where all", "run.stack(library=True)"),
    ("up 2", "run.up(2)"),
    ("down", "run.down()"),
    ("locals", "run.locals()"),
    ("globals", "run.globals()"),
    ("pp exe", "run.evaluate('exe', run.frame())"),
    ("whatis exe", "run.evaluate('exe', run.frame())"),
    ("tensor hidden", "run.evaluate('hidden', run.frame())"),
    ("stats hidden", "run.evaluate('hidden', run.frame())"),
    ("undo", "run.undo()"),
    ("set hidden = 0", "run.set('hidden', run.evaluate('0'))"),
    ("set hidden[0] = loss / 2", "run.set('hidden', run.evaluate('loss / 2'), (0,))"),
    ("attr op:tanh p [1, 2]", "run.set_attr('op:tanh', 'p', (1, 2))"),
    ("expect mask -inf", "run.expect('mask', '-inf')"),
    ("first nan", "run.first('nan')"),
    ("catch KeyError", "run.catch('raised', 'uncaught', types=['KeyError'])"),
    ("diff", "run.compare()"),
    ("save night", "run.save('night')"),
    ("here", "run.here"),
    ("tb op:tanh", "run.breakpoint('op:tanh', once=True)"),
    ("watch --log loss > 2", "run.watch('', 'loss > 2', log=True)"),
    ("enable 1 2", "run.enable(1)\nrun.enable(2)"),
    ("disable 1", "run.enable(1, False)"),
    ("ignore 1 3", "run.ignore(1, 3)"),
    ("breakpoints", "run.breakpoints"),
    ("findings", "run.findings"),
    ("risk 2", "run.risk(2)"),
]


def test_each_command_says_its_python(stopped, capsys):
    place = repr(stopped.user_ns["run"].here)
    for line, code in CODES:
        ok(stopped, f"%opscope --code {line}")
        assert capsys.readouterr().out == f"{code}\n", line
    assert repr(stopped.user_ns["run"].here) == place  # nothing was done
    tried = {find(line.split()[0], line).name for line, _ in CODES if line and not line.startswith(("debug", "check"))}
    assert set(TABLE.own) - tried <= {"pause", "continue", "stop", "wait"}
    stands_for_python = {name for name, command in registry.COMMANDS.items() if command.python is not None}
    assert stands_for_python <= tried | set(TABLE.own)


def test_the_python_of_a_command_does_the_same_in_a_cell(stopped, capsys):
    for line in ("look hidden", "why hidden[0, 1]", "flow", "p hidden.mean() + 1"):
        by_magic = ok(stopped, f"%opscope {line}")
        ok(stopped, f"%opscope --code {line}")
        code = capsys.readouterr().out.strip().splitlines()[-1]
        assert repr(ok(stopped, f"{code}\n")) == repr(by_magic) != "None"


@pytest.mark.parametrize(
    "line, says",
    [
        ("break op:nosuch", "breakpoint 1, op:nosuch, matches nothing so far"),
        ("break op:tahn", "breakpoint 1, op:tahn, matches nothing so far: did you mean 'op:tanh'?"),
        ("tap hiden", "the tap hiden matches nothing in this program: did you mean 'hidden'?"),
        ("goto 99", "step 99 was not reached: the program ends after step 4"),
    ],
)
def test_a_warning_of_a_magic_is_one_line_with_the_cell(stopped, line, says):
    with pytest.warns(OpscopeWarning) as given:
        ok(stopped, f"%opscope {line}")
    number = stopped.execution_count - 1
    (shown,) = [warnings.formatwarning(w.message, w.category, w.filename, w.lineno) for w in given]
    assert shown == f"cell [{number}]:1: OpscopeWarning: {says}\n"


def test_an_unknown_name_and_a_part_of_a_value_say_what_to_write(stopped):
    unknown = str(stopped.run_cell("%opscope p nosuch.mean()").error_in_exec)
    assert "no variable 'nosuch'" in unknown and re.search(r"fix: there are [^.]*hidden, .* and \d+ more", unknown)
    part = str(stopped.run_cell("%opscope look hidden[0]").error_in_exec)
    assert "the value is hidden; evaluate('hidden[0]'), or p hidden[0]" in part
    assert ok(stopped, "%opscope p hidden[0]").shape == (3,)


def test_none_is_printed_as_at_the_prompt(stopped, capsys):
    capsys.readouterr()
    assert ok(stopped, "%opscope p None") is None
    assert capsys.readouterr().out == "None\n"


def test_breakpoints_are_set_listed_and_cleared(stopped, capsys):
    ok(stopped, "%opscope break op:tanh if step > 2")
    ok(stopped, "%opscope watch loss > 100")
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "breakpoint 1: op:tanh if step > 2  op 2",
        "breakpoint 2: mean_0.tmp_0 > 100  op 4",
    ]
    ok(stopped, "%opscope continue")
    assert stopped.user_ns["run"].until_stopped().step == 3
    ok(stopped, "%opscope break")
    assert re.search(r"^1 +yes +operator +1  op:tanh if step > 2 +op 2", capsys.readouterr().out, re.MULTILINE)
    ok(stopped, "%opscope clear")
    assert capsys.readouterr().out.endswith("2 breakpoints are removed\n")


def test_results_are_those_of_the_functions(stopped):
    assert ok(stopped, "%opscope graph").startswith("<svg")
    flow = ok(stopped, "%opscope flow 1")
    assert flow.startswith("<svg") and "fc_0.w_0" in flow and "fc_0.b_0" in flow
    assert ok(stopped, "%opscope look hidden").step == 2
    assert ok(stopped, "%opscope profile train(2)").rows
    assert ok(stopped, "%opscope diff run run").same


@pytest.mark.parametrize(
    "line, says",
    [
        ("goto", "goto takes STEP [OP], not nothing (`steps` lists the steps"),
        ("status now", "status takes no arguments, not 'now'"),
        ("break op:tanh x > 3", "write a condition after `if`"),
        ("break op:tanh hits 0", "hits must be a positive whole number, not '0'"),
        ("watch", "watch needs a condition"),
        ("profile", "profile needs code to run"),
        ("tap h everythin", "did you mean 'everything'?"),
        ("tap h health now", "dial takes PATTERN [LEVEL]"),
        ("brek h", "no command 'brek' (did you mean 'break'?)"),
        ("next 0", "'0' is not a positive whole number"),
        ("next ²", "'²' is not a positive whole number"),
        ("goto -1", "'-1' is not a whole number"),
        ("clear x", "'x' is not a whole number"),
        ("p", "print needs an expression (print h)"),
        ("!", "execute needs a statement"),
        ("debug now", "debug takes no arguments, but received now"),
        ("check --times 0 train()", "times must be a whole number greater than 0"),
    ],
)
def test_bad_usage_is_one_line(stopped, capsys, line, says):
    result = stopped.run_cell(f"%opscope {line}")
    problem = result.error_in_exec
    assert type(problem).__name__ == "UsageError" and says in str(problem) and "\n" not in str(problem)
    capsys.readouterr()


def test_the_fix_of_an_error_of_several_lines_has_its_own_line(stopped, capsys):
    problem = stopped.run_cell("%opscope p nope").error_in_exec
    assert str(problem).splitlines()[1:3] == ["    nope", "    ^"]
    assert str(problem).splitlines()[3].startswith("  fix: ")
    capsys.readouterr()


def test_warnings_name_the_cell(stopped, capsys):
    for cell in ("%opscope goto 99", "run.goto(3)\nrun.watch('', 'nope > 2')"):
        with pytest.warns(OpscopeWarning) as seen:
            ok(stopped, cell)
        (warning,) = seen
        assert "opscope" not in warning.filename and "IPython" not in warning.filename
        assert warning.lineno == len(cell.splitlines())


@pytest.mark.parametrize("cell", ["%opscope profile 1/0", "%opscope check 1/0", "opscope.check(lambda: 1/0)"])
def test_errors_of_code_show_no_frame_of_ours(stopped, capsys, cell):
    error = stopped.run_cell(cell, store_history=True).error_in_exec
    assert isinstance(error, ZeroDivisionError)
    shown = capsys.readouterr().out
    assert "1/0" in shown and "opscope/" not in shown


def test_where_and_p_answer_where_no_frame_is(stopped, capsys):
    ok(stopped, "%opscope end")
    run = stopped.user_ns["run"]
    with pytest.warns(OpscopeWarning, match="step 99 was not reached"):
        run.goto(99)
    capsys.readouterr()
    assert "no frame here" in str(stopped.run_cell("%opscope where").error_in_exec)
    assert ok(stopped, "%opscope p loss") == run.evaluate("loss")


def test_locals_of_a_cell_are_the_users(stopped, capsys):
    ok(stopped, "%%opscope --entry -o other\nmine = 3\ntrain(1)")
    assert stopped.user_ns["other"].until_stopped() is not None
    outermost = stopped.user_ns["other"].locals(0)
    assert outermost["mine"].value == 3
    assert not {"In", "Out", "get_ipython", "exit", "_i1", "_ih", "__name__"} & outermost.keys()
    assert str(outermost["np"]).startswith("np = <module 'numpy'")
    ok(stopped, "other.stop()")
    capsys.readouterr()


def test_debug_shows_the_frames_of_code_that_failed_before_any_operator(shell, capsys):
    shell.run_cell("%%opscope -o run\ndef fail():\n    inner = [1]\n    return inner[5]\nfail()", store_history=True)
    shell.run_cell("%opscope p nothing_here")  # how a magic is used is not an exception to look at
    capsys.readouterr()
    ok(shell, "%opscope debug")
    assert re.search(r"^→ +fail .*return inner\[5\]", capsys.readouterr().out, re.MULTILINE)
    assert ok(shell, "%opscope p inner") == [1]


def test_the_python_of_frames_of_an_exception_looks_at_that(shell, capsys):
    shell.run_cell("def fail():\n    inner = 5\n    raise KeyError(inner)")
    shell.run_cell("fail()")
    ok(shell, "%opscope debug")
    capsys.readouterr()
    ok(shell, "%opscope --code locals")
    code = capsys.readouterr().out.strip()
    assert code == "opscope.debug.post_mortem().locals()"
    assert ok(shell, f"import opscope\n{code}")["inner"].value == 5


def test_a_cell_says_its_python_and_that_does_the_same(stopped, capsys):
    ok(stopped, '%%opscope --code --tap h* -b op:tanh --if "step > 1" --nan -o mine\ntrain(2)\ns = "\\n"')
    code = capsys.readouterr().out
    assert "mine = opscope.live(" in code and "breakpoints=[('op:tanh', 'step > 1')]" in code
    assert 'mine.watch("nan")' in code and "mine" not in stopped.user_ns
    stopped_at = ok(stopped, code)
    mine = stopped.user_ns["mine"]
    assert stopped_at.step == 2 and mine.title == "mine" and [str(b) for b in mine.breakpoints][1:]
    mine.clear()
    mine.cont()
    mine.wait()
    assert stopped.user_ns["s"] == "\n"


INFINITE = """
with np.errstate(all='ignore'):
    exe.run(feed={'x': np.inf * np.ones((1, 4), 'f')}, fetch_list=[loss])
"""
CELLS = [
    ("-o mine", "train(2)\n40 + 2"),
    ("", "train(2)"),
    ("--live --title night -o mine", "train(2)"),
    ("--entry -o mine", "train(2)"),
    ("--entry --nan -o mine", "train(2)"),
    ("--nan -o mine", "train(2)\n40 + 2"),
    ("--nan -o mine", INFINITE),
    ("--live --nan", "train(2)"),
    ("-b op:tanh --on-error --rules", "train(2)"),
]


@pytest.mark.parametrize("options, cell", CELLS)
def test_the_python_of_a_cell_does_what_the_magic_does(stopped, capsys, options, cell):
    ok(stopped, f"%%opscope --code {options}\n{cell}")
    code = capsys.readouterr().out
    assert code.startswith("import opscope\n\n")
    seen = []
    for typed in (f"%%opscope {options}\n{cell}", code):
        capsys.readouterr()
        value = ok(stopped, typed)
        run, shown = latest(), "opscope panel" in capsys.readouterr().out
        waited = "--live" in options or run.done or run.here is not None
        seen.append((run.title, shown, waited, value == 42, repr(run.until_stopped(60))))
        run.stop()
    assert seen[0] == seen[1]


def test_a_cell_takes_breakpoints_as_the_line_does(stopped, capsys):
    ok(stopped, '%%opscope --live --entry --break "op:tanh if step == 3" h -o other\ntrain(4)')
    found = [repr(b).replace(", pending", "") for b in stopped.user_ns["other"].breakpoints]  # until the program runs
    assert found == ["<breakpoint 1: op:tanh if step == 3; 0 hits>", "<breakpoint 2: h; 0 hits>"]
    stopped.user_ns["other"].stop()


@pytest.mark.parametrize(
    "options, problem",
    [
        (
            '-b "op:tanh if step > 1" --if "step > 2"',
            r"two conditions, but only one is possible \(\(step > 1\) and \(step > 2\)\)",
        ),
        ('-b "op:tanh hits 3"', "does not accept a hit count"),
        ('-b "op:tanh step"', "is not a pattern"),
    ],
)
def test_a_wrong_breakpoint_of_a_cell_is_refused(stopped, options, problem):
    for flag in ("", "--code "):
        with pytest.raises(UsageError, match=problem):
            ok(stopped, f"%%opscope {flag}{options}\ntrain(1)")


def test_names_are_those_of_the_prompt(stopped, capsys):
    """Also the short ones, and unmistakable beginnings of the long ones."""
    for name in registry.names():
        own = "look" if name == "look" else registry.find(name).name  # in cells, `look` displays a value
        assert find(name, "x").name == own
    ok(stopped, "%opscope --code n 2")
    ok(stopped, "%opscope --code b hidden if step > 5")
    assert capsys.readouterr().out == "run.next(2)\nrun.breakpoint('hidden', 'step > 5')\n"


@pytest.mark.parametrize(
    "line, words",
    [
        ("%opscope b hid", {"hidden"}),
        ("%opscope br", {"break"}),
        ("%opscope --code lo", {"look", "locals", "log"}),
        ("%opscope look hid", {"hidden"}),
        ("%opscope break op:t", {"tanh", "tanh_grad"}),
        ("%opscope break hidden if hi", {"hidden"}),
        ("%opscope tap hidden he", {"health"}),
        ("%opscope look fc_0.w_0@G", {"GRAD"}),
        ("%opscope diff ru", {"run"}),
        ("%opscope profile tr", {"train"}),
        ("%opscope check tr", {"train"}),
        ("%opscope check --or", {"--order"}),
        ("%%opscope --on", {"--on-error"}),
        ("%%opscope --live --tap op:ta", {"tanh"}),
    ],
)
def test_tab_completes_commands_names_and_patterns(stopped, line, words):
    with provisionalcompleter():
        assert words <= {found.text for found in stopped.Completer.completions(line, len(line))}


def test_sites_have_the_number_of_their_cell_without_the_extension(shell):
    shell.run_cell("%unload_ext opscope", store_history=True).raise_error()
    shell.run_cell(BUILD.replace("run = ", "#").replace("here = ", "#"), store_history=True).raise_error()
    number = shell.execution_count - 1
    assert shell.user_ns["hidden"].site.where == f"cell [{number}]:4 in <module>"
    shell.run_cell(
        f"run = opscope.debug(train, breakpoints=['at:cell [{number}]:5'])\nhere = run.until_stopped()",
        store_history=True,
    ).raise_error()
    assert shell.user_ns["here"].op_type == "tanh"
    shell.user_ns["run"].stop()
    shell.run_cell("%load_ext opscope", store_history=True).raise_error()


def test_a_call_is_printed_as_it_is_made():
    assert PythonCall("run.goto", (3, "h")).code("train") == "train.goto(3, 'h')"
    assert PythonCall("math.sqrt", (2.25,))(None) == 1.5
