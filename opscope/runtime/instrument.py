"""The seam for whoever watches: Plan -> Plan passes and a driver of frames.

Both belong to an executor, or, inside `instrumented`, to everything that runs in this thread. The runtime
does not know who they are.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from opscope.runtime.frame import run_frame
from opscope.runtime.plan import Plan

Pass = Callable[[Plan], Plan]
Drive = Callable[[Any], None]  # of a Frame or a LoweredFrame


class Instrumentation(NamedTuple):
    """What this thread's runs are given: passes on their plans, and who drives their frames.

    `lower`: these may be lowered ones, which are faster, but whose steps are calls and not operators.
    """

    passes: tuple[Pass, ...] = ()
    drive: Drive = run_frame
    lower: bool = True


_thread = threading.local()


_everywhere: list[Pass] = []


def current() -> Instrumentation:
    """This thread's instrumentation; nothing by default."""
    own = _own()
    return own if not _everywhere else own._replace(passes=(*_everywhere, *own.passes), lower=False)


def _own() -> Instrumentation:
    return getattr(_thread, "value", _NONE)


def instrument_everywhere(transform: Pass) -> Callable[[], None]:
    """Apply a pass to what runs in any thread until what is returned is called; nothing is lowered meanwhile."""
    _everywhere.append(transform)
    return lambda: _everywhere.remove(transform)


_NONE = Instrumentation()


@contextmanager
def instrumented(passes: tuple[Pass, ...] = (), drive: Drive = run_frame, lower: bool = True) -> Iterator[None]:
    """Everything that runs in this thread, inside the block, is watched."""
    kept = _own()
    _thread.value = Instrumentation((*kept.passes, *passes), drive, lower)
    try:
        yield
    finally:
        _thread.value = kept


def replace_passes(former: tuple[Pass, ...], passes: tuple[Pass, ...]) -> None:
    """Other passes in place of some of this thread's, from the next run on."""
    value = _own()
    kept = tuple(p for p in value.passes if p not in former)
    _thread.value = value._replace(passes=(*kept, *passes))
