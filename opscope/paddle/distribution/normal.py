"""Normal and LogNormal."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.distribution.distribution import Distribution, as_parameters, require_positive
from opscope.paddle.distribution.transform import ExpTransform
from opscope.paddle.distribution.transformed import TransformedDistribution

_HALF_LOG_TAU = 0.5 * math.log(2 * math.pi)


class Normal(Distribution):
    """The normal distribution with mean loc and standard deviation scale."""

    def __init__(self, loc: Any, scale: Any, name: str | None = None) -> None:
        self.name = name or "Normal"
        require_positive(zero=True, scale=scale)
        self.loc, self.scale = as_parameters(loc, scale)
        super().__init__(self.loc.shape)

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def variance(self) -> Any:
        return self.scale * self.scale

    def sample(self, shape: Sequence[int] = (), seed: int = 0) -> Any:
        """Return numbers [*shape, *batch_shape]. A seed other than 0 gives the same numbers in each call."""
        drawn = self._drawn(shape, seed)
        drawn.stop_gradient = True
        return drawn

    def rsample(self, shape: Sequence[int] = ()) -> Any:
        return self._drawn(shape, 0)

    def _drawn(self, shape: Sequence[int], seed: int) -> Any:
        noise = REGISTRY["gaussian"](shape=self._extended(shape), dtype=self.loc.dtype.name, seed=seed)
        return self.loc + noise * self.scale

    def entropy(self) -> Any:
        return T.log(self.scale) + (0.5 + _HALF_LOG_TAU)

    def log_prob(self, value: Any) -> Any:
        away = (value - self.loc) / self.scale
        return away * away * -0.5 - T.log(self.scale) - _HALF_LOG_TAU


class LogNormal(TransformedDistribution):
    """The distribution of exp(x), where x has the distribution Normal(loc, scale)."""

    def __init__(self, loc: Any, scale: Any) -> None:
        self._base = Normal(loc, scale)
        self.loc, self.scale = self._base.loc, self._base.scale
        super().__init__(self._base, [ExpTransform()])

    @property
    def mean(self) -> Any:
        return T.exp(self.loc + self._base.variance * 0.5)

    @property
    def variance(self) -> Any:
        return T.expm1(self._base.variance) * T.exp(self.loc * 2.0 + self._base.variance)

    def entropy(self) -> Any:
        return self._base.entropy() + self.loc
