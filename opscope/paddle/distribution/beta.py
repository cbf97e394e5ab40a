"""Beta and Dirichlet: distributions of shares of a whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.errors import ArgumentError
from opscope.ops.attr_values import static_sizes
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.distribution.distribution import ExponentialFamily, as_parameter, as_parameters, require_positive


class Beta(ExponentialFamily):
    """Numbers in (0, 1) with a density proportional to x^(alpha - 1) (1 - x)^(beta - 1)."""

    def __init__(self, alpha: Any, beta: Any) -> None:
        require_positive(alpha=alpha, beta=beta)
        self.alpha, self.beta = as_parameters(alpha, beta)
        self._dirichlet = Dirichlet(T.stack([self.alpha, self.beta], -1))
        super().__init__(self.alpha.shape)

    @property
    def mean(self) -> Any:
        return self.alpha / (self.alpha + self.beta)

    @property
    def variance(self) -> Any:
        total = self.alpha + self.beta
        return self.alpha * self.beta / (total * total * (total + 1.0))

    def sample(self, shape: Sequence[int] = ()) -> Any:
        """Return numbers [*shape, *batch_shape] without a gradient."""
        return self._dirichlet.sample(shape)[..., 0]

    def log_prob(self, value: Any) -> Any:
        return self._dirichlet.log_prob(T.stack([value, 1.0 - value], -1))

    def entropy(self) -> Any:
        return self._dirichlet.entropy()


class Dirichlet(ExponentialFamily):
    """Shares [..., C] that sum to 1, with a density proportional to prod x_i^(c_i - 1); c is the concentration."""

    def __init__(self, concentration: Any) -> None:
        require_positive(concentration=concentration)
        self.concentration = as_parameter(concentration)
        if not self.concentration.shape:
            raise ArgumentError("`concentration` must have at least one dim")
        super().__init__(self.concentration.shape[:-1], self.concentration.shape[-1:])

    @property
    def _total(self) -> Any:
        return T.sum(self.concentration, axis=-1)

    @property
    def mean(self) -> Any:
        return self.concentration / T.sum(self.concentration, axis=-1, keepdim=True)

    @property
    def variance(self) -> Any:
        total = T.sum(self.concentration, axis=-1, keepdim=True)
        return self.concentration * (total - self.concentration) / (total * total * (total + 1.0))

    def sample(self, shape: Sequence[int] = ()) -> Any:
        """Return shares [*shape, *batch_shape, C] without a gradient."""
        static_sizes(shape, "sample")
        parts = REGISTRY["standard_gamma"](T.broadcast_to(self.concentration, self._extended(shape)))
        return parts / T.sum(parts, axis=-1, keepdim=True)

    def log_prob(self, value: Any) -> Any:
        weighted = T.sum(T.log(value) * (self.concentration - 1.0), axis=-1)
        return weighted + T.lgamma(self._total) - T.sum(T.lgamma(self.concentration), axis=-1)

    def entropy(self) -> Any:
        count = float(self.concentration.shape[-1])
        spread = T.sum(T.lgamma(self.concentration), axis=-1) - T.lgamma(self._total)
        own = T.sum((self.concentration - 1.0) * T.digamma(self.concentration), axis=-1)
        return spread + (self._total - count) * T.digamma(self._total) - own
