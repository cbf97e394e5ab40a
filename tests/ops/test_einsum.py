"""einsum and tensordot against NumPy, their gradients, and Paddle's errors."""

from __future__ import annotations

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import static

RNG = np.random.default_rng(1)

EQUATIONS = [
    ("ij,jk->ik", (2, 3), (3, 4)),
    ("ij,jk", (2, 3), (3, 4)),
    ("ba", (2, 3)),
    ("ii->i", (3, 3)),
    ("ii", (3, 3)),
    ("ij->", (2, 3)),
    ("ijj,jk->i", (2, 3, 3), (3, 4)),
    ("...ij,...jk->...ik", (5, 2, 3), (3, 4)),
    ("i...,j...->...ij", (2, 5, 1), (3, 4)),
    ("bi,bo,bio->b", (2, 3), (2, 4), (2, 3, 4)),
    ("i,j->ji", (2,), (3,)),
    ("I , J -> JI", (2,), (3,)),
    ("a,b,c->", (2,), (3,), (4,)),
    ("ij,->ji", (2, 3), ()),
    ("...->...", (2, 3)),
]


@pytest.mark.parametrize("case", EQUATIONS, ids=lambda case: case[0])
def test_values_and_gradients(case):
    equation, *shapes = case
    arrays = [RNG.standard_normal(shape) for shape in shapes]
    tensors = [paddle.to_tensor(a, stop_gradient=False) for a in arrays]
    out = paddle.einsum(equation, *tensors)
    wanted = np.einsum(equation.replace(" ", ""), *arrays)
    np.testing.assert_allclose(out.numpy(), wanted, rtol=1e-12)
    seed = RNG.standard_normal(wanted.shape)
    grads = paddle.grad([out], tensors, [paddle.to_tensor(seed)])
    for i, (array, grad) in enumerate(zip(arrays, grads, strict=True)):
        step = RNG.standard_normal(array.shape)
        moved = [a + step if j == i else a for j, a in enumerate(arrays)]
        slope = (np.einsum(equation.replace(" ", ""), *moved) - wanted) * seed  # linear in each operand
        assert float((grad.numpy() * step).sum()) == pytest.approx(slope.sum(), rel=1e-9)


def test_a_program_with_unknown_dims():
    paddle.enable_static()
    with static.program_guard(static.Program(), static.Program()):
        x, y = static.data("x", [-1, 3]), static.data("y", [-1, 3, 4])
        x.stop_gradient = False
        out = paddle.einsum("bi,bio->bo", x, y)
        assert out.shape == (-1, 4)
        (dx,) = static.gradients([out], [x])
        feed = {"x": np.ones((2, 3), "float32"), "y": RNG.standard_normal((2, 3, 4)).astype("float32")}
        for _ in range(3):
            found = static.Executor().run(feed=feed, fetch_list=[out, dx])
    np.testing.assert_allclose(found[0], feed["y"].sum(1), rtol=1e-5)
    np.testing.assert_allclose(found[1], feed["y"].sum(2), rtol=1e-5)


@pytest.mark.parametrize(
    "equation, shapes, error, words",
    [
        ("ij,jk->ik", [(2, 3)], AssertionError, "the number of operands is 1, but found 2 segments"),
        ("i.j->", [(2, 3)], AssertionError, "`.` is found outside of an ellipsis"),
        ("ijk->ij", [(2, 3)], AssertionError, "misses dimensions"),
        ("i1->i", [(2, 3)], AssertionError, "not a valid label"),
        ("...ij->ij", [(2, 2, 3)], AssertionError, "missing ellipsis in output labels"),
        ("ij,jk->iz", [(2, 3), (3, 4)], ValueError, "Must in all_labels"),
        ("ij,jk->ij", [(2, 3), (2, 4)], ValueError, "Same label have different shapes for label: `j`"),
        ("ij->ii", [(2, 3)], NotImplementedError, "a label that is twice"),
        ("i", [], AssertionError, "at least one operand"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_errors(equation, shapes, error, words):
    with pytest.raises(error, match=words):
        paddle.einsum(equation, *(paddle.ones(shape) for shape in shapes))


@pytest.mark.parametrize(
    "shapes, axes, wanted",
    [
        (((2, 3, 4), (3, 4, 5)), 2, [[1, 2], [0, 1]]),
        (((2, 3, 4), (4, 3, 5)), [[1, 2], [1, 0]], [[1, 2], [1, 0]]),
        (((2, 3), (2, 4)), [0], [[0], [0]]),
        (((2, 3), (2, 3)), (0, 1), [[0, 1], [0, 1]]),
        (((2, 3), (2, 3, 4)), [[0, 1], [0]], [[0, 1], [0, 1]]),
        (((2,), (3,)), 0, [[], []]),
    ],
    ids=str,
)
def test_tensordot(shapes, axes, wanted):
    x, y = (RNG.standard_normal(shape) for shape in shapes)
    found = paddle.tensordot(paddle.to_tensor(x), paddle.to_tensor(y), axes)
    np.testing.assert_allclose(found.numpy(), np.tensordot(x, y, wanted), rtol=1e-12)


def test_tensordot_stretches_dims_of_one():
    x, y = RNG.standard_normal((2, 3)), RNG.standard_normal((1, 4))
    found = paddle.tensordot(paddle.to_tensor(x), paddle.to_tensor(y), 1)
    np.testing.assert_allclose(found.numpy(), x.sum(1, keepdims=True) @ y, rtol=1e-12)
    with pytest.raises(AssertionError, match="dim 1 of x has size 3 and dim 0 of y has size 2"):
        paddle.tensordot(paddle.ones([2, 3]), paddle.ones([2, 3]), 1)
