"""Numbers that are tensors: bounds and factors are computed with, sizes and axes must be constants in a program."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import static

x = np.array([[0.1, 0.9, -0.5], [0.4, 0.2, 0.7]], "float32")


def ran(function, **feed):
    paddle.enable_static()
    variables = {n: static.data(n, v.shape, str(v.dtype)) for n, v in feed.items()}
    out = function(**variables)
    return static.Executor().run(feed=feed, fetch_list=[out])[0]


@pytest.mark.parametrize(
    "function, want",
    [
        (lambda x, a: paddle.clip(x, a, 0.5), x.clip(0.2, 0.5)),
        (lambda x, a: paddle.clip(x, max=a), x.clip(None, 0.2)),
        (lambda x, a: paddle.scale(x, a, 1.0), x * np.float32(0.2) + 1),
        (lambda x, a: paddle.scale(x, a, 1.0, bias_after_scale=False), (x + 1) * np.float32(0.2)),
    ],
)
def test_computed_with(function, want):
    a = np.array([0.2], "float32")
    np.testing.assert_allclose(ran(function, x=x, a=a), want, rtol=1e-6)
    paddle.disable_static()
    np.testing.assert_allclose(function(paddle.to_tensor(x), paddle.to_tensor(a)).numpy(), want, rtol=1e-6)


def test_gradient_of_a_factor():
    factor = paddle.to_tensor([2.0], stop_gradient=False)
    inner = paddle.clip(paddle.to_tensor(x), paddle.to_tensor(0.0), paddle.to_tensor([0.5]))
    assert inner.numpy().max() == 0.5
    (paddle.to_tensor(x) * factor).sum().backward()
    assert float(factor.grad) == pytest.approx(float(x.sum()))


@pytest.mark.parametrize(
    "function, shape",
    [
        (lambda x: paddle.topk(x, paddle.full([1], 2, "int32"))[0], (2, 2)),
        (lambda x: paddle.gather(x, paddle.assign(np.array([2])), paddle.assign(np.array([1]))), (2, 1)),
    ],
)
def test_constants_are_known(function, shape):
    assert ran(function, x=x).shape == shape


def test_what_only_a_run_knows_is_refused():
    with pytest.raises(UnsupportedError, match="topk: k must be known when the program is built"):
        ran(lambda x, k: paddle.topk(x, k)[0], x=x, k=np.array([2]))


def test_a_constant_that_is_written_over_is_not_known():
    def net(x):
        k = paddle.full([1], 2, "int32")
        paddle.increment(k)
        return paddle.topk(x, k)[0]

    with pytest.raises(UnsupportedError, match="topk: k must be known when the program is built"):
        ran(net, x=x)
