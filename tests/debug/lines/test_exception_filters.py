"""Stops at exceptions of the program's Python: raised, caught, uncaught."""

import pytest

from opscope import debug
from opscope.errors import ArgumentError
from opscope.events import BreakpointsChanged
from tests.debug.lines import programs
from tests.debug.lines.reference import Lines, line_of

LONG = 60.0


def stops(body, *filters, types=()):
    """(function, line, text) of each stop."""
    run = debug.Run(body)
    run.catch(*filters, types=types)
    run.start()
    found = []
    while (here := run.until_stopped(LONG)) is not None:
        assert here.reason == "exception"
        found.append((here.site.rpartition(" in ")[2], here.line, here.text))
        run.cont()
    return found, run


def test_raised_stops_where_python_raises():
    reference = Lines("step")
    reference.runcall(programs.exceptions)
    found, run = stops(programs.exceptions, "raised")
    assert [(line, text.split()[1]) for _, line, text in found] == [(n, f"{e}:") for n, e in reference.raised]
    assert found[0] == ("failing", line_of(programs.failing, "raise"), "raised ValueError: too large: 2")
    run.wait(LONG)


def test_an_error_of_a_library_stops_at_the_users_line():
    def body():
        return [programs.np.ones(2).reshape(3) for _ in range(1)]

    found, run = stops(body, "raised")
    assert len(found) == 1
    assert "raised ValueError: cannot reshape" in found[0][2]
    with pytest.raises(ValueError, match="reshape"):
        run.wait(LONG)


def test_caught_stops_in_the_handler_that_has_caught_it():
    found, run = stops(programs.exceptions, "caught")
    assert {line for _, line, _ in found} == {line_of(programs.exceptions, "str(e)")} and len(found) == 2
    assert found[0][2] == "caught ValueError: too large: 2"
    run.wait(LONG)


def test_caught_where_the_handler_has_no_line_of_its_own():
    found, _ = stops(programs.handled_elsewhere, "caught")
    behind = [line_of(programs.handled_elsewhere, text) for text in ("with contextlib", "done = 1")]
    assert [line for _, line, _ in found] == behind


def test_only_exceptions_of_some_classes():
    def body():
        programs.exceptions()
        try:
            {}["missing"]
        except LookupError:
            return 1

    assert [text for *_, text in stops(body, "raised", types=["LookupError"])[0]] == ["raised KeyError: 'missing'"]


def test_uncaught_is_the_end_and_the_filters_replace_each_other():
    found, run = stops(lambda: programs.failing(7), "uncaught")
    assert [text for *_, text in found] == ["ValueError: too large: 7"]
    changed = [e for e in run.history.events() if isinstance(e, BreakpointsChanged)]
    assert changed[-1].exceptions == ("uncaught",)
    with pytest.raises(ValueError, match="too large"):
        run.wait(LONG)
    assert not stops(lambda: programs.failing(7))[0]
    with pytest.raises(ArgumentError, match="unknown exception filter 'thrown'"):
        debug.Run(print).catch("thrown")


def test_control_flow_is_no_exception():
    assert not stops(programs.generators, "raised", "caught")[0]
