"""The stack of a stopped run: the user's frames, as Python itself has them, and the blocks of programs between them."""

import traceback

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.errors import NotFound, RunError
from opscope.paddle import static
from tests.debug.eager_runs import LONG, go_on
from tests.debug.frames import programs
from tests.debug.frames.programs import Square, Static, train

FILE = programs.__file__


def shown(run):
    return [(frame.kind, frame.function) for frame in run.stack()]


def lines(run):
    """What is at the lines of the Python frames."""
    return [frame.source for frame in run.stack() if frame.is_python]


@pytest.fixture
def stops_in():
    """Let Square stop in some of its functions."""

    def set_stops(*names):
        Square.stops = names

    yield set_stops
    Square.stops = ()


# --- programs ---------------------------------------------------------------------------------------


def test_at_an_operator_the_callers_come_first_and_then_the_blocks(standing):
    body = Static()
    run = standing(body)
    assert shown(run) == [("python", "Static.__call__"), ("block", "block 0")]
    outer, block = run.stack()
    assert outer.source.startswith("(value,) = self.exe.run(") and outer.path == FILE and outer.hidden > 0
    assert "tanh(x)" in block.operator and block.source == "self.h = paddle.tanh(x)" and block.block == 0
    run.run_to("op:cond", LONG)
    run.step_in(LONG)
    kinds = [frame.kind for frame in run.stack()]
    assert kinds == ["python", "block", "block"] and run.stack()[-1].function.endswith("of cond")
    assert "cond(" in run.stack()[1].operator and run.stack()[2].block == run.here.block


def test_the_rule_of_a_gradient_is_a_frame(begin):
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main, static.Program()):
        x = static.data("x", [2], "float32")
        x.stop_gradient = False
        static.append_backward(paddle.mean(paddle.tanh(x)))
    run = begin(lambda: static.Executor().run(main, feed={"x": np.ones(2, "float32")}), breakpoints=["op:tanh_grad"])
    run.until_stopped(LONG)
    run.step_in(LONG)
    kind, function = shown(run)[-1]
    assert (kind, function) == ("gradient", "rule of tanh_grad") and "tanh(x)" in run.stack()[-1].source
    assert run.locals(-1) and {v.tensor for v in run.locals(-1).values()} == {*run.locals(-1)}


@pytest.mark.parametrize("at", [1, 3])  # the first run goes operator by operator, the third one at full speed
def test_inside_a_py_func_the_block_lies_between(begin, at):
    body = Static(at)
    run = begin(body)
    here = run.until_stopped(LONG)
    assert (here.reason, here.text, here.source) == ("breakpoint", "breakpoint()", "breakpoint()")
    functions = [("python", "Static.__call__"), ("block", "block 0"), ("python", "Static.double")]
    assert shown(run) == functions and "py_func" in run.stack()[1].operator
    np.testing.assert_array_equal(run.value(body.h.name), np.tanh(np.full((2, 3), at / 4, "float32")))
    with pytest.raises(NotFound):
        run.value(body.score.name)
    with pytest.raises(RunError, match="inside a function that the program calls"):
        run.set(body.h.name, 0.0)
    assert here.at_line and (here.op_type, here.name) == ("py_func", "out") and "in py_func -> out" in repr(here)
    assert run.next(timeout=LONG).source.startswith("return np.asarray") and run.here.op_type == "py_func"
    assert run.next(timeout=LONG).op_type == "reduce_mean" and not run.here.past  # behind the function, in the same run
    assert run.here.step == at and len(body.seen) == at
    np.testing.assert_array_equal(run.value("out"), run.value(body.h.name) * 2)
    assert go_on(run) is None and run.wait(LONG) == Static()() and body.seen == [1, 2, 3, 4]


def test_from_a_py_func_one_can_go_back_and_forth(begin):
    body = Static(3)
    run = begin(body)
    run.until_stopped(LONG)
    run.step_back()
    assert run.here.past and run.here.op_type in ("py_func", "tanh") and run.here.step == 3
    assert run.goto(2, "op:mean").step == 2
    np.testing.assert_array_equal(run.value(body.h.name), np.tanh(np.full((2, 3), 0.5, "float32")))
    assert run.stack()[0].now and not run.stack()[-1].now
    while run.here.past:
        run.next(timeout=LONG)
    assert run.state in ("paused", "finished")
    run.cont()
    assert run.wait(LONG) == Static()()


def test_the_stack_is_that_of_python(begin):
    """The functions and lines are those that Python's own traceback has."""
    expected = []

    def inner():
        expected.extend(traceback.extract_stack()) or breakpoint()

    def outer():
        inner()

    run = begin(outer)
    run.until_stopped(LONG)
    found = [(f.path, f.line) for f in run.stack()]
    assert found == [(s.filename, s.lineno) for s in expected[-2:]]
    assert [f.function.rpartition(".")[2] for f in run.stack()] == ["outer", "inner"]
    whole = run.stack(library=True)
    assert [f for f in whole if f.kind == "python"] == [f._replace(hidden=0) for f in run.stack()]
    run.cont()


# --- eager code -------------------------------------------------------------------------------------


def test_eager_code_stands_in_its_own_lines(begin):
    run = begin(train, breakpoints=["op:elementwise_mul"])
    run.until_stopped(LONG)
    assert shown(run) == [("python", "train"), ("python", "Square.forward")]
    assert lines(run) == ["loss = Square.apply(hidden).mean()", "squared = x * x"]
    assert [f.operator.partition(" = ")[2].partition("(")[0] for f in run.stack()] == ["Square", "elementwise_mul"]
    run.stop()


