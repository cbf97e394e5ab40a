"""Adam."""

from __future__ import annotations

from typing import Any

from opscope.errors import UnsupportedError
from opscope.optimizer.optimizer import Optimizer


class Adam(Optimizer):
    """Steps in the running mean of the gradient over the root of the running mean of its square.

    Source: Kingma & Ba 2014; https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/optimizer/Adam_en.html
    """

    op_name = "adam"

    def __init__(
        self,
        learning_rate: float = 0.001,
        beta1: float = 0.9,
        beta2: float = 0.999,
        epsilon: float = 1e-8,
        parameters: Any = None,
        weight_decay: float | None = None,
        grad_clip: None = None,
        lazy_mode: bool = False,
        multi_precision: bool = False,
        use_multi_tensor: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__(learning_rate, parameters, weight_decay, grad_clip, name)
        if multi_precision:
            raise UnsupportedError("Adam does not support multi_precision=True", fix="train in float32")
        self._betas, self._epsilon = (beta1, beta2), epsilon

    def attrs(self) -> dict[str, Any]:
        return {"beta1": self._betas[0], "beta2": self._betas[1], "epsilon": self._epsilon}

    def state(self) -> list[tuple[str, float, bool]]:
        powers = [(f"beta{i}_pow_acc", beta, True) for i, beta in enumerate(self._betas, start=1)]
        return [("moment1", 0.0, False), ("moment2", 0.0, False), *powers]
