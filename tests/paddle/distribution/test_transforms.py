"""Transforms: their inverse undoes them, and their log determinants are those of their Jacobians."""

from typing import Any

import numpy as np
import pytest

from opscope import paddle
from opscope.paddle import distribution as D  # noqa: N812
from tests.paddle.distribution.test_laws import t

# name -> (the transform, a value)
TRANSFORMS: dict[str, tuple[Any, Any]] = {
    "exp": (D.ExpTransform(), [0.3, 2.0]),
    "sigmoid": (D.SigmoidTransform(), [0.3, -2.0]),
    "tanh": (D.TanhTransform(), [0.3, -0.2]),
    "affine": (D.AffineTransform(t(1.0), t([2.0, -3.0])), [0.3, 1.0]),
    "power": (D.PowerTransform(t(2.0)), [0.3, 1.0]),
    "sticks": (D.StickBreakingTransform(), [0.3, -1.0, 2.0]),
    "reshape": (D.ReshapeTransform((2, 2), (4,)), [[0.1, 0.2], [0.3, 0.4]]),
    "chain": (D.ChainTransform([D.AffineTransform(t(0.1), t(2.0)), D.StickBreakingTransform()]), [0.3, -1.0, 2.0]),
    "independent": (D.IndependentTransform(D.ExpTransform(), 1), [0.3, 2.0]),
    "stack": (D.StackTransform([D.ExpTransform(), D.TanhTransform()], axis=0), [0.3, 0.2]),
}


def jacobian(transform: Any, x: np.ndarray) -> np.ndarray:
    rows = []
    for i in range(x.size):
        step = np.zeros(x.size)
        step[i] = 1e-6
        up, down = (transform.forward(t((x.ravel() + s).reshape(x.shape))).numpy().ravel() for s in (step, -step))
        rows.append((up - down) / 2e-6)
    return np.array(rows).T


@pytest.mark.parametrize("name", TRANSFORMS)
def test_inverse_shapes_and_determinant(name: str):
    transform, value = TRANSFORMS[name]
    x = np.asarray(value)
    y = transform.forward(t(x))
    np.testing.assert_allclose(transform.inverse(y).numpy(), x, atol=1e-9)
    assert transform.forward_shape(x.shape) == tuple(y.shape)
    assert transform.inverse_shape(tuple(y.shape)) == x.shape
    slopes = jacobian(transform, x)
    slopes = slopes[: slopes.shape[1]]  # shares sum to 1: the last one follows from the others
    found = transform.forward_log_det_jacobian(t(x))
    assert float(found.sum()) == pytest.approx(np.log(abs(np.linalg.det(slopes))), abs=1e-6)
    back = transform.inverse_log_det_jacobian(y)
    np.testing.assert_allclose(back.numpy(), -found.numpy(), atol=1e-9)


def test_those_that_are_not_injective():
    negative, positive = D.AbsTransform().inverse(t(2.0))
    assert (float(negative), float(positive)) == (-2, 2)
    assert [float(v) for v in D.AbsTransform().inverse_log_det_jacobian(t(2.0))] == [0, 0]
    softmax = D.SoftmaxTransform()
    np.testing.assert_allclose(softmax.forward(softmax.inverse(t([0.2, 0.8]))).numpy(), [0.2, 0.8])
    with pytest.raises(NotImplementedError, match="not injective"):
        softmax.forward_log_det_jacobian(t([0.2, 0.8]))


def test_a_transform_called():
    exp, tanh = D.ExpTransform(), D.TanhTransform()
    assert float(exp(t(0.5))) == pytest.approx(np.exp(0.5))
    assert isinstance(exp(tanh), D.ChainTransform)
    assert isinstance(exp(D.Normal(0.0, 1.0)), D.TransformedDistribution)


@pytest.mark.parametrize(
    "call, error, words",
    [
        (lambda: D.ExpTransform().forward(1.0), TypeError, "'x' must be a Tensor"),
        (lambda: D.AffineTransform(1.0, t(2.0)), TypeError, "'loc' must be a Tensor"),
        (lambda: D.ChainTransform([1]), TypeError, "sequence of Transform"),
        (lambda: D.IndependentTransform(1, 1), TypeError, "'base' must be a Transform"),
        (lambda: D.IndependentTransform(D.ExpTransform(), 0), ValueError, "greater than zero"),
        (lambda: D.IndependentTransform(D.ExpTransform(), 2).forward(t([1.0])), ValueError, "fewer dims than an event"),
        (lambda: D.ReshapeTransform((2,), (3,)), ValueError, "same number of elements"),
        (lambda: D.ReshapeTransform((2,), (2, 1)).forward(t([1.0])), ValueError, "the last dims of the input must be"),
        (lambda: D.StackTransform([D.ExpTransform()], 3).forward(t([1.0])), ValueError, "no axis 3"),
        (lambda: D.StackTransform([D.ExpTransform()], 0).forward(t([1.0, 2.0])), ValueError, "number of transforms"),
        (lambda: D.Transform().forward(t(1.0)), NotImplementedError, "Transform has no forward"),
    ],
)
def test_refused(call, error, words):
    with pytest.raises(error, match=words):
        call()


def test_in_a_program():
    paddle.enable_static()
    x = paddle.static.data("x", [3], "float32")
    p = D.Normal(x, paddle.static.data("s", [1], "float32"))
    out = p.log_prob(paddle.full([1], 0.5))
    fed = {"x": np.zeros(3, "float32"), "s": np.ones(1, "float32")}
    (found,) = paddle.static.Executor().run(feed=fed, fetch_list=[out])
    np.testing.assert_allclose(found, np.full(3, -0.125 - 0.5 * np.log(2 * np.pi)), rtol=1e-6)
