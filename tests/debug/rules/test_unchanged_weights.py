"""Weights that stay as they are: found where training is at fault, and not where the loss cannot depend on them."""

import pytest

from opscope import debug, paddle
from tests.debug.rules.faulty_programs import constant, train

F = paddle.nn.functional


def unchanged(net, optimizer):
    run = debug.start(lambda: train(net, lambda x, label, number: F.cross_entropy(net(x), label), optimizer=optimizer))
    run.wait()
    return run.findings.of("weights-unchanged")


def normalized(bias=0.0):
    paddle.seed(0)
    return paddle.nn.Sequential(
        paddle.nn.Linear(8, 16, bias_attr=constant(bias)),
        paddle.nn.BatchNorm1D(16),
        paddle.nn.ReLU(),
        paddle.nn.Linear(16, 3),
    )


@pytest.mark.parametrize("bias", [0.0, 0.1])
def test_a_bias_before_a_normalization_is_no_finding(bias):
    """Its gradient is a sum of terms that cancel: 4e-9 of 1e-2 were left, and called an error."""
    net = normalized(bias)
    assert not unchanged(net, paddle.optimizer.SGD(0.1, parameters=net.parameters()))


@pytest.mark.filterwarnings("ignore:SGD. the learning rate")
def test_a_learning_rate_of_zero_is_found_before_a_normalization():
    net = normalized()
    (found,) = unchanged(net, paddle.optimizer.SGD(0.0, parameters=net.parameters()))
    assert net[0].weight.name in found.evidence and net[0].bias.name not in found.evidence


@pytest.mark.parametrize("name", ["weight", "bias"])
def test_one_parameter_with_a_learning_rate_of_zero_is_found(name):
    net = normalized()
    frozen = getattr(net[3], name)
    rest = [p for p in net.parameters() if p is not frozen]
    groups = [{"params": rest}, {"params": [frozen], "learning_rate": 0.0}]
    (found,) = unchanged(net, paddle.optimizer.SGD(0.1, parameters=groups))
    assert found.value == frozen.name and "sgd" in found.operator


def test_the_bias_of_dead_units_is_found():
    net = paddle.nn.Sequential(paddle.nn.Linear(8, 16, bias_attr=constant(-30.0)), paddle.nn.ReLU())
    net.add_sublayer("head", paddle.nn.Linear(16, 3))
    (found,) = unchanged(net, paddle.optimizer.SGD(0.1, parameters=net.parameters()))
    assert net[0].bias.name in found.evidence
