"""Breakpoints on lines and functions of Python: where, when, how often, and what they cost other code."""

import functools
import importlib
import io
import re
import runpy
import sys
import sysconfig
import threading
from pathlib import Path

import pytest

from opscope import debug, paddle
from opscope.debug.lines.source_file import loaded_functions
from opscope.errors import ArgumentError, NotFound, OpscopeWarning
from opscope.events import BreakpointsChanged, Warned
from tests.debug.lines import programs
from tests.debug.lines.reference import line_of, stops_of

pytestmark = pytest.mark.unmeasured  # traced twice, by coverage too; the coverage of trace functions is not reported

LONG = 60.0


def stops(body, *breakpoints, **options):
    """The stops of a run, one after the other, as (line, text); and the run, which is over."""
    run = debug.Run(body)
    for each in breakpoints:
        run.breakpoint(*([each] if isinstance(each, str) else each), **options)
    run.start()
    found = []
    while (here := run.until_stopped(LONG)) is not None:
        found.append((here.line, here.text))
        run.cont()
    run.wait(LONG)
    return found, run


@pytest.mark.parametrize("function", programs.PLAIN)
def test_lines_stop_as_often_and_in_the_order_in_which_they_run(function):
    lines = stops_of(function)
    found, run = stops(function, *(f"tests/debug/lines/programs.py:{line}" for line in sorted(set(lines))))
    assert [at for at, _ in found] == lines and run.result == function()
    assert {b.line: b.hit_count for b in run.breakpoints} == {line: lines.count(line) for line in lines}


@pytest.mark.thorough
@pytest.mark.parametrize("line", sorted(set(stops_of(programs.closures))))
def test_a_line_alone_stops_as_often(line):
    """Alone: functions say by themselves that they begin, and nothing else is traced."""
    found, run = stops(programs.closures, f"lines/programs.py:{line}")
    assert [at for at, _ in found] == [each for each in stops_of(programs.closures) if each == line]
    assert run.result == programs.closures()


@pytest.mark.parametrize(
    "name, function, line, count",
    [
        ("inner", programs.loops, "doubled = ", 2),
        ("Counter.add", programs.classes, "self.count += by", 2),
        ("add", programs.classes, "self.count += by", 2),
        ("half", programs.classes, "return self.count // 2", 1),
        ("numbers", programs.generators, "for i in range", 2),
        ("scaled", programs.closures, "product = ", 2),
    ],
)
def test_a_function_stops_at_its_begin(name, function, line, count):
    found, _ = stops(function, f"function:{name}")
    assert len(found) == count
    assert all(f"def {name}" not in text and text == f"function:{name}" for _, text in found)
    with open(programs.__file__) as file:
        assert line in file.read().splitlines()[found[0][0] - 1]


def test_conditions_and_hits_are_of_the_frame():
    at = f"lines/programs.py:{line_of(programs.loops, 'if i % 2')}"
    assert stops(programs.loops, (at, "i == 2 and total"))[0] == [(int(at.split(":")[1]), f"{at}: i == 2 and total")]
    assert len(stops(programs.loops, at, hits=3)[0]) == 1
    assert len(stops(programs.loops, at, once=True)[0]) == 1
    [(_, text), *rest] = stops(programs.loops, (at, "undefined > 3"))[0]
    assert "cannot be evaluated: NameError: name 'undefined' is not defined" in text and len(rest) == 2


def test_a_logpoint_says_values_and_does_not_stop():
    at = f"lines/programs.py:{line_of(programs.loops, 'if i % 2')}"
    found, run = stops(programs.loops, at, log="i is {i}, {total + 1} {nothing}, {i / 4:.3f} {str(i):>3s} {i:x<4}")
    logged = [e.text for e in run.history.events() if isinstance(e, Warned)]
    assert not found and len(logged) == 3
    assert logged[2].endswith("i is 2, 3 <NameError: name 'nothing' is not defined>, 0.500   2 2xxx")


def test_ignore_enable_and_clear_share_numbers_with_operators():
    run = debug.Run(programs.training)
    first = run.breakpoint("op:reduce_sum")
    second = run.breakpoint(f"lines/programs.py:{line_of(programs.training, 'sgd.step()')}")
    assert [b.number for b in run.breakpoints] == [first.number, second.number] == [1, 2]
    run.enable(1, False)
    run.ignore(2, 1)
    run.start()
    assert run.until_stopped(LONG).step == 2
    (changed,) = [e for e in run.history.events() if isinstance(e, BreakpointsChanged)][-1:]
    assert changed.numbers == (1, 2) and changed.specs == (first.spec, second.spec)
    run.clear(2)
    with pytest.raises(NotFound, match="no breakpoint 2"):
        run.enable(2)
    run.cont()
    run.wait(LONG)


