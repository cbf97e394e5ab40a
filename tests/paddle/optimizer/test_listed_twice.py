"""A parameter that is listed twice is updated twice a step, with a warning. Expected values: Paddle 2.6.2."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, OpscopeWarning
from opscope.paddle import static
from opscope.paddle.optimizer import SGD, Adagrad, Adam, AdamW, Lamb, Momentum, RMSProp

CLIP = paddle.nn.ClipGradByGlobalNorm(1.0)
RULES = {  # how it is made, and w and u after each of three steps of the loss sum(w * w * u), from 1 and 2
    "sgd": (lambda p: SGD(0.01, p), [0.92, 1.99, 0.84677, 1.98154, 0.77965, 1.97437]),
    "momentum": (lambda p: Momentum(0.01, 0.9, p), [0.884, 1.99, 0.65201, 1.97319, 0.35781, 1.9538]),
    "adam": (lambda p: Adam(0.01, parameters=p), [0.98, 1.99, 0.96002, 1.98001, 0.94009, 1.97005]),
    "adamw": (lambda p: AdamW(0.01, parameters=p), [0.9798, 1.9898, 0.95963, 1.97961, 0.93951, 1.96945]),
    "rmsprop": (lambda p: RMSProp(0.01, parameters=p), [0.92325, 1.95528, 0.87648, 1.92584, 0.83938, 1.90259]),
    "clipped": (lambda p: SGD(0.1, p, grad_clip=CLIP), [0.99192, 1.98995, 0.98373, 1.97993, 0.97543, 1.96994]),
    "adagrad": (lambda p: Adagrad(0.1, parameters=p), [0.82929, 1.9, 0.73686, 1.84333, 0.66829, 1.8025]),
    "lamb": (lambda p: Lamb(0.1, parameters=p), [0.81, 1.8, 0.6561, 1.62, 0.53144, 1.458]),
}


def said(rule, parameters):
    with pytest.warns(OpscopeWarning, match=r"has the parameter \S+ 2 times, and updates it 2 times a step"):
        return rule(parameters)


@pytest.mark.parametrize("name", RULES)
def test_in_programs(name):
    """From the second step on the runs are lowered."""
    paddle.enable_static()
    rule, expected = RULES[name]
    w, u = (
        static.create_parameter([3], "float32", name=n, default_initializer=paddle.nn.initializer.Constant(v))
        for n, v in (("w", 1.0), ("u", 2.0))
    )
    loss = paddle.sum(w * w * u)
    said(rule, [w, u, w]).minimize(loss)
    exe = static.Executor()
    exe.run(static.default_startup_program())
    values = []
    for _ in range(3):
        exe.run(fetch_list=[loss])
        values += [np.array(static.global_scope().find_var(n).get_tensor())[0] for n in "wu"]
    np.testing.assert_allclose(values, expected, atol=1e-5)
    assert exe.lowered


@pytest.mark.parametrize("name", RULES)
def test_in_dygraph(name):
    rule, expected = RULES[name]
    if name == "clipped":  # also in Paddle this differs from programs
        expected = [0.9195969, 1.9899496, 0.8390157, 1.9806401, 0.7582667, 1.9720886]
    w, u = (
        paddle.create_parameter([3], "float32", default_initializer=paddle.nn.initializer.Constant(v))
        for v in (1.0, 2.0)
    )
    opt, values = said(rule, [w, u, w]), []
    for _ in range(3):
        paddle.sum(w * w * u).backward()
        opt.step()
        opt.clear_grad()
        values += [w.numpy()[0], u.numpy()[0]]
    np.testing.assert_allclose(values, expected, atol=1e-5)


def test_penalties_come_before_the_updates_and_groups_may_not_share():
    def one():
        return paddle.create_parameter([1], "float32", default_initializer=paddle.nn.initializer.Constant(1.0))

    w = one()
    opt = said(lambda p: SGD(0.1, p, weight_decay=0.5, grad_clip=CLIP), [w, w])
    (w * 1).sum().backward()
    opt.step()
    assert w.item() == pytest.approx(0.75857866)
    w = one()
    opt = said(lambda p: SGD(0.1, [{"params": p}]), [w, w])
    (w * 1).sum().backward()
    opt.step()
    assert w.item() == pytest.approx(0.8)
    with pytest.raises(ArgumentError, match="more than one parameter group contains the parameter"):
        SGD(0.1, [{"params": [w]}, {"params": [w]}])
