"""Linear algebra: values against NumPy, what the results promise, and Paddle's errors."""

from __future__ import annotations

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import linalg

RNG = np.random.default_rng(2)
X = RNG.standard_normal((2, 4, 3))
SQUARE = RNG.standard_normal((2, 3, 3))


def tensor(values):
    return paddle.to_tensor(np.asarray(values))


def close(found, wanted, **tolerance):
    assert found.shape == list(np.shape(wanted))
    np.testing.assert_allclose(found.numpy(), wanted, **{"rtol": 1e-9, "atol": 1e-9, **tolerance})


def test_against_numpy():
    x, square, positive = tensor(X), tensor(SQUARE), tensor(SQUARE @ SQUARE.transpose(0, 2, 1))
    close(linalg.inv(square), np.linalg.inv(SQUARE))
    close(linalg.det(square), np.linalg.det(SQUARE))
    close(linalg.slogdet(square), np.stack(np.linalg.slogdet(SQUARE)))
    close(linalg.pinv(x), np.linalg.pinv(X))
    close(linalg.matrix_power(square, 3), np.linalg.matrix_power(SQUARE, 3))
    close(linalg.eigvalsh(positive), np.linalg.eigvalsh(positive.numpy()))
    close(linalg.cholesky(positive), np.linalg.cholesky(positive.numpy()))
    for p in (None, 1, -1, 2, -2, np.inf, -np.inf, "fro", "nuc"):
        close(linalg.cond(square, p), np.linalg.cond(SQUARE, p))
    for p in (1, -1, 2, -2, np.inf, -np.inf, "fro", "nuc"):
        wanted = np.linalg.norm(X, p, axis=(1, 2), keepdims=True)
        close(linalg.matrix_norm(x, p, keepdim=True), wanted)
        close(linalg.matrix_norm(x, p, axis=[0, 2]), np.linalg.norm(X, p, axis=(0, 2)))
    for p in (0, 1, 2, 3.5, -1, np.inf, -np.inf):
        close(linalg.vector_norm(x, p, axis=1), np.linalg.norm(X, p, axis=1))
    close(linalg.multi_dot([x[0], square[0], square[1]]), X[0] @ SQUARE[0] @ SQUARE[1])
    rank = linalg.matrix_rank(tensor(np.stack([np.eye(3), np.diag([1.0, 0.5, 0.0])])))
    assert rank.tolist() == [3, 2] and rank.dtype is paddle.int32
    assert linalg.matrix_rank(tensor(np.diag([1.0, 0.1, 0.01])), tol=0.05).item() == 2
    assert linalg.matrix_rank(tensor(np.diag([1.0, 0.1])), tol=tensor([0.05, 0.5])).tolist() == [2, 1]


def test_factors_make_the_matrix_again():
    for values in (X, X.transpose(0, 2, 1), SQUARE):
        x = tensor(values)
        for mode in ("reduced", "complete"):
            q, r = linalg.qr(x, mode=mode)
            close(q @ r, values)
            close(paddle.transpose(q, [0, 2, 1]) @ q, np.broadcast_to(np.eye(q.shape[-1]), (2, *q.shape[-1:] * 2)))
        u, s, vh = linalg.svd(x)
        close(u * s.unsqueeze(1) @ vh, values)
        packed, pivots = linalg.lu(x)
        p, lower, upper = linalg.lu_unpack(packed, pivots)
        close(p @ lower @ upper, values)
        assert np.array_equal(upper.numpy(), np.triu(upper.numpy())) and pivots.dtype is paddle.int32
    w, v = linalg.eig(tensor(SQUARE))
    np.testing.assert_allclose(SQUARE @ v.numpy(), v.numpy() * w.numpy()[:, None], atol=1e-12)
    assert w.dtype is paddle.complex128 and linalg.eigvals(tensor(SQUARE.astype("float32"))).dtype is paddle.complex64


