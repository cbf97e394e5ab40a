"""fluid.regularizer."""

from __future__ import annotations

from opscope.paddle import regularizer
from opscope.paddle.regularizer import WeightDecayRegularizer


class L1DecayRegularizer(regularizer.L1Decay):
    """regularization_coeff * sum(|parameter|)."""

    def __init__(self, regularization_coeff: float = 0.0) -> None:
        super().__init__(regularization_coeff)

    @property
    def data(self) -> tuple[str, float]:
        return "L1Decay", self.coeff


class L2DecayRegularizer(regularizer.L2Decay):
    """regularization_coeff / 2 * sum(parameter^2)."""

    def __init__(self, regularization_coeff: float = 0.0) -> None:
        super().__init__(regularization_coeff)

    @property
    def data(self) -> tuple[str, float]:
        return "L2Decay", self.coeff


L1Decay, L2Decay = L1DecayRegularizer, L2DecayRegularizer

__all__ = ["L1Decay", "L1DecayRegularizer", "L2Decay", "L2DecayRegularizer", "WeightDecayRegularizer"]
