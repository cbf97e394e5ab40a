"""Gradients of linear algebra that the laws cannot vary: of symmetric matrices, and of compositions.

Each function is differentiated as a function of a free matrix; the symmetric ones see the mean of it and its transpose.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import UnsupportedError
from opscope.paddle import linalg

RNG = np.random.default_rng(4)
STEP = 1e-5


def spread(*shape: int) -> Any:
    """Matrices whose eigenvalues and singular values are apart."""
    return RNG.standard_normal(shape) + np.eye(*shape[-2:]) * 3.0 * np.arange(1.0, 1 + shape[-1])


def weighted(function: Callable[..., Any], arrays: list[Any]) -> Any:
    """A number: the outputs times fixed weights, added up."""
    out = function(*arrays)
    parts = out if isinstance(out, list | tuple) else [out]
    rng = np.random.default_rng(6)
    return sum(((p * p * paddle.to_tensor(rng.uniform(0.5, 1.5, tuple(p.shape)))).sum() for p in parts), start=0.0)


def check(function: Callable[..., Any], *values: Any) -> None:
    """The gradient along a random direction is the difference, and the gradient of that one too."""
    directions = [np.random.default_rng(7).standard_normal(v.shape) for v in values]

    def at(t: float) -> tuple[float, float]:
        """(the number, its slope along the directions) where the values have moved by t."""
        tensors = [paddle.to_tensor(v + t * d, stop_gradient=False) for v, d in zip(values, directions, strict=True)]
        total = weighted(function, tensors)
        grads = paddle.grad([total], tensors)
        return total.item(), sum(float((g.numpy() * d).sum()) for g, d in zip(grads, directions, strict=True))

    (below, slope_below), (_, slope), (above, slope_above) = at(-STEP), at(0.0), at(STEP)
    assert slope == pytest.approx((above - below) / (2 * STEP), rel=1e-6, abs=1e-6)
    tensors = [paddle.to_tensor(v, stop_gradient=False) for v in values]
    grads = paddle.grad([weighted(function, tensors)], tensors, create_graph=True)
    along = sum(((g * paddle.to_tensor(d)).sum() for g, d in zip(grads, directions, strict=True)), start=0.0)
    second = paddle.grad([along], tensors)
    curve = sum(float((g.numpy() * d).sum()) for g, d in zip(second, directions, strict=True))
    assert curve == pytest.approx((slope_above - slope_below) / (2 * STEP), rel=1e-5, abs=1e-5)


def symmetric(function: Callable[..., Any]) -> Callable[..., Any]:
    return lambda x: function((x + paddle.transpose(x, [*range(len(x.shape) - 2), -1, -2])) * 0.5)


@pytest.mark.parametrize(
    "function",
    [
        linalg.cholesky,
        lambda x: linalg.cholesky(x, upper=True),
        linalg.eigvalsh,
        lambda x: linalg.eigvalsh(x, UPLO="U"),
        lambda x: linalg.eigh(x)[0],
        linalg.eigh,
        lambda x: linalg.pinv(x, hermitian=True),
    ],
    ids=["cholesky", "cholesky-upper", "eigvalsh", "eigvalsh-upper", "eigh-values", "eigh", "pinv-hermitian"],
)
@pytest.mark.parametrize("shape", [(3, 3), (2, 3, 3)], ids=str)
def test_of_symmetric_matrices(function, shape):
    half = np.random.default_rng(5).standard_normal(shape) * 0.3
    check(symmetric(function), half + np.swapaxes(half, -1, -2) + np.diag([2.0, 4.0, 7.0]))


@pytest.mark.parametrize(
    "function",
    [linalg.eigvalsh, lambda x: linalg.eigh(x)[0], lambda x: paddle.abs(linalg.eigh(x, UPLO="U")[1])],
    ids=["eigvalsh", "eigh-values", "eigh-vectors"],
)
def test_of_hermitian_matrices(function):
    """Vectors are compared by magnitude: their phases are LAPACK's choice."""
    half = np.random.default_rng(5).standard_normal((2, 3, 3)) * 0.3

    def hermitian(a, b):
        return function(paddle.complex(a + paddle.t(a), b - paddle.t(b)))

    check(hermitian, half[0] + np.diag([1.0, 2.0, 3.5]), half[1])


