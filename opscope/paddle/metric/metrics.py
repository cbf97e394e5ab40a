"""Metrics: `compute` on Tensors, `update` with a batch, `accumulate` the result of all batches."""

from __future__ import annotations

import abc
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.described import Described
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError
from opscope.ops.registry import REGISTRY
from opscope.paddle.static.metric import accuracy as static_accuracy


class Metric(Described, abc.ABC):
    """Base of metrics. `compute` gets the model's outputs and labels; `update` gets the result of `compute`."""

    @abc.abstractmethod
    def reset(self) -> None:
        """Forget all batches."""

    @abc.abstractmethod
    def update(self, *args: Any, **kwargs: Any) -> Any:
        """Add a batch; return its value, or the value so far."""

    @abc.abstractmethod
    def accumulate(self) -> Any:
        """Return the value over all batches."""

    @abc.abstractmethod
    def name(self) -> Any:
        """Return the name, or a name for each value."""

    def compute(self, *args: Any, **kwargs: Any) -> Any:
        """Return the arguments of update: all arguments, unless a metric overrides this method."""
        return args


def _host(value: Any, what: str) -> Any:
    if not isinstance(value, Tensor | np.ndarray):
        raise ArgumentError(f"The '{what}' must be a numpy ndarray or Tensor.", site=site())
    return np.array(value)


class Accuracy(Metric):
    """Share of samples whose label is among the k highest scores, for each k in topk.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/metric/Accuracy_en.html
    """

    def __init__(self, topk: Sequence[int] = (1,), name: str | None = None) -> None:
        self.topk, self.maxk = tuple(topk), max(topk)
        called = name or "acc"
        self._name = [called] if self.maxk == 1 else [f"{called}_top{k}" for k in self.topk]
        self.reset()

    def compute(self, pred: Any, label: Any, *args: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Return float32 [N, maxk] with 1 at the label. label is [N], [N, 1] or one-hot."""
        public = REGISTRY.public
        best = public["topk"](pred, self.maxk)[1]
        if len(label.shape) > 1 and label.shape[-1] != 1:
            label = public["argmax"](label, axis=-1, keepdim=True)
        elif len(label.shape) == 1:
            label = public["reshape"](label, [-1, 1])
        return public["cast"](best == public["cast"](label, "int64"), "float32")

    def update(self, correct: Any, *args: Any) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Add the result of compute; return the share in this batch."""
        right = np.array(correct)
        samples = int(np.prod(right.shape[:-1]))
        shares: list[float] = []
        for i, k in enumerate(self.topk):
            found = float(right[..., :k].sum())
            self.total[i] += found
            self.count[i] += samples
            shares.append(found / samples)
        return shares[0] if len(shares) == 1 else shares

    def reset(self) -> None:
        self.total = [0.0] * len(self.topk)
        self.count = [0] * len(self.topk)

    def accumulate(self) -> Any:
        shares = [t / c if c else 0.0 for t, c in zip(self.total, self.count, strict=True)]
        return shares[0] if len(shares) == 1 else shares

    def name(self) -> list[str]:
        return self._name


class Precision(Metric):
    """Share of the positive predictions (above one half) that are correct."""

    def __init__(self, name: str = "precision") -> None:
        self._name = name
        self.reset()

    def update(self, preds: Any, labels: Any) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Add predictions [N, 1] and labels [N, 1] or [N]."""
        guessed = np.floor(_host(preds, "preds") + 0.5).astype("int32").reshape(-1)
        true = _host(labels, "labels").reshape(-1)
        self.tp += int(((guessed == 1) & (true == 1)).sum())
        self.fp += int(((guessed == 1) & (true != 1)).sum())

    def reset(self) -> None:
        self.tp = self.fp = 0

    def accumulate(self) -> float:
        return self.tp / (self.tp + self.fp) if self.tp + self.fp else 0.0

    def name(self) -> str:
        return self._name


class Recall(Metric):
    """Share of the labels 1 whose prediction is positive (above one half)."""

    def __init__(self, name: str = "recall") -> None:
        self._name = name
        self.reset()

    def update(self, preds: Any, labels: Any) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Add predictions [N, 1] and labels [N, 1] or [N]."""
        guessed = np.rint(_host(preds, "preds")).astype("int32").reshape(-1)
        true = _host(labels, "labels").reshape(-1)
        self.tp += int(((true == 1) & (guessed == 1)).sum())
        self.fn += int(((true == 1) & (guessed != 1)).sum())

    def reset(self) -> None:
        self.tp = self.fn = 0

    def accumulate(self) -> float:
        return self.tp / (self.tp + self.fn) if self.tp + self.fn else 0.0

    def name(self) -> str:
        return self._name


class Auc(Metric):
    """Area under the ROC curve, from counts in num_thresholds + 1 buckets.

    Raises ArgumentError for curve="PR", which Paddle computes as ROC.
    """

    def __init__(self, curve: str = "ROC", num_thresholds: int = 4095, name: str = "auc") -> None:
        if curve != "ROC":
            raise ArgumentError("Auc supports only the curve ROC", facts={"curve": curve}, site=site())
        self._thresholds, self._name = num_thresholds, name
        self.reset()

    def update(self, preds: Any, labels: Any) -> None:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Add probabilities [N, 2], of which the second column counts, and labels [N, 1] or [N]."""
        true = _host(labels, "labels").reshape(-1).astype(bool)
        buckets = (_host(preds, "preds")[:, 1] * self._thresholds).astype("int64")
        if buckets.size and not 0 <= buckets.min() <= buckets.max() <= self._thresholds:
            raise ArgumentError(
                "the predictions for Auc must be probabilities from 0 to 1", facts={"max": buckets.max()}, site=site()
            )
        np.add.at(self._positive, buckets[true], 1.0)
        np.add.at(self._negative, buckets[~true], 1.0)

    def accumulate(self) -> float:
        positive = np.concatenate([[0.0], np.cumsum(self._positive[::-1])])
        negative = np.concatenate([[0.0], np.cumsum(self._negative[::-1])])
        area = float((np.diff(negative) * (positive[1:] + positive[:-1])).sum() / 2.0)
        total = positive[-1] * negative[-1]
        return float(area / total) if total > 0 else 0.0

    def reset(self) -> None:
        self._positive = np.zeros(self._thresholds + 1)
        self._negative = np.zeros(self._thresholds + 1)

    def name(self) -> str:
        return self._name


def accuracy(
    input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None, name: str | None = None
) -> Any:
    """Return the share of rows of input [N, classes] whose label [N, 1] is among the k largest values, float32.

    correct and total (int32, one element) receive the number of these rows, and N.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/metric/accuracy_en.html
    """
    return static_accuracy(input, label, k, correct, total)


__all__ = ["Accuracy", "Auc", "Metric", "Precision", "Recall", "accuracy"]


note_functions(__name__)