def test_in_backward_the_gradient_is_a_frame_between(begin, stops_in):
    stops_in("backward")
    run = begin(train)
    assert run.until_stopped(LONG).reason == "breakpoint"
    kinds = [("python", "train"), ("gradient", "gradient of Square"), ("python", "Square.backward")]
    assert shown(run) == kinds
    assert lines(run) == ["loss.backward()", "breakpoint()"]
    assert run.next(timeout=LONG).source == "return dy * slope" and run.here.at_line
    run.stop()


def test_in_forward_and_in_a_hook(begin, stops_in):
    stops_in("forward")
    run = begin(train)
    run.until_stopped(LONG)
    assert shown(run) == [("python", "train"), ("python", "Square.forward")]
    assert run.locals()["squared"].value.shape == [2, 2] and run.locals()["squared"].tensor
    run.stop()
    stops_in()

    def hook(gradient):
        breakpoint()
        return gradient

    run = begin(lambda: train(hook=hook))
    run.until_stopped(LONG)
    assert run.stack()[-1].function.endswith(".hook") and run.stack()[-1].source == "breakpoint()"
    assert run.locals()["gradient"].value.shape == [2, 2]
    run.stop()


def test_between_two_ops_and_before_any(begin):
    def body():
        first = 1
        breakpoint()
        x = paddle.ones([2]) * 3.0
        breakpoint()
        return first, x

    paddle.disable_static()
    run = begin(body)
    here = run.until_stopped(LONG)
    assert (here.reason, here.op, here.step) == ("breakpoint", -1, 0) and here.source == "breakpoint()"
    assert shown(run)[-1][1].endswith("body") and run.locals()["first"].value == 1
    assert "in the program's own code" in repr(here)
    assert run.next(timeout=LONG).source.startswith("x = ") and run.here.at_line
    go_on(run)
    assert "x" in run.locals() and run.here.line == here.line + 2
    run.stop()


def test_at_a_line_a_function_that_has_returned_has_no_frame(begin):
    """The innermost frame was that of the last operator's function, so `step` meant the step of the run."""

    def twice(x):
        return x * 2.0

    def body():
        w = paddle.ones([2])
        w.stop_gradient = False
        for step in range(5, 7):
            y = twice(step * w)
            breakpoint()
            y.sum().backward()
            breakpoint()

    run = begin(body)
    run.until_stopped(LONG)
    for step in (5, 5, 6, 6):
        assert [f.function.rpartition(".")[2] for f in run.stack()] == ["body"]
        assert run.locals()["step"].value == step and set(run.locals()) == {"w", "step", "y", "twice"}
        go_on(run)
    run.wait(LONG)


# --- errors -----------------------------------------------------------------------------------------


def fails(values):
    total = 0
    for value in values:
        total = total + 1 / value
    return total


def test_an_error_of_the_program_leaves_its_frames(begin):
    run = begin(lambda: fails([1, 0]), on_error=True)
    assert run.until_stopped(LONG).reason == "exception"
    assert [f.function.rpartition(".")[2] for f in run.stack()] == ["<lambda>", "fails"]
    assert lines(run)[-1] == "total = total + 1 / value"
    assert (run.locals()["total"].value, run.locals()["value"].value) == (1.0, 0)
    run.cont()
    with pytest.raises(ZeroDivisionError):
        run.wait(LONG)
    assert run.locals()["value"].value == 0 and run.evaluate("value + 1", frame=-1) == 1  # when the run is over, too
    done = run.execute("total = 5")
    assert done.notes == ("fails() has ended, so it does not see the new 'total'",)


def test_a_run_that_is_over_has_no_python_frames(begin):
    body = Static()
    run = begin(body)
    run.wait(LONG)
    assert run.stack()[0].kind == "block" and len(run.stack()) == 1  # the end of the last run, whose values are shown
    with pytest.raises(NotFound, match="no Python code is running"):
        run.execute("1")


# --- choosing ---------------------------------------------------------------------------------------


def test_up_and_down(standing):
    run = standing(Static())
    assert run.frame().kind == "block" and run.up().function == "Static.__call__" == run.frame().function
    with pytest.raises(NotFound, match="outermost"):
        run.up()
    assert "losses" in run.locals() and "self" in run.locals()
    assert run.down().kind == "block"
    with pytest.raises(NotFound, match="innermost"):
        run.down()
    run.select(0)
    run.next(timeout=LONG)
    assert run.frame().kind == "block"  # a new stop: the innermost again
    with pytest.raises(NotFound, match="there is no frame 7: the stack has 2 frames"):
        run.select(7)


def test_a_frame_that_has_ended_is_refused(begin, stops_in):
    stops_in("forward")
    run = begin(train)
    run.until_stopped(LONG)
    gone = run.frame()
    stops_in()
    run.breakpoint("op:elementwise_mul", "step == 2")
    go_on(run)
    run.step_out(LONG)
    with pytest.raises(RunError, match=r"the frame of Square.forward no longer exists: the function has ended"):
        run.locals(gone)
    run.stop()


def test_a_recording_has_blocks_only(tmp_path):
    run = debug.start(Static())
    run.wait(LONG)
    run.save(tmp_path / "saved")
    past = debug.open(tmp_path / "saved")
    past.goto(2)
    assert [f.kind for f in past.stack()] == ["block"] and past.locals()["x"].value.shape == [2, 3]
    with pytest.raises(NotFound, match="no Python code is running"):
        past.execute("1 + 1")