def test_the_gradient_of_eigh_is_hermitian_as_paddles():
    """Where only one triangle is read; 2.6.2 gives the same numbers."""
    x = paddle.to_tensor([[2.0, 1.0], [1.0, 4.0]], dtype="float64", stop_gradient=False)
    _, v = linalg.eigh(x)
    (v * paddle.sign(v[0]) * paddle.to_tensor([[1.0, 2.0], [0.0, 0.0]], dtype="float64")).sum().backward()
    assert x.grad.numpy() == pytest.approx(np.array([[0.18313445, 0.18313445], [0.18313445, -0.18313445]]), abs=1e-6)


COMPOSITIONS = {
    "power": (lambda x: linalg.matrix_power(x, 5), (3, 3)),
    "negative-power": (lambda x: linalg.matrix_power(x, -2), (2, 3, 3)),
    "cond": (linalg.cond, (3, 3)),
    "cond-fro": (lambda x: linalg.cond(x, "fro"), (2, 3, 3)),
    "nuclear": (lambda x: linalg.matrix_norm(x, "nuc"), (3, 4)),
    "spectral": (lambda x: linalg.matrix_norm(x, 2, axis=(0, 2), keepdim=True), (3, 2, 4)),
    "cov": (linalg.cov, (3, 5)),
    "corrcoef": (lambda x: linalg.corrcoef(x, rowvar=False), (5, 3)),
    "qr-r": (lambda x: linalg.qr(x, mode="r"), (4, 3)),
    "lu": (lambda x: linalg.lu_unpack(*linalg.lu(x))[1:], (3, 3)),
    "svd-full": (lambda x: linalg.svd(x, full_matrices=True)[1], (4, 3)),
    "reflections": (lambda x: linalg.householder_product(x, x[0, :2]), (4, 3)),
}


@pytest.mark.parametrize("name", COMPOSITIONS)
def test_of_compositions(name):
    function, shape = COMPOSITIONS[name]
    check(function, spread(*shape))


def test_of_several():
    check(linalg.cholesky_solve, RNG.standard_normal((3, 2)), spread(3, 3))
    check(lambda x, y: linalg.cholesky_solve(x, y, upper=True), RNG.standard_normal((3, 2)), spread(3, 3))
    parts = [RNG.standard_normal(shape) for shape in (2, (2, 4), (4, 3))]
    check(lambda *x: linalg.multi_dot(x), *parts)
    check(paddle.mv, RNG.standard_normal((2, 3)), RNG.standard_normal(3))


def test_the_determinant_of_a_singular_matrix_has_its_gradient():
    x = paddle.to_tensor([[1.0, 2.0], [2.0, 4.0]], stop_gradient=False)
    linalg.det(x).backward()
    np.testing.assert_allclose(x.grad.numpy(), [[4, -2], [-2, 1]], atol=1e-5)
    flat = paddle.zeros([3, 3])
    flat.stop_gradient = False
    linalg.det(flat).backward()
    assert flat.grad.tolist() == [[0.0] * 3] * 3


def test_a_length_of_zero_has_a_gradient_of_zero():
    for p in ("fro", 3, 1.5):
        x = paddle.zeros([2, 2])
        x.stop_gradient = False
        paddle.norm(x, p).backward()
        assert x.grad.tolist() == [[0.0, 0.0], [0.0, 0.0]]


def test_gradients_that_are_refused():
    x = paddle.to_tensor(spread(4, 3), stop_gradient=False)
    q, _ = linalg.qr(x, mode="complete")
    with pytest.raises(UnsupportedError, match="when mode='complete' and 4 > 3"):
        q.sum().backward()
    with pytest.raises(UnsupportedError, match="lu: the gradient"):
        linalg.lu(x)[0].sum().backward()
    square = paddle.to_tensor(spread(3, 3), stop_gradient=False)
    with pytest.raises(UnsupportedError, match="eig and eigvals have no gradient"):
        linalg.eigvals(square).sum().backward()
    assert linalg.lstsq(x, x)[0].stop_gradient
