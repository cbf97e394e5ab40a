"""Normalization, randomness and optimizers against their definitions."""

import numpy as np
import pytest

from opscope.core import random
from opscope.errors import ArgumentError, ShapeError
from opscope.ops.nn.normalization import batch_norm
from opscope.ops.registry import REGISTRY
from opscope.paddle.functions import random_values
from opscope.paddle.functions.neural import dropout, layer_norm
from tests.laws.cases import spec_of

RNG = np.random.default_rng(2)


def test_batch_norm_of_a_batch():
    x = RNG.standard_normal((4, 3, 2, 5)) * 3 + 1
    mean, variance, scale, bias = np.zeros(3), np.ones(3), RNG.standard_normal(3), RNG.standard_normal(3)
    y, mean_out, variance_out, saved_mean, saved_inv_std = batch_norm(x, mean, variance, scale, bias)
    center, spread = x.mean((0, 2, 3)), x.var((0, 2, 3))

    def column(v):
        return v[:, None, None]

    wanted = (x - column(center)) / np.sqrt(column(spread) + 1e-5) * column(scale) + column(bias)
    np.testing.assert_allclose(y, wanted)
    np.testing.assert_allclose(mean_out, 0.1 * center)  # Paddle: momentum weighs the old value
    np.testing.assert_allclose(variance_out, 0.9 + 0.1 * spread)
    np.testing.assert_allclose(saved_mean, center)
    np.testing.assert_allclose(saved_inv_std, 1 / np.sqrt(spread + 1e-5))


def test_batch_norm_of_a_test():
    x = RNG.standard_normal((4, 3))
    mean, variance, scale, bias = RNG.random(3), RNG.random(3) + 0.5, np.ones(3), np.zeros(3)
    y, mean_out, variance_out, *_ = batch_norm(x, mean, variance, scale, bias, is_test=True)
    np.testing.assert_allclose(y, (x - mean) / np.sqrt(variance + 1e-5))
    assert np.array_equal(mean_out, mean) and np.array_equal(variance_out, variance)
    assert mean_out is not mean  # a fresh value: what is stored must not alias what is read


def test_half_precision_keeps_its_statistics_in_float32():
    x = (RNG.standard_normal((64, 2)) + 300).astype("float16")
    ones = np.ones(2, dtype="float32")
    y, mean_out, _, saved_mean, _ = batch_norm(x, ones * 0, ones, ones, ones * 0)
    assert y.dtype == np.float16 and saved_mean.dtype == mean_out.dtype == np.float32
    np.testing.assert_allclose(saved_mean, x.astype("float64").mean(0), rtol=1e-6)


def test_batch_norm_names_what_does_not_fit():
    x, three, two = spec_of(RNG.random((2, 3))), spec_of(RNG.random(3)), spec_of(RNG.random(2))
    with pytest.raises(ShapeError, match=r"scale must be \[3\]"):
        REGISTRY["batch_norm"].infer(x, three, three, two, three)


def test_layer_norm():
    x, weight, bias = RNG.standard_normal((2, 3, 4)), RNG.random(12), RNG.random(12)
    center, spread = x.mean((1, 2), keepdims=True), x.var((1, 2), keepdims=True)
    wanted = (x - center) / np.sqrt(spread + 1e-5) * weight.reshape(3, 4) + bias.reshape(3, 4)
    np.testing.assert_allclose(layer_norm(x, [3, 4], weight, bias), wanted)
    with pytest.raises(ShapeError, match="last dims of x"):
        REGISTRY["layer_norm"].infer(spec_of(x), None, None, normalized_shape=[5])


def test_dropout_keeps_the_mean():
    random.seed(1)
    x = np.ones((200, 200), dtype="float32")
    out = dropout(x, 0.25)
    assert set(np.unique(out)) == {0, np.float32(1 / 0.75)} and abs(out.mean() - 1) < 0.02
    assert set(np.unique(dropout(x, 0.25, mode="downscale_in_infer"))) == {0, 1}
    assert np.allclose(dropout(x, 0.25, training=False, mode="downscale_in_infer"), 0.75)
    assert (dropout(x, 0.25, training=False) == x).all() and not dropout(x, 1.0).any()
    rows = dropout(x, 0.5, axis=0)
    assert (rows == rows[:, :1]).all() and 0 < (rows[:, 0] == 0).mean() < 1
    with pytest.raises(ArgumentError, match="p argument should be between 0 and 1"):
        dropout(x, 1.5)
    with pytest.raises(ArgumentError, match="mode argument"):
        dropout(x, 0.5, mode="other")