def test_what_is_wrong_is_refused_and_what_may_come_is_waited_for():
    run = debug.Run(programs.loops)
    with open(programs.__file__) as file:
        last = len(file.read().splitlines())
    with pytest.raises(ArgumentError, match="no code at this line or below") as error:
        run.breakpoint(f"lines/programs.py:{last + 5}")
    assert f"the last line with code is {last}" in error.value.fix
    for wrong in ("x >", "\ud800", "x\0", "-" * 200_000 + "x"):
        with pytest.raises(ArgumentError, match="not a Python expression"):
            run.breakpoint("lines/programs.py:10", wrong)
    with pytest.raises(ArgumentError, match="neither a line nor a function"):
        run.breakpoint("function:3")
    with pytest.warns(OpscopeWarning, match=r"no file nowhere\.py is known"):
        run.breakpoint("nowhere.py:3")
    blank = line_of(programs.loops, "def loops") - 1
    assert run.breakpoint(f"lines/programs.py:{blank}").line > blank


def test_a_file_that_the_users_own_function_runs(tmp_path):
    path = tmp_path / "script_of_later.py"
    path.write_text("def double(x):\n    return x + x\n\n\nfound = double(2)\n")
    before = io.open_code

    def body():
        return runpy.run_path(str(path))["found"]

    found, run = stops(body, f"{path}:2")
    assert [line for line, _ in found] == [2] and run.result == 4
    assert io.open_code is before


def test_a_library_that_runs_between_the_notice_of_a_file_and_its_code(tmp_path, monkeypatch):
    """A callback of the garbage collector or of a weak reference may run there at any time."""
    path = tmp_path / "collected_script.py"
    path.write_text("found = []\nfor i in range(2):\n    found.append(i)\n")
    library = Path(sysconfig.get_path("purelib")) / "some_package" / "collecting.py"
    names = {"run": runpy._run_module_code}
    exec(compile("def run_code(*args, **given):\n    return run(*args, **given)\n", str(library), "exec"), names)
    monkeypatch.setattr(runpy, "_run_module_code", names["run_code"])
    found, _ = stops(functools.partial(runpy.run_path, str(path)), f"{path}:3")
    assert [line for line, _ in found] == [3, 3]


def test_a_file_that_is_imported_later(tmp_path, monkeypatch):
    (tmp_path / "later_module.py").write_text(
        "ready = 1\n\n\ndef double(x):\n    return 2 * x\n\n\nready = double(ready)\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))

    def body():
        import later_module

        return later_module.double(later_module.ready)

    with pytest.warns(OpscopeWarning, match="waits until the file is imported"):
        found, run = stops(body, "later_module.py:5", "later_module.py:8")
    sys.modules.pop("later_module")
    assert [line for line, _ in found] == [8, 5, 5] and run.result == 4
    assert not any(b.pending for b in run.breakpoints)


def test_threads_of_the_program_stop_and_others_do_not():
    def body():
        thread = threading.Thread(target=programs.loops)
        thread.start()
        thread.join(LONG)
        return programs.loops(1)

    run = debug.Run(body)
    run.breakpoint("function:loops")
    run.start()
    found = []
    while run.until_stopped(LONG) is not None:
        found.append((run.here.thread, len(run.threads)))
        programs.loops()  # in a thread that is none of the program
        run.cont()
    run.wait(LONG)
    assert found == [(2, 2), (1, 1)]


def test_a_command_that_calls_a_function_does_not_stop_in_it():
    at = line_of(programs.loops, "total = 0")
    run = debug.start(programs.loops, breakpoints=[f"lines/programs.py:{at}", "function:inner"])
    run.until_stopped(LONG)
    assert run.session.call(lambda: programs.inner(4)) == 9
    assert run.here.line == at
    run.stop(LONG)


def test_nothing_is_left_behind():
    """Trace functions, code objects and import finders are those of before."""
    before = programs.inner.__code__, list(sys.meta_path), threading.gettrace()
    traces = []

    def body():
        traces.append(sys.gettrace())
        programs.loops()
        traces.append(sys.gettrace())

    found, run = stops(body, "function:inner")
    assert len(found) == 2 and traces[0] == traces[1]
    assert (programs.inner.__code__, list(sys.meta_path), threading.gettrace()) == before
    assert programs.inner.__code__ is before[0]
    assert not run.session.driver.code._events


def test_a_name_may_fit_several_files(tmp_path, monkeypatch):
    """A line that has code in one of them stays where it is, whichever file is found first."""
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "a").mkdir()
    for path in (tmp_path / "twofold.py", tmp_path / "a/twofold.py"):
        path.write_text("\n" * (3 if path.parent == tmp_path else 0) + "def double(x):\n    return x + x\n")
    for name in ("twofold", "a.twofold"):
        importlib.import_module(name)
    run = debug.Run(lambda: None)
    assert [run.breakpoint(f"twofold.py:{line}").line for line in (2, 5)] == [2, 5]
    assert run.breakpoint("twofold.py:3").line == 4
    run.start().wait(LONG)
    for name in ("twofold", "a.twofold", "a"):
        sys.modules.pop(name, None)


