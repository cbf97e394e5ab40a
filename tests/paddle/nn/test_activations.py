"""Activations against their definitions, far from 0 too, and random ones against their statistics."""

import math

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError, ModeError
from opscope.paddle import nn
from opscope.paddle.nn import functional as F  # noqa: N812

X = np.concatenate([np.linspace(-5.0, 5.0, 41), [-800.0, 800.0]])


def sigmoid(x):
    return np.exp(-np.logaddexp(0, -x))


DEFINITIONS = {
    "relu": np.maximum(X, 0),
    "relu6": np.clip(X, 0, 6),
    "leaky_relu": np.where(X > 0, X, 0.01 * X),
    "elu": np.where(X > 0, X, np.expm1(np.minimum(X, 0))),
    "selu": 1.0507009873554805 * np.where(X > 0, X, 1.6732632423543772 * np.expm1(np.minimum(X, 0))),
    "celu": np.where(X > 0, X, np.expm1(np.minimum(X, 0))),
    "gelu": X * 0.5 * (1 + np.array([math.erf(v / math.sqrt(2)) for v in X])),
    "sigmoid": sigmoid(X),
    "log_sigmoid": -np.logaddexp(0, -X),
    "hardsigmoid": np.clip(X * 0.1666667 + 0.5, 0, 1),
    "hardswish": X * np.clip(X + 3, 0, 6) / 6,
    "hardtanh": np.clip(X, -1, 1),
    "hardshrink": np.where(np.abs(X) > 0.5, X, 0),
    "softshrink": np.where(X > 0.5, X - 0.5, np.where(X < -0.5, X + 0.5, 0)),
    "tanhshrink": X - np.tanh(X),
    "swish": X * sigmoid(X),
    "silu": X * sigmoid(X),
    "mish": X * np.tanh(np.logaddexp(0, X)),
    "softplus": np.logaddexp(0, X),
    "softsign": X / (1 + np.abs(X)),
    "thresholded_relu": np.where(X > 1, X, 0),
    "tanh": np.tanh(X),
}


