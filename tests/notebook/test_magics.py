"""The magics in IPython itself, without a kernel: options, errors, what a cell shows and leaves behind."""

import _thread
import gc
import re
import threading
import time
import traceback

import pytest

pytest.importorskip("IPython")

from IPython.core.completer import provisionalcompleter

from opscope.core.source_text.notebook_cells import typed_line, typed_lines
from opscope.events import FetchSource

BUILD = """
import numpy as np, opscope as paddle
paddle.enable_static()
x = paddle.static.data("x", [None, 4], "float32")
y = paddle.nn.functional.relu(x)
exe = paddle.static.Executor()
ran = []
def go(n=10**6):
    for i in range(n):
        exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[y])
        ran.append(threading.get_ident())
"""


def ok(shell, cell):
    """Run a cell that must not fail; returns its value."""
    result = shell.run_cell(cell, store_history=True)
    result.raise_error()
    return result.result


def error(shell, cell):
    result = shell.run_cell(cell, store_history=True)
    assert not result.success
    return result.error_in_exec or result.error_before_exec


@pytest.fixture
def built(shell):
    shell.user_ns["threading"] = threading
    ok(shell, BUILD)
    return shell


def test_a_watched_cell_blocks_and_has_the_value_of_its_last_expression(built, capsys):
    assert ok(built, "%%opscope --tap relu* -o run\nz = 5\ngo(3)\nz + 1") == 6
    run = built.user_ns["run"]
    assert run.done and run.steps == 3
    assert built.user_ns["z"] == 5
    assert threading.get_ident() not in built.user_ns["ran"]
    assert run.history.of("relu_0.tmp_0")[0].step == 1
    assert "opscope panel: run, 1 value, finished after 3 steps" in capsys.readouterr().out


def test_a_semicolon_and_a_statement_at_the_end_give_no_value(built):
    assert ok(built, "%%opscope\n1;") is None
    assert ok(built, "%%opscope\nq = 1") is None


def test_live_returns_at_once(built, capsys):
    assert ok(built, "%%opscope --live -o run\ngo()") is None
    run = built.user_ns["run"]
    assert not run.done
    run.stop()
    assert run.state == "stopped"
    assert "opscope panel: run, running" in capsys.readouterr().out


def test_quotes_are_not_part_of_a_pattern_and_nothing_is_expanded(built):
    ok(built, '%%opscope -t "relu*" \'{x}\' -t "*@GRAD" -o run\ngo(1)')
    assert [str(s) for s in built.user_ns["run"].session.values.probes.selectors] == ["relu*", "{x}", "*@GRAD"]


@pytest.mark.parametrize(
    "line, says",
    [
        ("--nope", "unrecognized arguments: --nope"),
        ("--tap", "expected at least one argument"),
        ("-t 'open", "no closing quotation"),
        ("-o 1st", "'1st' is not a name"),
        ("-o class", "'class' is not a name"),
        ("--hz 0", "'0' is not a positive number"),
        ("--hz fast", "'fast' is not a positive number"),
        ("-t foo:bar", "unknown kind of pattern 'foo' in 'foo:bar'"),
        ("-t op:", "the pattern 'op:' is empty"),
    ],
)
def test_bad_usage_is_one_line_and_runs_nothing(built, capsys, line, says):
    problem = error(built, f"%%opscope {line}\nran.append('no')")
    assert type(problem).__name__ == "UsageError"
    assert says in str(problem) and "\n" not in str(problem)
    assert "Traceback" not in capsys.readouterr().err
    assert built.user_ns["ran"] == []


def test_help(built, capsys):
    ok(built, "%opscope --help")
    ok(built, "%%opscope --help\nran.append('no')")
    out = capsys.readouterr().out
    assert out.count("usage: %%opscope ") == out.count("usage: %opscope [") == out.count("usage: %opscope check") == 2
    assert "role:backward" in out
    assert built.user_ns["ran"] == []
    magics = built.magics_manager.magics
    assert "--tap" in magics["cell"]["opscope"].__doc__ and "continue" in magics["line"]["opscope"].__doc__


def test_an_exception_shows_the_users_lines(built, capsys):
    problem = error(built, "%%opscope -o run\na = 1\n\nraise KeyError('mine')")
    assert isinstance(problem, KeyError)
    shown = capsys.readouterr().out
    assert "line 4" in shown and "raise KeyError" in shown
    assert "run.py" not in shown and "magics.py" not in shown and "interactiveshell.py" not in shown
    first = error(built, "run.wait()")
    assert first is problem
    depth = len(frames(first))
    assert len(frames(error(built, "run.wait()"))) == depth


