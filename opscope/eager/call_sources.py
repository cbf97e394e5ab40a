"""Call sources, which report the calls of operators of other libraries to the log and the watchers of a thread.

Each package `opscope/<library>_calls` adds its call source at import. These packages are imported before a call source
is used for the first time.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from functools import cache
from pathlib import Path

from opscope.eager.array_versions import ArrayVersions
from opscope.eager.op_call_log import CallLog

Source = Callable[[CallLog], AbstractContextManager[None]]

SUFFIX = "_calls"  # of the packages with sources

_sources: list[Source] = []


def add_call_source(source: Source) -> None:
    """Register a call source of a library.

    A call source returns a context manager. Inside the block of this context manager, the log and the watchers of the
    thread receive the calls of the library.
    """
    _sources.append(source)


@contextmanager
def open_call_sources(log: CallLog | None = None) -> Iterator[None]:
    """Context manager: open all call sources for this thread. Without a log, only the watchers receive the calls."""
    import_sources()
    log = log or watchers_only()
    with ExitStack() as stack:
        for source in _sources:
            stack.enter_context(source(log))
        yield


def watchers_only() -> CallLog:
    """Return a log that never records calls. A call source needs a log to find the user's functions."""
    return CallLog(ArrayVersions(0), lambda: False, lambda count: False, _nothing, _nothing, _nothing)


def _nothing(*args: object) -> None:
    """Do nothing, because the log has no calls."""


@cache
def import_sources() -> None:
    """Import the packages that have call sources. Later calls of this function do nothing."""
    for info in pkgutil.iter_modules([str(Path(__file__).parent.parent)]):
        if info.ispkg and info.name.endswith(SUFFIX):
            importlib.import_module(f"opscope.{info.name}")
