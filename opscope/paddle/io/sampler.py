"""Samplers: they choose the order in which samples are read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from typing import Any

import numpy as np

from opscope.core import random
from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError, UsageError


class Sampler(Described):
    """Base class: a subclass defines `__iter__()`, which yields the numbers of samples, and `__len__()`, their count.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/io/Sampler_en.html
    """

    def __init__(self, data_source: Sized | None = None) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        raise NotImplementedError(f"{type(self).__name__} must define __iter__()")

    def __len__(self) -> int:
        return 0 if self.data_source is None else len(self.data_source)


class SequenceSampler(Sampler):
    """Sampler of 0, 1, 2, ..."""

    def __init__(self, data_source: Sized) -> None:
        super().__init__(data_source)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))


class RandomSampler(Sampler):
    """Sampler in random order; with replacement, it makes num_samples independent draws.

    The numbers are drawn from paddle.seed's stream. A `generator` is an iterator of numbers, as in Paddle, or the
    result of paddle.seed.
    """

    def __init__(
        self, data_source: Sized, replacement: bool = False, num_samples: int | None = None, generator: Any = None
    ) -> None:
        super().__init__(data_source)
        if not isinstance(replacement, bool):
            raise UsageError(f"replacement must be True or False, but it is {replacement}", site=site())
        if num_samples is not None and (not isinstance(num_samples, int) or num_samples <= 0):
            raise ArgumentError(f"num_samples should be a positive integer, but got num_samples={num_samples}")
        if not replacement and num_samples is not None and num_samples > len(data_source):
            raise ArgumentError(
                "without replacement, num_samples should not be greater than the length of data_source",
                facts={"num_samples": num_samples, "samples": len(data_source)}, site=site(),
            )  # fmt: skip
        if generator is not None and not isinstance(generator, random.Generator | Iterator):
            raise UsageError(f"generator must be an iterator of positions, but received {type(generator)}", site=site())
        self.replacement, self.generator = replacement, generator
        self._count = num_samples

    @property
    def num_samples(self) -> int:
        """Number of indices of an iteration."""
        return super().__len__() if self._count is None else self._count

    def __len__(self) -> int:
        return self.num_samples

    def __iter__(self) -> Iterator[int]:
        if isinstance(self.generator, Iterator):
            for _, number in zip(range(self.num_samples), self.generator, strict=False):
                yield number
            return
        stream = (self.generator or random.default).array_generator(np)
        total = super().__len__()
        if self.replacement:
            yield from map(int, stream.integers(total, size=self.num_samples))
        else:
            yield from map(int, stream.permutation(total)[: self.num_samples])


class SubsetRandomSampler(Sampler):
    """Sampler of given numbers in random order, from paddle.seed's stream."""

    def __init__(self, indices: Sequence[int]) -> None:
        if not len(indices):
            raise ArgumentError("The length of `indices` in SubsetRandomSampler should be greater than 0.", site=site())
        super().__init__(indices)
        self.indices = indices

    def __iter__(self) -> Iterator[int]:
        return (self.indices[i] for i in random.default.array_generator(np).permutation(len(self.indices)))


class WeightedRandomSampler(Sampler):
    """Sampler of num_samples draws with probabilities in proportion to weights; without replacement, each at most once.

    Draws use paddle.seed's stream. Raises ModeError for negative weights, and if too few weights are above 0.
    """

    def __init__(self, weights: Any, num_samples: int, replacement: bool = True) -> None:
        if isinstance(num_samples, bool) or not isinstance(num_samples, int) or num_samples <= 0:
            raise ArgumentError("num_samples should be a positive integer", facts={"num_samples": num_samples})
        if not isinstance(replacement, bool):
            raise ArgumentError("replacement should be True or False", site=site())
        super().__init__()
        self.weights = np.asarray(weights, dtype="float64")
        if self.weights.ndim != 1 or not (self.weights >= 0).all() or not self.weights.sum() > 0:
            raise ModeError(
                "weights should be a list of non-negative numbers, and at least one weight should be above zero",
                site=site(),
            )
        if not replacement and num_samples > np.count_nonzero(self.weights):
            raise ModeError(
                "without replacement, num_samples should not be greater than the number of weights above zero",
                facts={"num_samples": num_samples, "above zero": int(np.count_nonzero(self.weights))}, site=site(),
            )  # fmt: skip
        self.num_samples, self.replacement = num_samples, replacement

    def __iter__(self) -> Iterator[int]:
        chances = self.weights / self.weights.sum()
        stream = random.default.array_generator(np)
        drawn = stream.choice(len(chances), size=self.num_samples, replace=self.replacement, p=chances)
        return iter(drawn.tolist())

    def __len__(self) -> int:
        return self.num_samples
