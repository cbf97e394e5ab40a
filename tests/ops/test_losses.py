"""Losses against their definitions, in all of Paddle's forms."""

import numpy as np
import pytest

from opscope.core import random
from opscope.errors import ArgumentError, ShapeError
from opscope.ops.nn.loss import accuracy
from opscope.paddle.functions.neural import (
    binary_cross_entropy,
    binary_cross_entropy_with_logits,
    cross_entropy,
    l1_loss,
    mse_loss,
    nll_loss,
    softmax_with_cross_entropy,
)
from tests.laws.cases import spec_of

RNG = np.random.default_rng(4)
LOGITS = RNG.standard_normal((6, 4))
LABEL = np.array([0, 3, 1, 1, 2, 0])
P = np.exp(LOGITS) / np.exp(LOGITS).sum(1, keepdims=True)
NLL = -np.log(P[np.arange(6), LABEL])


@pytest.mark.parametrize("label", [LABEL, LABEL[:, None], LABEL.astype("int32")])
def test_hard_labels(label):
    np.testing.assert_allclose(cross_entropy(LOGITS, label), NLL.mean())
    np.testing.assert_allclose(cross_entropy(LOGITS, label, reduction="sum"), NLL.sum())
    each = cross_entropy(LOGITS, label, reduction="none")
    assert each.shape == label.shape
    np.testing.assert_allclose(np.ravel(each), NLL)
    loss, softmax = softmax_with_cross_entropy(LOGITS, label, return_softmax=True)
    assert loss.shape == (6, 1)
    np.testing.assert_allclose(softmax, P)


def test_soft_labels():
    soft = RNG.dirichlet(np.ones(4), 6)
    wanted = -(soft * np.log(P)).sum(1)
    np.testing.assert_allclose(cross_entropy(LOGITS, soft, soft_label=True), wanted.mean())
    assert cross_entropy(LOGITS, soft, soft_label=True, reduction="none").shape == (6, 1)
    np.testing.assert_allclose(cross_entropy(P, soft, soft_label=True, use_softmax=False), wanted.mean())


def test_probabilities_instead_of_logits():
    np.testing.assert_allclose(cross_entropy(P, LABEL, use_softmax=False), NLL.mean())
    np.testing.assert_allclose(nll_loss(np.log(P), LABEL), NLL.mean())


def test_ignored_labels_do_not_count():
    kept = LABEL != 1
    np.testing.assert_allclose(cross_entropy(LOGITS, LABEL, ignore_index=1), NLL[kept].mean())
    np.testing.assert_allclose(cross_entropy(P, LABEL, ignore_index=1, use_softmax=False), NLL[kept].mean())
    np.testing.assert_allclose(cross_entropy(LOGITS, LABEL, ignore_index=1, reduction="none"), NLL * kept)
    np.testing.assert_allclose(nll_loss(np.log(P), LABEL, ignore_index=1), NLL[kept].mean())
    assert cross_entropy(LOGITS, np.ones(6, int), ignore_index=1) == 0


def test_class_weights():
    weight = np.array([1.0, 2.0, 0.5, 4.0])
    w = weight[LABEL]
    np.testing.assert_allclose(cross_entropy(LOGITS, LABEL, weight=weight), (NLL * w).sum() / w.sum())
    np.testing.assert_allclose(cross_entropy(LOGITS, LABEL, weight=weight, reduction="none"), NLL * w)
    np.testing.assert_allclose(nll_loss(np.log(P), LABEL, weight), (NLL * w).sum() / w.sum())


def test_the_axis_can_be_any():
    images = np.moveaxis(LOGITS.reshape(2, 3, 4), -1, 1)  # [N, classes, places]
    np.testing.assert_allclose(cross_entropy(images, LABEL.reshape(2, 3), axis=1), NLL.mean())


def test_no_overflow():
    huge = np.array([[1000.0, 0.0], [-1000.0, 0.0]], dtype="float32")
    out = cross_entropy(huge, np.array([0, 1]), reduction="none")
    assert out.dtype == np.float32 and np.isfinite(out).all()
    assert np.isfinite(cross_entropy(huge, np.array([1, 0]))).all()


def test_what_is_refused():
    with pytest.raises(ArgumentError, match="'sum', 'mean' or 'none'"):
        cross_entropy(LOGITS, LABEL, reduction="max")


def test_labels_that_do_not_fit_are_refused_in_paddles_words():
    """Seed 1 feeds 5 rows of x and 10 labels: people search the web for this sentence."""
    from opscope.ops.registry import REGISTRY

    infer = REGISTRY["softmax_with_cross_entropy"].infer
    with pytest.raises(ShapeError, match=r"Input\(Logits\) and Input\(Label\) should in same shape"):
        infer(spec_of(LOGITS), spec_of(LABEL[:5]))
    with pytest.raises(ShapeError, match="soft label"):
        infer(spec_of(LOGITS), spec_of(LABEL), soft_label=True)


def test_other_losses():
    x, y = RNG.standard_normal((2, 3)), RNG.random((2, 3))
    np.testing.assert_allclose(mse_loss(x, y), np.mean((x - y) ** 2))
    np.testing.assert_allclose(l1_loss(x, y, "sum"), np.abs(x - y).sum())
    p = 1 / (1 + np.exp(-x))
    wanted = -(y * np.log(p) + (1 - y) * np.log(1 - p))
    np.testing.assert_allclose(binary_cross_entropy_with_logits(x, y, reduction="none"), wanted)
    np.testing.assert_allclose(binary_cross_entropy(p, y), wanted.mean())
    np.testing.assert_allclose(binary_cross_entropy_with_logits(np.array([1e4]), np.array([0.0])), 1e4)


def test_accuracy():
    scores = np.array([[0.1, 0.7, 0.2], [0.5, 0.3, 0.2], [0.4, 0.4, 0.2]], dtype="float32")
    label = np.array([[1], [1], [1]])
    assert [v.item() for v in accuracy(scores, label)] == [pytest.approx(1 / 3), 1, 3]
    assert accuracy(scores, label, k=2)[0] == 1.0
    random.seed(0)
    many, labels = RNG.random((50, 8)), RNG.integers(0, 8, 50)
    top = np.argsort(-many, axis=1)[:, :3]
    assert accuracy(many, labels, k=3)[1] == (top == labels[:, None]).any(1).sum()
