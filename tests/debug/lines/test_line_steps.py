"""Steps from line to line visit what `bdb` visits; from a line one can go back to operators, and on again."""

import pytest

from opscope import debug, paddle
from opscope.errors import RunError
from opscope.paddle.autograd import PyLayer
from tests.debug.lines import programs
from tests.debug.lines.reference import line_of, stops_of

pytestmark = pytest.mark.unmeasured  # traced twice, by coverage too; the coverage of trace functions is not reported

LONG = 60.0


def first_line(function):
    return line_of(function, "def ") + 1


def walk(function, move):
    """The lines at which a run stops that begins at the first line of a function; the run is over behind the last."""
    run = debug.start(function, breakpoints=[f"function:{function.__name__}"])
    here, found = run.until_stopped(LONG), []
    run.clear()
    while here is not None and here.at_line:
        found.append(here.line)
        here = move(run)
    assert here is None, here
    run.wait(LONG)
    return found, run.result


@pytest.mark.parametrize("function", programs.PLAIN)
def test_step_in_visits_every_line_that_runs(function):
    found, result = walk(function, lambda run: run.step_in(LONG))
    assert found == stops_of(function) and len(found) > 4
    assert result == function()


@pytest.mark.thorough
@pytest.mark.parametrize("function", programs.PLAIN)
def test_next_stays_in_the_function(function):
    found, _ = walk(function, lambda run: run.next(timeout=LONG))
    assert found == stops_of(function, "next")


@pytest.mark.parametrize("function", [programs.loops, programs.recursive, programs.exceptions])
def test_until_leaves_loops(function):
    found, _ = walk(function, lambda run: run.run_to_line(timeout=LONG))
    assert found == stops_of(function, "until")


def test_return_stops_with_the_value_and_finish_behind_it():
    run = debug.start(programs.loops, breakpoints=["function:inner"])
    run.until_stopped(LONG)
    run.clear()
    here = run.run_to_return(LONG)
    assert here.line == line_of(programs.inner, "return") and here.text == "inner returns 1"
    here = run.step_out(LONG)
    assert here.line == line_of(programs.loops, "for i in range") and here.site.endswith("in loops")
    assert run.step_out(LONG) is None
    assert run.wait(LONG) == programs.loops()


def test_lines_and_operators_of_eager_code():
    """`next` at a line runs its operators, `step_in` stops at them; `by="line"` goes to the next line from there."""
    hidden = line_of(programs.training, "hidden = ")
    run = debug.start(programs.training, breakpoints=[f"lines/programs.py:{hidden}"])
    here = run.until_stopped(LONG)
    assert (here.line, here.at_line, here.op, here.reason) == (hidden, True, -1, "breakpoint")
    here = run.next(timeout=LONG)
    assert (here.line, here.at_line, here.step) == (hidden + 1, True, 1)
    here = run.step_in(LONG)
    assert (here.line, here.at_line, here.op_type) == (hidden + 1, False, "elementwise_mul")
    here = run.next(timeout=LONG)
    assert here.op_type == "reduce_sum" and not here.at_line
    here = run.next(by="line", timeout=LONG)
    assert (here.line, here.at_line) == (hidden + 2, True)
    here = run.next(by="operator", timeout=LONG)
    assert here.op_type and here.role == "backward"
    run.clear()
    run.cont()
    run.wait(LONG)
    assert run.result == pytest.approx(programs.training())


def test_from_a_call_of_breakpoint_steps_go_on_by_lines():
    """As with pdb, whatever the run has stopped at before."""

    def body():
        total = 0
        for i in range(2):
            if i:
                breakpoint()
            total += programs.inner(i)
        return total

    def sources(move):
        run = debug.start(body)
        here, found = run.until_stopped(LONG), []
        while here is not None and here.at_line:
            found.append(here.source)
            here = move(run)
        return found, run.wait(LONG)

    next_, result = sources(lambda run: run.next(timeout=LONG))
    assert next_ == ["breakpoint()", "total += programs.inner(i)", "for i in range(2):", "return total"]
    step, again = sources(lambda run: run.step_in(LONG))
    inner = ["doubled = x * 2", "return doubled + 1"]
    assert [line for line in step if line not in inner and not line.startswith("def ")] == next_ and set(inner) < {
        *step
    }
    assert result == again == 4


def test_finish_passes_the_operators_of_the_function_that_it_leaves():
    class Double(PyLayer):
        @staticmethod
        def forward(ctx, x):
            scaled = x * 2.0
            return scaled + 0.0

    def body():
        y = Double.apply(paddle.to_tensor([1.0]))
        return y * 3.0

    run = debug.start(body, breakpoints=["function:Double.forward"])
    assert run.until_stopped(LONG).source == "scaled = x * 2.0"
    here = run.step_out(LONG)
    assert here.at_line and here.source == "return y * 3.0"
    run.cont()
    assert float(run.wait(LONG)) == 6.0


def test_back_from_a_line_to_operators_and_on_again():
    backward = line_of(programs.training, "loss.backward")
    run = debug.start(programs.training, breakpoints=[f"lines/programs.py:{backward}"])
    run.until_stopped(LONG)
    run.cont()
    at_line = run.until_stopped(LONG)
    assert (at_line.step, at_line.line) == (2, backward)
    here = run.step_back()
    assert (
        here.past
        and here.op_type == "reduce_sum"
        and "programs.py:" in here.text
        and "steps back do not stop at lines" in here.text
    )
    with pytest.raises(RunError, match="contains only operators, not lines of Python"):
        run.next(by="line")
    here = run.goto(1)
    assert here.past and here.step == 1
    here = run.goto(2)
    while here.past:
        here = run.next()
    assert (here.line, here.at_line, here.text) == (backward, True, at_line.text)  # the program waits there
    run.clear()
    run.cont()
    run.wait(LONG)
    assert run.result == pytest.approx(programs.training())


def test_a_step_behind_the_end_ends_the_run():
    run = debug.start(programs.inner.__get__(2), breakpoints=["function:inner"])
    run.until_stopped(LONG)
    assert run.step_out(LONG) is None
    with pytest.raises(RunError, match="no line of the program is running"):
        run.next(by="line")
