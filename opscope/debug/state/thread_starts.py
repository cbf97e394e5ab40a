"""Threads that the program starts, and tasks that the program submits to thread pools.

These threads and tasks belong to the program. Each of these threads and tasks runs inside a wrapper function of the
run. A thread pool may be older than the run, for example in a notebook. The threads of a pool belong to the program
only while they execute tasks of the program. If the program starts a process, opscope only notes that a process was
started.
"""

from __future__ import annotations

import os
import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from multiprocessing.process import BaseProcess
from typing import Any, NamedTuple

from opscope.core.tracebacks import hide_frames

OWN_PREFIX = "opscope"  # prefix of the names of opscope's own threads

RunThread = Callable[[Callable[[], None]], None]  # called in the new thread with the function to run


class _Starts(NamedTuple):
    """Wrapper for the threads that a thread of the program starts."""

    around: RunThread
    owner: Any  # owner of the threads
    on_process: Callable[[], None]  # called in the parent when a process has started


_of: dict[int, _Starts] = {}  # by thread of a program
_lock = threading.Lock()
_start = threading.Thread.start
_submit = ThreadPoolExecutor.submit
_start_process = BaseProcess.start


_keeping: weakref.WeakKeyDictionary[threading.Thread, weakref.ref[Any]] = weakref.WeakKeyDictionary()


def keep_process(owner: object) -> bool:
    """Return True if Python would wait, at the exit of the process, for a thread of `owner` that is still alive.

    Python waits for threads that are neither daemons nor in a pool.
    """
    pool = getattr(sys.modules.get("concurrent.futures.thread"), "_threads_queues", ())
    return any(t.is_alive() and of() is owner and t not in pool for t, of in list(_keeping.items()))


def inherit_as_from_main(thread: threading.Thread) -> None:
    """Let the threads that a thread starts be non-daemonic by default, like threads that the main thread starts."""
    thread._daemonic = False  # type: ignore[attr-defined]


@contextmanager
def thread_starts(around: RunThread, owner: object, on_process: Callable[[], None]) -> Iterator[None]:
    """Inside the `with` block, this thread starts each thread and each pool task in the wrapper `around`.

    These threads and tasks belong to `owner`.

    The threads of opscope itself are not wrapped. The function `on_process` is called when this thread has started a
    process.
    """
    ident = threading.get_ident()
    with _lock:
        former = _of.get(ident)
        if not _of:
            setattr(threading.Thread, "start", _start_of_program)  # noqa: B010 (types allow no assignment)
            setattr(ThreadPoolExecutor, "submit", _submit_of_program)  # noqa: B010
            setattr(BaseProcess, "start", _start_process_of_program)  # noqa: B010
        _of[ident] = _Starts(around, owner, on_process)
    try:
        yield
    finally:
        with _lock:
            if former is not None:
                _of[ident] = former
            else:
                del _of[ident]
            if not _of:
                setattr(threading.Thread, "start", _start)  # noqa: B010
                setattr(ThreadPoolExecutor, "submit", _submit)  # noqa: B010
                setattr(BaseProcess, "start", _start_process)  # noqa: B010


def _start_of_program(thread: threading.Thread) -> None:
    starts = _of.get(threading.get_ident())
    if starts is not None and not thread.name.startswith(OWN_PREFIX) and not thread.ident:
        if not thread.daemon:  # its run waits for it: a thread that waits for a stopped one does not keep Python
            _keeping[thread] = weakref.ref(starts.owner)
            thread.daemon = True
        setattr(thread, "run", partial(_run, starts.around, thread, thread.run))  # noqa: B010
    _start(thread)


def _run(around: RunThread, thread: threading.Thread, run: Callable[[], None]) -> None:
    del thread.__dict__["run"]  # it refers to the thread
    try:
        around(run)
    except BaseException as e:
        hide_frames(e)
        raise


def _submit_of_program(pool: ThreadPoolExecutor, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
    starts = _of.get(threading.get_ident())
    task = fn if starts is None else partial(_run_task, starts.around, fn)
    return _submit(pool, task, *args, **kwargs)


def _run_task(around: RunThread, task: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Run a task of the program in a thread of a pool. An error of the task is passed to the task's future."""
    if threading.get_ident() in _of:
        return task(*args, **kwargs)
    done: Future[Any] = Future()

    def work() -> None:
        try:
            done.set_result(task(*args, **kwargs))
        except BaseException as e:  # noqa: BLE001 (kept in the future)
            done.set_exception(e)

    around(work)
    if not done.done():
        done.cancel()  # the user has ended the run
    return done.result()


def _start_process_of_program(process: BaseProcess) -> None:
    _start_process(process)
    _note_process()


def _note_process() -> None:
    starts = _of.get(threading.get_ident())
    if starts is not None:
        starts.on_process()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_parent=_note_process)
