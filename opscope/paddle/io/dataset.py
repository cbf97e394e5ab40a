"""Data sets whose samples are numbered or iterated, and combinations of data sets."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import numpy as np

from opscope.core import random
from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError, OpscopeError, RunError, UsageError


class Dataset(Described):
    """Base of data sets whose samples have numbers: a subclass defines `__getitem__(number)` and `__len__()`.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/io/Dataset_en.html
    """

    def __getitem__(self, idx: Any) -> Any:
        raise NotImplementedError(f"'__getitem__' is not implemented in the class {type(self).__name__}")

    def __len__(self) -> int:
        raise NotImplementedError(f"'__len__' is not implemented in the class {type(self).__name__}")


class IterableDataset(Dataset):
    """Base of data sets that are read from the beginning: a subclass defines `__iter__()`.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/io/IterableDataset_en.html
    """

    def __iter__(self) -> Iterator[Any]:
        raise NotImplementedError(f"'__iter__' is not implemented in the class {type(self).__name__}")

    def __getitem__(self, idx: Any) -> Any:
        raise _iterable(RunError, self, "__getitem__")

    def __len__(self) -> int:
        raise _iterable(UsageError, self, "__len__")  # a TypeError: of another kind list(dataset) would fail


class TensorDataset(Dataset):
    """Data set of the rows of Tensors (or arrays) with equal first dims: sample i is row i of each."""

    def __init__(self, tensors: Sequence[Any]) -> None:
        sizes = [t.shape[0] for t in tensors]
        if not sizes or len(set(sizes)) > 1:
            raise ModeError(
                "all tensors of a TensorDataset must have the same first dim", facts={"first dims": sizes}, site=site()
            )
        self.tensors = list(tensors)

    def __getitem__(self, idx: Any) -> tuple[Any, ...]:
        return tuple(t[idx] for t in self.tensors)

    def __len__(self) -> int:
        return self.tensors[0].shape[0]


class ComposeDataset(Dataset):
    """Data set whose sample i has the fields of sample i of all data sets, which have equal lengths."""

    def __init__(self, datasets: Iterable[Dataset]) -> None:
        self.datasets = _by_number(datasets, "ComposeDataset")
        if len({len(d) for d in self.datasets}) > 1:
            raise ModeError(
                "all datasets of a ComposeDataset should have the same length",
                facts={"lengths": [len(d) for d in self.datasets]},
            )

    def __getitem__(self, idx: int) -> tuple[Any, ...]:
        fields: list[Any] = []
        for dataset in self.datasets:
            sample = dataset[idx]
            fields += sample if isinstance(sample, list | tuple) else [sample]
        return tuple(fields)

    def __len__(self) -> int:
        return len(self.datasets[0])


class ChainDataset(IterableDataset):
    """Iterable data sets, one after the other."""

    def __init__(self, datasets: Iterable[IterableDataset]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise ModeError("the list of datasets of a ChainDataset should not be empty", site=site())
        if wrong := [d for d in self.datasets if not isinstance(d, IterableDataset)]:
            raise ModeError(f"ChainDataset supports only paddle.io.IterableDataset, not {type(wrong[0]).__name__}")

    def __iter__(self) -> Iterator[Any]:
        return itertools.chain.from_iterable(self.datasets)


class Subset(Dataset):
    """The samples of a data set at `indices`."""

    def __init__(self, dataset: Dataset, indices: Sequence[int]) -> None:
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx: int) -> Any:
        return self.dataset[self.indices[idx]]

    def __len__(self) -> int:
        return len(self.indices)


class ConcatDataset(Dataset):
    """Data set of the samples of several data sets. Raises IndexError for an invalid number."""

    def __init__(self, datasets: Iterable[Dataset]) -> None:
        self.datasets = _by_number(datasets, "ConcatDataset")
        self.cumulative_sizes = list(itertools.accumulate(len(d) for d in self.datasets))

    def __getitem__(self, idx: int) -> Any:
        total = len(self)
        number = idx + total if idx < 0 else idx
        if not 0 <= number < total:
            # an IndexError, so that iterating ends
            raise IndexError(f"sample {idx} does not exist: the ConcatDataset has {total} samples")
        at = bisect.bisect_right(self.cumulative_sizes, number)
        return self.datasets[at][number - (self.cumulative_sizes[at - 1] if at else 0)]

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]


def random_split(dataset: Dataset, lengths: Sequence[float], generator: random.Generator | None = None) -> list[Subset]:
    """Split at random into Subsets of given lengths or fractions, with `generator` or paddle.seed's generator.

    Raises ArgumentError if the sum of the lengths is not the number of samples.
    """
    total = len(dataset)
    sizes = _sizes(lengths, total) if math.isclose(sum(lengths), 1) and sum(lengths) <= 1 else _whole(lengths)
    if sum(sizes) != total:
        raise ArgumentError(
            "The sum of lengths must be the number of samples in the dataset.",
            facts={"lengths": list(lengths), "samples": total}, site=site(),
        )  # fmt: skip
    order = [int(i) for i in _stream(generator).permutation(total)]
    ends = itertools.accumulate(sizes)
    return [Subset(dataset, order[end - size : end]) for end, size in zip(ends, sizes, strict=True)]


def _whole(lengths: Sequence[float]) -> list[int]:
    sizes = [s for s in lengths if isinstance(s, int) and s >= 0]
    if len(sizes) < len(lengths):
        raise ArgumentError(
            "lengths must be whole numbers, or fractions whose sum is 1", facts={"lengths": list(lengths)}, site=site()
        )
    return sizes


def _sizes(parts: Sequence[float], total: int) -> list[int]:
    if any(not 0 <= p <= 1 for p in parts):
        raise ArgumentError(
            "each fraction in lengths must be between 0 and 1", facts={"lengths": list(parts)}, site=site()
        )
    sizes = [math.floor(total * p) for p in parts]
    for i in range(total - sum(sizes)):  # what rounding left over goes round
        sizes[i % len(sizes)] += 1
    return sizes


def _stream(generator: random.Generator | None) -> Any:
    """Return NumPy's generator behind `generator`. Raises UsageError for another kind of generator."""
    if generator is not None and not isinstance(generator, random.Generator):
        raise UsageError(f"generator must be the result of paddle.seed(), but received {type(generator)}", site=site())
    return (generator or random.default).array_generator(np)


def _by_number(datasets: Iterable[Dataset], owner: str) -> list[Dataset]:
    found = list(datasets)
    if not found:
        raise ModeError("the list of datasets should not be empty", facts={"passed to": owner}, site=site())
    for dataset in found:
        if not isinstance(dataset, Dataset) or isinstance(dataset, IterableDataset):
            raise ModeError(f"{owner} only supports paddle.io.Dataset, not {type(dataset).__name__}", site=site())
    return found


def _iterable(kind: type[OpscopeError], dataset: IterableDataset, what: str) -> OpscopeError:
    return kind(
        f"'{what}' should not be called for IterableDataset {type(dataset).__name__}",
        site=site(),
        fix="iterate over the data set",
    )
