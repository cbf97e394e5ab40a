"""What an optimizer is told is a finite number in the range of its rule, or an error says which is not, and where."""

import re

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, UsageError
from opscope.paddle.optimizer import Adadelta, Adagrad, Adam, Adamax, AdamW, Lamb, Momentum, RMSProp

OPTIONS = [
    (Momentum, "momentum"), (Adagrad, "epsilon"), (Adagrad, "initial_accumulator_value"), (Adadelta, "rho"),
    (Adadelta, "epsilon"), (RMSProp, "rho"), (RMSProp, "epsilon"), (RMSProp, "momentum"), (Adam, "beta1"),
    (Adam, "beta2"), (Adam, "epsilon"), (AdamW, "beta1"), (AdamW, "weight_decay"), (Adamax, "beta2"),
    (Adamax, "epsilon"), (Lamb, "lamb_weight_decay"), (Lamb, "beta1"), (Lamb, "epsilon"),
]  # fmt: skip


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize("rule, option", OPTIONS, ids=[f"{rule.__name__}-{option}" for rule, option in OPTIONS])
def test_an_option_is_finite(rule, option, value):
    weight = paddle.nn.Linear(2, 2).weight
    with pytest.raises(ArgumentError, match=option):
        rule(learning_rate=0.1, parameters=[weight], **{option: value})
    with pytest.raises(ArgumentError, match=option):
        rule(learning_rate=0.1, parameters=[{"params": [weight], option: value}])


@pytest.mark.parametrize("rule, option", OPTIONS, ids=[f"{rule.__name__}-{option}" for rule, option in OPTIONS])
def test_an_option_is_a_number(rule, option):
    with pytest.raises(UsageError, match=f"(?s){option} must be a number.*test_hyperparameters.py") as caught:
        rule(learning_rate=0.1, parameters=[paddle.nn.Linear(2, 2).weight], **{option: "0.9"})
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize("value", [float("nan"), float("inf"), -float("inf")])
@pytest.mark.parametrize(
    "make, name",
    [
        (paddle.regularizer.L1Decay, "coeff"),
        (paddle.regularizer.L2Decay, "coeff"),
        (paddle.nn.ClipGradByNorm, "clip_norm"),
        (paddle.nn.ClipGradByGlobalNorm, "clip_norm"),
        (paddle.nn.ClipGradByValue, "max"),
        (lambda value: paddle.nn.ClipGradByValue(1.0, value), "min"),
        (lambda value: paddle.ParamAttr(learning_rate=value), "learning_rate of ParamAttr"),
        (lambda value: Momentum(parameters=[paddle.nn.Linear(2, 2).weight], weight_decay=value), "weight_decay"),
        (
            lambda value: Momentum(parameters=[{"params": [paddle.nn.Linear(2, 2).weight], "learning_rate": value}]),
            "learning_rate of a parameter group",
        ),
    ],
)
def test_what_goes_with_an_optimizer_is_finite(make, name, value):
    with pytest.raises(ArgumentError, match=f"{name} must be a finite number, but received {value}"):
        make(value)


def test_a_ratio_of_learning_rates_is_finite():
    layer = paddle.nn.Linear(2, 2)
    rule = AdamW(0.1, parameters=layer.parameters(), lr_ratio=lambda parameter: float("nan"))
    layer(paddle.ones([1, 2])).sum().backward()
    with pytest.raises(ArgumentError, match=re.escape(f"lr_ratio of {layer.weight.name}")):
        rule.step()


def test_norms_and_bounds_that_would_turn_gradients_round():
    with pytest.raises(ArgumentError, match="clip_norm must be greater than 0, but received 0"):
        paddle.nn.ClipGradByNorm(0)
    with pytest.raises(ArgumentError, match="clip_norm must not be negative, but received -1"):
        paddle.nn.ClipGradByGlobalNorm(-1)
    with pytest.raises(ArgumentError, match="min 2 and max 1"):
        paddle.nn.ClipGradByValue(1, 2)
    paddle.nn.ClipGradByGlobalNorm(0)


def test_what_paddle_takes_is_taken():
    layer = paddle.nn.Linear(2, 2)
    weights = layer.parameters()
    assert Momentum(0.1, momentum=1.5, weight_decay=-0.1, parameters=weights)
    assert RMSProp(0.1, rho=1.5, momentum=2, parameters=weights) and Adadelta(0.1, rho=2.0, parameters=weights)
    assert AdamW(0.1, weight_decay=-0.1, parameters=weights)
    assert paddle.ParamAttr(learning_rate=-1).learning_rate == -1


def test_numbers_of_numpy_are_numbers():
    found = []
    for scalar in (float, np.float32, np.float64):
        layer = paddle.nn.Linear(2, 2, weight_attr=paddle.nn.initializer.Constant(0.5))
        rule = Momentum(0.5, scalar(0.5), parameters=layer.parameters(), weight_decay=scalar(0.25))
        for _ in range(2):
            layer(paddle.ones([1, 2])).sum().backward()
            rule.step()
        found.append(layer.weight.numpy().tolist())
    assert found[0] == found[1] == found[2]
