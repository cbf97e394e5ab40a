"""Distributions by location and scale: Laplace, Gumbel, Cauchy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.distribution.distribution import Distribution, as_parameters, require_positive


class _Located(Distribution):
    """Base class: loc + scale * a standard variable, drawn as `_quantile` of a uniform random number."""

    def __init__(self, loc: Any, scale: Any) -> None:
        require_positive(zero=True, scale=scale)
        self.loc, self.scale = as_parameters(loc, scale)
        super().__init__(self.loc.shape)

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return T.sqrt(self.variance)

    def rsample(self, shape: Sequence[int] = ()) -> Any:
        tiny = float(np.finfo(self.loc.dtype.dtype).tiny)
        share = REGISTRY["uniform"](shape=self._extended(shape), dtype=self.loc.dtype.name, min=tiny, max=1.0)
        return self.loc + self.scale * self._quantile(share)

    def _quantile(self, share: Any) -> Any:
        raise self._missing("_quantile")

    def _away(self, value: Any) -> Any:
        return (value - self.loc) / self.scale


class Laplace(_Located):
    """The Laplace distribution, with a density proportional to exp(-|x - loc| / scale)."""

    @property
    def mean(self) -> Any:
        return self.loc

    @property
    def variance(self) -> Any:
        return self.scale * self.scale * 2.0

    def _quantile(self, share: Any) -> Any:
        middle = share - 0.5
        tiny = float(np.finfo(share.dtype.dtype).tiny)
        return -T.sign(middle) * T.log(T.clip(1.0 - T.abs(middle) * 2.0, min=tiny))

    def log_prob(self, value: Any) -> Any:
        return -T.abs(self._away(value)) - T.log(self.scale * 2.0)

    def entropy(self) -> Any:
        return T.log(self.scale * 2.0) + 1.0

    def cdf(self, value: Any) -> Any:
        """Return the probability of numbers up to value."""
        away = self._away(value)
        return 0.5 - T.sign(away) * T.expm1(-T.abs(away)) * 0.5

    def icdf(self, value: Any) -> Any:
        """Return the number whose cdf is value."""
        return self.loc + self.scale * self._quantile(value)


class Gumbel(_Located):
    """The Gumbel distribution: minus the log of an exponential variable."""

    @property
    def mean(self) -> Any:
        return self.loc + self.scale * float(np.euler_gamma)

    @property
    def variance(self) -> Any:
        return self.scale * self.scale * (math.pi**2 / 6)

    def _quantile(self, share: Any) -> Any:
        return -T.log(-T.log(share))

    def log_prob(self, value: Any) -> Any:
        away = self._away(value)
        return -away - T.exp(-away) - T.log(self.scale)

    def entropy(self) -> Any:
        return T.log(self.scale) + (1.0 + float(np.euler_gamma))

    def cdf(self, value: Any) -> Any:
        """Return the probability of numbers up to value."""
        return T.exp(-T.exp(-self._away(value)))


class Cauchy(_Located):
    """The Cauchy distribution: the ratio of two normal variables. The distribution has no mean and no variance."""

    def __init__(self, loc: Any, scale: Any, name: str | None = None) -> None:
        self.name = name or "Cauchy"
        super().__init__(loc, scale)

    @property
    def stddev(self) -> Any:
        """Raise UnsupportedError, because a Cauchy distribution has no standard deviation."""
        raise self._missing("stddev")

    def sample(self, shape: Sequence[int] = (), name: str | None = None) -> Any:
        return super().sample(shape)

    def rsample(self, shape: Sequence[int] = (), name: str | None = None) -> Any:
        return super().rsample(shape)

    def _quantile(self, share: Any) -> Any:
        return T.tan((share - 0.5) * math.pi)

    def log_prob(self, value: Any) -> Any:
        away = self._away(value)
        return -T.log1p(away * away) - T.log(self.scale) - math.log(math.pi)

    def entropy(self) -> Any:
        return T.log(self.scale) + math.log(4 * math.pi)

    def cdf(self, value: Any) -> Any:
        """Return the probability of numbers up to value."""
        return T.atan(self._away(value)) * (1 / math.pi) + 0.5
