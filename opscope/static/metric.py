"""Metrics of programs."""

from __future__ import annotations

from typing import Any

from opscope.ir.context import require_static
from opscope.ir.program import Variable
from opscope.ops import loss


def accuracy(input: Any, label: Any, k: int = 1) -> Variable:
    """The share of rows of input [N, classes] whose label [N, 1] is among the k largest: float32, one element.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/accuracy_en.html
    """
    require_static("accuracy")
    return loss.accuracy(input, label, k=k)[0]
