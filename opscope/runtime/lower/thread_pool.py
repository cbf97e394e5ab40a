"""Thread pool, which runs lists of calls in parallel on a few permanent workers.

NumPy releases the GIL in its loops, so the calls run in parallel. The calling thread also runs lists. It returns only
when all calls are finished, so no worker writes to an array later. The pool must not run matrix products, because BLAS
has separate threads for them.
"""

from __future__ import annotations

import contextlib
import contextvars
import ctypes
import functools
import operator
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

Call = Callable[[], Any]
Calls = Sequence[Call]
MIN_PARALLEL_SIZE = 1 << 17  # elements from which several threads work
LISTS_PER_THREAD = 2  # a thread that finishes early takes another list
CALLER = 0  # the number of the caller in `owners`; workers count from 1


class _Batch:
    """Lists of calls for several threads. Each thread takes a list and runs it.

    `owners` maps a list to its thread. `setdefault` is an atomic operation.
    """

    def __init__(self, lists: Sequence[Calls]) -> None:
        self.remaining: list[Iterator[Call]] = [iter(calls) for calls in lists]
        self.owners: dict[int, int] = {}
        self.finished: set[int] = set()
        self.done = [threading.Lock() for _ in lists]
        self.errors: list[BaseException] = []
        self.context = contextvars.copy_context()  # it holds NumPy's errstate
        for lock in self.done:
            lock.acquire()

    def run_as_worker(self, worker: int) -> None:
        """Run lists that no thread has taken. Begin with the last list."""
        for i in reversed(range(len(self.remaining))):
            if self.owners.setdefault(i, worker) != worker:
                continue
            try:
                for call in self.remaining[i]:
                    call()
            except BaseException as e:  # noqa: BLE001 (the caller raises it)
                self.errors.append(e)
            finally:
                self.finished.add(i)
                self.done[i].release()

    def run_as_caller(self) -> None:
        """Run lists that no thread has taken.

        Begin with the first list. A second call of this method continues the work.
        """
        for i, remaining in enumerate(self.remaining):
            if self.owners.setdefault(i, CALLER) == CALLER:
                for call in remaining:
                    call()

    def wait(self) -> None:
        """Wait for the workers. Lists that no worker has started are not run.

        A second call of this method continues to wait.
        """
        for i in range(len(self.remaining)):
            if self.owners.setdefault(i, CALLER) != CALLER and i not in self.finished:
                self.done[i].acquire()


class Pool:
    """Worker threads, one for each core except the core of the calling thread.

    The threads start when they are first needed.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._queues: list[queue.SimpleQueue[_Batch]] = []
        self._workers: list[threading.Thread] = []
        self._core = -1  # the caller's core at the last run
        self._busy = threading.Lock()

    def run(self, lists: Sequence[Calls], uninterruptible: bool = False) -> None:
        """Run all lists. When they are finished, raise the first error of a list.

        If `uninterruptible` is True, an interrupt waits until all calls are made. Otherwise, the remaining calls are
        not made. If another thread, or an outer call of this thread, uses the workers, this thread runs all lists
        itself.
        """
        batch = _Batch(lists)
        owns_workers = self.size > 1 and len(lists) > 1 and self._busy.acquire(blocking=False)
        steps: list[Call] = [functools.partial(self._submit, batch)] if owns_workers else []
        steps += [functools.partial(batch.context.run, batch.run_as_caller), batch.wait]
        try:
            _run_steps(steps, batch, uninterruptible)
        finally:
            if owns_workers:
                self._busy.release()

    def _submit(self, batch: _Batch) -> None:
        while len(self._queues) < self.size - 1:
            self._queues.append(queue.SimpleQueue())
            arguments = (self._queues[-1], len(self._queues))
            self._workers.append(
                threading.Thread(target=_worker_loop, args=arguments, name="opscope-worker", daemon=True)
            )
            self._workers[-1].start()
            self._core = -1
        self._keep_workers_off_core()
        for waiting, _ in zip(self._queues, batch.remaining[1:], strict=False):
            waiting.put(batch)

    def _keep_workers_off_core(self) -> None:
        """Prevent the workers from running on the core of the calling thread.

        Linux often wakes the workers on this core, and may leave them there for a long time.
        """
        core = _core()
        if core in (-1, self._core):
            return
        self._core = core
        others = os.sched_getaffinity(0) - {core}
        with contextlib.suppress(OSError):
            for worker in self._workers if others else ():
                os.sched_setaffinity(worker.native_id or 0, others)


def _core() -> int:
    """Return the core on which this thread runs, or -1 if the core is unknown."""
    return -1 if _sched_getcpu is None else _sched_getcpu()


_sched_getcpu = getattr(ctypes.PyDLL(None), "sched_getcpu", None) if sys.platform == "linux" else None


def _worker_loop(batches: queue.SimpleQueue[_Batch], worker: int) -> None:
    while True:
        batch = batches.get()
        batch.context.copy().run(batch.run_as_worker, worker)
        del batch  # so that its arrays can be freed while the worker is idle


def _run_steps(steps: Sequence[Call], batch: _Batch, uninterruptible: bool) -> None:
    """Run the steps. The last step always runs. An interrupted step runs again and continues at its position."""
    at = 0
    errors: list[BaseException] = []
    while at < len(steps):
        try:
            steps[at]()
            at += 1
        except BaseException as e:  # noqa: BLE001 (raised below)
            errors.append(e)
            if not uninterruptible:
                at = len(steps) - 1
    errors += batch.errors
    if errors:
        raise errors[0]


def run_all(calls: Calls) -> None:
    """Make all calls, even after an interrupt.

    Python delivers an interrupt between two calls into C, never inside one.
    """
    remaining = iter(calls)
    first: BaseException | None = None
    while operator.length_hint(remaining):
        try:
            for call in remaining:
                call()
        except BaseException as e:  # noqa: BLE001 (raised below)
            first = first or e
    if first is not None:
        raise first


def available_cores() -> int:
    """Return the number of cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)


_pool = Pool(available_cores())


def _replace_pool_after_fork() -> None:
    """Replace the pool in a child process.

    Threads do not exist after a fork, so the child process must create new worker threads.
    """
    global _pool
    _pool = Pool(_pool.size)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_replace_pool_after_fork)


def num_threads() -> int:
    """Return the number of lists of calls that can run in parallel."""
    return _pool.size


def list_count(size: int) -> int:
    """Return the number of lists for calls on `size` elements.

    The number is 1 if threads would not save time.
    """
    return LISTS_PER_THREAD * num_threads() if size >= MIN_PARALLEL_SIZE and num_threads() > 1 else 1


def parallel(lists: Sequence[Calls], *, uninterruptible: bool = False) -> Call:
    """Return a call that runs these lists in parallel, like `Pool.run`."""
    return functools.partial(_run, tuple(tuple(calls) for calls in lists), uninterruptible)


def _run(lists: Sequence[Calls], uninterruptible: bool) -> None:
    _pool.run(lists, uninterruptible)
