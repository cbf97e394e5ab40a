"""Categorical and Multinomial: one of several classes, and the counts of classes in several draws."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.errors import ArgumentError
from opscope.ops.attr_values import static_sizes
from opscope.ops.registry import REGISTRY
from opscope.paddle import tensor as T  # noqa: N812
from opscope.paddle.distribution.distribution import Distribution, as_parameter


def draw_classes(probs: Any, shape: Sequence[int]) -> Any:
    """Return class numbers int64 [*shape, *batch], drawn with the probabilities [*batch, C].

    A uniform random number selects the class by the cumulative probabilities.
    """
    ends = T.cumsum(probs, axis=-1)
    share = REGISTRY["uniform"](shape=[*shape, *probs.shape[:-1], 1], dtype=probs.dtype.name, min=0.0, max=1.0)
    passed = (share * ends[..., -1:] >= ends).astype("int64").sum(-1)
    return T.clip(passed, max=probs.shape[-1] - 1)  # rounding may leave the last end below the share


class Categorical(Distribution):
    """A class 0 ... C - 1 in proportion to logits [..., C].

    As in Paddle, `sample`, `probs` and `log_prob` read logits as probabilities that need not sum to 1. `entropy` and
    `kl_divergence` apply softmax to logits.
    """

    def __init__(self, logits: Any, name: str | None = None) -> None:
        self.name = name or "Categorical"
        self.logits = as_parameter(logits)
        if not self.logits.shape:
            raise ArgumentError(
                "Categorical: logits must have at least one dim", fix="pass logits of the shape [C] or [..., C]"
            )
        self._prob = self.logits / T.sum(self.logits, axis=-1, keepdim=True)
        super().__init__(self.logits.shape[:-1])

    def sample(self, shape: Sequence[int] = ()) -> Any:
        """Return class numbers int64 [*shape, *batch_shape]."""
        return draw_classes(self._prob, static_sizes(shape, "sample"))

    def log_prob(self, value: Any) -> Any:
        return T.log(self.probs(value))

    def prob(self, value: Any) -> Any:
        return self.probs(value)

    def probs(self, value: Any) -> Any:
        """Return the probability of classes: value is [*batch_shape, K], or [K] for every distribution of the batch."""
        if len(self._prob.shape) == 1:
            return T.gather(self._prob, T.reshape(value, [-1])).reshape(value.shape)
        if len(value.shape) == 1:
            value = T.reshape(value, [1] * (len(self._prob.shape) - 1) + [-1])
        return T.take_along_axis(self._prob, value, -1)

    def entropy(self) -> Any:
        chances, logs = normalized(self.logits)
        return -T.sum(chances * logs, axis=-1)


def normalized(logits: Any) -> tuple[Any, Any]:
    """Return softmax and log softmax over the last dim."""
    logs = REGISTRY["log_softmax"](logits, axis=-1)
    return T.exp(logs), logs


class Multinomial(Distribution):
    """The counts of C classes in total_count draws with probs [..., C], which need not sum to 1."""

    def __init__(self, total_count: int, probs: Any) -> None:
        if not isinstance(total_count, int) or total_count < 1:
            raise ArgumentError("total_count must be an int greater than zero.",
                                facts={"total_count": total_count})  # fmt: skip
        given = as_parameter(probs)
        if not given.shape:
            raise ArgumentError("probs must have at least one dim")
        self.total_count = total_count
        self.probs = given / T.sum(given, axis=-1, keepdim=True)
        super().__init__(given.shape[:-1], given.shape[-1:])

    @property
    def mean(self) -> Any:
        return self.probs * float(self.total_count)

    @property
    def variance(self) -> Any:
        return self.probs * (1.0 - self.probs) * float(self.total_count)

    def sample(self, shape: Sequence[int] = ()) -> Any:
        """Return counts [*shape, *batch_shape, C]."""
        drawn = draw_classes(self.probs, [self.total_count, *static_sizes(shape, "sample")])
        hot = REGISTRY["one_hot"](drawn, num_classes=self.probs.shape[-1])
        return T.sum(hot, axis=0).astype(self.probs.dtype)

    def log_prob(self, value: Any) -> Any:
        value = value.astype(self.probs.dtype)
        ways = T.lgamma(T.sum(value, axis=-1) + 1.0) - T.sum(T.lgamma(value + 1.0), axis=-1)
        none = T.logical_and(value == 0.0, self.probs == 0.0)
        safe = T.where(none, T.ones_like(self.probs * value), self.probs + T.zeros_like(value))
        return ways + T.sum(value * T.log(safe), axis=-1)

    def entropy(self) -> Any:
        n = self.total_count
        dtype = self.probs.dtype.name
        support = T.reshape(T.arange(1, n + 1, dtype=dtype), [n] + [1] * len(self.probs.shape))
        largest = math.lgamma(n + 1.0)
        ways = largest - T.lgamma(support + 1.0) - T.lgamma(float(n) - support + 1.0)
        chance = T.exp(ways + support * T.log(self.probs) + (float(n) - support) * T.log1p(-self.probs))
        own = -T.sum(self.probs * T.log(self.probs), axis=-1) * float(n) - largest
        return own + T.sum(T.sum(chance * T.lgamma(support + 1.0), axis=0), axis=-1)