@pytest.fixture
def built():
    """A program with a loop, which has been built: its run, and the line of the body's `tanh`."""
    paddle.enable_static()
    i, rounds = paddle.full([1], 0, "int64"), paddle.full([1], 3, "int64")

    def body(i, h):
        following = paddle.tanh(h)
        return [i + 1, following]

    _, last = paddle.static.nn.while_loop(lambda i, h: i < rounds, body, [i, paddle.ones([2])])
    exe = paddle.static.Executor()
    yield lambda: exe.run(fetch_list=[last]), body.__code__.co_firstlineno + 1
    paddle.disable_static()


def test_a_line_that_has_only_built_operators_says_where_they_run(built):
    """It was shown as verified, and never stopped."""
    train, line = built
    spec, events = f"test_line_breakpoints.py:{line}", []
    told = rf"breakpoint \d+, {spec}, stops only if this line runs again: the line has built operators of the program"
    run = debug.start(train, breakpoints=[spec], sinks=[events.extend])
    run.wait(LONG)
    assert [
        e
        for e in events
        if isinstance(e, Warned) and re.match(f"{told}: at:{spec} stops where these operators run", e.text)
    ]
    shown = [e for e in events if isinstance(e, BreakpointsChanged)][-1]
    assert shown.verified == (False,) and re.match(told, shown.problems[0])
    run.clear()
    with pytest.warns(OpscopeWarning, match=told):
        run.breakpoint(spec)
    assert not run.breakpoint(f"at:{spec}").pending


def test_the_operators_of_a_line_in_a_loops_body_stop_in_each_iteration(built):
    train, line = built
    run = debug.start(train, breakpoints=[f"at:test_line_breakpoints.py:{line}"])
    counters = []
    while (here := run.until_stopped(LONG)) is not None:
        assert here.op_type == "tanh"
        counters.append(here.counters)
        run.cont()
    assert counters == [f"iteration {number}" for number in (1, 2, 3)]


@pytest.mark.usefixtures("built")
def test_a_line_that_builds_operators_in_the_run_stops():
    def again():
        with paddle.static.program_guard(paddle.static.Program()):
            made = paddle.tanh(paddle.ones([2]))
            paddle.static.Executor().run(fetch_list=[made])

    spec = f"test_line_breakpoints.py:{again.__code__.co_firstlineno + 2}"
    found, run = stops(again, spec)
    assert len(found) == 1 and run.breakpoints[0].hit_count == 1


def test_the_search_for_functions_does_not_ask_the_objects_of_a_module(monkeypatch: pytest.MonkeyPatch):
    """torch.distributed.reduce_op warns at each look-up of an attribute, `__class__` among them."""

    class Deprecated:
        def __getattribute__(self, name: str):
            raise FutureWarning(name)

    monkeypatch.setattr(programs, "deprecated", Deprecated(), raising=False)
    assert programs.PLAIN[0] in set(loaded_functions())


def test_a_class_of_the_same_name_is_no_function():
    def outer():
        class measured:  # noqa: N801 (named as the function)
            total = 0

        return measured

    def body():
        outer()
        return measured()

    def measured():
        return paddle.ones([1])

    found, _ = stops(body, "function:measured")
    assert [text for _, text in found] == ["function:measured"]