def test_lu_as_lapack_packs_it():
    x = tensor([[1.0, 2.0], [3.0, 4.0]])
    packed, pivots, infos = linalg.lu(x, get_infos=True)
    np.testing.assert_allclose(packed.numpy(), [[3, 4], [1 / 3, 2 / 3]], rtol=1e-6)
    assert pivots.tolist() == [2, 2] and infos.tolist() == [0]
    assert linalg.lu(paddle.zeros([2, 2]), get_infos=True)[2].tolist() == [1]
    packed, pivots = linalg.lu(x, pivot=False)
    assert packed.tolist() == [[1.0, 2.0], [3.0, -2.0]] and pivots.tolist() == [1, 2]
    p, lower, upper = linalg.lu_unpack(packed, pivots, unpack_ludata=False)
    assert p.tolist() == [[1.0, 0.0], [0.0, 1.0]] and lower.shape == upper.shape == [0]
    assert linalg.lu_unpack(packed, pivots, unpack_pivots=False)[0].shape == [0]


def test_systems():
    y = RNG.standard_normal((2, 3))
    close(linalg.solve(tensor(SQUARE), tensor(y)), np.linalg.solve(SQUARE, y[..., None])[..., 0])
    close(linalg.solve(tensor(SQUARE[0]), tensor(y[0])), np.linalg.solve(SQUARE[0], y[0]))
    right = RNG.standard_normal((3, 2))
    for upper in (True, False):
        for transpose in (True, False):
            for unit in (True, False):
                half = np.triu(SQUARE[0]) if upper else np.tril(SQUARE[0])
                half = half - np.diag(np.diag(half)) + np.eye(3) if unit else half
                wanted = np.linalg.solve(half.T if transpose else half, right)
                close(linalg.triangular_solve(tensor(SQUARE[0]), tensor(right), upper, transpose, unit), wanted)
    positive = SQUARE[0] @ SQUARE[0].T
    factor = np.linalg.cholesky(positive)
    close(linalg.cholesky_solve(tensor(right), tensor(factor)), np.linalg.solve(positive, right))
    close(linalg.cholesky_solve(tensor(right), tensor(factor.T), upper=True), np.linalg.solve(positive, right))


def test_least_squares():
    x, y = X[0], RNG.standard_normal((4, 2))
    wanted = np.linalg.lstsq(x, y, rcond=None)
    out, residuals, rank, values = linalg.lstsq(tensor(x), tensor(y), driver="gelsd")
    for found, truth in zip((out, residuals, values), (wanted[0], wanted[1], wanted[3]), strict=True):
        close(found, truth)
    assert rank.item() == 3 and rank.dtype is paddle.int32
    flat = np.stack([x[:, 0], x[:, 0] * 2], axis=1)
    out, _, rank, values = linalg.lstsq(tensor(flat), tensor(y))
    close(out, np.linalg.lstsq(flat, y, rcond=None)[0])
    assert rank.item() == 1 and values.shape == [0]
    out, residuals, rank, _ = linalg.lstsq(tensor(x.T), tensor(y[:3]), driver="gels")
    close(out, np.linalg.lstsq(x.T, y[:3], rcond=None)[0])
    assert residuals.shape == [0] and rank.shape == [0]


def test_statistics():
    x, counts, weights = X[0], np.array([1, 2, 3]), np.array([1.0, 0.5, 2.0])
    close(linalg.cov(tensor(x)), np.cov(x))
    close(linalg.cov(tensor(x), rowvar=False, ddof=False), np.cov(x, rowvar=False, ddof=0))
    both = linalg.cov(tensor(x), fweights=tensor(counts), aweights=tensor(weights))
    close(both, np.cov(x, fweights=counts, aweights=weights))
    close(linalg.cov(tensor(x[0])), np.cov(x[0]))
    close(linalg.corrcoef(tensor(x)), np.corrcoef(x))


