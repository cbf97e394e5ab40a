"""DataLoader: the same batches however many workers, as Tensors and as feeds."""

import threading
import time

import numpy as np
import pytest

from opscope import paddle
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import ArgumentError, FeedError, ModeError, RunError, UsageError
from opscope.paddle import static
from opscope.paddle.io import (
    BatchSampler,
    DataLoader,
    Dataset,
    IterableDataset,
    SequenceSampler,
    default_collate_fn,
    default_convert_fn,
    get_worker_info,
)

workers = pytest.mark.parametrize("count", [0, 1, 3])


class Rows(Dataset):
    """Row i is (three times i, i)."""

    def __getitem__(self, idx):
        return np.full(3, idx, "float32"), idx

    def __len__(self):
        return 10


class Squares(IterableDataset):
    def __iter__(self):
        info = get_worker_info()
        first, step = (0, 1) if info is None else (info.id, info.num_workers)
        return (i * i for i in range(first, 7, step))


def labels(loader):
    return [batch[1].tolist() for batch in loader]


@workers
def test_batches_come_in_order(count):
    loader = DataLoader(Rows(), batch_size=4, num_workers=count)
    rows, label = next(iter(loader))
    assert isinstance(rows, paddle.Tensor) and rows.shape == [4, 3] and rows.dtype == paddle.float32
    assert label.dtype == paddle.int64 and rows[2].tolist() == [2, 2, 2]
    assert labels(loader) == labels(loader()) == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9]] and len(loader) == 3
    dropped = DataLoader(Rows(), batch_size=4, drop_last=True, num_workers=count)
    assert labels(dropped) == [[0, 1, 2, 3], [4, 5, 6, 7]] and len(dropped) == 2


def test_the_seed_decides_the_order_whatever_the_workers():
    orders = []
    for count in (0, 1, 3):
        paddle.seed(11)
        loader = DataLoader(Rows(), batch_size=4, shuffle=True, num_workers=count)
        begun = iter(loader)  # its order is drawn here, and not when it is first asked
        drawn = paddle.rand([1]).item()
        orders.append([[b[1].tolist() for b in begun], labels(loader), drawn, paddle.rand([1]).item()])
    assert orders[0] == orders[1] == orders[2]
    assert orders[0][0] != orders[0][1] and sorted(i for b in orders[0][0] for i in b) == list(range(10))


def test_a_batch_sampler_says_what_is_in_a_batch():
    sampler = BatchSampler(sampler=[9, 1, 5], batch_size=2)
    assert labels(DataLoader(Rows(), batch_sampler=sampler)) == [[9, 1], [5]]
    assert labels(DataLoader(Rows(), batch_sampler=[[1], [2, 3]])) == [[1], [2, 3]]


def test_iterable_data_sets():
    loader = DataLoader(Squares(), batch_size=3)
    assert [b.tolist() for b in loader] == [[0, 1, 4], [9, 16, 25], [36]]  # one field: no list around it
    split = DataLoader(Squares(), batch_size=2, num_workers=2)
    assert [b.tolist() for b in split] == [[0, 4], [1, 9], [16, 36], [25]]
    assert [b.item() for b in DataLoader(Squares(), batch_size=None)] == [0, 1, 4, 9, 16, 25, 36]
    with pytest.raises(UsageError, match="IterableDataset has no length"):
        len(loader)


def test_without_batches_samples_come_as_they_are():
    loader = DataLoader(Rows(), batch_size=None)
    assert len(loader) == 10 and [label.item() for _, label in loader] == list(range(10))


class Endless:
    def __iter__(self):
        number = 0
        while True:
            yield [number % 10]
            number += 1


@workers
def test_a_sampler_need_not_end(count):
    loader = iter(DataLoader(Rows(), batch_sampler=Endless(), num_workers=count))
    assert [next(loader)[1].item() for _ in range(25)] == [i % 10 for i in range(25)]


class Fails(Rows):
    def __getitem__(self, idx):
        if idx == 5:
            raise KeyError("no row 5")
        return idx


@workers
def test_what_a_data_set_raises_arrives_where_its_batch_would(count):
    loader = iter(DataLoader(Fails(), batch_size=2, num_workers=count))
    assert [next(loader).tolist() for _ in range(2)] == [[0, 1], [2, 3]]
    with pytest.raises(KeyError, match="no row 5"):
        next(loader)


def threads():
    return [t for t in threading.enumerate() if t is not threading.main_thread()]


def test_workers_end_with_the_loop_that_is_left():
    before = threads()
    for _ in DataLoader(Rows(), num_workers=3):
        break
    deadline = time.monotonic() + 60
    while len(threads()) > len(before) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert len(threads()) == len(before)


def test_workers_know_who_they_are():
    seen, started = set(), []

    class Asks(Rows):
        def __getitem__(self, idx):
            info = get_worker_info()
            seen.add((info.id, info.num_workers, info.seed, info.dataset is self, self is data))
            return idx

    data = Asks()
    paddle.seed(5)
    list(DataLoader(data, num_workers=2, worker_init_fn=started.append))
    assert seen == {(0, 2, 5, True, False), (1, 2, 6, True, False)} and sorted(started) == [0, 1]
    assert get_worker_info() is None