@pytest.mark.parametrize("name", DEFINITIONS)
def test_definitions(name: str):
    np.testing.assert_allclose(getattr(F, name)(paddle.to_tensor(X)).numpy(), DEFINITIONS[name], rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", DEFINITIONS)
def test_gradients_stay_finite(name: str):
    x = paddle.to_tensor(X, stop_gradient=False)
    getattr(F, name)(x).sum().backward()
    assert np.isfinite(x.grad.numpy()).all()


def test_settings():
    x = paddle.to_tensor(X)
    np.testing.assert_allclose(F.hardsigmoid(x, 0.3, 0.1).numpy(), np.clip(0.3 * X + 0.1, 0, 1))
    np.testing.assert_allclose(F.thresholded_relu(x, 2.0, -1.0).numpy(), np.where(X > 2, X, -1))
    np.testing.assert_allclose(nn.Softplus(2.0, 3.0)(x).numpy(), np.where(2 * X > 3, X, np.logaddexp(0, 2 * X) / 2))
    np.testing.assert_allclose(nn.Hardtanh(-2, 3)(x).numpy(), np.clip(X, -2, 3))
    np.testing.assert_allclose(
        F.gelu(x, True).numpy(), X * 0.5 * (1 + np.tanh(0.7978845608 * (X + 0.044715 * X**3))), rtol=1e-8
    )


def test_prelu_has_a_slope_for_each_channel():
    x = -np.ones((2, 3, 4))
    weight = np.array([0.1, 0.2, 0.3])
    np.testing.assert_allclose(F.prelu(paddle.to_tensor(x), paddle.to_tensor(weight)).numpy()[1, :, 2], -weight)
    last = F.prelu(paddle.to_tensor(x.transpose(0, 2, 1)), paddle.to_tensor(weight), "NLC").numpy()
    np.testing.assert_allclose(last[1, 2], -weight)
    layer = nn.PReLU(3, init=0.5)
    assert layer._weight.numpy().tolist() == [0.5] * 3
    with pytest.raises(ValueError, match="data_format must be one of"):
        F.prelu(paddle.to_tensor(x), paddle.to_tensor(weight), "HWC")


def test_maxout_and_glu():
    x = np.arange(24.0).reshape(2, 4, 3) * [1, -1, 1]
    np.testing.assert_array_equal(F.maxout(paddle.to_tensor(x), 2).numpy(), x.reshape(2, 2, 2, 3).max(2))
    np.testing.assert_array_equal(F.maxout(paddle.to_tensor(x.transpose(0, 2, 1)), 2, -1).numpy().transpose(0, 2, 1),
                                  x.reshape(2, 2, 2, 3).max(2))  # fmt: skip
    np.testing.assert_allclose(F.glu(paddle.to_tensor(x), 1).numpy(), x[:, :2] * sigmoid(x[:, 2:]))
    with pytest.raises(ArgumentError, match="4 channels cannot be divided by groups=3"):
        F.maxout(paddle.to_tensor(x), 3)
    with pytest.raises(ArgumentError, match="should be 1 for an NCHW input"):
        F.maxout(paddle.to_tensor(x), 2, 2)


def test_of_equal_channels_of_maxout_the_first_has_the_gradient():
    """Paddle 2.6.2 has these numbers; a gradient of 1 at both would count the channel twice."""
    x = paddle.to_tensor(np.array([1, 1, 2, 3], "float32").reshape(1, 4, 1, 1), stop_gradient=False)
    F.maxout(x, 2).sum().backward()
    np.testing.assert_array_equal(x.grad.numpy().ravel(), [1, 0, 0, 1])


def test_refused_settings():
    x = paddle.to_tensor(X)
    for call in (lambda: F.selu(x, scale=0.5), lambda: F.celu(x, alpha=0), lambda: F.rrelu(x, 0.5, 0.2),
                 lambda: F.gumbel_softmax(x, -1.0)):  # fmt: skip
        with pytest.raises(ArgumentError):
            call()
    with pytest.raises(ModeError, match="3D or 4D"):
        nn.Softmax2D()(x)


def test_rrelu():
    x = paddle.to_tensor(np.full(4000, -1.0))
    slopes = -F.rrelu(x, 0.2, 0.6).numpy()
    assert 0.2 <= slopes.min() < 0.21 and 0.59 < slopes.max() < 0.6 and abs(slopes.mean() - 0.4) < 0.01
    np.testing.assert_allclose(F.rrelu(x, 0.2, 0.6, training=False).numpy(), -0.4)
    layer = nn.RReLU()
    layer.eval()
    np.testing.assert_allclose(layer(x).numpy(), -(1 / 8 + 1 / 3) / 2)


def test_gumbel_softmax_chooses_by_probability():
    paddle.seed(4)
    logits = paddle.to_tensor(np.log(np.tile([[0.2, 0.5, 0.3]], (6000, 1))), stop_gradient=False)
    hard = F.gumbel_softmax(logits, temperature=0.7, hard=True)
    counts = hard.numpy()
    np.testing.assert_allclose(counts.sum(1), 1.0)
    assert set(np.unique(counts.round(6))) == {0.0, 1.0}
    np.testing.assert_allclose(counts.mean(0), [0.2, 0.5, 0.3], atol=0.03)
    (hard * paddle.to_tensor(np.arange(3.0))).sum().backward()
    assert np.abs(logits.grad.numpy()).max() > 0.01, "the gradient is that of the soft choice"


def test_dropout_of_channels():
    paddle.seed(1)
    x = np.ones((8, 16, 5, 4), "float32")
    out = F.dropout2d(paddle.to_tensor(x), 0.25).numpy()
    per_channel = out.reshape(8, 16, -1)
    assert (per_channel.min(-1) == per_channel.max(-1)).all() and 0.6 < (per_channel[..., 0] > 0).mean() < 0.9
    np.testing.assert_allclose(per_channel.max(), 4 / 3)
    last = F.dropout2d(paddle.to_tensor(x.transpose(0, 2, 3, 1)), 0.25, data_format="NHWC").numpy()
    assert (last.reshape(8, 20, 16).min(1) == last.reshape(8, 20, 16).max(1)).all()
    layer = nn.Dropout3D(0.5)
    layer.eval()
    np.testing.assert_array_equal(layer(paddle.ones([1, 2, 2, 2, 2])).numpy(), 1.0)


def test_alpha_dropout_keeps_mean_and_variance():
    paddle.seed(2)
    x = paddle.randn([40000])
    out = F.alpha_dropout(x, 0.3)
    assert abs(float(out.mean())) < 0.03 and abs(float(out.var()) - 1.0) < 0.05
    assert F.alpha_dropout(x, 0.3, training=False) is x and not F.alpha_dropout(x, 1.0).numpy().any()
    with pytest.raises(ArgumentError, match="between 0 and 1"):
        F.alpha_dropout(x, 2.0)
