"""fluid, as programs of Paddle 1.x spell it: static without being told."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import fluid


@pytest.mark.parametrize(
    "shape, options, want",
    [
        ([3], {}, (-1, 3)),
        ([2, 3], {}, (-1, 2, 3)),
        ([-1, 3], {}, (-1, 3)),
        ([None, 3], {}, (-1, 3)),
        ([3], {"append_batch_size": False}, (3,)),
    ],
    ids=str,
)
def test_data_puts_a_batch_dim_in_front(shape, options, want):
    x = fluid.layers.data("x", shape, **options)
    assert x.shape == want and x.stop_gradient and x.dtype is paddle.float32


def test_the_mode_of_the_program_around_is_left_alone():
    x = fluid.layers.data("x", [3])
    y = fluid.layers.fc(x, 2, act="relu")
    assert paddle.in_dynamic_mode() and y.shape == (-1, 2)
    exe = fluid.Executor(fluid.CPUPlace())
    exe.run(fluid.default_startup_program())
    (got,) = exe.run(feed={"x": np.ones((1, 3), "float32")}, fetch_list=[y])
    assert got.shape == (1, 2) and paddle.in_dynamic_mode()


def test_the_mode_comes_back_after_an_exception():
    with pytest.raises(TypeError):
        fluid.layers.data(3, [1])
    assert paddle.in_dynamic_mode()


def test_cond_and_while_loop_trace_statically():
    x = fluid.layers.data("x", [3])
    zero = fluid.layers.fill_constant([1], "int64", 0)
    y = fluid.layers.cond(fluid.layers.mean(x) > 0, lambda: fluid.layers.tanh(x), lambda: fluid.layers.square(x))
    i, _ = fluid.layers.while_loop(lambda i, v: i < 3, lambda i, v: [i + 1, v], [zero, x])
    value = -np.ones((1, 3), "float32")
    got, count = fluid.Executor().run(feed={"x": value}, fetch_list=[y, i])
    assert np.array_equal(got, value**2) and count == 3


def test_what_is_not_supported_is_refused():
    with pytest.raises(UnsupportedError, match=r"fluid.layers.data does not support type"):
        fluid.layers.data("x", [3], type="READER")