def test_worker_init_fn_sets_what_its_own_worker_reads():
    class Numbers(IterableDataset):
        def __init__(self):
            self.start, self.end = 2, 9

        def __iter__(self):
            return iter(np.arange(self.start, self.end))

    def share(worker):
        info = get_worker_info()
        each = -(-(info.dataset.end - info.dataset.start) // info.num_workers)
        info.dataset.start += worker * each
        info.dataset.end = min(info.dataset.start + each, info.dataset.end)

    data = Numbers()
    batches = DataLoader(data, batch_size=1, num_workers=2, worker_init_fn=share)
    assert [b.item() for b in batches] == [2, 6, 3, 7, 4, 8, 5]
    assert (data.start, data.end) == (2, 9)


def test_a_slow_data_set_is_reported():
    released = threading.Event()

    class Hangs(Rows):
        def __getitem__(self, idx):
            released.wait(60)
            return idx

    loader = iter(DataLoader(Hangs(), num_workers=1, timeout=0.05))
    threading.Timer(0.3, released.set).start()
    with pytest.raises(RunError, match=r"no batch came for 0\.05 seconds"):
        next(loader)


# --- what a batch is made of ------------------------------------------------------------------------


def test_collating():
    tensors = default_collate_fn([paddle.to_tensor([1.0]), paddle.to_tensor([2.0])])
    assert isinstance(tensors, paddle.Tensor) and tensors.tolist() == [[1], [2]]
    assert default_collate_fn([1, 2]).tolist() == [1, 2] and default_collate_fn([0.5]).dtype == np.float64
    assert default_collate_fn(["a", "b"]) == ["a", "b"] and default_collate_fn([b"a"]) == [b"a"]
    made = default_collate_fn([{"x": (1, "a")}, {"x": (2, "b")}])
    assert made["x"][0].tolist() == [1, 2] and made["x"][1] == ["a", "b"]
    assert default_convert_fn({"a": [1, "x"]})["a"][0].shape == ()
    with pytest.raises(ArgumentError, match="the same number of fields"):
        default_collate_fn([(1,), (1, 2)])
    with pytest.raises(
        ArgumentError, match=r"different shapes cannot be stacked to one batch\n +sample 0  \[1\]\n +sample 1  \[2\]"
    ):
        default_collate_fn([np.ones(1), np.ones(2)])
    with pytest.raises(UsageError, match="a sample can contain only"):
        default_collate_fn([object()])


@workers
def test_a_collate_fn_of_ones_own(count):
    loader = DataLoader(Rows(), batch_size=5, collate_fn=lambda batch: {"n": len(batch)}, num_workers=count)
    assert list(loader) == [{"n": 5}, {"n": 5}]


# --- programs ---------------------------------------------------------------------------------------


def test_feeds_of_a_program():
    paddle.enable_static()
    x, y = static.data("x", [None, 3]), static.data("y", [None], "int64")
    out = x.sum() + paddle.cast(y, "float32").sum()
    exe = static.Executor()
    loader = DataLoader(Rows(), feed_list=[x, y], return_list=False, batch_size=5, places=paddle.CPUPlace())
    totals = [exe.run(feed=feed, fetch_list=[out])[0].item() for feed in loader]
    assert totals == [4 * sum(range(5)), 4 * sum(range(5, 10))]
    batch = next(iter(DataLoader(Rows(), batch_size=5)))
    assert isinstance(batch[0], DenseTensor) and batch[0].shape() == [5, 3]
    short = DataLoader(Rows(), feed_list=[x], return_list=False)
    with pytest.raises(ArgumentError, match="one field for each variable of feed_list"):
        next(iter(short))
    with pytest.raises(FeedError, match="'y' must be 'int64'"):
        exe.run(feed=next(iter(DataLoader(Rows(), feed_list=["y", "x"], return_list=False))), fetch_list=[out])


@pytest.mark.parametrize(
    "options, error, message",
    [
        ({"num_workers": -1}, ModeError, "num_workers should be a non-negative"),
        ({"timeout": -1}, ModeError, "timeout should be a non-negative"),
        ({"batch_size": 0}, ModeError, "batch_size should be a positive integer"),
        ({"prefetch_factor": 0}, ModeError, "prefetch_factor should be a positive integer"),
        ({"batch_sampler": SequenceSampler([1]), "shuffle": True}, ModeError, "should not be set when batch_sampler"),
        ({"batch_size": None, "shuffle": True}, UsageError, "need a batch_size"),
        ({"places": ["cpu", "cpu"]}, ArgumentError, "only one place .device., but 2 places were given"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, dict) else "",
)
def test_arguments_are_checked(options, error, message):
    with pytest.raises(error, match=message):
        DataLoader(Rows(), **options)


def test_in_dygraph_a_batch_is_a_list_whatever_is_said():
    assert isinstance(next(iter(DataLoader(Rows(), return_list=False))), list)


def test_iterable_data_sets_are_not_shuffled():
    with pytest.raises(ArgumentError, match="does not support shuffle"):
        DataLoader(Squares(), shuffle=True)
    paddle.enable_static()
    with pytest.raises(ModeError, match="feed_list must be passed"):
        DataLoader(Squares(), return_list=False)
