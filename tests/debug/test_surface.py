"""What users of the debugger see: the names, the options of a run, and the errors for wrong options."""

import inspect
import typing

import pytest

import opscope
from opscope import debug
from opscope.debug.runs.run_options import RunOptions
from opscope.debug.taps import levels
from opscope.errors import OpscopeError

STEPPING = {
    *("back_to_when", "back_to_write", "branch", "breakpoint", "breakpoints", "clear", "compare", "dial", "done"),
    *(
        "enable",
        "evaluate",
        "findings",
        "goto",
        "here",
        "look",
        "names",
        "next",
        "next_run",
        "reverse_continue",
        "run_to",
    ),
    *("down", "execute", "frame", "globals", "locals", "select", "up"),
    *("run_to_end", "set", "set_attr", "set_condition", "stack", "step_back", "step_in", "step_out"),
    *("undo", "until_stopped"),
    *("value", "values", "watch", "expect", "first", "why", "risk", "report", "summaries", "to_parquet", "to_xarray"),
    *("catch", "ignore", "program", "run_to_line", "run_to_return", "select_thread", "threads"),
}
RUN = STEPPING | {
    "cont",
    "error",
    "history",
    "pause",
    "plot",
    "record",
    "recording",
    "result",
    "save",
    "start",
    "state",
    "steps",
    "stop",
    "title",
    "wait",
    "why_slow",
}


def options(function):
    """Name -> default of the options, without the body."""
    parameters = list(inspect.signature(function).parameters.values())
    return {p.name: p.default for p in parameters if p.name not in ("self", "body")}


def test_dir_of_the_module_is_its_public_names():
    assert dir(debug) == sorted(debug.__all__)
    assert all(not inspect.ismodule(getattr(debug, name)) for name in dir(debug) if name != "rules")


def test_dir_of_a_run_is_what_users_may_call():
    run = debug.Run(print)
    assert set(dir(run)) == RUN
    assert all(hasattr(run, name) for name in dir(run))


def test_dir_of_a_live_run():
    run = opscope.notebook.Live(print)
    assert set(dir(run)) == RUN | {"show"}


def test_dir_of_a_recording():
    assert set(dir(object.__new__(debug.Recording))) == STEPPING | {"cont", "problems", "steps", "title"}


def test_calling_the_module_is_start():
    assert inspect.signature(debug) == inspect.signature(debug.start) == inspect.signature(debug.__call__)
    run = debug(lambda: 3, record=False)
    assert run.wait() == 3


def test_the_options_of_a_run_are_the_same_everywhere():
    assert set(options(debug.start)) == set(typing.get_type_hints(RunOptions))
    assert options(debug.start) == options(debug.Run)
    own = {"title", "pump"}  # live() names the run after its function and pumps the clicks of a panel
    there, here = options(debug.start), options(opscope.live)
    assert there.keys() == here.keys()
    assert {n for n in there if there[n] != here[n]} == own


@pytest.mark.parametrize(
    "function", [debug.start, debug.Run, opscope.live, opscope.attach, opscope.check, opscope.profile]
)
def test_no_option_hides_behind_stars(function):
    signature = inspect.signature(function)
    assert not any(p.kind in (p.VAR_KEYWORD, p.VAR_POSITIONAL) for p in signature.parameters.values())
    assert all(p.annotation is not p.empty for p in signature.parameters.values())


@pytest.mark.parametrize(
    "call, guess",
    [
        (lambda: debug.start(print, breakpoint="x"), "breakpoints"),
        (lambda: debug(print, breakpoint="x"), "breakpoints"),
        (lambda: debug.Run(print, on_errors=True), "on_error"),
        (lambda: opscope.live(print, tap=["h"]), "taps"),
        (lambda: opscope.attach(None, emitter=print), "emit"),
        (lambda: opscope.check(print, time=1), "times"),
        (lambda: opscope.profile(step=3), "steps"),
    ],
    ids=["start", "module", "Run", "live", "attach", "check", "profile"],
)
def test_a_wrong_option_names_the_right_one(call, guess):
    with pytest.raises(OpscopeError, match=rf"(?s)has no option .*\n.*did you mean '{guess}'") as raised:
        call()
    assert isinstance(raised.value, TypeError)


def test_an_option_like_no_other_lists_them():
    with pytest.raises(OpscopeError, match="the options are body, taps, title"):
        debug.start(print, xyzzy=1)


def test_levels_are_literals():
    assert typing.get_type_hints(debug.Run.dial)["level"] == levels.LevelName
    assert tuple(levels.LEVELS) == typing.get_args(levels.Level)
    assert tuple(levels.SHORTHANDS) == typing.get_args(levels.Shorthand)


@pytest.mark.parametrize("name", debug.__all__)
def test_every_public_name_is_documented(name):
    value = getattr(debug, name)
    steppable = name in ("Run", "Recording")  # `start` is replaced in tests
    members = [m for n, m in inspect.getmembers(value) if not n.startswith("_") and n != "start"] if steppable else []
    for each in [value, *members]:
        if callable(each) or isinstance(each, property):
            assert inspect.getdoc(each), each