def test_draws_have_their_distribution():
    random.seed(3)
    flat = random_values.uniform([20000], min=2.0, max=4.0).numpy()
    assert flat.dtype == np.float32 and flat.min() >= 2 and flat.max() < 4 and abs(flat.mean() - 3) < 0.02
    bell = random_values.normal(1.0, 2.0, [20000]).numpy()
    assert abs(bell.mean() - 1) < 0.05 and abs(bell.std() - 2) < 0.05
    cut = REGISTRY["truncated_gaussian"](shape=(20000,), dtype="float32", mean=1.0, std=2.0).numpy()
    assert abs(cut - 1).max() <= 4 and abs(cut.std() / 2 - 0.8796) < 0.02
    whole = random_values.randint(2, 5, [1000]).numpy()
    assert whole.dtype == np.int64 and set(whole) == {2, 3, 4}
    assert sorted(random_values.randperm(10).numpy()) == list(range(10))
    mean = REGISTRY["bernoulli"](np.full(20000, 0.3)).mean()
    assert abs(mean - 0.3) < 0.02
    with pytest.raises(ArgumentError, match="there is no integer in"):
        random_values.randint(3, 3)


def test_a_seed_of_its_own_repeats():
    first, second = (random_values.uniform([3], seed=5).numpy() for _ in range(2))
    assert np.array_equal(first, second)
    assert not np.array_equal(random_values.uniform([3]).numpy(), random_values.uniform([3]).numpy())


def test_sgd_and_momentum():
    p, g, v = RNG.random(3), RNG.random(3), RNG.random(3)
    np.testing.assert_allclose(REGISTRY["sgd"](p, g, np.array([0.1])), p - 0.1 * g)
    out, speed = REGISTRY["momentum"](p, g, v, 0.1, mu=0.9)
    np.testing.assert_allclose(speed, 0.9 * v + g)
    np.testing.assert_allclose(out, p - 0.1 * speed)
    ahead, _ = REGISTRY["momentum"](p, g, v, 0.1, mu=0.9, use_nesterov=True)
    np.testing.assert_allclose(ahead, p - 0.1 * (g + 0.9 * speed))


def test_a_parameter_of_rank_0_stays_so():
    """A learning rate of shape [1] once made it [1]."""
    assert REGISTRY["sgd"](np.array(1.0), np.array(2.0), np.array([0.5])).shape == ()


@pytest.mark.parametrize("decay", [0.0, 0.1])
def test_adam_takes_kingmas_steps(decay):
    p, rate, b1, b2, eps = RNG.random(3), 0.01, 0.9, 0.999, 1e-8
    state = [np.zeros(3), np.zeros(3), np.array([b1]), np.array([b2])]
    wanted, m, v = p.copy(), np.zeros(3), np.zeros(3)
    name, attrs = ("adamw", {"coeff": decay}) if decay else ("adam", {})
    for step in range(1, 5):
        g = RNG.standard_normal(3)
        p, *state = REGISTRY[name](p, g, *state, np.array([rate]), **attrs)
        m, v = b1 * m + (1 - b1) * g, b2 * v + (1 - b2) * g * g
        m_hat, v_hat = m / (1 - b1**step), v / (1 - b2**step)
        wanted = wanted * (1 - rate * decay) - rate * m_hat / (np.sqrt(v_hat) + eps)
        np.testing.assert_allclose(p, wanted)


def test_adagrad_and_rmsprop():
    p, g, s, m = RNG.random(3), RNG.random(3), RNG.random(3), RNG.random(3)
    out, total = REGISTRY["adagrad"](p, g, s, 0.1)
    np.testing.assert_allclose(out, p - 0.1 * g / (np.sqrt(s + g * g) + 1e-6))
    np.testing.assert_allclose(total, s + g * g)
    out, square, speed = REGISTRY["rmsprop"](p, g, s, m, 0.1, rho=0.9, momentum=0.5)
    np.testing.assert_allclose(square, 0.9 * s + 0.1 * g * g)
    np.testing.assert_allclose(speed, 0.5 * m + 0.1 * g / np.sqrt(square + 1e-6))
    np.testing.assert_allclose(out, p - speed)


def test_optimizers_refuse_a_gradient_of_another_shape():
    with pytest.raises(ShapeError, match="the gradient does not have the shape"):
        REGISTRY["sgd"].infer(spec_of(RNG.random(3)), spec_of(RNG.random(2)), spec_of(RNG.random(1)))
