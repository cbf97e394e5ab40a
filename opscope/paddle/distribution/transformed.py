"""Distributions made of other distributions: transformed values, or batch dims as dims of a value."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.errors import ArgumentError, UsageError
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.distribution.chained import ChainTransform, summed
from opscope.paddle.distribution.distribution import Distribution
from opscope.paddle.distribution.transform import CALLED, Transform


class TransformedDistribution(Distribution):
    """The distribution of a base distribution's values after transforms; the first in the list is applied first."""

    def __init__(self, base: Distribution, transforms: Sequence[Transform]) -> None:
        if not isinstance(base, Distribution):
            raise UsageError(f"'base' must be a Distribution, but received {type(base)}.")
        self.base, self.transforms, self._chain = base, list(transforms), ChainTransform(transforms)
        shape = (*base.batch_shape, *base.event_shape)
        if len(shape) < self._chain.event_ranks[0]:
            raise ArgumentError(
                f"'base' must have at least {self._chain.event_ranks[0]} dims for these transforms, but it has "
                f"{len(shape)}."
            )
        made = self._chain.forward_shape(shape)
        rank = self._chain.event_ranks[1] + max(0, len(base.event_shape) - self._chain.event_ranks[0])
        super().__init__(made[: len(made) - rank], made[len(made) - rank :])

    def sample(self, shape: Sequence[int] = ()) -> Any:
        return self._chain.forward(self.base.sample(shape))

    def rsample(self, shape: Sequence[int] = ()) -> Any:
        return self._chain.forward(self.base.rsample(shape))

    def log_prob(self, value: Any) -> Any:
        before, rank = value, len(self._event_shape)
        total: Any = 0.0
        for transform in reversed(self.transforms):
            x = transform.inverse(before)
            rank += transform.event_ranks[0] - transform.event_ranks[1]
            total = total - summed(transform.forward_log_det_jacobian(x), rank - transform.event_ranks[0])
            before = x
        return summed(self.base.log_prob(before), rank - len(self.base.event_shape)) + total


CALLED[Distribution] = lambda transform, base: TransformedDistribution(base, [transform])


class Independent(Distribution):
    """A distribution for which the last reinterpreted_batch_rank batch dims are dims of a value."""

    def __init__(self, base: Distribution, reinterpreted_batch_rank: int) -> None:
        if not isinstance(base, Distribution):
            raise UsageError(f"'base' must be a Distribution, but received {type(base)}")
        if not 0 < reinterpreted_batch_rank <= len(base.batch_shape):
            raise ArgumentError(
                f"Expected 0 < reinterpreted_batch_rank <= {len(base.batch_shape)}, but got {reinterpreted_batch_rank}"
            )
        self.base, self.rank = base, reinterpreted_batch_rank
        shape = (*base.batch_shape, *base.event_shape)
        at = len(base.batch_shape) - reinterpreted_batch_rank
        super().__init__(shape[:at], shape[at:])

    @property
    def mean(self) -> Any:
        return self.base.mean

    @property
    def variance(self) -> Any:
        return self.base.variance

    def sample(self, shape: Sequence[int] = ()) -> Any:
        return self.base.sample(shape)

    def rsample(self, shape: Sequence[int] = ()) -> Any:
        return self.base.rsample(shape)

    def log_prob(self, value: Any) -> Any:
        return summed(self.base.log_prob(value), self.rank)

    def prob(self, value: Any) -> Any:
        return T.exp(self.log_prob(value))

    def entropy(self) -> Any:
        return summed(self.base.entropy(), self.rank)