def test_principal_components():
    paddle.seed(3)
    x = RNG.standard_normal((20, 2)) @ RNG.standard_normal((2, 6))
    u, s, v = linalg.pca_lowrank(tensor(x), q=2)
    centred = x - x.mean(axis=0)
    close(u * s @ paddle.t(v), centred)
    np.testing.assert_allclose(s.numpy(), np.linalg.svd(centred)[1][:2], rtol=1e-9)
    assert linalg.pca_lowrank(tensor(x), center=False)[1].shape == [6]


def test_a_product_of_reflections():
    x, tau = X[0], np.array([0.5, 0.2])
    product = np.eye(4)
    for i, t in enumerate(tau):
        v = np.concatenate([np.zeros(i), [1.0], x[i + 1 :, i]])
        product = product @ (np.eye(4) - t * np.outer(v, v))
    close(linalg.householder_product(tensor(x), tensor(tau)), product[:, :3])


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: linalg.inv(tensor(np.ones((2, 2)))), ValueError, "Input is not invertible"),
        (lambda: linalg.solve(tensor(np.ones((2, 2))), tensor(np.ones(2))), ValueError, "is not invertible"),
        (lambda: linalg.inv(tensor(np.ones((2, 3)))), ValueError, "are expected to be equal"),
        (lambda: linalg.inv(tensor(np.ones(2))), ValueError, "no less than 2"),
        (lambda: linalg.inv(tensor([[1, 2], [3, 5]])), RuntimeError, "is not registered"),
        (lambda: linalg.cholesky(tensor(-np.eye(2))), ValueError, "decomposition was not successful"),
        (lambda: linalg.qr(tensor(np.eye(2)), mode="x"), ValueError, "unrecognized mode 'x'"),
        (lambda: linalg.lstsq(tensor(np.eye(2)), tensor(np.eye(2)), driver="x"), ValueError, "valid driver"),
        (lambda: linalg.cond(tensor(np.eye(2)), 3), ValueError, "but received 3"),
        (lambda: linalg.cond(tensor(np.ones((2, 3))), "fro"), ValueError, "x must be a square matrix"),
        (lambda: linalg.norm(tensor(X), "nuc"), ValueError, "p must be a number or 'fro'"),
        (lambda: linalg.norm(tensor(X), 2, [0, 1, 2]), ValueError, "a list of at most 2 ints"),
        (lambda: linalg.norm(tensor(X), 0, [0, 1]), ValueError, "if p = 0"),
        (lambda: linalg.cov(tensor(X)), ValueError, "1<=N<=2"),
        (lambda: linalg.matrix_power(tensor(np.eye(2)), 1.5), ValueError, "must be an int"),
        (lambda: linalg.multi_dot([tensor(np.eye(2))]), ValueError, "at least 2 tensors"),
        (lambda: linalg.eigh(tensor(np.eye(2)), UPLO="X"), ValueError, "UPLO"),
        (lambda: paddle.mv(tensor(np.ones((2, 3))), tensor(np.ones(2))), ValueError, "the length of vec"),
        (lambda: linalg.pca_lowrank(tensor(X), q=9), ValueError, r"from 0 to min\(m, n\)"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_errors(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_norm_without_p_is_euclidean_as_in_paddle_3():
    for axis in (None, 1, (0, 1)):
        close(linalg.norm(tensor(X), None, axis), linalg.norm(tensor(X), "fro", axis).numpy())


def test_half_precision_and_empty_batches():
    x = tensor(np.eye(3, dtype="float16") * 2)
    assert linalg.inv(x).dtype is paddle.float16 and linalg.svd(x)[1].tolist() == [2.0, 2.0, 2.0]
    assert linalg.det(tensor(np.zeros((0, 2, 2)))).shape == [0]
    assert linalg.solve(tensor(np.zeros((0, 2, 2))), tensor(np.zeros((0, 2, 1)))).shape == [0, 2, 1]
