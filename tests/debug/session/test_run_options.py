"""The options of a run are checked before it starts, at the line of the user: no body runs, no thread dies of one."""

import math

import pytest

from opscope import debug, live, paddle
from opscope.errors import ArgumentError, OpscopeError, UsageError

NUMBERS = ("hz", "rate", "points")
WRONG = (0, -1, math.nan, math.inf, "7", True)
CASES = [(name, value) for name in NUMBERS for value in WRONG] + [("points", 1.5), ("disk", 0), ("disk", 1.5)]


@pytest.mark.parametrize("start", [debug.start, debug.Run, live])
@pytest.mark.parametrize("name, value", CASES)
def test_a_number_that_is_not_above_zero_is_refused(start, name, value, tmp_path):
    called = []
    with pytest.raises(ArgumentError, match=rf"{name} must be .*greater than 0(.|\n)*test_run_options.py"):
        start(lambda: called.append(1), **{name: value}, **({"to": tmp_path} if name == "disk" else {}))
    assert not called


OTHERS = {
    "body": (lambda: debug.start(3), "a run needs a function without arguments, not int"),
    "sinks": (lambda: debug.start(print, sinks=[3]), "int cannot be called"),
    "disk without a folder": (lambda: debug.start(print, disk=1000), "no folder is given"),
    "history": (lambda: debug.History(0), "limit must be a whole number greater than 0"),
    "budget of a tap": (
        lambda: debug.attach(paddle.static.Executor()).tap("h", level="record", budget=-3),
        "budget must be a whole number greater than 0",
    ),
}


@pytest.mark.parametrize("case", OTHERS)
def test_what_cannot_be_used_is_refused(case):
    function, text = OTHERS[case]
    with pytest.raises(OpscopeError, match=rf"{text}(.|\n)*test_run_options.py"):
        function()
    assert issubclass(UsageError, TypeError)


def test_a_text_is_one_pattern_and_not_its_letters():
    def body():
        for k in range(2):
            found = paddle.ones([2]) * k
        return found

    run = debug.start(body, taps="found", keep="found", breakpoints="op:nosuch")
    run.wait(60.0)
    assert [b.spec for b in run.breakpoints] == ["op:nosuch"]
    assert len(run.values("found")) == 1
    assert run.history.names() != []
