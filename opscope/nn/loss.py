"""Losses as objects: `CrossEntropyLoss()(prediction, label)`."""

from __future__ import annotations

from typing import Any

from opscope.nn import functional


class CrossEntropyLoss:
    """Cross entropy of input [N, ..., C] with label [N, ...] (class numbers) or, soft, [N, ..., C].

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/nn/CrossEntropyLoss_en.html
    """

    def __init__(
        self,
        weight: Any = None,
        ignore_index: int = -100,
        reduction: str = "mean",
        soft_label: bool = False,
        axis: int = -1,
        use_softmax: bool = True,
        label_smoothing: float = 0.0,
        name: str | None = None,
    ) -> None:
        self.options = {
            "weight": weight,
            "ignore_index": ignore_index,
            "reduction": reduction,
            "soft_label": soft_label,
            "axis": axis,
            "use_softmax": use_softmax,
            "label_smoothing": label_smoothing,
        }

    def __call__(self, input: Any, label: Any) -> Any:
        return functional.cross_entropy(input, label, **self.options)
