"""Instrumentation: Plan -> Plan passes, and a driver of frames.

Both belong to an executor, or, inside `instrumented`, to everything that runs in this thread. The runtime does not know
the debugger: it only applies passes and calls the driver.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from opscope.runtime.frame import run_frame
from opscope.runtime.plan import Plan

Pass = Callable[[Plan], Plan]
Driver = Callable[[Any], None]  # of a Frame or a LoweredFrame


class Instrumentation(NamedTuple):
    """The passes and the driver of this thread's runs.

    `lower`: runs may be lowered, which is faster, but the steps of a lowered run are calls and not operators.
    """

    passes: tuple[Pass, ...] = ()
    drive: Driver = run_frame
    lower: bool = True


_thread = threading.local()


_everywhere: list[Pass] = []


def current() -> Instrumentation:
    """This thread's instrumentation; empty by default."""
    own = _thread_local_value()
    return own if not _everywhere else own._replace(passes=(*_everywhere, *own.passes), lower=False)


def _thread_local_value() -> Instrumentation:
    return getattr(_thread, "value", _NONE)


def instrument_everywhere(transform: Pass) -> Callable[[], None]:
    """Apply a pass to the runs of all threads, and lower nothing, until the returned function is called."""
    _everywhere.append(transform)
    return lambda: _everywhere.remove(transform)


_NONE = Instrumentation()


@contextmanager
def instrumented(passes: tuple[Pass, ...] = (), drive: Driver = run_frame, lower: bool = True) -> Iterator[None]:
    """Instrument everything that runs in this thread inside the block."""
    kept = _thread_local_value()
    _thread.value = Instrumentation((*kept.passes, *passes), drive, lower)
    try:
        yield
    finally:
        _thread.value = kept


def replace_passes(former: tuple[Pass, ...], passes: tuple[Pass, ...]) -> None:
    """Replace some of this thread's passes, from the next run on."""
    value = _thread_local_value()
    kept = tuple(p for p in value.passes if p not in former)
    _thread.value = value._replace(passes=(*kept, *passes))
