"""NaN and Inf: the first value of the step that has them is the finding, what comes after it follows from it."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle.static import nn as static_nn
from tests.debug.rules.faulty_programs import batches, data, mlp

F = paddle.nn.functional


def finished(program, **options):
    with np.errstate(all="ignore"):
        run = debug.start(program, **options)
        run.wait()
    return run


def not_finite(program, **options):
    """The finding, with its consequences."""
    run = finished(program, **options)
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
    assert "1 NaN (an input of the step)" in found.evidence and loss.name in found.evidence
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
    assert "an input of the step" in found.evidence and "net(paddle.to_tensor(x))" in found.code
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


RISE = 20  # so that the rate is twelve times as high, and more, where the probabilities underflow


def rising_rate(factor):
    """The learning rate at a step from 0: 0.02, and 48 times as much at the end."""
    return lambda step: factor * (0.02 + 0.95 * step / 59)


def exploding_in_eager_code(rate):
    def train():
        paddle.disable_static()
        paddle.seed(0)
        net, rng = mlp(4, 16, 3), np.random.default_rng(0)
        optimizer = paddle.optimizer.SGD(0.02, parameters=net.parameters())
        x, label = rng.standard_normal((64, 4)).astype("float32") * 3, rng.integers(0, 3, 64)
        for step in range(60):
            optimizer.set_lr(rate(step))
            p = F.softmax(net(paddle.to_tensor(x)))
            loss = -(F.one_hot(paddle.to_tensor(label), 3) * paddle.log(p)).sum(axis=1).mean()
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    return train


def exploding_in_a_program(rate):
    x, label = paddle.static.data("x", [64, 4]), paddle.static.data("label", [64], "int64")
    p = F.softmax(static_nn.fc(F.relu(static_nn.fc(x, 16)), 3))
    loss = -(F.one_hot(label, 3) * paddle.log(p)).sum(axis=1).mean()
    schedule = paddle.optimizer.lr.LambdaDecay(1.0, rate)
    paddle.optimizer.SGD(schedule).minimize(loss)
    rng = np.random.default_rng(0)
    feed = {"x": rng.standard_normal((64, 4)).astype("float32") * 3, "label": rng.integers(0, 3, 64)}

    def train():
        exe = paddle.static.Executor()
        exe.run(paddle.static.default_startup_program())
        for _ in range(60):
            exe.run(feed=feed, fetch_list=[loss])
            schedule.step()

    return train


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.filterwarnings("ignore:not-finite")
def test_a_learning_rate_that_exploded_is_named_in_eager_code(live):
    """Both answers ended at the log of 0, which is only where the weights that exploded show."""
    found, run = not_finite(exploding_in_eager_code(rising_rate(RISE)), rules=live)
    why = run.why()
    assert "the learning rate grew from 0.4 in step 1" in found.evidence
    assert "smaller learning rate" in found.suggestion and "F.cross_entropy" in found.suggestion
    assert why.cause.what == "log of 0" and why.growth[-1].name == "the learning rate"
    assert why.growth[-1].end[1] > 4 and "F.cross_entropy" in why.fix and "F.cross_entropy" in why._repr_html_()
    assert "the learning rate grew from" in repr(why)


@pytest.mark.filterwarnings("ignore:not-finite")
def test_a_learning_rate_that_exploded_is_named_in_a_program(static):
    found, run = not_finite(exploding_in_a_program(rising_rate(RISE)))
    assert "the learning rate grew from 0.4 in step 1" in found.evidence
    assert run.why().growth[-1].name == "the learning rate" and "the learning rate grew from" in repr(run.why())


@pytest.mark.filterwarnings("ignore:not-finite")
def test_a_constant_learning_rate_is_not_blamed():
    run = finished(exploding_in_eager_code(lambda step: 300.0))
    (found, *_) = run.findings.of("not-finite")
    assert "rate grew" not in found.evidence and "rate grew" not in repr(run.why())
    assert "F.cross_entropy" in run.why().fix and "F.cross_entropy" in found.suggestion


def test_the_log_of_a_sigmoid_has_a_fused_loss_too():
    run = finished(lambda: paddle.log(F.sigmoid(paddle.to_tensor([-200.0, 1.0]))).sum())
    assert "F.binary_cross_entropy_with_logits" in run.why().fix


@pytest.mark.parametrize("live", [True, False])
@pytest.mark.filterwarnings("ignore:not-finite")
def test_a_loss_that_is_the_first_bad_value_is_listed_once(live):
    """As log_5, and as the course of `loss`: one value, in one step."""

    def train():
        paddle.disable_static()
        net = paddle.nn.Linear(4, 1)
        optimizer = paddle.optimizer.SGD(0.01, parameters=net.parameters())
        for step in range(8):
            loss = paddle.log(net(paddle.ones([2, 4])).mean() * 0 + (step != 5))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    _, run = not_finite(train, rules=live)
    labels = [(f.called or f.value, f.step) for f in run.findings.of("not-finite")]
    assert labels.count(("loss", 6)) == 1, labels


@pytest.mark.filterwarnings("ignore:not-finite")
def test_an_infinite_loss_is_not_called_nan():
    """Of the losses of recorded eager code it is only known that they are not finite."""

    def train():
        paddle.disable_static()
        net = paddle.nn.Linear(4, 1)
        optimizer = paddle.optimizer.SGD(0.01, parameters=net.parameters())
        for step in range(8):
            loss = F.mse_loss(net(paddle.ones([2, 4])), paddle.full([2, 1], 1e30 if step == 5 else 0.0))
            loss.backward()
            optimizer.step()
            optimizer.clear_grad()

    run = finished(train)
    assert run.findings.of("not-finite")
    assert not [f for f in run.findings.of("not-finite") if "is nan" in f.evidence]


@pytest.mark.parametrize("view_of", [lambda x: x[1:3], lambda x: x.reshape([2, -1]), lambda x: x[0]], ids=range(3))
def test_a_write_through_a_view_is_the_first_place_with_nan(view_of):
    """The operator that makes the tensor was called the cause."""

    def train():
        net = paddle.nn.Linear(3, 1)
        optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
        for step in range(4):
            x = paddle.tanh(paddle.to_tensor(np.random.default_rng(step).normal(size=(4, 3)).astype("float32")))
            part = view_of(x)
            if step == 2:
                part.scale_(np.nan)
            paddle.mean(net(x) ** 2).backward()
            optimizer.step()
            optimizer.clear_grad()

    finding, _ = not_finite(train)
    assert finding.code.strip() == "part.scale_(np.nan)"
