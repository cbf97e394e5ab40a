"""Sources of calls: the log and the watchers of a thread also receive the calls of other libraries.

When a package `opscope/<library>_calls` is imported, it adds its source. The package is imported before sources are
first used.
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
    """Add a source of calls.

    A source makes the block in which its calls in a thread reach the thread's log and watchers.
    """
    _sources.append(source)


@contextmanager
def open_call_sources(log: CallLog | None = None) -> Iterator[None]:
    """Open all sources for this thread inside the block. Without a log, only the watchers get the calls."""
    import_sources()
    log = log or watchers_only()
    with ExitStack() as stack:
        for source in _sources:
            stack.enter_context(source(log))
        yield


def watchers_only() -> CallLog:
    """Return a log that never starts: a source uses this log to find the user's functions."""
    return CallLog(ArrayVersions(0), lambda: False, lambda count: False, _nothing, _nothing, _nothing)


def _nothing(*args: object) -> None:
    """Do nothing, because the log has no calls."""


@cache
def import_sources() -> None:
    """Import the packages that have sources, but only once."""
    for info in pkgutil.iter_modules([str(Path(__file__).parent.parent)]):
        if info.ispkg and info.name.endswith(SUFFIX):
            importlib.import_module(f"opscope.{info.name}")
