"""The seam for whoever watches: Plan -> Plan passes and a driver of frames.

Both belong to an executor, or, inside `instrumented`, to everything that runs in this thread. The runtime
does not know who they are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from opscope.runtime.frame import Frame, run_frame
from opscope.runtime.plan import Plan

Pass = Callable[[Plan], Plan]
Drive = Callable[[Frame], None]


class Instrumentation(NamedTuple):
    """What this thread's runs are given: passes on their plans, and who drives their frames."""

    passes: tuple[Pass, ...] = ()
    drive: Drive = run_frame


_thread = threading.local()


def current() -> Instrumentation:
    """This thread's instrumentation; nothing by default."""
    return getattr(_thread, "value", _NONE)


_NONE = Instrumentation()


@contextmanager
def instrumented(passes: tuple[Pass, ...] = (), drive: Drive = run_frame) -> Iterator[None]:
    """Everything that runs in this thread, inside the block, is watched."""
    kept = current()
    _thread.value = Instrumentation((*kept.passes, *passes), drive)
    try:
        yield
    finally:
        _thread.value = kept