def frames(problem):
    return traceback.extract_tb(problem.__traceback__)


def test_an_exception_of_a_live_cell_is_told_where_it_happens(built, capsys):
    ok(built, "%%opscope --live -o run\nraise KeyError('mine')")
    run = built.user_ns["run"]
    while not run.done:
        time.sleep(0.01)
    assert "KeyError" in capsys.readouterr().err
    assert run.state == "failed"


def test_a_syntax_error_is_that_of_the_cell(built, capsys):
    problem = error(built, "%%opscope\n\nx = = 2")
    assert type(problem).__name__ == "SyntaxError"
    shown = capsys.readouterr().out
    assert "line 3" in shown and "x = = 2" in shown and "magics.py" not in shown


def test_sites_are_the_lines_of_the_cell(built):
    ok(built, "%%opscope\n\nz = paddle.nn.functional.relu(x)")
    number = len(built.history_manager.input_hist_raw) - 1
    assert built.user_ns["z"].site.where == f"cell [{number}]:3 in <module>"
    assert built.user_ns["z"].site.code == "z = paddle.nn.functional.relu(x)"


def test_other_magics_inside(built, capsys):
    ok(built, "%%opscope\n%%capture seen\nprint('hidden')")
    assert built.user_ns["seen"].stdout == "hidden\n"
    assert "hidden" not in capsys.readouterr().out


def test_the_line_magic_drives_the_latest_run(built, capsys):
    ok(built, "%%opscope --live -o run\ngo()")
    run = built.user_ns["run"]
    ok(built, "%opscope pause")
    assert run.state == "paused"
    ok(built, "%opscope continue")
    assert run.state == "running"
    ok(built, "%opscope")
    assert "<run run: running>" in capsys.readouterr().out
    ok(built, "%opscope stop")
    assert run.state == "stopped"
    assert ok(built, "%opscope wait") is None
    assert type(error(built, "%opscope dance")).__name__ == "UsageError"


def test_continue_shows_where_the_run_stops_next_or_how_it_ends(built, capsys, monkeypatch):
    monkeypatch.setattr("opscope.notebook.line_commands.SHORT_WAIT", 60.0)
    ok(built, "%%opscope -b op:relu -o run\ngo(3)\n1 / 0")
    for shown in (
        "\nstep 2, forward             (i=1)  y = relu(",
        "\nstep 3, forward             (i=2)  y = relu(",
        "failed, 3 steps, 0 values seen: ZeroDivisionError",
    ):
        capsys.readouterr()
        ok(built, "%opscope continue")
        assert shown in capsys.readouterr().out


CHECKED = """
class Own(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        return x * 2.0
    @staticmethod
    def backward(ctx, dy):
        return dy * factor
def own(title):
    paddle.disable_static()
    Own.apply(paddle.ones([2]) if title == "a b" else None)
    w = paddle.to_tensor([1.0, 2.0], stop_gradient=False)
    Own.apply(w).sum().backward()
    paddle.enable_static()
"""


def test_the_line_magic_checks_gradients(built):
    ok(built, CHECKED)
    ok(built, "factor = 2.0")
    assert [found.verdict for found in ok(built, "%opscope check own('a b')")] == ["right"]
    ok(built, "factor = -2.0")
    assert [found.kind for found in ok(built, "%opscope check --times 1 own('a b')")] == ["sign"]
    assert [found.verdict for found in ok(built, "%opscope check --intended 'O*' own('a b')")] == ["declared"]
    assert "needs code to run" in str(error(built, "%opscope check --times 2"))
    assert "invalid choice" in str(error(built, "%opscope check --order 3 own('a b')"))
    assert isinstance(error(built, "%opscope check 1 / 0"), ZeroDivisionError)


def test_an_interrupt_pauses(built, capsys):
    built.user_ns["run"] = None

    def interrupt():
        while built.user_ns["run"] is None or not built.user_ns["run"].steps:
            time.sleep(0.01)
        _thread.interrupt_main()

    threading.Thread(target=interrupt).start()
    assert isinstance(error(built, "%%opscope -o run\ngo()"), KeyboardInterrupt)
    run = built.user_ns["run"]
    run.pause()
    assert run.state == "paused" and not run.done
    assert "interrupted: the run is paused" in capsys.readouterr().err
    run.stop()


