"""NaN and Inf: the first value of the step that has them is the finding, what comes after it follows from it."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle.static import nn as static_nn
from tests.debug.rules.faulty_programs import batches, data, mlp

F = paddle.nn.functional


def not_finite(program, **options):
    """The finding, with its consequences."""
    with np.errstate(all="ignore"):
        run = debug.start(program, **options)
        run.wait()
        return next(f for f in run.findings if f.rule == "not-finite"), run


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.filterwarnings("ignore:not-finite")
def test_data_with_nan_in_a_program(static, live):
    """The weights after the update were called the cause of the loss before it."""
    x, _, _ = data()
    loss = paddle.mean(paddle.tanh(static_nn.fc(x, 4)))
    paddle.optimizer.Adam(0.01).minimize(loss)

    def train():
        exe = paddle.static.Executor()
        exe.run(paddle.static.default_startup_program())
        for step, (rows, _, _) in enumerate(batches(8), 1):
            rows[3, 2] = np.nan if step == 5 else 0
            exe.run(feed={"x": rows}, fetch_list=[loss])

    found, run = not_finite(train, rules=live)
    assert (found.value, found.step) == ("x", 5) and run.first("nan").name == "x"
    assert "1 NaN (data that the step is given)" in found.evidence and loss.name in found.evidence
    assert "mul(x, fc_0.w_0)" in found.operator and "static_nn.fc" in found.code and "data" in found.suggestion
    assert [(f.value, f.step) for f in found.consequences] == [(loss.name, 5), ("fc_0.w_0", 6)]


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.filterwarnings("ignore:not-finite")
def test_data_with_nan_in_the_second_batch_of_an_eager_step(live):
    """At the end of the step the moving mean, which the first batch reads, has NaN as well."""
    net = paddle.nn.Sequential(paddle.nn.Linear(8, 4), paddle.nn.BatchNorm1D(4), paddle.nn.Linear(4, 3))
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())

    def train():
        for number, (x, label, _) in enumerate(batches(12)):
            x[3, 2] = np.nan if number == 9 else 0
            loss = F.cross_entropy(net(paddle.to_tensor(x)), paddle.to_tensor(label))
            loss.backward()
            if number % 2:
                optimizer.step()
                optimizer.clear_grad()

    found, _ = not_finite(train, rules=live)
    assert found.value.startswith("matmul_") and found.value.endswith(".x") and found.step == 5
    assert "data that the step is given" in found.evidence and "net(paddle.to_tensor(x))" in found.code
    weight = next(f for f in found.consequences if f.value == net[0].weight.name)
    assert weight.step == 6 and "from before the step" in weight.evidence


@pytest.mark.filterwarnings("ignore:not-finite")
def test_an_operator_that_makes_it():
    net = mlp(8, 4, 3)
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())

    def train():
        for number, (x, _, _) in enumerate(batches(8), 1):
            size = paddle.square(net(paddle.to_tensor(x)))
            loss = paddle.mean(paddle.log(size * 0.0 if number == 4 else size + 1.0))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    found, _ = not_finite(train, rules=True)
    assert found.value.startswith("log_") and found.step == 4 and found.op > 0
    assert "paddle.log(size" in found.code and "(data" not in found.evidence


@pytest.mark.filterwarnings("ignore:not-finite")
def test_a_mask_of_minus_infinity_is_not_the_cause():
    net = mlp(8, 4, 3)
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    mask = np.array([0.0, 0.0, -np.inf], "float32")

    def train():
        for number, (x, _, _) in enumerate(batches(8), 1):
            shares = F.softmax(net(paddle.to_tensor(x)) + paddle.to_tensor(mask))
            loss = paddle.mean(paddle.log(shares[:, 0] * (0.0 if number == 4 else 1.0)))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    found, _ = not_finite(train, rules=True)
    assert found.value.startswith("log_") and found.step == 4


@pytest.mark.filterwarnings("ignore")
def test_an_update_that_makes_it():
    net = paddle.nn.Linear(8, 3)
    optimizer = paddle.optimizer.SGD(3e38, parameters=net.parameters())

    def train():
        for x, _, number in batches(3):
            loss = F.mse_loss(net(paddle.to_tensor(x)), paddle.to_tensor(number * 1000))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    found, _ = not_finite(train, rules=True)
    assert (found.value, found.step) == (net.weight.name, 1)
    assert found.operator.startswith(f"{net.weight.name} = sgd(") and "optimizer.step()" in found.code
