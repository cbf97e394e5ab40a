"""paddle.metric: the figures of Paddle 2.6.2."""

import numpy as np
import pytest

from opscope import paddle
from opscope.errors import ArgumentError
from opscope.paddle.metric import Accuracy, Auc, Metric, Precision, Recall

SCORES = np.array([[0.1, 0.2, 0.7], [0.5, 0.3, 0.2], [0.3, 0.4, 0.3], [0.2, 0.5, 0.3]], "float32")
LABELS = np.array([[2], [1], [2], [1]])


def test_accuracy():
    metric = Accuracy(topk=(1, 2))
    for part in (slice(0, 3), slice(3, 4)):
        correct = metric.compute(paddle.to_tensor(SCORES[part]), paddle.to_tensor(LABELS[part]))
        last = metric.update(correct)
    assert metric.accumulate() == [0.5, pytest.approx(0.75)] and last == [1.0, 1.0]
    assert metric.name() == ["acc_top1", "acc_top2"] and Accuracy(name="hits").name() == ["hits"]
    metric.reset()
    assert metric.accumulate() == [0.0, 0.0]


@pytest.mark.parametrize("label", [LABELS, LABELS[:, 0], np.eye(3)[LABELS[:, 0]], LABELS.astype("int32")])
def test_labels_may_be_one_hot(label):
    metric = Accuracy()
    assert metric.update(metric.compute(paddle.to_tensor(SCORES), paddle.to_tensor(label))) == 0.5


@pytest.mark.parametrize("kind, expected", [(Precision, 2 / 3), (Recall, 2 / 4)])
def test_precision_and_recall(kind, expected):
    metric = kind()
    metric.update(np.array([[0.6], [0.9], [0.2]]), np.array([1, 0, 1]))
    metric.update(paddle.to_tensor([[0.8], [0.1]]), paddle.to_tensor([[1], [1]]))
    assert metric.accumulate() == pytest.approx(expected) and metric.name() == kind.__name__.lower()
    metric.reset()
    assert metric.accumulate() == 0.0
    with pytest.raises(ArgumentError, match="'preds' must be a numpy ndarray or Tensor"):
        metric.update([1], np.array([1]))


def test_auc():
    rng = np.random.default_rng(0)
    positive, truth = rng.random(200), rng.random(200) < 0.4
    pairs = [(p, q) for p in positive[truth] for q in positive[~truth]]
    expected = np.mean([1.0 if p > q else 0.5 if p == q else 0.0 for p, q in pairs])
    metric = Auc()
    for part in (slice(0, 90), slice(90, 200)):
        metric.update(np.stack([1 - positive[part], positive[part]], 1), truth[part].astype("int64")[:, None])
    assert metric.accumulate() == pytest.approx(expected, abs=2e-3)
    metric.reset()
    assert metric.accumulate() == 0.0
    with pytest.raises(ArgumentError, match="probabilities"):
        metric.update(np.array([[0.0, 2.0]]), np.array([1]))
    with pytest.raises(ArgumentError, match="ROC"):
        Auc(curve="PR")


def test_accuracy_of_one_batch():
    right, count = paddle.zeros([1], "int32"), paddle.zeros([1], "int32")
    share = paddle.metric.accuracy(paddle.to_tensor(SCORES), paddle.to_tensor(LABELS), correct=right, total=count)
    assert float(share) == 0.5 and right.tolist() == [2] and count.tolist() == [4]
    assert float(paddle.metric.accuracy(paddle.to_tensor(SCORES), paddle.to_tensor(LABELS), k=2)) == 0.75
    paddle.enable_static()
    x, y = paddle.static.data("x", [4, 3]), paddle.static.data("y", [4, 1], "int64")
    out = paddle.metric.accuracy(x, y, k=2)
    assert paddle.static.Executor().run(feed={"x": SCORES, "y": LABELS}, fetch_list=[out])[0] == 0.75


def test_a_metric_of_ones_own_says_all():
    class Half(Metric):
        def reset(self): ...

    with pytest.raises(TypeError, match="abstract"):
        Half()
    assert Metric.compute(None, 1, 2) == (1, 2)  # type: ignore[arg-type]