def test_running_a_cell_again_ends_its_former_run_and_panel(built):
    cell = "%%opscope --live -o run\ngo()"
    ok(built, cell)
    former = built.user_ns["run"]
    ok(built, "%%opscope --live -o other\ngo()")
    other = built.user_ns["other"]
    ok(built, cell)
    again = built.user_ns["run"]
    assert again is not former
    assert former.done and former.panel._closed
    assert not other.done and not other.panel._closed  # two at once
    other.stop()
    again.stop()


def test_recording_is_switched_and_its_cost_said(built, capsys):
    ok(built, "%%opscope --live -o run\ngo()")
    run = built.user_ns["run"]
    capsys.readouterr()
    ok(built, "%opscope record off")
    assert capsys.readouterr().out.startswith("not recording: ")
    ok(built, "%opscope record 64MB")
    assert run.recording.on and run.recording.budget == 64_000_000
    ok(built, "%opscope record")
    assert capsys.readouterr().out.count("of 64.0 MB") == 2
    assert "recording must be on, off or a size in bytes" in str(error(built, "%opscope record maybe"))
    run.stop()


def test_a_report_of_the_latest_run_is_written_and_linked(built, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ok(built, "%%opscope -o run\ngo(3)")
    ok(built, "%opscope report")
    ok(built, "%opscope report other.html")
    assert "opscope report" in (tmp_path / "run.html").read_text("utf-8")
    assert (tmp_path / "other.html").exists() and "run.html" in capsys.readouterr().out
    assert "cannot write" in str(error(built, "%opscope report /dev/null/run.html"))


@pytest.mark.parametrize(
    "start", ["opscope.debug(lambda: go(3)", "opscope.debug.start(lambda: go(3)", "opscope.live('go(3)'"]
)
def test_the_line_magic_takes_a_run_that_any_function_has_started(built, capsys, tmp_path, monkeypatch, start):
    """Of one without a panel it prints once which it is. No variable holds the run."""
    monkeypatch.chdir(tmp_path)
    ok(built, "import opscope")
    ok(built, f"{start}, title='training').wait(60)")
    gc.collect()
    capsys.readouterr()
    ok(built, "%opscope report")
    named = "<run training: finished, 3 steps, 0 values seen>\n"
    assert capsys.readouterr().out.count(named) == int("live" not in start)
    assert (tmp_path / "run.html").exists()
    assert "relu" in str(ok(built, "%opscope graph"))
    ok(built, "%opscope goto 2")
    assert "step 2" in capsys.readouterr().out and ok(built, "%opscope look x") is not None
    assert named not in capsys.readouterr().out
    ok(built, "%%opscope -o later\ngo(1)")
    assert ok(built, "%opscope") is None and "1 step," in capsys.readouterr().out


def test_a_run_without_a_panel_shows_none(built, capsys):
    ok(built, "import opscope\nrun = opscope.debug(lambda: go(10**6), title='training')")
    ok(built, "%opscope pause")
    assert capsys.readouterr().out.startswith("<run training: running>")
    assert "started without a panel" in str(error(built, "%opscope panel"))
    ok(built, "%debug")
    assert "%opscope where, up, down, locals" in capsys.readouterr().out
    ok(built, "%opscope stop")


@pytest.mark.parametrize(
    "line, words", [("%opscope re", {"record", "reverse", "report"}), ("%opscope record o", {"on", "off"})]
)
def test_tab_offers_the_commands_and_the_settings_of_recording(built, line, words):
    with provisionalcompleter():
        assert words <= {found.text for found in built.Completer.completions(line, len(line))}


def test_unload(built):
    ok(built, "%unload_ext opscope")
    with pytest.raises(Exception, match=r"not found|magic"):
        ok(built, "%opscope")
    ok(built, "%load_ext opscope")
    ok(built, "%opscope")


def test_a_cell_stops_where_its_code_fails_and_prints_the_error(built, capsys):
    ok(built, "%%opscope --on-error -o run\ngo(2)\n1 / 0")
    run, shown = built.user_ns["run"], capsys.readouterr()
    assert run.state == "paused" and "exception: ZeroDivisionError: division by zero" in shown.out
    assert "1 / 0" in shown.err and "cell_body.py" not in shown.err
    assert ok(built, "run.value('relu_0.tmp_0').tolist()") == [[1.0] * 4] * 2
    ok(built, "%opscope back\n%opscope continue")
    assert isinstance(error(built, "run.wait()"), ZeroDivisionError)


def test_breakpoint_in_a_cell_stops_it_and_the_next_cells_look_there(built, capsys):
    ok(built, "%%opscope -o run\ndef train(rate):\n    go(2)\n    breakpoint()\n    return rate\ntrain(0.5)")
    run, shown = built.user_ns["run"], capsys.readouterr().out
    assert run.state == "paused" and "(breakpoint: breakpoint())" in shown and "%opscope where, up, down" in shown
    ok(built, "%opscope where")
    assert re.search(r"^→ +train +cell \[\d+\]:4 +breakpoint\(\)$", capsys.readouterr().out, re.MULTILINE)
    assert ok(built, "%opscope p rate * 2 + len('ab')") == 3.0
    ok(built, "%opscope ! rate = 7; print('now', rate)\n%opscope locals\n%opscope up")
    shown = capsys.readouterr().out
    assert "now 7\n" in shown and re.search(r"^rate +7$", shown, re.MULTILINE)
    assert re.search(r"^<module>  cell \[\d+\]:6.*\n  train\(0\.5\)$", shown, re.MULTILINE)
    assert ok(built, "%opscope continue\nrun.wait()") == 7


LATE = """
def late(a):
    late.calls += 1
    if late.calls > 5:
        raise ValueError("late")
    return np.array(a)
late.calls = 0
made = paddle.static.default_main_program().current_block().create_var(name="made", shape=[-1, 4], dtype="float32")
paddle.static.py_func(late, y, made)
"""


def test_a_function_that_fails_in_a_late_step_is_shown_alone(built, capsys):
    ok(built, LATE)
    ok(built, "%%opscope --entry -o run\ngo(9)")
    ok(built, "run.cont()\nwhile not run.done:\n    run.until_stopped(9)")
    ok(built, "%opscope")
    assert "<run run: failed, 5 steps, 0 values seen: ValueError: late>" in capsys.readouterr().out
    problem = error(built, "%opscope wait")
    assert problem.__context__ is None and problem.__cause__ is None
    shown = capsys.readouterr().out
    assert shown.count("Traceback") == 1 and "executor.py" not in shown and "driver.py" not in shown


def test_findings_are_those_of_the_panel(built, capsys):
    ok(built, "bad, zeros = paddle.log(x), np.zeros((2, 4), 'float32')")
    ok(
        built,
        "%%opscope --nan -o run\nwith np.errstate(all='ignore'):\n    exe.run(feed={'x': zeros}, fetch_list=[bad])",
    )
    run = built.user_ns["run"]
    run.flush()
    assert [f["rule"] for f in run.panel.findings] == ["nan-watch"]
    ok(built, "%opscope stop\n%opscope findings")
    assert "error    nan-watch" in capsys.readouterr().out
    error(built, "%%opscope -o run\ngo(2)\nraise KeyError('mine')")
    ok(built, "%opscope findings")
    assert "error    run-failed" in capsys.readouterr().out


def test_debug_shows_the_frames_of_an_exception_of_any_cell(built, capsys):
    assert isinstance(error(built, "def half(n):\n    return n / 0\nhalf(7)"), ZeroDivisionError)
    capsys.readouterr()
    ok(built, "%opscope debug")
    assert re.search(r"^→ +half +cell \[\d+\]:2 +return n / 0$", capsys.readouterr().out, re.MULTILINE)
    assert ok(built, "%opscope p n + 1") == 8
    ok(built, "%opscope up")
    assert "half(7)" in capsys.readouterr().out


TRACED = """
import numpy as np, opscope as paddle, opscope
from IPython.core.debugger import set_trace
paddle.enable_static()
x = paddle.static.data("x", [None, 4], "float32")
y = x.block.create_var(name="y", dtype="float32", shape=[None, 4])
def double(a):
    twice = np.asarray(a) * 2
    STOP
    return twice
paddle.static.py_func(double, x, y)
exe = paddle.static.Executor()
run = opscope.live(lambda: exe.run(feed={"x": np.ones((2, 4), "float32")}, fetch_list=[y])[0])
"""
LAYER = """
from IPython.core.debugger import set_trace
import opscope
from opscope import paddle
paddle.disable_static()
class Double(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        twice = x * 2
        STOP
        return twice
    @staticmethod
    def backward(ctx, d):
        return d * 2
run = opscope.live(lambda: Double.apply(paddle.ones([2, 4])).numpy())
"""


@pytest.mark.parametrize("stop", ["breakpoint()", "set_trace()"])
@pytest.mark.parametrize("code", [TRACED, LAYER])
def test_calls_of_the_debugger_stop_inside_functions_of_a_live_run(shell, code, stop):
    ok(shell, code.replace("STOP", stop))
    run = shell.user_ns["run"]
    here = run.until_stopped(60)
    assert here.text == stop and here.site.startswith("cell [")
    assert float(ok(shell, "%opscope p twice.mean()")) == 2.0
    ok(shell, "%opscope ! twice = twice * 3\n%opscope continue")
    assert run.wait(60).tolist() == [[6.0] * 4] * 2


def test_a_cell_is_shown_as_it_was_typed(built):
    """Compiled, its magics are calls of `get_ipython()`, and a `%%opscope` is a comment."""

    def file_of(cell):
        ok(built, cell)
        return built.user_ns["here"].__code__.co_filename

    plain = file_of("\n%who_ls int\nhere = lambda: 1\n!true")
    assert typed_lines(plain) == ["%who_ls int", "here = lambda: 1", "!true"]
    assert (typed_line(plain, 1), typed_line(plain, 2), typed_line(plain, 9)) == ("%who_ls int", "here = lambda: 1", "")
    watched = "%%opscope --tap relu*\n\n%who_ls int\nhere = lambda: 1"
    assert typed_lines(file_of(watched)) == watched.splitlines()
    assert "get_ipython" in typed_lines(file_of("%who_ls \\\n int\nhere = lambda: 1"))[0]  # two lines, compiled to one


def test_the_code_tab_has_a_cell_as_it_was_typed(built, capsys):
    typed = ["%%opscope -o run", "%who_ls int", "def train():", "    go(2)", "    breakpoint()", "train()"]
    ok(built, "\n".join(typed))
    run = built.user_ns["run"]
    assert run.ask(FetchSource, 60.0).ok
    run.flush()
    assert run.panel._fold.source.lines == tuple(typed)
    run.cont()
    run.wait()


def test_await_outside_of_functions_runs_as_in_any_cell(shell):
    ok(shell, "import asyncio\nfrom opscope import paddle as p")
    assert (
        ok(shell, "%%opscope -o run\nawait asyncio.sleep(0)\nlate = p.ones([2]).sum()\nawait asyncio.sleep(0, 5)") == 5
    )
    assert float(shell.user_ns["late"]) == 2.0 and shell.user_ns["run"].state == "finished"
    numbers = "async def numbers():\n    for i in range(3):\n        yield i\n"
    assert ok(shell, f"%%opscope\n{numbers}[2 * i async for i in numbers()]") == [0, 2, 4]
    assert ok(shell, "%%opscope\nasync with asyncio.Lock() as held:\n    inside = 3\ninside") == 3
    assert ok(shell, "%%opscope\nawait asyncio.sleep(0, 5);") is None
    assert isinstance(error(shell, "%%opscope\nreturn 3"), Exception)
    ok(shell, "%autoawait False")
    assert "await" in str(error(shell, "%%opscope\nawait asyncio.sleep(0)"))


def test_an_error_behind_an_await_shows_the_users_lines(shell, capsys):
    source = (
        "import asyncio\nasync def fail():\n    secret = 7\n    await asyncio.sleep(0)\n    raise KeyError('mine')\n"
    )
    problem = error(shell, f"%%opscope -o run\n{source}await fail()")
    shown = capsys.readouterr().out
    assert isinstance(problem, KeyError) and "await fail()" in shown and "raise KeyError" in shown
    assert "runners.py" not in shown and "cell_body.py" not in shown
    run = shell.user_ns["run"]
    assert [frame.function for frame in run.stack()] == ["<module>", "fail"]
    assert run.evaluate("secret", frame=-1) == 7


def test_a_cell_that_awaits_stops_at_breakpoints(shell):
    cell = "import asyncio\nfrom opscope import paddle as p\nawait asyncio.sleep(0)\nhere = 4\np.ones([2]).exp().sum()"
    ok(shell, f"%%opscope -o run --break op:reduce_sum\n{cell}")
    run = shell.user_ns["run"]
    assert (run.here.op_type, run.evaluate("here", frame=0)) == ("reduce_sum", 4)
    run.stop()
    assert run.state == "stopped"
