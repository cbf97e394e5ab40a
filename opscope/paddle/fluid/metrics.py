"""fluid.metrics: metrics of a whole pass, accumulated over batches in Python."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.checks.unsupported import unsupported_function
from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError


def _host(value: Any, name: str) -> Any:
    """Return an array from a number, array or Tensor. Raises ArgumentError for another type."""
    made = value.numpy() if hasattr(value, "numpy") else value
    if not isinstance(made, np.ndarray | np.generic | int | float):
        raise ArgumentError(f"The '{name}' must be a numpy ndarray.", facts={"given": type(value)}, site=site())
    return np.asarray(made)


class MetricBase(Described):
    """Base class: `update` adds a batch, and `eval` returns the metric of all batches since `reset`."""

    def __init__(self, name: str | None = None) -> None:
        self._name = type(self).__name__ if name is None else str(name)
        self.reset()

    def reset(self) -> None:
        """Forget all batches."""
        raise NotImplementedError(f"{type(self).__name__} must define reset()")

    def update(self, preds: Any, labels: Any) -> None:
        """Add a batch."""
        raise NotImplementedError(f"{type(self).__name__} must define update(preds, labels)")

    def eval(self) -> Any:
        """Return the metric of all batches."""
        raise NotImplementedError(f"{type(self).__name__} must define eval()")

    def get_config(self) -> dict[str, Any]:
        """Return the accumulated values."""
        return {k: v for k, v in vars(self).items() if not k.startswith("_")}

    def __str__(self) -> str:
        return self._name


class CompositeMetric(MetricBase):
    """Several metrics of the same batches. Raises ArgumentError for an object that is not a metric."""

    def __init__(self, name: str | None = None) -> None:
        self._metrics: list[MetricBase] = []
        super().__init__(name)

    def add_metric(self, metric: MetricBase) -> None:
        """Add a metric."""
        if not isinstance(metric, MetricBase):
            raise ArgumentError("A metric of a CompositeMetric must inherit from MetricBase.", site=site())
        self._metrics.append(metric)

    def reset(self) -> None:
        for metric in self._metrics:
            metric.reset()

    def update(self, preds: Any, labels: Any) -> None:
        for metric in self._metrics:
            metric.update(preds, labels)

    def eval(self) -> list[Any]:
        return [metric.eval() for metric in self._metrics]


class _Ratio(MetricBase):
    """Base class: the share of right predictions, for probabilities [N, 1] and labels [N, 1] of 0 and 1."""

    def reset(self) -> None:
        self.tp = self.other = 0

    def _counted(self, preds: Any, labels: Any) -> tuple[Any, Any]:
        return np.rint(_host(preds, "preds")).astype("int32").reshape(-1), _host(labels, "labels").reshape(-1)

    def eval(self) -> float:
        total = self.tp + self.other
        return float(self.tp) / total if total else 0.0


class Precision(_Ratio):
    """The share of the predictions 1 that are right."""

    def update(self, preds: Any, labels: Any) -> None:
        said, true = self._counted(preds, labels)
        self.tp += int(np.sum((said == 1) & (true == 1)))
        self.other += int(np.sum((said == 1) & (true != 1)))


class Recall(_Ratio):
    """The share of the labels 1 that are predicted as 1."""

    def update(self, preds: Any, labels: Any) -> None:
        said, true = self._counted(preds, labels)
        self.tp += int(np.sum((said == 1) & (true == 1)))
        self.other += int(np.sum((said != 1) & (true == 1)))


class Accuracy(MetricBase):
    """The weighted mean of accuracies: `update(value, weight)`, where weight is the number of samples.

    Raises ArgumentError for a negative weight, and from eval before the first update.
    """

    def reset(self) -> None:
        self.value = self.weight = 0.0

    def update(self, value: Any, weight: Any) -> None:  # type: ignore[override]
        count = float(_host(weight, "weight").reshape(-1)[0])
        if count < 0:
            raise ArgumentError("The 'weight' can not be negative", site=site())
        self.value += float(_host(value, "value").reshape(-1)[0]) * count
        self.weight += count

    def eval(self) -> float:
        if not self.weight:
            raise ArgumentError(
                "The metric Accuracy has no data yet.", site=site(), fix="call update with the accuracy of a batch"
            )
        return self.value / self.weight


class EditDistance(MetricBase):
    """Compute (mean distance, share of wrong sequences) from distances [N, 1]. seq_num is the number of sequences."""

    def reset(self) -> None:
        self.total_distance, self.seq_num, self.instance_error = 0.0, 0, 0

    def update(self, distances: Any, seq_num: Any) -> None:  # type: ignore[override]
        given = _host(distances, "distances")
        count = int(_host(seq_num, "seq_num").reshape(-1)[0])
        self.total_distance += float(np.sum(given))
        self.seq_num += count
        self.instance_error += count - int(np.sum(given == 0))

    def eval(self) -> tuple[float, float]:
        if not self.seq_num:
            raise ArgumentError("The metric EditDistance has no data yet.", site=site(), fix="call update first")
        return self.total_distance / self.seq_num, self.instance_error / float(self.seq_num)


class Auc(MetricBase):
    """The area under the curve of probabilities [N, 2] and labels [N, 1], computed with num_thresholds buckets.

    Raises UsageError for another curve than ROC.
    """

    def __init__(self, name: str | None = None, curve: str = "ROC", num_thresholds: int = 4095) -> None:
        if curve != "ROC":
            raise UsageError(f"Auc does not support the curve {curve!r}", site=site(), fix="leave curve out")
        self._num_thresholds = num_thresholds
        super().__init__(name)

    def reset(self) -> None:
        self._positive = np.zeros(self._num_thresholds + 1)
        self._negative = np.zeros(self._num_thresholds + 1)

    def update(self, preds: Any, labels: Any) -> None:
        scores, truth = _host(preds, "preds")[:, 1], _host(labels, "labels").reshape(-1) != 0
        places = np.clip((scores * self._num_thresholds).astype("int64"), 0, self._num_thresholds)
        self._positive += np.bincount(places[truth], minlength=self._num_thresholds + 1)
        self._negative += np.bincount(places[~truth], minlength=self._num_thresholds + 1)

    def eval(self) -> float:
        right, wrong = self._positive[::-1].cumsum(), self._negative[::-1].cumsum()
        if not right[-1] or not wrong[-1]:
            return 0.0
        before = np.concatenate([[0.0], right[:-1]])
        area = np.sum(np.diff(wrong, prepend=0.0) * (right + before)) / 2.0
        return float(area / right[-1] / wrong[-1])


class ChunkEvaluator(MetricBase):
    """Compute (precision, recall, F1) of chunks. `update(num_infer_chunks, num_label_chunks, num_correct_chunks)`."""

    def reset(self) -> None:
        self.num_infer_chunks = self.num_label_chunks = self.num_correct_chunks = 0

    def update(self, num_infer_chunks: Any, num_label_chunks: Any, num_correct_chunks: Any) -> None:  # type: ignore[override]
        self.num_infer_chunks += int(_host(num_infer_chunks, "num_infer_chunks").reshape(-1)[0])
        self.num_label_chunks += int(_host(num_label_chunks, "num_label_chunks").reshape(-1)[0])
        self.num_correct_chunks += int(_host(num_correct_chunks, "num_correct_chunks").reshape(-1)[0])

    def eval(self) -> tuple[float, float, float]:
        right = float(self.num_correct_chunks)
        precision = right / self.num_infer_chunks if self.num_infer_chunks else 0.0
        recall = right / self.num_label_chunks if self.num_label_chunks else 0.0
        return precision, recall, 2 * precision * recall / (precision + recall) if right else 0.0


DetectionMAP = unsupported_function(
    "DetectionMAP", "opscope has no op for this metric", "compute the metric from the fetched boxes"
)

__all__ = [
    "Accuracy", "Auc", "ChunkEvaluator", "CompositeMetric", "DetectionMAP", "EditDistance", "MetricBase", "Precision",
    "Recall",
]  # fmt: skip
