"""Workers: threads that read and collate batches ahead of their use."""

from __future__ import annotations

import itertools
import queue
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextvars import copy_context
from dataclasses import dataclass
from typing import Any

from opscope.errors import RunError


@dataclass(frozen=True, slots=True)
class WorkerInfo:
    """Facts about a worker, for the worker itself."""

    num_workers: int
    id: int
    dataset: Any
    seed: int


class _Here(threading.local):
    info: WorkerInfo | None = None


_here = _Here()


def get_worker_info() -> WorkerInfo | None:
    """Return facts about the current worker of a DataLoader, for the share of an IterableDataset; otherwise None."""
    return _here.info


class Failure(BaseException):
    """Exception that a worker passes to the thread that waits for its batch."""

    def __init__(self, error: BaseException) -> None:
        super().__init__(error)
        self.error = error


_END = object()


def in_workers(
    infos: list[WorkerInfo], work: Callable[[WorkerInfo], Iterator[Any]], ahead: int, timeout: float,
    init: Callable[[int], Any] | None,
) -> Iterator[Any]:  # fmt: skip
    """Yield items of the workers' iterators in turn; each worker may be `ahead` items ahead.

    An error in a worker is raised here. Raises RunError if no item comes for `timeout` seconds (0: no limit). When the
    iterator is closed, each worker ends after its current item.
    """
    stop = threading.Event()
    queues: list[queue.Queue[Any]] = [queue.Queue(ahead) for _ in infos]
    threads = [
        threading.Thread(target=copy_context().run, args=(_serve, i, work, q, stop, init), daemon=True)
        for i, q in zip(infos, queues, strict=True)
    ]
    for thread in threads:
        thread.start()
    try:
        open_ = list(queues)
        while open_:
            for one in list(open_):
                item = _taken(one, timeout)
                if item is _END:
                    open_.remove(one)
                elif isinstance(item, Failure):
                    raise item.error
                else:
                    yield item
    finally:
        stop.set()
        for thread in threads:
            thread.join(timeout=5.0)  # a data set that hangs does not keep us: the thread is a daemon


def dealt(items: Iterator[Any], count: int) -> list[Iterator[Any]]:
    """Return an iterator for each of `count` threads, which get the items in turn, on request: items may be endless."""
    waiting: list[deque[Any]] = [deque() for _ in range(count)]
    turn = itertools.cycle(waiting)
    lock = threading.Lock()
    first = next(items, _END)  # here and now, because a sampler draws its order with the first
    rest = items if first is _END else itertools.chain([first], items)

    def share(own: deque[Any]) -> Iterator[Any]:
        while True:
            with lock:
                while not own:
                    item = next(rest, _END)
                    if item is _END:
                        return
                    next(turn).append(item)
                item = own.popleft()
            yield item

    return [share(own) for own in waiting]


def _taken(one: queue.Queue[Any], timeout: float) -> Any:
    try:
        return one.get(timeout=timeout or None)
    except queue.Empty:
        raise RunError(
            f"DataLoader: no batch came for {timeout:g} seconds", fix="increase `timeout`, or make the data set faster"
        ) from None


def _serve(
    info: WorkerInfo, work: Callable[[WorkerInfo], Iterator[Any]], to: queue.Queue[Any], stop: threading.Event,
    init: Callable[[int], Any] | None,
) -> None:  # fmt: skip
    _here.info = info
    try:
        if init is not None:
            init(info.id)
        for item in work(info):
            if not _put(to, item, stop):
                return
        _put(to, _END, stop)
    except BaseException as e:  # noqa: BLE001 (it is raised where the batch is waited for)
        _put(to, Failure(e), stop)


def _put(to: queue.Queue[Any], item: Any, stop: threading.Event) -> bool:
    while not stop.is_set():
        try:
            to.put(item, timeout=0.05)
        except queue.Full:
            continue
        return True
    return False
