"""Batch samplers: they choose the samples of each batch, and the batches of each process."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from typing import Any

import numpy as np

from opscope.core import random
from opscope.core.source import site
from opscope.errors import ModeError
from opscope.paddle.base.job_steps import job
from opscope.paddle.io.dataset import IterableDataset
from opscope.paddle.io.sampler import RandomSampler, Sampler, SequenceSampler


class BatchSampler(Sampler):
    """Sampler of lists of batch_size numbers, for a data set in order or shuffled, or from another sampler.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/io/BatchSampler_en.html
    """

    def __init__(
        self,
        dataset: Sized | None = None,
        sampler: Iterable[int] | None = None,
        shuffle: bool = False,
        batch_size: int = 1,
        drop_last: bool = False,
    ) -> None:
        super().__init__(dataset)
        if (dataset is None) == (sampler is None):
            raise ModeError("BatchSampler needs either dataset or sampler, but not both", site=site())
        if isinstance(dataset, IterableDataset):
            raise ModeError("dataset of BatchSampler should not be a paddle.io.IterableDataset", site=site())
        if sampler is not None and shuffle:
            raise ModeError("shuffle should be False when sampler is set", site=site(), fix="shuffle in the sampler")
        if sampler is not None and not hasattr(sampler, "__iter__"):
            raise ModeError(f"sampler should be a paddle.io.Sampler, but got {type(sampler)}", site=site())
        self.batch_size = checked_size(batch_size)
        self.shuffle, self.drop_last = _flag(shuffle, "shuffle"), _flag(drop_last, "drop_last")
        if sampler is not None:
            self.sampler: Iterable[int] = sampler
        else:
            assert dataset is not None
            self.sampler = RandomSampler(dataset) if shuffle else SequenceSampler(dataset)

    def __iter__(self) -> Iterator[Any]:
        return batches(self.sampler, self.batch_size, self.drop_last)

    def __len__(self) -> int:
        count = len(self.sampler)  # type: ignore[arg-type]
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


class DistributedBatchSampler(BatchSampler):
    """Batches of one of num_replicas processes: process `rank` takes every num_replicas-th batch.

    The defaults are the rank of this process and the number of processes. If the shares are not equal, samples from the
    beginning are added. The order of shuffle depends only on the epoch, which increases by itself, or is set.
    """

    def __init__(
        self,
        dataset: Sized,
        batch_size: int,
        num_replicas: int | None = None,
        rank: int | None = None,
        shuffle: bool = False,
        drop_last: bool = False,
    ) -> None:
        super().__init__(dataset, batch_size=batch_size, drop_last=drop_last)
        self.shuffle = _flag(shuffle, "shuffle")
        given = num_replicas is not None and rank is not None
        found = None if given else job("DistributedBatchSampler without num_replicas and rank")
        count, own = (1, 0) if found is None else (found.size, found.rank)
        self.nranks = checked_size(count if num_replicas is None else num_replicas, "num_replicas")
        self.local_rank = own if rank is None else rank
        if not isinstance(self.local_rank, int) or not 0 <= self.local_rank < self.nranks:
            raise ModeError(f"rank should be in [0, {self.nranks}), but received {rank}", site=site())
        self.dataset, self.epoch = dataset, 0
        self.num_samples = -(-len(dataset) // self.nranks)
        self.total_size = self.num_samples * self.nranks

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch for which the next order is drawn."""
        self.epoch = epoch

    def __iter__(self) -> Iterator[list[int]]:
        count = len(self.dataset)
        order = list(range(count))
        if self.shuffle:
            order = random.Generator(self.epoch).array_generator(np).permutation(count).tolist()
            self.epoch += 1
        order += [order[i % count] for i in range(self.total_size - count)]
        return batches(self._own(order), self.batch_size, self.drop_last)

    def _own(self, order: list[int]) -> list[int]:
        """Return whole batches in turn, and an equal share of the remaining samples."""
        size, left = self.batch_size, self.total_size % (self.batch_size * self.nranks)
        even, rest = order[: self.total_size - left], order[self.total_size - left :]
        own: list[int] = []
        for start in range(self.local_rank * size, len(even), size * self.nranks):
            own += even[start : start + size]
        share = left // self.nranks
        return own + rest[self.local_rank * share : (self.local_rank + 1) * share]

    def __len__(self) -> int:
        return self.num_samples // self.batch_size if self.drop_last else -(-self.num_samples // self.batch_size)


def batches(items: Iterable[Any], size: int, drop_last: bool) -> Iterator[list[Any]]:
    """Yield lists of `size` items; the last list may be shorter, or is dropped."""
    batch: list[Any] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch and not drop_last:
        yield batch


def checked_size(value: Any, name: str = "batch_size") -> int:
    """Return the value if it is a positive count. Raises ModeError."""
    if isinstance(value, bool) or not isinstance(value, int) or value <= 0:
        raise ModeError(f"{name} should be a positive integer, but got {value!r}", site=site())
    return value


def _flag(value: Any, name: str) -> bool:
    if not isinstance(value, bool):
        raise ModeError(f"{name} should be a boolean value, but got {type(value)}", site=site())
    return value
