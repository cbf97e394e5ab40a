"""Optimizers against a NumPy writing of the papers, in programs and in dygraph."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ModeError, UnsupportedError
from opscope.paddle import static
from opscope.paddle.optimizer import SGD, Adam, Momentum

START = np.array([[1.0, -2.0], [0.5, 3.0]])
FEEDS = np.random.default_rng(4).normal(size=(6, 2, 2))


def sgd(w, g, state, rate=0.1):
    return w - rate * g


def momentum(w, g, state, rate=0.1, mu=0.8, nesterov=False):
    state["v"] = mu * state.get("v", 0) + g
    return w - rate * (g + mu * state["v"] if nesterov else state["v"])


def adam(w, g, state, rate=0.1, b1=0.7, b2=0.9, epsilon=1e-3):
    t = state["t"] = state.get("t", 0) + 1
    state["m"] = b1 * state.get("m", 0) + (1 - b1) * g
    state["v"] = b2 * state.get("v", 0) + (1 - b2) * g * g
    # Paddle's epsilon stands beside the uncorrected root, scaled like it
    rate_t = rate * np.sqrt(1 - b2**t) / (1 - b1**t)
    return w - rate_t * state["m"] / (np.sqrt(state["v"]) + epsilon * np.sqrt(1 - b2**t))


CASES = {
    "sgd": (lambda **k: SGD(0.1, **k), sgd),
    "momentum": (lambda **k: Momentum(0.1, 0.8, **k), momentum),
    "nesterov": (
        lambda **k: Momentum(0.1, 0.8, use_nesterov=True, **k),
        lambda w, g, state: momentum(w, g, state, nesterov=True),
    ),
    "adam": (lambda **k: Adam(0.1, 0.7, 0.9, 1e-3, **k), adam),
}
every_optimizer = pytest.mark.parametrize("name", CASES)


def by_hand(step):
    """The weights after each step of minimizing mean((w * feed) ** 2)."""
    w, state, path = START.copy(), {}, []
    for feed in FEEDS:
        w = step(w, 2 * w * feed**2 / w.size, state)
        path.append(w)
    return path


def loss_of(w, feed):
    return ((w * feed) * (w * feed)).mean()


def by_program(make, dtype="float64"):
    paddle.enable_static()
    feed = static.data("feed", [2, 2], dtype)
    w = static.create_parameter(
        [2, 2], dtype, name="w", default_initializer=paddle.nn.initializer.Assign(START.astype(dtype))
    )
    make().minimize(loss_of(w, feed))
    exe = static.Executor()
    exe.run(static.default_startup_program())
    path = []
    for value in FEEDS:
        exe.run(feed={"feed": value.astype(dtype)})
        path.append(np.array(static.global_scope().find_var("w").get_tensor()))
    return path


def by_dygraph(make, dtype="float64"):
    w = paddle.to_tensor(START.astype(dtype), stop_gradient=False)
    optimizer = make(parameters=[w])
    path = []
    for value in FEEDS:
        loss_of(w, paddle.to_tensor(value.astype(dtype))).backward()
        optimizer.step()
        optimizer.clear_grad()
        path.append(w.numpy())
    return path


@every_optimizer
def test_programs_do_what_the_paper_says(name):
    make, step = CASES[name]
    for got, want in zip(by_program(make), by_hand(step), strict=True):
        np.testing.assert_allclose(got, want, rtol=1e-12)


@every_optimizer
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_dygraph_and_programs_are_bit_identical(name, dtype):
    make = CASES[name][0]
    eager = by_dygraph(make, dtype)
    for got, want in zip(eager, by_program(make, dtype), strict=True):
        assert got.dtype == dtype and np.array_equal(got, want)


def test_a_parameters_own_learning_rate_multiplies():
    paddle.enable_static()
    x = static.data("x", [2, 2], "float32")
    slow = paddle.ParamAttr(name="slow", learning_rate=0.5)
    loss = (x * static.create_parameter([2, 2], "float32", attr=slow)).sum()
    loss = loss + (x * static.create_parameter([2, 2], "float32", name="fast")).sum()
    SGD(0.1).minimize(loss)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    value = lambda n: np.array(static.global_scope().find_var(n).get_tensor())
    before = value("slow"), value("fast")
    exe.run(feed={"x": np.ones((2, 2), "float32")})
    assert np.allclose(before[0] - value("slow"), 0.05) and np.allclose(before[1] - value("fast"), 0.1)


def test_set_lr_works_while_training():
    paddle.enable_static()
    w = static.create_parameter([1], "float32", name="w", default_initializer=paddle.nn.initializer.Constant(0.0))
    optimizer = SGD(1.0)
    optimizer.minimize(w.sum())
    exe = static.Executor()
    exe.run(static.default_startup_program())
    exe.run()
    optimizer.set_lr(0.25)
    exe.run()
    assert np.array(static.global_scope().find_var("w").get_tensor()) == -1.25 and optimizer.get_lr() == 0.25


class TestDygraph:
    def test_minimize_is_a_step_after_backward(self):
        w = paddle.to_tensor([2.0], stop_gradient=False)
        loss = (w * w).sum()
        loss.backward()
        _, pairs = SGD(0.25, parameters=[w]).minimize(loss)
        assert w.tolist() == [1.0] and pairs[0][0] is w and pairs[0][1].tolist() == [4.0]

    def test_parameters_without_a_gradient_or_that_stop_it_stay(self):
        a, b = paddle.to_tensor([1.0], stop_gradient=False), paddle.to_tensor([1.0])
        SGD(0.1, parameters=[a, b]).step()
        assert a.tolist() == b.tolist() == [1.0]

    def test_clear_grad_zeroes_or_forgets(self):
        w = paddle.to_tensor([2.0], stop_gradient=False)
        optimizer = SGD(0.1, parameters=[w])
        (w * 3).backward()
        optimizer.clear_grad()
        assert w.grad.tolist() == [0.0]
        optimizer.clear_grad(set_to_zero=False)
        assert w.grad is None

    def test_needs_parameters(self):
        with pytest.raises(ModeError, match="the argument parameters of an optimizer must not be None"):
            SGD(0.1).step()


@pytest.mark.parametrize("kind", [SGD, Momentum, Adam])
def test_what_is_no_decay_or_clip_is_refused(kind):
    with pytest.raises(UnsupportedError, match="does not support"):
        kind(0.1, weight_decay=object())
    with pytest.raises(TypeError, match="should be an instance of a subclass of ClipGradBase"):
        kind(0.1, grad_clip=object())
