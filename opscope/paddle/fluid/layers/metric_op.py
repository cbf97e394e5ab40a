"""fluid.layers: accuracy and auc, with the shape [1]."""

from __future__ import annotations

from typing import Any

from opscope.eager.tensor import Tensor
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically
from opscope.paddle.static import metric

auc = statically(metric.auc)


@statically
def accuracy(input: Any, label: Any, k: int = 1, correct: Any = None, total: Any = None) -> Any:
    """Return the share of rows of input [N, classes] whose label [N, 1] is among the k largest: [1]."""
    if isinstance(input, Tensor):
        share = REGISTRY["accuracy"](input, label, k=k)[0]
    else:
        share = metric.accuracy(input, label, k, correct, total)
    return REGISTRY["reshape"](share, shape=(1,))


__all__ = ["accuracy", "auc"]
