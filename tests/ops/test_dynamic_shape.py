"""Shapes that hold tensors: read in dygraph, inputs of the op in a program."""

from __future__ import annotations

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ShapeError, UnsupportedError
from opscope.paddle import static

X = np.arange(12.0, dtype="float32").reshape(3, 4)


def run(build):
    """What a program of `build(x)` makes of each of two batches, with the shapes it was declared with."""
    paddle.enable_static()
    with static.program_guard(static.Program(), static.Program()):
        x = static.data("x", [-1, 4], "float32")
        x.stop_gradient = False
        out = build(x)
        executor = static.Executor()
        found = [executor.run(feed={"x": X[:rows]}, fetch_list=[out])[0] for rows in (3, 3, 3, 2)]
    return out.shape, found[2], found[3]


@pytest.mark.parametrize(
    "build, wanted, declared",
    [
        (lambda x: paddle.reshape(x, [paddle.shape(x)[0], 2, 2]), lambda v: v.reshape(-1, 2, 2), (-1, 2, 2)),
        (lambda x: paddle.reshape(x, [paddle.shape(x)[0] * 2, -1]), lambda v: v.reshape(len(v) * 2, -1), (-1, -1)),
        (lambda x: paddle.reshape(x, paddle.shape(x)), lambda v: v, (-1, -1)),
        (lambda x: x[:1].expand([paddle.shape(x)[0], 4]), lambda v: np.tile(v[:1], (len(v), 1)), (-1, 4)),
        (lambda x: paddle.tile(x, [paddle.shape(x)[0], 1]), lambda v: np.tile(v, (len(v), 1)), (-1, 4)),
        (lambda x: paddle.zeros([paddle.shape(x)[0], 2]), lambda v: np.zeros((len(v), 2)), (-1, 2)),
        (lambda x: paddle.full([2], x.sum()), lambda v: np.full(2, v.sum()), (2,)),
        (lambda x: paddle.full(paddle.shape(x), 3, "int32"), lambda v: np.full(v.shape, 3), (-1, -1)),
        (lambda x: paddle.arange(paddle.shape(x)[0]), lambda v: np.arange(len(v)), (-1,)),
        (lambda x: paddle.slice(x, [0, 1], [1, 0], [paddle.shape(x)[0], 2]), lambda v: v[1:, :2], (-1, 2)),
        (lambda x: paddle.crop(x, [paddle.shape(x)[0], 2], [0, 1]), lambda v: v[:, 1:3], (-1, 2)),
        (lambda x: paddle.linspace(0.0, x.max(), 3), lambda v: np.linspace(0, v.max(), 3), (3,)),
        (lambda x: paddle.unflatten(x, 1, [paddle.shape(x)[1] // 2, 2]), lambda v: v.reshape(-1, 2, 2), (-1, 2, 2)),
        (lambda x: paddle.shape(paddle.rand([paddle.shape(x)[0], 2])), lambda v: [len(v), 2], (2,)),
        (lambda x: paddle.shape(paddle.randint(0, 3, [paddle.shape(x)[0]])), lambda v: [len(v)], (1,)),
        (lambda x: paddle.shape(paddle.randn(paddle.shape(x))), lambda v: v.shape, (2,)),
    ],
    ids=[
        *("reshape", "reshape-more", "reshape-all", "expand", "tile", "zeros", "full-value", "full", "arange", "slice"),
        *("crop", "linspace", "unflatten", "rand", "randint", "randn"),
    ],
)
def test_in_a_program(build, wanted, declared):
    shape, whole, part = run(build)
    assert shape == declared
    np.testing.assert_allclose(whole, wanted(X), rtol=1e-6)
    np.testing.assert_allclose(part, wanted(X[:2]), rtol=1e-6)


def test_gradients_pass():
    def build(x):
        n = paddle.shape(x)[0]
        y = (paddle.reshape(x, [n * 2, 2]) ** 2).sum() + paddle.tile(x, [n, 1]).sum()
        y = y + paddle.slice(x, [0], [1], [n]).sum() + paddle.expand(x[:1], [n, 4]).sum()
        return static.gradients([y], [x])[0]

    _, whole, part = run(build)
    for found, values in ((whole, X), (part, X[:2])):
        wanted = 2 * values + len(values)
        wanted[1:] += 1
        wanted[0] += len(values)
        np.testing.assert_allclose(found, wanted)


def test_in_dygraph():
    x, n = paddle.to_tensor(X), paddle.to_tensor([2])
    assert paddle.reshape(x, paddle.to_tensor([4, 3])).shape == [4, 3]
    assert paddle.reshape(x, [n, -1]).shape == [2, 6] and paddle.tile(x, [n, 1]).shape == [6, 4]
    assert paddle.zeros([n, paddle.to_tensor(3)]).shape == [2, 3]
    assert paddle.full([1], paddle.to_tensor(3.0)).tolist() == [3.0]
    assert paddle.arange(paddle.to_tensor(0), paddle.to_tensor(5), n).tolist() == [0, 2, 4]
    assert paddle.slice(x, [0], [paddle.to_tensor(1)], [n]).shape == [1, 4]
    with pytest.raises(TypeError, match="consist of integers"):
        paddle.zeros(paddle.to_tensor([2.0]))


def test_what_is_not_known_in_time():
    paddle.enable_static()
    with static.program_guard(static.Program(), static.Program()):
        x, sizes = static.data("x", [-1, 4], "float32"), static.data("sizes", [-1], "int64")
        with pytest.raises(ShapeError, match="how long the shape is must be known"):
            paddle.reshape(x, sizes)
        with pytest.raises(UnsupportedError, match="a tensor as a dim of the shape"):
            paddle.linspace(0.0, 1.0, paddle.shape(x)[0])
