"""Bernoulli and Geometric: the result of one trial, and the number of failures before the first success."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UsageError
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.distribution.distribution import Distribution, ExponentialFamily, as_parameter


def _share(probs: Any, shape: Sequence[int]) -> Any:
    """Return uniform numbers strictly between 0 and 1."""
    eps = float(np.finfo(probs.dtype.dtype).eps)
    return REGISTRY["uniform"](shape=list(shape), dtype=probs.dtype.name, min=eps, max=1.0 - eps)


class Bernoulli(ExponentialFamily):
    """1 with the probability probs, else 0."""

    def __init__(self, probs: Any, name: str | None = None) -> None:
        self.name = name or "Bernoulli"
        self.probs = as_parameter(probs)
        super().__init__(self.probs.shape)

    @property
    def mean(self) -> Any:
        return self.probs

    @property
    def variance(self) -> Any:
        return self.probs * (1.0 - self.probs)

    @property
    def logits(self) -> Any:
        """log(p / (1 - p)), limited to finite numbers."""
        eps = float(np.finfo(self.probs.dtype.dtype).eps)
        inside = T.clip(self.probs, min=eps, max=1.0 - eps)
        return T.log(inside) - T.log1p(-inside)

    def sample(self, shape: Sequence[int] = ()) -> Any:
        """Return zeros and ones [*shape, *batch_shape] in the dtype of probs."""
        return T.bernoulli(T.broadcast_to(self.probs, self._extended(shape)).detach())

    def rsample(self, shape: Sequence[int] = (), temperature: float = 1.0) -> Any:
        """Return differentiable values near 0 or 1; a lower temperature moves them closer to 0 or 1.

        Source: Maddison et al. 2016.
        """
        if temperature <= 0:
            raise ArgumentError(f"Bernoulli.rsample: temperature must be positive, not {temperature}")
        u = _share(self.probs, self._extended(shape))
        return (self.logits + T.log(u) - T.log1p(-u)) / float(temperature)

    def cdf(self, value: Any) -> Any:
        """Return the probability of numbers up to value."""
        zero = T.zeros_like(self.probs * value)
        low = T.where(value < 1.0, zero + (1.0 - self.probs), zero + 1.0)
        return T.where(value < 0.0, zero, low)

    def log_prob(self, value: Any) -> Any:
        value = value.astype(self.probs.dtype) + T.zeros_like(self.probs)
        logits = self.logits + T.zeros_like(value)
        return -REGISTRY["sigmoid_cross_entropy_with_logits"](logits, value)

    def entropy(self) -> Any:
        return REGISTRY["sigmoid_cross_entropy_with_logits"](self.logits, self.probs)


class Geometric(Distribution):
    """The number of failures before the first success of probability probs: 0, 1, 2, ..."""

    def __init__(self, probs: Any) -> None:
        if not isinstance(probs, int | float) and not hasattr(probs, "__apply_op__"):
            raise UsageError(f"probs must be a number, a Tensor or a Variable, but received {type(probs)}")
        self.probs = as_parameter(probs)
        if isinstance(self.probs, Tensor):
            values = self.probs.numpy()
            if not ((values > 0) & (values <= 1)).all():
                raise ArgumentError(
                    "probs of Geometric must be greater than 0 and at most 1",
                    facts={"probs": values},
                )
        super().__init__(self.probs.shape)

    @property
    def mean(self) -> Any:
        return 1.0 / self.probs - 1.0

    @property
    def variance(self) -> Any:
        return (1.0 / self.probs - 1.0) / self.probs

    @property
    def stddev(self) -> Any:
        """The standard deviation."""
        return T.sqrt(self.variance)

    def _checked(self, k: Any) -> Any:
        if not isinstance(k, int | np.integer) and not hasattr(k, "__apply_op__"):
            raise UsageError(f"k must be an integer, a Tensor or a Variable, but received {type(k)}")
        return float(k) if isinstance(k, int | np.integer) else k.astype(self.probs.dtype)

    def pmf(self, k: Any) -> Any:
        """Return the probability of k failures."""
        return T.pow(1.0 - self.probs, self._checked(k)) * self.probs

    def log_pmf(self, k: Any) -> Any:
        """Return the log of the probability of k failures."""
        return T.log1p(-self.probs) * self._checked(k) + T.log(self.probs)

    def log_prob(self, value: Any) -> Any:
        return self.log_pmf(value)

    def rsample(self, shape: Sequence[int] = ()) -> Any:
        u = _share(self.probs, self._extended(shape))
        return T.floor(T.log(u) / T.log1p(-self.probs))

    def cdf(self, k: Any) -> Any:
        """Return the probability of at most k failures."""
        return 1.0 - T.pow(1.0 - self.probs, self._checked(k) + 1.0)

    def entropy(self) -> Any:
        fails = 1.0 - self.probs
        return -(fails * T.log(fails) + self.probs * T.log(self.probs)) / self.probs
