"""DataLoader: loads a data set as batches of Tensors, or as feeds of a program."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core import random
from opscope.core.described import Described
from opscope.core.source import site
from opscope.core.state import mode
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, ModeError, UsageError
from opscope.paddle.io.batch import BatchSampler, batches, checked_size
from opscope.paddle.io.collate import default_collate_fn, default_convert_fn
from opscope.paddle.io.dataset import Dataset, IterableDataset
from opscope.paddle.io.worker import WorkerInfo, dealt, in_workers


class DataLoader(Described):
    """Loader of a data set in batches: lists of Tensors, or of DenseTensors in static mode.

    If a sample is a single value and not a list, a batch is a Tensor.

    return_list=False (static mode) gives feeds instead: [{name: batch}], with the names in feed_list. batch_sampler
    chooses the samples of a batch; without it, batch_size (None: no batches), shuffle and drop_last do. num_workers is
    a number of threads, each at most prefetch_factor batches ahead; batches keep the order of the sampler.
    use_shared_memory, use_buffer_reader and persistent_workers have no effect, because there are no worker processes.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/io/DataLoader_en.html
    """

    def __init__(
        self,
        dataset: Dataset,
        feed_list: Sequence[Any] | None = None,
        places: Any = None,
        return_list: bool = True,
        batch_sampler: Any = None,
        batch_size: int | None = 1,
        shuffle: bool = False,
        drop_last: bool = False,
        collate_fn: Callable[[Any], Any] | None = None,
        num_workers: int = 0,
        use_buffer_reader: bool = True,
        prefetch_factor: int = 2,
        use_shared_memory: bool = True,
        timeout: float = 0,
        worker_init_fn: Callable[[int], Any] | None = None,
        persistent_workers: bool = False,
    ) -> None:
        return_list = return_list or not mode.static  # of Tensors a list is always made
        if not return_list and feed_list is None:
            raise ModeError("feed_list must be passed when return_list=False", site=site())
        if isinstance(num_workers, bool) or not isinstance(num_workers, int) or num_workers < 0:
            raise ModeError(f"num_workers should be a non-negative value, but got {num_workers}", site=site())
        if timeout < 0:
            raise ModeError(f"timeout should be a non-negative value, but got {timeout}", site=site())
        self.dataset, self.feed_list, self.return_list = dataset, feed_list, return_list
        self.num_workers, self.timeout, self.worker_init_fn = num_workers, timeout, worker_init_fn
        self.prefetch_factor = checked_size(prefetch_factor, "prefetch_factor")
        self.place = _one_place(places)
        self.batch_size, self.drop_last = batch_size, drop_last
        self.batch_sampler = self._sampler(batch_sampler, shuffle)
        whole = batch_sampler is None and batch_size is None
        self.collate_fn = collate_fn or (default_convert_fn if whole else default_collate_fn)

    def _sampler(self, given: Any, shuffle: bool) -> Any:
        iterable = isinstance(self.dataset, IterableDataset)
        if given is not None and (self.batch_size != 1 or shuffle or self.drop_last):
            raise ModeError(
                "batch_size, shuffle and drop_last should not be set when batch_sampler is passed", site=site()
            )
        if iterable and (shuffle or given is not None):
            raise ArgumentError(
                "DataLoader does not support shuffle or batch_sampler for an IterableDataset",
                facts={"shuffle": shuffle}, site=site(),
                fix="shuffle in the data set's __iter__",
            )  # fmt: skip
        if given is not None:
            return given
        if self.batch_size is None:
            if shuffle or self.drop_last:
                raise UsageError("shuffle and drop_last need a batch_size", site=site())
            return None
        checked_size(self.batch_size)
        if iterable:
            return None
        return BatchSampler(self.dataset, shuffle=shuffle, batch_size=self.batch_size, drop_last=self.drop_last)

    def __len__(self) -> int:
        if isinstance(self.dataset, IterableDataset):
            raise UsageError("a DataLoader of an IterableDataset has no length", site=site())
        return len(self.dataset) if self.batch_sampler is None else len(self.batch_sampler)

    def __call__(self) -> Iterator[Any]:
        """Return the iterator: `for batch in loader()`."""
        return iter(self)

    def __iter__(self) -> Iterator[Any]:
        return map(self._given, self._collated())

    def _collated(self) -> Iterator[Any]:
        count = self.num_workers
        each = max(count, 1)
        iterable = isinstance(self.dataset, IterableDataset)
        # a worker has a data set of its own, as a process has: worker_init_fn may set what it reads, or open its files
        own = [copy.copy(self.dataset) if count else self.dataset for _ in range(each)]
        shares = [self._samples(d) for d in own] if iterable else dealt(self._numbers(), each)
        if not count:
            return self._read(shares[0], own[0])
        seed = random.default.initial_seed()
        infos = [WorkerInfo(count, i, own[i], seed + i) for i in range(count)]
        return in_workers(
            infos,
            lambda info: self._read(shares[info.id], info.dataset),
            self.prefetch_factor,
            self.timeout,
            self.worker_init_fn,
        )

    def _numbers(self) -> Iterator[Any]:
        """Return the numbers of the samples of each batch."""
        return iter(range(len(self.dataset))) if self.batch_sampler is None else iter(self.batch_sampler)

    def _samples(self, dataset: Any) -> Iterator[Any]:
        """Yield the samples of an iterable data set, batch by batch."""
        if self.batch_size is None:
            yield from dataset
        else:
            yield from batches(dataset, self.batch_size, self.drop_last)

    def _read(self, plan: Iterator[Any], dataset: Any) -> Iterator[Any]:
        for item in plan:
            if isinstance(dataset, IterableDataset):
                yield self.collate_fn(item)
            elif self.batch_sampler is None:
                yield self.collate_fn(dataset[item])
            else:
                yield self.collate_fn([dataset[i] for i in item])

    # --- what the user gets -------------------------------------------------------------------------

    def _given(self, batch: Any) -> Any:
        made = self._tensors(batch)
        if self.return_list:
            return made
        fields = made if isinstance(made, list | tuple) else [made]
        names = [v if isinstance(v, str) else v.name for v in self.feed_list or ()]
        if len(names) != len(fields):
            raise ArgumentError(
                "each batch must have one field for each variable of feed_list",
                facts={"feed_list": ", ".join(names), "fields": len(fields)}, site=site(),
            )  # fmt: skip
        return [dict(zip(names, fields, strict=True))]

    def _tensors(self, value: Any) -> Any:
        if isinstance(value, Tensor):
            return DenseTensor(value._value) if mode.static else value
        if isinstance(value, np.ndarray):
            array = places.to_device(np.asarray(value), self.place)
            return DenseTensor(array) if mode.static else Tensor(array)
        if isinstance(value, Mapping):
            return {key: self._tensors(v) for key, v in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, str | bytes):
            return [self._tensors(v) for v in value]
        return value


def _one_place(given: Any) -> places.Place:
    found = list(given) if isinstance(given, list | tuple) else [given]
    if len(found) != 1:
        raise ArgumentError(
            f"DataLoader supports only one place (device), but {len(found)} places were given", site=site()
        )
    return places.as_place(found[0])
