"""Losses written by hand that compare a column of predictions with a row of labels, and their twins of one shape."""

import numpy as np
import pytest

from opscope import debug, paddle
from opscope.paddle import static

F = paddle.nn.functional

LOSSES = {
    "square": lambda p, y: ((p - y) ** 2).mean(),
    "label first": lambda p, y: paddle.square(y - p).mean(),
    "abs": lambda p, y: paddle.abs(p - y).sum(),
    "product": lambda p, y: ((p - y) * (p - y)).mean(),
    "hinge": lambda p, y: F.relu(1 - y * p).mean(),
    "logistic": lambda p, y: paddle.log(1 + paddle.exp(-y * p)).mean(),
    "cross entropy": lambda p, y: (
        -(y * paddle.log(F.sigmoid(p)) + (1 - y) * paddle.log(1 - F.sigmoid(p))).mean()
    ),
    "relative": lambda p, y: paddle.abs(p / (y + 3) - 1).mean(),
    "huber": lambda p, y: paddle.where(
        paddle.abs(p - y) < 1, 0.5 * (p - y) ** 2, paddle.abs(p - y) - 0.5
    ).mean(),
    "log cosh": lambda p, y: paddle.log(paddle.cosh(p - y)).mean(),
    "root": lambda p, y: paddle.sqrt(((p - y) ** 2).mean()),
    "norm": lambda p, y: paddle.norm(p - y),
    "dist": lambda p, y: paddle.dist(p, y),
    "clipped": lambda p, y: paddle.clip(p - y, -1, 1).square().mean(),
    "poisson": lambda p, y: (paddle.exp(p) - y * p).mean(),
    "chosen": lambda p, y: paddle.where(y > 0, p, F.relu(1 - p)).mean(),
    "maximum": lambda p, y: paddle.maximum(p, y).mean(),
    "weighted": lambda p, y: (paddle.square(p - 1) * y).mean(),
}  # fmt: skip


def in_eager_code(loss, shape):
    def body():
        paddle.disable_static()
        net = paddle.nn.Linear(4, 1)
        optimizer = paddle.optimizer.SGD(1e-3, parameters=net.parameters())
        rng = np.random.default_rng(0)
        for _ in range(3):
            x = paddle.to_tensor(rng.standard_normal((8, 4)).astype("float32"))
            y = paddle.to_tensor(rng.integers(0, 2, shape).astype("float32"))
            loss(net(x), y).backward()
            optimizer.step()
            optimizer.clear_grad()

    run = debug.start(body)
    run.wait()
    return run.findings


def in_a_program(loss, shape):
    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x, y = static.data("x", [None, 4]), static.data("y", [None, *shape[1:]])
        paddle.optimizer.SGD(1e-3).minimize(loss(static.nn.fc(x, 1), y))
    return debug.rules.review(main)


@pytest.mark.parametrize("found_in", [in_eager_code, in_a_program])
@pytest.mark.parametrize("name", LOSSES)
def test_a_column_against_a_row_is_found_once_and_its_twin_is_not(name, found_in):
    (finding,) = found_in(LOSSES[name], (8,)).of("broadcast-loss")
    assert "every pair" in finding.evidence and "test_broadcast_losses.py" in finding.line
    assert not found_in(LOSSES[name], (8, 1)).of("broadcast-loss")


def test_broadcasts_that_are_meant():
    """A bias, a mask over heads, a scale per row, distances of each pair of outputs, a kernel matrix with the data."""

    def define(x, row, mask):
        h = static.nn.fc(x, 8)
        scaled = h * row.unsqueeze(1)  # [N, 8] with [N, 1]
        masked = F.softmax(scaled.unsqueeze(1) + mask, axis=-1)
        score = static.nn.fc(x, 1)
        pairs = F.sigmoid(score - score.transpose([1, 0]))
        kernel = paddle.exp(-score * row.unsqueeze(0))
        return masked.mean() + pairs.mean() + kernel.mean()

    paddle.enable_static()
    main = static.Program()
    with static.program_guard(main):
        x, row, mask = static.data("x", [4, 6]), static.data("row", [4]), static.data("mask", [4, 3, 1])
        paddle.optimizer.SGD(1e-3).minimize(define(x, row, mask))
    assert not debug.rules.review(main).of("broadcast-loss")
