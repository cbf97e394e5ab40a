"""Each optimizer takes the steps of its paper, the same bits in dygraph and in programs, plain and lowered."""

import numpy as np
import pytest

from opscope import paddle
from opscope.core.state import reset
from opscope.ops.registry import REGISTRY
from opscope.paddle.optimizer import SGD, Adadelta, Adagrad, Adam, Adamax, AdamW, Lamb, Momentum, RMSProp
from opscope.paddle.regularizer import L1Decay, L2Decay
from opscope.runtime.instrument import instrumented
from tests.paddle.optimizer.training import by_dygraph, by_hand, by_program, close, same

RATE = 0.1


def sgd(w, g, s):
    return w - RATE * g


def momentum(w, g, s):
    s["v"] = 0.8 * s.get("v", 0) + g
    return w - RATE * s["v"]


def nesterov(w, g, s):
    s["v"] = 0.8 * s.get("v", 0) + g
    return w - RATE * (g + 0.8 * s["v"])


def adagrad(w, g, s):
    s["sum"] = s.get("sum", 0.3) + g * g
    return w - RATE * g / (np.sqrt(s["sum"]) + 1e-3)


def adadelta(w, g, s):
    s["g"] = 0.9 * s.get("g", 0) + 0.1 * g * g
    step = np.sqrt((s.get("x", 0) + 1e-3) / (s["g"] + 1e-3)) * g
    s["x"] = 0.9 * s.get("x", 0) + 0.1 * step * step
    return w - RATE * step


def rmsprop(w, g, s, centered=False):
    s["g2"] = 0.9 * s.get("g2", 0) + 0.1 * g * g
    s["g"] = 0.9 * s.get("g", 0) + 0.1 * g
    s["m"] = 0.5 * s.get("m", 0) + RATE * g / np.sqrt(s["g2"] - (s["g"] ** 2 if centered else 0) + 1e-3)
    return w - s["m"]


def moments(g, s):
    s["t"] = s.get("t", 0) + 1
    s["m"] = 0.7 * s.get("m", 0) + 0.3 * g
    s["v"] = 0.9 * s.get("v", 0) + 0.1 * g * g
    return s["m"] / (1 - 0.7 ** s["t"]), np.sqrt(s["v"] / (1 - 0.9 ** s["t"]))


def adam(w, g, s):
    m, root = moments(g, s)
    return w - RATE * m / (root + 1e-3)


def adamw(w, g, s):
    return adam(w * (1 - RATE * 0.2), g, s)


def adamax(w, g, s):
    s["t"] = s.get("t", 0) + 1
    s["m"] = 0.7 * s.get("m", 0) + 0.3 * g
    s["u"] = np.maximum(0.9 * s.get("u", 0) + 1e-3, abs(g))
    return w - RATE / (1 - 0.7 ** s["t"]) * s["m"] / s["u"]


def lamb(w, g, s, decay=0.2, adapts=True):
    m, root = moments(g, s)
    step = m / (root + 1e-3) + decay * w
    trust = np.linalg.norm(w) / np.linalg.norm(step) if adapts else 1.0
    return w - RATE * trust * step


BETAS = {"beta1": 0.7, "beta2": 0.9, "epsilon": 1e-3}
RMS = {"rho": 0.9, "epsilon": 1e-3, "momentum": 0.5}
CASES = {
    "sgd": (lambda **k: SGD(RATE, **k), sgd),
    "momentum": (lambda **k: Momentum(RATE, 0.8, **k), momentum),
    "nesterov": (lambda **k: Momentum(RATE, 0.8, use_nesterov=True, **k), nesterov),
    "adagrad": (lambda **k: Adagrad(RATE, 1e-3, initial_accumulator_value=0.3, **k), adagrad),
    "adadelta": (lambda **k: Adadelta(RATE, 1e-3, 0.9, **k), adadelta),
    "rmsprop": (lambda **k: RMSProp(RATE, **RMS, **k), rmsprop),
    "centered": (lambda **k: RMSProp(RATE, centered=True, **RMS, **k), lambda w, g, s: rmsprop(w, g, s, True)),
    "adam": (lambda **k: Adam(RATE, **BETAS, **k), adam),
    "adamw": (lambda **k: AdamW(RATE, weight_decay=0.2, **BETAS, **k), adamw),
    "adamax": (lambda **k: Adamax(RATE, **BETAS, **k), adamax),
    "lamb": (lambda **k: Lamb(RATE, 0.2, **BETAS, **k), lamb),
    "lamb without decay": (lambda **k: Lamb(RATE, 0.0, **BETAS, **k), lambda w, g, s: lamb(w, g, s, 0.0, False)),
    "lamb that adapts": (
        lambda **k: Lamb(RATE, 0.0, always_adapt=True, **BETAS, **k),
        lambda w, g, s: lamb(w, g, s, 0.0),
    ),
    "rescaled": (lambda **k: Momentum(RATE, 0.8, rescale_grad=0.5, **k), lambda w, g, s: momentum(w, g / 2, s)),
    "L2": (lambda **k: SGD(RATE, weight_decay=0.2, **k), lambda w, g, s: sgd(w, g + 0.2 * w, s)),
    "L2 object": (
        lambda **k: Adam(RATE, weight_decay=L2Decay(0.2), **BETAS, **k),
        lambda w, g, s: adam(w, g + 0.2 * w, s),
    ),
    "L1": (lambda **k: SGD(RATE, weight_decay=L1Decay(0.2), **k), lambda w, g, s: sgd(w, g + 0.2 * np.sign(w), s)),
    "rescaled before the decay": (
        lambda **k: Momentum(RATE, 0.8, rescale_grad=0.5, weight_decay=0.2, **k),
        lambda w, g, s: momentum(w, g / 2 + 0.2 * w, s),
    ),
}
every_rule = pytest.mark.parametrize("name", CASES)


