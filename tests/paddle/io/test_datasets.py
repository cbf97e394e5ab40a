"""Data sets made of others, and the order in which samples are read."""

import numpy as np
import pytest

from opscope import paddle
from opscope.core.random import Generator
from opscope.errors import ArgumentError, ModeError, RunError, UsageError
from opscope.paddle.io import (
    BatchSampler,
    ChainDataset,
    ComposeDataset,
    ConcatDataset,
    Dataset,
    DistributedBatchSampler,
    IterableDataset,
    RandomSampler,
    Sampler,
    SequenceSampler,
    Subset,
    SubsetRandomSampler,
    TensorDataset,
    WeightedRandomSampler,
    random_split,
)


class Numbers(Dataset):
    def __init__(self, count, start=0):
        self.count, self.start = count, start

    def __getitem__(self, idx):
        return self.start + idx

    def __len__(self):
        return self.count


class Stream(IterableDataset):
    def __init__(self, *values):
        self.values = values

    def __iter__(self):
        return iter(self.values)


def test_tensors_rows_and_fields():
    pairs = TensorDataset([paddle.to_tensor([[1.0, 2.0], [3.0, 4.0]]), np.array([5, 6])])
    row, label = pairs[1]
    assert len(pairs) == 2 and row.tolist() == [3, 4] and label == 6
    composed = ComposeDataset([Numbers(2), pairs])
    assert len(composed) == 2 and composed[1][0] == 1 and composed[1][2] == 6 and len(composed[0]) == 3


def test_one_after_the_other():
    joined = ConcatDataset([Numbers(2), Numbers(0), Numbers(3, 10)])
    assert len(joined) == 5 and list(joined) == [0, 1, 10, 11, 12] and joined[-1] == 12
    with pytest.raises(IndexError, match="sample 5 does not exist: the ConcatDataset has 5 samples"):
        joined[5]
    with pytest.raises(IndexError):
        joined[-6]
    chained = ChainDataset([Stream(1, 2), Stream(), Stream(3)])
    assert list(chained) == list(chained) == [1, 2, 3]


def test_a_part():
    part = Subset(Numbers(5, 10), [4, 0])
    assert len(part) == 2 and part[0] == 14 and part[1] == 10


@pytest.mark.parametrize("lengths", [[7, 3], [0.7, 0.3], [0.65, 0.35]])
def test_a_split_has_each_sample_once_and_repeats_with_the_seed(lengths):
    paddle.seed(7)
    parts = random_split(Numbers(10), lengths)
    assert [len(p) for p in parts] == [7, 3]
    numbers = [p[i] for p in parts for i in range(len(p))]
    assert sorted(numbers) == list(range(10)) and numbers != list(range(10))
    paddle.seed(7)
    again = random_split(Numbers(10), lengths)
    assert [p.indices for p in again] == [p.indices for p in parts]
    own = random_split(Numbers(10), lengths, Generator(7))
    assert [p.indices for p in own] == [p.indices for p in parts]


def numbers_of(sampler, seed=3):
    paddle.seed(seed)
    return [int(i) for i in sampler]


def test_orders():
    assert list(SequenceSampler(Numbers(3))) == [0, 1, 2] and len(SequenceSampler(Numbers(3))) == 3
    shuffled = RandomSampler(Numbers(20))
    once = numbers_of(shuffled)
    assert sorted(once) == list(range(20)) and once == numbers_of(shuffled) != numbers_of(shuffled, 4)
    assert list(shuffled) != list(shuffled)  # another order each time
    assert len(RandomSampler(Numbers(20), num_samples=5)) == 5 == len(set(RandomSampler(Numbers(20), num_samples=5)))
    drawn = numbers_of(RandomSampler(Numbers(3), replacement=True, num_samples=200))
    assert len(drawn) == 200 and set(drawn) == {0, 1, 2}
    assert list(RandomSampler(Numbers(3), generator=iter([2, 2, 1, 0]))) == [2, 2, 1]
    own = RandomSampler(Numbers(20), generator=Generator(3))
    assert list(own) == once
    some = SubsetRandomSampler([3, 5, 9])
    assert sorted(some) == [3, 5, 9] and len(some) == 3
    assert len(Sampler()) == 0 and len(Sampler(Numbers(4))) == 4


def test_weights():
    drawn = numbers_of(WeightedRandomSampler([0.0, 1.0, 3.0], 4000))
    assert len(drawn) == 4000 and 0 not in drawn and abs(drawn.count(2) / 4000 - 0.75) < 0.03
    assert sorted(WeightedRandomSampler([1, 0, 2, 5], 3, replacement=False)) == [0, 2, 3]


def test_batches():
    assert list(BatchSampler(Numbers(5), batch_size=2)) == [[0, 1], [2, 3], [4]]
    dropped = BatchSampler(Numbers(5), batch_size=2, drop_last=True)
    assert list(dropped) == [[0, 1], [2, 3]] and len(dropped) == 2 and len(BatchSampler(Numbers(5), batch_size=2)) == 3
    assert list(BatchSampler(sampler=SubsetRandomSampler([7]), batch_size=2)) == [[7]]
    shuffled = BatchSampler(Numbers(5), shuffle=True, batch_size=2)
    assert sorted(i for batch in shuffled for i in batch) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize("count, size, ranks", [(10, 2, 1), (10, 2, 2), (11, 2, 2), (7, 3, 4), (2, 4, 3), (12, 3, 2)])
