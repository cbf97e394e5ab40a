"""WeightNormParamAttr: the trained parameters are a direction and its lengths."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, UnsupportedError
from opscope.paddle import static
from opscope.paddle.nn.initializer import Assign, Constant

V = np.random.default_rng(0).normal(size=(3, 4)).astype("float32")


@pytest.fixture(autouse=True)
def static_mode():
    paddle.enable_static()


def value(name):
    return np.array(static.global_scope().find_var(name).get_tensor())


def started(**options):
    x = static.data("x", [2, 3], "float32")
    attr = static.WeightNormParamAttr(name="w", initializer=Assign(V), **options)
    out = static.nn.fc(x, 4, weight_attr=attr, bias_attr=False)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    return x, out, exe


@pytest.mark.parametrize("dim, axes", [(None, (0, 1)), (0, (1,)), (1, (0,))])
def test_it_starts_as_the_initializer_makes_it(dim, axes):
    _, out, exe = started(dim=dim)
    feed = {"x": np.eye(3, dtype="float32")[:2]}
    np.testing.assert_allclose(exe.run(feed=feed, fetch_list=[out])[0], V[:2], rtol=1e-5)
    np.testing.assert_allclose(value("w_g"), np.sqrt((V**2).sum(axes, keepdims=True)), rtol=1e-6)
    np.testing.assert_array_equal(value("w_v"), V)
    assert {p.name for p in static.default_main_program().all_parameters()} == {"w_g", "w_v"}
    assert static.WeightNormParamAttr.params_with_weight_norm[-1].shape == (3, 4)


def test_gradients_move_length_and_direction():
    _, out, exe = started(dim=1)
    pairs = dict(static.append_backward((out * out).sum()))
    grads = {p.name: g for p, g in pairs.items()}
    x = np.random.default_rng(1).normal(size=(2, 3)).astype("float32")
    g, v = exe.run(feed={"x": x}, fetch_list=[grads["w_g"], grads["w_v"]])
    weight = V  # g * v / |v| is v itself at the start
    dw = x.T @ (2 * x @ weight)
    unit = V / np.sqrt((V**2).sum(0, keepdims=True))
    np.testing.assert_allclose(g, (dw * unit).sum(0, keepdims=True), rtol=1e-4)
    np.testing.assert_allclose(v, dw - unit * (dw * unit).sum(0, keepdims=True), rtol=1e-3, atol=1e-4)
    np.testing.assert_allclose((v * V).sum(0), 0, atol=1e-4)  # a direction does not grow


def test_it_trains():
    _, out, exe = started(dim=None, learning_rate=0.5)
    loss = ((out - 1.0) ** 2).mean()
    paddle.optimizer.Adam(0.1).minimize(loss)
    exe.run(static.default_startup_program())
    feed = {"x": np.ones((2, 3), "float32")}
    found = [exe.run(feed=feed, fetch_list=[loss])[0].item() for _ in range(20)]
    assert found[-1] < found[0] / 2


def test_options_reach_both_parameters():
    started(trainable=False, need_clip=False)
    for parameter in static.default_main_program().all_parameters():
        assert (parameter.trainable, parameter.need_clip, parameter.do_model_average) == (False, False, False)


@pytest.mark.parametrize("dim", [2, -1])
def test_a_dim_that_the_weight_lacks(dim):
    with pytest.raises(ArgumentError, match="dim of WeightNormParamAttr must be at least 0 and less than the rank 2"):
        static.nn.fc(static.data("x", [2, 3]), 4, weight_attr=static.WeightNormParamAttr(dim))


def test_not_in_dygraph():
    paddle.disable_static()
    with pytest.raises(UnsupportedError, match=r"use paddle\.nn\.utils\.weight_norm"):
        paddle.nn.Linear(2, 3, weight_attr=static.WeightNormParamAttr(initializer=Constant(1.0)))


def test_it_is_paddle_base_param_attrs_too():
    assert paddle.base.param_attr.WeightNormParamAttr is static.WeightNormParamAttr
