"""Names inside and around a PyLayer: those of its functions are not those of the code that applies it."""

import numpy as np
import pytest

from opscope import debug, paddle


class Square(paddle.autograd.PyLayer):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        y = x * x
        return y  # noqa: RET504

    @staticmethod
    def backward(ctx, dy):
        (x,) = ctx.saved_tensor()
        doubled = dy * 2
        return doubled * x


def loop():
    x = paddle.to_tensor(np.float32([1, 2]), stop_gradient=False)
    for scale in (10, 100):
        hidden = Square.apply(x)
        out = hidden * scale
        seed = paddle.to_tensor(np.float32([1, 3]))
        out.backward(seed)
        x.clear_grad()


@pytest.fixture
def run():
    paddle.disable_static()
    run = debug.start(loop)
    run.wait()
    return run


def test_the_gradient_in_backward_is_that_of_the_output_and_not_what_backward_was_called_with(run):
    run.goto(1, "op:Square_grad")
    run.step_in()
    assert run.here.op_type == "scale" and "in backward" in str(run.here)
    assert np.array_equal(run.value("dy"), [10, 30]) and np.array_equal(run.value("x"), [1, 2])
    run.next()
    assert np.array_equal(run.value("doubled"), [20, 60])


def test_names_outlive_the_call_of_a_pylayer(run):
    run.goto(1, "op:scale")
    assert np.array_equal(run.value("hidden"), [1, 4]) and np.array_equal(run.value("x"), [1, 2])
    run.goto(1, "op:scale_grad")
    assert np.array_equal(run.value("out"), [10, 40]) and np.array_equal(run.value("hidden"), [1, 4])
    run.next()
    assert np.array_equal(run.value("hidden@GRAD"), [10, 30])