@pytest.mark.parametrize("shuffle", [False, True])
def test_shares_are_equal_and_together_everything(count, size, ranks, shuffle):
    samplers = [DistributedBatchSampler(Numbers(count), size, ranks, rank, shuffle) for rank in range(ranks)]
    shares = [list(s) for s in samplers]
    assert len({sum(map(len, share)) for share in shares}) == 1
    assert {i for share in shares for batch in share for i in batch} == set(range(count))
    assert [len(s) for s in samplers] == [len(s) for s in shares]
    if ranks == 1 and not shuffle:
        assert shares[0] == list(BatchSampler(Numbers(count), batch_size=size))


def test_the_epoch_decides_the_order():
    sampler = DistributedBatchSampler(Numbers(20), 20, shuffle=True)
    first, second = next(iter(sampler)), next(iter(sampler))
    sampler.set_epoch(0)
    assert next(iter(sampler)) == first != second


@pytest.mark.parametrize(
    "make, error, message",
    [
        (lambda: Dataset()[0], NotImplementedError, "'__getitem__' is not implemented in the class Dataset"),
        (lambda: len(Dataset()), NotImplementedError, "'__len__' is not implemented"),
        (lambda: iter(IterableDataset()), NotImplementedError, "'__iter__' is not implemented"),
        (lambda: Stream()[0], RunError, "'__getitem__' should not be called for IterableDataset"),
        (lambda: len(Stream()), UsageError, "'__len__' should not be called for IterableDataset"),
        (lambda: TensorDataset([np.ones(2), np.ones(3)]), ModeError, "the same first dim"),
        (lambda: ComposeDataset([]), ModeError, "should not be empty"),
        (lambda: ComposeDataset([Numbers(1), Numbers(2)]), ModeError, "should have the same length"),
        (lambda: ConcatDataset([Stream()]), ModeError, "only supports paddle.io.Dataset"),
        (lambda: ChainDataset([]), ModeError, "datasets should not be empty"),
        (lambda: ChainDataset([Numbers(1)]), ModeError, "supports only paddle.io.IterableDataset"),
        (lambda: random_split(Numbers(3), [1, 1]), ArgumentError, "The sum of lengths must be"),
        (lambda: random_split(Numbers(3), [1.5, 1.5]), ArgumentError, "whole numbers"),
        (lambda: random_split(Numbers(3), [1.5, -0.5]), ArgumentError, "between 0 and 1"),
        (lambda: random_split(Numbers(3), [3], 4), UsageError, "the result of paddle.seed"),
        (lambda: RandomSampler(Numbers(3), replacement=1), UsageError, "must be True or False"),
        (lambda: RandomSampler(Numbers(3), num_samples=0), ArgumentError, "positive integer"),
        (lambda: RandomSampler(Numbers(3), num_samples=4), ArgumentError, "greater than the length of data_source"),
        (lambda: RandomSampler(Numbers(3), generator=3), UsageError, "an iterator of numbers"),
        (lambda: SubsetRandomSampler([]), ArgumentError, "greater than 0"),
        (lambda: WeightedRandomSampler([-1.0, 2.0], 1), ModeError, "non-negative numbers"),
        (lambda: WeightedRandomSampler([0.0], 1), ModeError, "at least one weight should be above zero"),
        (lambda: WeightedRandomSampler([1.0, 0.0], 2, replacement=False), ModeError, "without replacement"),
        (lambda: WeightedRandomSampler([1.0], 0), ArgumentError, "num_samples should be"),
        (lambda: WeightedRandomSampler([1.0], 1, 1), ArgumentError, "should be a boolean"),
        (lambda: BatchSampler(), ModeError, "either dataset or sampler"),
        (lambda: BatchSampler(Stream()), ModeError, "should not be a paddle.io.IterableDataset"),
        (lambda: BatchSampler(sampler=[1], shuffle=True), ModeError, "shuffle should be False"),
        (lambda: BatchSampler(Numbers(1), batch_size=0), ModeError, "batch_size should be a positive integer"),
        (lambda: DistributedBatchSampler(Numbers(1), 1, 2, 2), ModeError, r"rank should be in \[0, 2\)"),
        (lambda: DistributedBatchSampler(Numbers(1), 1, 0), ModeError, "num_replicas should be a positive"),
        (lambda: BatchSampler(Numbers(1), shuffle=1), ModeError, "shuffle should be a boolean value"),
        (lambda: BatchSampler(Numbers(1), drop_last=0), ModeError, "drop_last should be a boolean value"),
        (lambda: BatchSampler(sampler=3), ModeError, "sampler should be a paddle.io.Sampler"),
        (lambda: iter(Sampler()), NotImplementedError, "Sampler must define __iter__"),
    ],
    ids=range(35),
)  # fmt: skip
def test_arguments_are_checked(make, error, message):
    with pytest.raises(error, match=message):
        make()
