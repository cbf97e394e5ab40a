"""Stops at calls of `breakpoint()`, `pdb.set_trace()` and IPython's `set_trace`, in a thread of a run."""

from __future__ import annotations

import bdb
import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from opscope.core.source import Site
from opscope.debug.frames.python_frames import kind_of
from opscope.debug.replay.stops import StopReason

StopHere = Callable[[StopReason, FrameType | None], None]  # argument: the user's frame that calls

_stops: dict[int, StopHere] = {}  # by thread
_lock = threading.Lock()
_undo: list[Callable[[], None]] = []


@contextmanager
def breakpoint_calls(stop: StopHere) -> Iterator[None]:
    """Inside the `with` block, call the function `stop` at each `breakpoint()` or `set_trace()` in this thread.

    Calls of `breakpoint()` in other threads are not affected.
    """
    thread = threading.get_ident()
    with _lock:
        former = _stops.get(thread)
        _stops[thread] = stop
        if not _undo:
            _install()
    try:
        yield
    finally:
        with _lock:
            if former is None:
                del _stops[thread]
            else:
                _stops[thread] = former
            if not _stops:
                while _undo:
                    _undo.pop()()


def _install() -> None:
    hook, set_trace = sys.breakpointhook, bdb.Bdb.set_trace

    def stop_at_breakpoint(*args: Any, **kwargs: Any) -> Any:
        if os.environ.get("PYTHONBREAKPOINT") == "0":
            return None
        stop = _stops.get(threading.get_ident())
        return hook(*args, **kwargs) if stop is None else _stop(stop, "breakpoint()")

    def stop_at_set_trace(self: bdb.Bdb, *args: Any, **kwargs: Any) -> Any:
        stop = _stops.get(threading.get_ident())
        return set_trace(self, *args, **kwargs) if stop is None else _stop(stop, "set_trace()")

    sys.breakpointhook = stop_at_breakpoint
    bdb.Bdb.set_trace = stop_at_set_trace
    _undo.append(lambda: setattr(bdb.Bdb, "set_trace", set_trace))
    _undo.append(lambda: setattr(sys, "breakpointhook", hook) if sys.breakpointhook is stop_at_breakpoint else None)


def _stop(stop: StopHere, text: str) -> None:
    frame: FrameType | None = sys._getframe(2)
    while frame is not None and kind_of(frame.f_code.co_filename) != "python":
        frame = frame.f_back
    site = None if frame is None else Site(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)
    stop(StopReason("breakpoint", text, site), frame)
