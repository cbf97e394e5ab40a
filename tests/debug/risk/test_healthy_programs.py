"""Healthy programs: nothing that they compute puts a result at risk."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from opscope import debug, paddle
from tests.debug import nets
from tests.debug.rules import test_correct_programs
from tests.debug.why import benign_programs

F, nn = paddle.nn.functional, paddle.nn


def tensor(*shape: int) -> paddle.Tensor:
    return paddle.to_tensor(np.random.default_rng(sum(shape)).standard_normal(shape).astype("float32"))


def train(net, loss_of, optimizer=paddle.optimizer.Adam, steps=3):
    chosen = optimizer(1e-3, parameters=net.parameters())
    for _ in range(steps):
        loss_of(net).backward()
        chosen.step()
        chosen.clear_grad()


def lenet():
    net = nn.Sequential(
        *(nn.Conv2D(1, 6, 3, padding=1), nn.BatchNorm2D(6), nn.ReLU(), nn.MaxPool2D(2, 2)),
        *(nn.Conv2D(6, 16, 5), nn.BatchNorm2D(16), nn.ReLU(), nn.MaxPool2D(2, 2), nn.Flatten()),
        *(nn.Linear(400, 84), nn.Dropout(0.1), nn.Linear(84, 10)),
    )
    label = paddle.arange(8)
    train(net, lambda net: F.cross_entropy(net(tensor(8, 1, 28, 28)), label))


def transformer_block():
    net = nn.Sequential(nn.TransformerEncoderLayer(16, 4, 32), nn.Linear(16, 7))
    label = paddle.arange(40) % 7
    train(
        net, lambda net: F.cross_entropy(net(tensor(4, 10, 16)).reshape([-1, 7]), label), paddle.optimizer.AdamW, 2
    )  # fmt: skip


def batch_norm_of_shifted_data():
    net = nn.Sequential(nn.BatchNorm1D(6), nn.Linear(6, 6), nn.BatchNorm1D(6), nn.Tanh(), nn.Linear(6, 1))
    train(net, lambda net: paddle.mean(paddle.square(net(tensor(16, 6) + 20.0))))


def softmax_of_the_user():
    def softmax(x):
        e = paddle.exp(x - paddle.max(x, axis=-1, keepdim=True))
        return e / paddle.sum(e, axis=-1, keepdim=True)

    net = nn.Linear(6, 5)
    train(net, lambda net: -paddle.mean(paddle.log(softmax(net(tensor(16, 6) * 3.0))[:, 0] + 1e-6)))


def recurrent():
    net = nn.LSTM(6, 8)
    train(net, lambda net: paddle.mean(paddle.square(net(tensor(4, 5, 6))[0])), steps=2)


def memorized_data():
    net, label = nn.Sequential(nn.Linear(4, 32), nn.ReLU(), nn.Linear(32, 3)), paddle.arange(12) % 3
    adam = paddle.optimizer.Adam(3e-2, parameters=net.parameters())
    for _ in range(120):
        loss = F.cross_entropy(net(tensor(12, 4)), label)
        loss.backward()
        adam.step()
        adam.clear_grad()
    assert float(loss) < 1e-3


def auto_mixed_precision():
    net, scaler = nn.Linear(6, 3), paddle.amp.GradScaler(init_loss_scaling=256.0)
    optimizer = paddle.optimizer.SGD(0.1, parameters=net.parameters())
    for _ in range(2):
        with paddle.amp.auto_cast(level="O1"):
            loss = paddle.mean(paddle.square(net(tensor(8, 6))))
        scaler.scale(loss).backward()
        scaler.step(optimizer)
        scaler.update()
        optimizer.clear_grad()


OWN = (
    lenet, transformer_block, batch_norm_of_shifted_data, softmax_of_the_user, recurrent, memorized_data,
    auto_mixed_precision,
)  # fmt: skip
MASKS = (
    *("mask_that_is_fed", "mask_of_a_logarithm", "where_picks_the_finite_branch", "running_maximum_from_minus_inf"),
    *("exp_of_minus_inf", "clipped_infinity", "not_a_number_is_replaced", "loop_with_a_mask", "eager_mask"),
)


def quiet_steps(body) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        run = debug.start(body)
        run.wait()
    for step in {1, run.steps}:
        found = run.risk(step)
        assert not len(found) and found.measured, found
        assert "nothing above 1,000 units" in repr(found)


@pytest.mark.parametrize("program", OWN, ids=lambda p: p.__name__)
def test_healthy_eager_code_is_quiet(program):
    paddle.seed(0)
    quiet_steps(program)


@pytest.mark.thorough
@pytest.mark.parametrize("program", test_correct_programs.EAGER, ids=lambda p: p.__name__)
def test_correct_eager_code_is_quiet(program):
    paddle.seed(0)
    quiet_steps(program)


@pytest.mark.parametrize("net", [nets.DropoutAdam, nets.While, nets.Cond, nets.BatchNorm, nets.Gan])
def test_healthy_programs_are_quiet(net):
    try:
        quiet_steps(net())
    finally:
        paddle.disable_static()


@pytest.mark.thorough
@pytest.mark.parametrize("name", MASKS)
def test_masks_are_quiet(name):
    try:
        quiet_steps(getattr(benign_programs, name)())
    finally:
        paddle.disable_static()
