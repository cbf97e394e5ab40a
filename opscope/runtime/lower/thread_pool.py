"""Threads: lists of calls that run at the same time, on a few workers that stay. NumPy releases the GIL in its loops.

The caller works too, and does not return before all is done, so that nobody writes into an array behind its back.
Matrix products have threads of their own, inside BLAS: keep them out of here.
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
CALLER = 0  # among the owners of lists; workers count from 1


class _Batch:
    """Lists that several threads take from. `owners` says who has taken which: `setdefault` is one step for all."""

    def __init__(self, lists: Sequence[Calls]) -> None:
        self.rest: list[Iterator[Call]] = [iter(calls) for calls in lists]
        self.owners: dict[int, int] = {}
        self.finished: set[int] = set()
        self.done = [threading.Lock() for _ in lists]
        self.errors: list[BaseException] = []
        self.context = contextvars.copy_context()  # which holds NumPy's errstate
        for lock in self.done:
            lock.acquire()

    def serve(self, worker: int) -> None:
        """What a worker does: lists that nobody has taken, from the last."""
        for i in reversed(range(len(self.rest))):
            if self.owners.setdefault(i, worker) != worker:
                continue
            try:
                for call in self.rest[i]:
                    call()
            except BaseException as e:  # noqa: BLE001 (the caller raises it)
                self.errors.append(e)
            finally:
                self.finished.add(i)
                self.done[i].release()

    def work(self) -> None:
        """What the caller does: lists that nobody has taken, from the first; called again, it goes on."""
        for i, rest in enumerate(self.rest):
            if self.owners.setdefault(i, CALLER) == CALLER:
                for call in rest:
                    call()

    def wait(self) -> None:
        """Until the workers are done; what no one has begun is not begun any more. Called again, it goes on."""
        for i in range(len(self.rest)):
            if self.owners.setdefault(i, CALLER) != CALLER and i not in self.finished:
                self.done[i].acquire()


class Pool:
    """One worker for each core beyond the caller's, started when first needed."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._queues: list[queue.SimpleQueue[_Batch]] = []
        self._workers: list[threading.Thread] = []
        self._core = -1  # where the caller was, which the workers keep away from
        self._busy = threading.Lock()

    def run(self, lists: Sequence[Calls], whole: bool = False) -> None:
        """Run all the lists; raises what the first that failed has raised, when all are done.

        `whole`: an interrupt too waits until every call is made; without it, the calls that are left are dropped.
        Where the workers are taken, by another thread or by a caller of the caller, this thread does it all.
        """
        batch = _Batch(lists)
        mine = self.size > 1 and len(lists) > 1 and self._busy.acquire(blocking=False)
        steps: list[Call] = [functools.partial(self._hand, batch)] if mine else []
        steps += [functools.partial(batch.context.run, batch.work), batch.wait]
        try:
            _finished(steps, batch, whole)
        finally:
            if mine:
                self._busy.release()

    def _hand(self, batch: _Batch) -> None:
        while len(self._queues) < self.size - 1:
            self._queues.append(queue.SimpleQueue())
            arguments = (self._queues[-1], len(self._queues))
            self._workers.append(threading.Thread(target=_serve, args=arguments, name="opscope-worker", daemon=True))
            self._workers[-1].start()
            self._core = -1
        self._part()
        for waiting, _ in zip(self._queues, batch.rest[1:], strict=False):
            waiting.put(batch)

    def _part(self) -> None:
        """Keep the workers off the caller's core: Linux likes to wake them there, and may leave them there for long."""
        core = _core()
        if core in (-1, self._core):
            return
        self._core = core
        others = os.sched_getaffinity(0) - {core}
        with contextlib.suppress(OSError):
            for worker in self._workers if others else ():
                os.sched_setaffinity(worker.native_id or 0, others)


def _core() -> int:
    """The core that this thread is on, -1 where that is not known."""
    return -1 if _sched_getcpu is None else _sched_getcpu()


_sched_getcpu = getattr(ctypes.PyDLL(None), "sched_getcpu", None) if sys.platform == "linux" else None


def _serve(batches: queue.SimpleQueue[_Batch], worker: int) -> None:
    while True:
        batch = batches.get()
        batch.context.copy().run(batch.serve, worker)
        del batch  # its arrays may go while there is nothing to do


def _finished(steps: Sequence[Call], batch: _Batch, whole: bool) -> None:
    """Make the steps, the last one whatever happens; an interrupted one again, as it goes on where it was."""
    at = 0
    errors: list[BaseException] = []
    while at < len(steps):
        try:
            steps[at]()
            at += 1
        except BaseException as e:  # noqa: BLE001 (raised below)
            errors.append(e)
            if not whole:
                at = len(steps) - 1
    errors += batch.errors
    if errors:
        raise errors[0]


def surely(calls: Calls) -> None:
    """All of them, whatever interrupts: Python delivers an interrupt between two calls into C, never inside one."""
    rest = iter(calls)
    first: BaseException | None = None
    while operator.length_hint(rest):
        try:
            for call in rest:
                call()
        except BaseException as e:  # noqa: BLE001 (raised below)
            first = first or e
    if first is not None:
        raise first


def cores() -> int:
    """The cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else (os.cpu_count() or 1)


_pool = Pool(cores())


def _forked() -> None:
    """Threads do not survive a fork: the child gets workers of its own."""
    global _pool
    _pool = Pool(_pool.size)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def width() -> int:
    """How many lists of calls can run at the same time."""
    return _pool.size


def parallel(lists: Sequence[Calls], *, whole: bool = False) -> Call:
    """One call that runs these lists at the same time: see `Pool.run`."""
    return functools.partial(_run, tuple(tuple(calls) for calls in lists), whole)


def _run(lists: Sequence[Calls], whole: bool) -> None:
    _pool.run(lists, whole)