@every_rule
def test_the_steps_are_those_of_the_paper(name):
    make, step = CASES[name]
    close(by_dygraph(make), by_hand(step), rtol=1e-11)


@every_rule
@pytest.mark.parametrize("dtype", ["float32", "float64"])
def test_dygraph_and_programs_are_bit_identical(name, dtype):
    make = CASES[name][0]
    same(by_dygraph(make, dtype), by_program(make, dtype))


def test_a_parameter_of_zeros_moves_under_lamb():
    """Its length of zero must not be what its steps are multiplied by."""
    zeros, grad = np.zeros(3), np.array([1.0, -2.0, 0.5])
    out, *_ = REGISTRY["lamb"](zeros, grad, zeros, zeros, np.array([0.9]), np.array([0.999]), np.array([0.1]))
    np.testing.assert_allclose(out, -0.1 * np.sign(grad), rtol=1e-5)


def test_a_gradient_of_zeros_leaves_lamb_where_it_is():
    param, zeros, beta = np.array([1.0, 2.0]), np.zeros(2), np.array([0.9])
    attrs = {"lamb_weight_decay": 0.0, "always_adapt": True}
    out, *_ = REGISTRY["lamb"](param, zeros, zeros, zeros, beta, beta, np.array([0.1]), **attrs)
    assert np.array_equal(out, param)


def test_adamw_decays_whom_it_is_told_and_at_which_rate():
    def make(**k):
        return AdamW(RATE, weight_decay=0.2, apply_decay_param_fun=lambda n: n == "w", lr_ratio=ratio, **BETAS, **k)

    def ratio(parameter):
        return 0.5 if parameter.name == "b" else 1.0

    def half(w, g, s):
        m, root = moments(g, s)
        return w - 0.5 * RATE * m / (root + 1e-3)

    path = by_dygraph(make)
    close([{"w": p["w"]} for p in path], [{"w": p["w"]} for p in by_hand(adamw)])
    close([{"b": p["b"]} for p in path], [{"b": p["b"]} for p in by_hand(half)])
    same(path, by_program(make))


def test_lamb_asks_who_does_not_decay():
    def make(**k):
        return Lamb(RATE, 0.2, exclude_from_weight_decay_fn=lambda p: p.name == "b", **BETAS, **k)

    path = by_dygraph(make)
    close([{"w": p["w"]} for p in path], [{"w": p["w"]} for p in by_hand(lamb)])
    close([{"b": p["b"]} for p in path], [{"b": p["b"]} for p in by_hand(lambda w, g, s: lamb(w, g, s, 0.0, False))])
    same(path, by_program(make))


@every_rule
def test_a_program_that_is_not_lowered_takes_the_same_steps(name):
    make = CASES[name][0]
    lowered = by_program(make, "float32")
    reset()
    with instrumented(lower=False):
        same(by_program(make, "float32", lowered=0), lowered)


@pytest.mark.parametrize(
    "make, message",
    [
        (lambda: Adam(beta1=1.0), "beta1: it must be at least 0 and less than 1"),
        (lambda: AdamW(beta2=-0.1), "beta2: it must be at least 0 and less than 1"),
        (lambda: Adamax(epsilon=-1.0), "expect epsilon >= 0"),
        (lambda: RMSProp(0.1, rho=-1.0), "expect rho >= 0"),
        (lambda: Adam(beta1=None), "beta1 must be a number"),
        (lambda: AdamW(weight_decay=L2Decay(0.1)), "weight_decay must be a number"),
        (lambda: SGD("0.1"), "learning rate should be a float or an LRScheduler, but received <class 'str'>"),
        (lambda: SGD(True), "learning rate should be a float or an LRScheduler, but received <class 'bool'>"),
    ],
)
def test_options_are_checked(make, message):
    with pytest.raises((TypeError, ValueError), match=message):
        make()


def test_options_may_be_tensors():
    def after(**options):
        x = paddle.to_tensor([1.0, -2.0], stop_gradient=False)
        adam = Adam(0.1, parameters=[x], **options)
        for _ in range(3):
            (x * x).sum().backward()
            adam.step()
            adam.clear_grad()
        return x.tolist()

    assert after(beta1=paddle.to_tensor([0.5]), beta2=paddle.to_tensor(0.75)) == after(beta1=0.5, beta2=0.75)
    group = {"params": [paddle.to_tensor([1.0], stop_gradient=False)], "beta1": paddle.to_tensor([0.25])}
    assert Adam(0.1, parameters=[group])._groups[0].options["beta1"] == 0.25
