"""Threads that the program starts: each runs inside what its run does for a thread of the program."""

from __future__ import annotations

import sys
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from opscope.core.tracebacks import hide_frames

OWN_PREFIX = "opscope"  # of the names of the threads that opscope itself starts

RunThread = Callable[[Callable[[], None]], None]  # called in the new thread with what that is to run

_around: dict[int, tuple[RunThread, Any]] = {}  # by thread, with what it belongs to
_lock = threading.Lock()
_start = threading.Thread.start


_keeping: weakref.WeakKeyDictionary[threading.Thread, weakref.ref[Any]] = weakref.WeakKeyDictionary()


def keep_process(owner: object) -> bool:
    """Return True if a thread of `owner` is alive for which Python would wait: no daemon, and none of a pool."""
    pool = getattr(sys.modules.get("concurrent.futures.thread"), "_threads_queues", ())
    return any(t.is_alive() and of() is owner and t not in pool for t, of in list(_keeping.items()))


def inherit_as_from_main(thread: threading.Thread) -> None:
    """Let the threads that the thread of a body starts be no daemons by default, as those of a main thread are."""
    thread._daemonic = False  # type: ignore[attr-defined]


@contextmanager
def thread_starts(around: RunThread, owner: object) -> Iterator[None]:
    """Inside the block, threads that this thread starts are run by `around`, and belong to `owner`.

    Those of opscope itself are not.
    """
    ident = threading.get_ident()
    with _lock:
        former = _around.get(ident)
        if not _around:
            setattr(threading.Thread, "start", _start_of_program)  # noqa: B010 (types allow no assignment)
        _around[ident] = around, owner
    try:
        yield
    finally:
        with _lock:
            if former is not None:
                _around[ident] = former
            else:
                del _around[ident]
            if not _around:
                setattr(threading.Thread, "start", _start)  # noqa: B010


def _start_of_program(thread: threading.Thread) -> None:
    around, owner = _around.get(threading.get_ident(), (None, None))
    if around is not None and not thread.name.startswith(OWN_PREFIX) and not thread.ident:
        if not thread.daemon:  # its run waits for it: a thread that waits for a stopped one does not keep Python
            _keeping[thread] = weakref.ref(owner)
            thread.daemon = True
        setattr(thread, "run", partial(_run, around, thread, thread.run))  # noqa: B010
    _start(thread)


def _run(around: RunThread, thread: threading.Thread, run: Callable[[], None]) -> None:
    del thread.__dict__["run"]  # it refers to the thread
    try:
        around(run)
    except BaseException as e:
        hide_frames(e)
        raise
