"""A loss that oscillates because of the learning rate, and losses that differ from batch to batch by chance."""

import numpy as np
import pytest

from opscope import debug, paddle

F = paddle.nn.functional


def regression(batch, rate, noise, seed=0, steps=120, target=1.0):
    def body():
        paddle.disable_static()
        paddle.seed(seed)
        rng = np.random.default_rng(seed)
        true = target * rng.standard_normal((8, 3)).astype("float32")
        net = paddle.nn.Linear(8, 3)
        optimizer = paddle.optimizer.SGD(rate, parameters=net.parameters())
        for _ in range(steps):
            x = rng.standard_normal((batch, 8)).astype("float32")
            y = x @ true + noise * rng.standard_normal((batch, 3)).astype("float32")
            F.mse_loss(net(paddle.to_tensor(x)), paddle.to_tensor(y)).backward()
            optimizer.step()
            optimizer.clear_grad()

    return body


def oscillating(body):
    with np.errstate(all="ignore"):
        run = debug.start(body)
        run.wait()
    return run.findings.of("loss-oscillating")


@pytest.mark.parametrize("batch", [1, 2, 4, 8])
@pytest.mark.parametrize("seed", range(4))
def test_batches_that_differ_by_chance_are_no_oscillation(batch, seed):
    """Nothing can be learned but the noise: the loss is the mean of squares of a few random numbers."""
    assert not oscillating(regression(batch, 1e-3, 1.0, seed, target=0.0))


@pytest.mark.parametrize("rate", [0.2, 0.3, 0.5])
def test_momentum_that_carries_the_weights_over_the_valley_is_one(rate):
    """The loss goes down to the ground and up again, as high as it was."""

    def body():
        paddle.disable_static()
        rng = np.random.default_rng(0)
        w = paddle.create_parameter([4, 1], "float32", default_initializer=paddle.nn.initializer.Constant(3.0))
        optimizer = paddle.optimizer.Momentum(rate, momentum=0.999, parameters=[w])
        for _ in range(90):
            x = paddle.to_tensor(rng.choice([-1.0, 1.0], (256, 4)).astype("float32"))
            F.mse_loss(paddle.matmul(x, w), paddle.zeros([256, 1])).backward()
            optimizer.step()
            optimizer.clear_grad()

    assert oscillating(body)
