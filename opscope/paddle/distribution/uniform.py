"""The uniform distribution."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.distribution.distribution import Distribution, as_parameters


class Uniform(Distribution):
    """The uniform distribution over [low, high)."""

    def __init__(self, low: Any, high: Any, name: str | None = None) -> None:
        self.name = name or "Uniform"
        self.low, self.high = as_parameters(low, high)
        super().__init__(self.low.shape)

    @property
    def mean(self) -> Any:
        return (self.low + self.high) * 0.5

    @property
    def variance(self) -> Any:
        return (self.high - self.low) ** 2 * (1 / 12)

    def sample(self, shape: Sequence[int] = (), seed: int = 0) -> Any:
        """Return numbers [*shape, *batch_shape]. A seed other than 0 gives the same numbers in each call."""
        drawn = self._drawn(shape, seed)
        drawn.stop_gradient = True
        return drawn

    def rsample(self, shape: Sequence[int] = ()) -> Any:
        return self._drawn(shape, 0)

    def _drawn(self, shape: Sequence[int], seed: int) -> Any:
        share = REGISTRY["uniform"](shape=self._extended(shape), dtype=self.low.dtype.name, min=0.0, max=1.0, seed=seed)
        return self.low + share * (self.high - self.low)

    def entropy(self) -> Any:
        return T.log(self.high - self.low)

    def _inside(self, value: Any) -> Any:
        return T.logical_and(self.low < value, value < self.high)

    def prob(self, value: Any) -> Any:
        return self._inside(value).astype(self.low.dtype) / (self.high - self.low)

    def log_prob(self, value: Any) -> Any:
        inside = self._inside(value)
        logs = T.zeros_like(value) - T.log(self.high - self.low)
        return T.where(inside, logs, T.full_like(logs, -math.inf))
