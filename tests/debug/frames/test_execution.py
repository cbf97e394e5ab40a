"""Python in a frame: expressions, statements, assignments that the program sees, output and errors."""

import sys

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError
from tests.debug.eager_runs import LONG, go_on
from tests.debug.frames.programs import Static, train

COUNT = 0


def compute(rate, *rest, scale=2.0, **options):
    total = rate * scale
    values = [1, 2, 3]

    def inner():
        return total

    breakpoint()
    return total, values, inner(), rate


@pytest.fixture
def stopped(begin):
    run = begin(lambda: compute(0.5, 7, deep=True))
    run.until_stopped(LONG)
    return run


def test_the_program_goes_on_with_what_was_assigned(stopped):
    assert stopped.execute("rate = 8").notes == ()
    assert stopped.execute("total = total + rate; values.append(4)").error is None
    assert stopped.execute("del scale").error is None or sys.version_info >= (3, 12)
    assert stopped.evaluate("total", frame=-1) == 9.0
    stopped.cont()
    assert stopped.wait(LONG) == (9.0, [1, 2, 3, 4], 9.0, 8)  # the closure sees it, too


def test_functions_in_a_line_see_the_locals(stopped):
    assert stopped.execute("[v * scale for v in values if v > rate]").value == [2.0, 4.0, 6.0]
    assert stopped.execute("values = [v + total for v in values]").error is None
    assert stopped.execute("(lambda: sum(values) + COUNT)()").value == 9.0
    assert stopped.evaluate("sum(v * rate for v in values)", frame=-1) == 4.5
    assert stopped.evaluate("(rate := 3.0)", frame=-1) == 3.0
    stopped.cont()
    assert stopped.wait(LONG) == (1.0, [2.0, 3.0, 4.0], 1.0, 3.0)


def test_what_cannot_take_effect_is_said(stopped):
    global COUNT
    (note,) = stopped.execute("extra = 1").notes
    assert note == "compute() has no local variable 'extra': only the lines that you type see it"
    assert stopped.execute("extra + 1").value == 2
    (note,) = stopped.execute("COUNT = 3").notes
    assert "`global COUNT; COUNT = ...` changes the global" in note and COUNT == 0
    assert stopped.execute("global COUNT; COUNT = 3").notes == () and COUNT == 3
    assert stopped.execute("global COUNT; COUNT = max(v for v in [4])").notes == () and COUNT == 4
    COUNT = 0
    outer = stopped.stack()[0]
    assert stopped.execute("made_here = 1", outer).notes


def test_output_and_errors_are_captured_and_the_run_stays(stopped, capsys):
    import sys as system

    assert system is sys
    done = stopped.execute("print('total', total); import sys; print('bad', file=sys.stderr); total")
    assert (done.value, done.output, done.error) == (1.0, "total 1.0\nbad\n", None)
    done = stopped.execute("values[7]")
    assert isinstance(done.error, IndexError) and "values[7]" in done.traceback and "opscope" not in done.traceback
    for wrong in ("1 +", "raise SystemExit(3)", "raise KeyboardInterrupt", "undefined_name"):
        assert stopped.execute(wrong).error is not None
    assert stopped.state == "paused" and stopped.locals()["total"].value == 1.0
    assert capsys.readouterr().out == ""
    assert "does not stop again" in stopped.execute("breakpoint()").output
    stopped.cont()
    assert stopped.wait(LONG)[0] == 1.0


def test_arguments_and_locals(stopped):
    found = stopped.locals()
    assert {n: found[n].value for n in ("rate", "rest", "scale", "options")} == {
        "rate": 0.5, "rest": (7,), "scale": 2.0, "options": {"deep": True},
    }  # fmt: skip
    assert "total = 1.0" in repr(found) and "COUNT" in stopped.globals()


def test_tensors_of_a_static_program_have_the_values_of_this_place(begin):
    body = Static()
    run = begin(body, breakpoints=[("op:mean", "step == 2")])
    run.until_stopped(LONG)
    run.up()
    variable = run.locals()["h"]
    assert variable.tensor == body.h.name and "float32[2, 3]" in variable.summary
    np.testing.assert_array_equal(variable.value.numpy(), run.value(body.h.name))
    operators = len(body.main.global_block().ops)
    for frame in (0, 1):  # a block looks into the function that runs it
        np.testing.assert_allclose(run.evaluate("h.mean()", frame), run.value(body.h.name).mean(), rtol=1e-6)
        assert run.evaluate("h.numpy().sum() + len(losses)", frame) == run.value(body.h.name).sum() + 1
        assert run.evaluate("type(h + 1).__name__", frame) == "Tensor"
    assert len(body.main.global_block().ops) == operators  # a Variable would have added to the program
    assert run.execute("h is self.h").value is True
    with pytest.raises(NameError):
        run.evaluate("nothing_of_this_name + len(losses)", frame=0)
    with pytest.raises(ArgumentError, match="no variable 'hh'"):
        run.evaluate("hh.mean()", frame=0)


def test_a_line_that_runs_operators_changes_nothing_of_the_recording(begin):
    run = begin(train, breakpoints=[("op:elementwise_mul", "step == 2")])
    run.until_stopped(LONG)
    before = run.here
    done = run.execute("float((x * x * 2.0).sum())")
    assert done.error is None and done.value > 0
    program = "import numpy as n; from opscope.paddle import static as s"
    assert run.execute(program, 0).error is None
    assert "= elementwise_mul(" in run.stack()[-1].operator and run.here == before
    assert run.next(timeout=LONG).op == before.op + 1 or run.here.depth == 0
    run.clear()
    assert go_on(run) is None and run.wait(LONG) == train()


def test_in_the_past_tensors_are_those_of_then_and_the_rest_is_of_now(begin):
    run = begin(train, breakpoints=[("op:mean", "step == 3")])
    run.until_stopped(LONG)
    weight = run.locals(0)["layer"].value.weight
    now = weight.numpy().copy()
    run.goto(2, "op:mean")
    found = run.locals(-1)
    assert found["rate"].now and found["step"].now and not found["hidden"].now
    np.testing.assert_array_equal(found["x"].value.numpy(), np.full((2, 3), 2.0, "float32"))
    np.testing.assert_array_equal(run.evaluate("x", frame=-1), np.full((2, 3), 2.0, "float32"))
    np.testing.assert_array_equal(run.execute("layer.weight.numpy()").value, now)  # statements are of now
    assert "(now)" in str(found["rate"])
    run.stop()


def test_a_word_of_the_run_is_the_users_variable_first(begin):
    def body():
        step = 40
        paddle.disable_static()
        return paddle.ones([2]) * float(step)

    run = begin(body, entry=True)
    run.until_stopped(LONG)
    assert run.evaluate("step + 1", frame=-1) == 41
    assert run.evaluate("step") == 1  # the run's own, as in conditions
    run.stop()
