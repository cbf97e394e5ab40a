"""Local variables after a line at the prompt: only what the line has changed is different, and none becomes None."""

import sys
import warnings

import pytest

from opscope.errors import UnsupportedError
from tests.debug.eager_runs import LONG

CAN_DELETE = sys.version_info < (3, 12)
CAN_DELETE_CELLS = sys.version_info < (3, 13)
UNBOUND = "unbound"


def scale(rate, factor=2.0):
    here, total = sys._getframe(), rate * factor

    def total_or_text():
        try:
            return total
        except NameError:
            return UNBOUND

    def add(value):
        nonlocal total
        total += value

    breakpoint()
    if rate > 100:
        later = add
    found = {"total": total_or_text(), "rate": rate, "here": here is sys._getframe()}
    try:
        found["factor"] = factor
    except UnboundLocalError:
        found["factor"] = UNBOUND
    try:
        found["later"] = later
    except UnboundLocalError:
        found["later"] = UNBOUND
    return found


UNCHANGED = {"total": 1.0, "rate": 0.5, "here": True, "factor": 2.0, "later": UNBOUND}


@pytest.fixture
def stopped(begin):
    run = begin(lambda: scale(0.5))
    run.until_stopped(LONG)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        yield run


def end(run):
    run.cont()
    return run.wait(LONG)


@pytest.mark.parametrize(
    "line, name, can",
    [
        ("del factor", "factor", CAN_DELETE),
        ("del factor; [(lambda: v)() for v in [1]]", "factor", CAN_DELETE),
        ("try:\n    1 / 0\nexcept ZeroDivisionError as factor:\n    pass", "factor", CAN_DELETE),
        ("del total", "total", CAN_DELETE_CELLS),
        ("del total; (lambda: 1)()", "total", CAN_DELETE_CELLS),
    ],
)
def test_a_deleted_variable_has_no_value_or_the_line_is_refused(stopped, line, name, can):
    done = stopped.execute("rate = 3.0\n" + line)
    if can:
        assert done.error is None and done.notes == ()
        assert end(stopped) == {**UNCHANGED, "rate": 3.0, name: UNBOUND}
        return
    assert isinstance(done.error, UnsupportedError)
    version = f"{sys.version_info[0]}.{sys.version_info[1]}"
    assert f"Python {version} cannot delete the local variable {name!r} of scale() from outside" in done.traceback
    assert "fix: assign a value instead" in done.traceback and name in done.traceback
    assert end(stopped) == UNCHANGED  # nothing of a refused line has run


@pytest.mark.skipif(not CAN_DELETE_CELLS, reason="locals() of the line refuses it itself (PEP 667)")
def test_a_variable_that_is_deleted_in_locals_does_not_become_none(stopped):
    done = stopped.execute("locals().pop('factor')")
    assert done.value == 2.0
    keeps = "'factor' keeps its value: Python 3.12 cannot delete this variable of scale()"
    assert done.notes == (() if CAN_DELETE else (keeps,))
    assert end(stopped) == {**UNCHANGED, "factor": UNBOUND if CAN_DELETE else 2.0}


def test_a_variable_of_the_prompt_and_a_global_can_be_deleted(stopped):
    for line in ("del extra", "del extra; (lambda: 1)()"):
        stopped.execute("extra = 1")
        done = stopped.execute(line)
        assert done.error is None
        if sys.version_info[:2] == (3, 13) and done.notes:  # 3.13.0 has no way to do it
            assert done.notes == ("'extra' keeps its value: Python 3.13 cannot delete this variable of scale()",)
            assert stopped.execute("extra").value == 1
        else:
            assert done.notes == () and isinstance(stopped.execute("extra").error, NameError)
    assert stopped.execute("global MADE; MADE = 1; del MADE").error is None and "MADE" not in globals()
    stopped.execute("global MADE; MADE = 1")
    assert stopped.execute("global MADE; del MADE; (lambda: 1)()").error is None and "MADE" not in globals()
    assert end(stopped) == UNCHANGED


def test_a_called_function_changes_a_variable_of_the_frame(stopped):
    assert stopped.execute("add(4.0)").error is None
    assert stopped.execute("[add(v) for v in (1.0,)]; (lambda: add(2.0))()").error is None
    assert stopped.evaluate("total", frame=-1) == 8.0
    assert end(stopped) == {**UNCHANGED, "total": 8.0}


def test_a_line_that_reads_the_frame_keeps_its_assignments(stopped):
    assert stopped.execute("factor = 3.0; here.f_locals['rate']").value == 0.5
    assert end(stopped) == {**UNCHANGED, "factor": 3.0}


def test_the_name_of_a_caught_error_ends_with_its_clause(stopped):
    done = stopped.execute("rate = 3.0\ntry:\n    1 / 0\nexcept ZeroDivisionError as e:\n    print(e)")
    assert (done.error, done.output, done.notes) == (None, "division by zero\n", ())
    assert isinstance(stopped.execute("e").error, NameError)
    assert end(stopped) == {**UNCHANGED, "rate": 3.0}


@pytest.mark.skipif(sys.version_info < (3, 13), reason="PEP 667")
def test_functions_that_a_line_calls_see_its_assignments(stopped):
    assert stopped.execute("total = 5.0; total_or_text()").value == 5.0
