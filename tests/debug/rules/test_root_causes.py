"""Nets with one fault: the finding that stands alone names the fault, its symptoms are listed under it."""

import numpy as np
import pytest

from opscope import debug, paddle
from tests.debug.rules.faulty_programs import batches, mlp, train

F = paddle.nn.functional


def findings(net, rate, steps=40, shape=(32, 8), live=True):
    def loss_of(x, label, number):
        return F.cross_entropy(net(paddle.reshape(x, shape)), label)

    optimizer = paddle.optimizer.SGD(rate, parameters=net.parameters())
    with np.errstate(all="ignore"):
        run = debug.start(lambda: train(net, loss_of, optimizer=optimizer, steps=steps), rules=live)
        run.wait()
        return run.findings


def warned(test):
    return pytest.mark.filterwarnings("ignore::opscope.errors.OpscopeWarning")(test)


@warned
@pytest.mark.parametrize("live", [True, False])
def test_a_loss_that_does_not_fall_is_said_once(live):
    """While the run went and at its end, with and without a line."""
    paddle.seed(0)
    found = findings(mlp(8, 16, 3), 1e-7, steps=30, live=live)
    (loss,) = found.of("loss-not-falling")
    assert loss.step == 30 and loss.value == "loss" and "F.cross_entropy(" in loss.code


@warned
@pytest.mark.parametrize("live", [True, False])
def test_a_loss_that_is_not_finite_is_said_once(live):
    net = mlp(8, 16, 3)
    optimizer = paddle.optimizer.SGD(0.01, parameters=net.parameters())

    def program():
        for number, (x, label, _) in enumerate(batches(40), 1):
            loss = F.cross_entropy(net(paddle.to_tensor(x * (np.nan if number == 25 else 1))), paddle.to_tensor(label))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    run = debug.start(program, rules=live)
    run.wait()
    assert [f.step for f in run.findings.of("not-finite") if f.value == "loss"] == [25]
