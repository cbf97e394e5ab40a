"""What users stumble over is told: patterns that nothing has, values without elements, what cannot be run again."""

import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import opscope
from opscope import debug, paddle
from opscope.errors import NotFound, UnsupportedError
from opscope.events import StepFinished, Warned

FEED = {"x": np.arange(8, dtype="float32").reshape(2, 4)}


def program() -> Any:
    """Runs two steps of a program with a loop, a block with a gradient of its own, and values of all kinds."""
    paddle.enable_static()
    x = paddle.static.data("x", [2, 4], "float32")
    spectrum = paddle.fft.rfft(x)
    none = paddle.masked_select(x, x > 100.0)
    bound = paddle.full([1], 2, "int64")
    loop = lambda i, a: [i + 1, a * 0.5]
    _, y = paddle.static.nn.while_loop(lambda i, a: i < bound, loop, [paddle.full([1], 0, "int64"), x])
    z = paddle.static.nn.static_pylayer(lambda a: paddle.tanh(a), [y], lambda d: d)
    exe = paddle.static.Executor()
    for value, name in ((spectrum, "spectrum"), (none, "none"), (z, "z")):
        value.block.rename(value.name, name)
    return lambda: [exe.run(feed=FEED, fetch_list=["spectrum", "none", "z"]) for _ in range(2)]


@pytest.fixture
def standing() -> Any:
    run = debug.start(program(), entry=True)
    run.until_stopped()
    yield run
    if not run.done:
        run.stop()


@pytest.mark.parametrize("spec, op", [("op:while_loop", "while"), ("op:static_pylayer", "pylayer")])
def test_operators_that_own_blocks_are_found_by_what_one_calls(standing: Any, spec: str, op: str):
    assert standing.run_to(spec).op_type == op


def test_running_to_what_the_program_does_not_have_is_refused(standing: Any):
    here = standing.here
    with pytest.raises(NotFound, match=r"(?s)this program has no operator op:tahn\n.*did you mean 'op:tanh'"):
        standing.run_to("op:tahn")
    assert standing.here is here
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        standing.goto(1)
        assert standing.run_to("z").op_type == "pylayer"


def test_statistics_say_what_they_are_of(standing: Any):
    standing.run_to_end()
    assert "std" in repr(standing.look("spectrum")) and "of the magnitudes" in repr(standing.look("spectrum"))
    assert repr(standing.look("none")).splitlines()[1].strip() == "no elements"
    assert "of the magnitudes" not in repr(standing.look("z"))


def test_a_recording_is_gone_through_from_breakpoint_to_breakpoint(standing: Any, tmp_path: Path):
    standing.cont()
    standing.wait()
    standing.save(tmp_path / "kept")
    past = debug.open(tmp_path / "kept")
    past.goto(1)
    past.breakpoint("op:static_pylayer")
    assert [(here.step, here.op_type) for here in (past.cont(), past.cont())] == [(1, "pylayer"), (2, "pylayer")]
    assert "the end of what is recorded" in past.cont().text


def eager() -> None:
    weight = paddle.create_parameter([3], "float32")
    sgd = paddle.optimizer.SGD(0.1, parameters=[weight])
    for _ in range(3):
        paddle.tanh(weight, name="h").sum().backward()
        sgd.step()
        sgd.clear_grad()


def test_a_scalar_that_numpy_makes_of_an_array_does_not_end_the_users_program():
    """The gradient of a 0-d value may arrive as a numpy.float32, which cannot be referred to weakly."""
    weight = paddle.create_parameter([3], "float32")
    total = paddle.jit.to_static(lambda w: w.sum())
    run = debug.start(lambda: (-total(weight)).backward(), taps=["*", "*@GRAD"])
    run.wait()
    np.testing.assert_array_equal(weight.grad.numpy(), [-1, -1, -1])


def test_a_branch_of_eager_code_says_that_it_is_not_run_again():
    run = debug.start(eager, breakpoints=[("h", "step == 3")])
    run.until_stopped()
    with pytest.raises(UnsupportedError, match=r"step 2 is eager code, which is not run again"):
        run.branch(2, {"h": 0.0})
    with pytest.raises(NotFound, match=r"step 3 has not finished yet"):
        run.branch(3, {"h": 0.0})
    assert "behind h = tanh(" in run.stack()[-1].operator
    run.stop()


def test_eager_steps_and_runs_of_programs_are_saved_together(tmp_path: Path):
    static = program()
    paddle.disable_static()

    def both() -> None:
        eager()
        paddle.enable_static()
        static()

    run = debug.start(both)
    run.wait()
    run.save(tmp_path / "kept")
    opened = debug.open(tmp_path / "kept")
    assert opened.steps == (1, 5) and not opened.problems


def test_a_drawing_does_not_flood_the_prompt():
    program()
    drawn = opscope.viz.draw(opscope.viz.program_graph(paddle.static.default_main_program()))
    assert len(repr(drawn)) < 80 and "SVG" in repr(drawn) and str(drawn).startswith("<svg")


def test_a_message_that_comes_again_has_a_count(capsys: Any):
    paddle.disable_static()
    x = paddle.ones([2])
    run = debug.Run(lambda: [paddle.tanh(x) for _ in range(3)])
    run.breakpoint("op:tanh", log="here")
    run.start()
    run.wait(60.0)
    said = [(e.text, e.count) for e in run.history.events() if isinstance(e, Warned)]
    assert said == [("step 1: here", count) for count in (1, 2, 3)]


def test_the_pace_is_an_average_of_the_last_steps():
    paddle.enable_static()
    out = paddle.tanh(paddle.static.data("x", [2], "float32"))
    exe = paddle.static.Executor()
    run = debug.start(lambda: [exe.run(feed={"x": np.ones(2, "float32")}, fetch_list=[out]) for _ in range(5)])
    run.wait(60.0)
    steps = [event for event in run.history.events() if isinstance(event, StepFinished)]
    expected = steps[0].seconds
    for event in steps:
        expected = 0.8 * expected + 0.2 * event.seconds
        assert event.pace == pytest.approx(expected)
    assert len(steps) == 5
