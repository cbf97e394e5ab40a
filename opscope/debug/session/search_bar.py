"""Progress bar on stderr for long searches. Ctrl-C ends a search."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from opscope.core.progress_bar import PATIENCE, shown_bar
from opscope.debug.delivery.event_queue import Emit
from opscope.debug.navigation.search import Search, SearchState
from opscope.debug.state.listener import Listener
from opscope.events import SearchProgressed


class SearchBar:
    """Progress bar for searches that take more than `PATIENCE` seconds, if stderr is a terminal."""

    def __init__(self) -> None:
        self._bar: Any = None

    def show(self, state: SearchState | None) -> None:
        """Show the progress of a search; the argument None means that the search has ended."""
        if state is None:
            if self._bar is not None:
                self._bar.stop()
                self._bar = None
            return
        if self._bar is None and state.seconds > PATIENCE and sys.stderr.isatty():
            self._bar = shown_bar(f"{state.text} (Ctrl-C ends it)", state.total)
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], completed=state.done)


class SearchReports(Listener):
    """Reporter of the progress of searches, with a progress bar and with events."""

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._bar = SearchBar()

    def progress(self, state: SearchState | None) -> None:
        self._bar.show(state)
        at = state or SearchState("", 0, 0, 0.0)
        self._emit(SearchProgressed(text=at.text, done=at.done, total=at.total))


@contextmanager
def interrupt_ends(search: Search) -> Iterator[None]:
    """Inside the `with` block, let Ctrl-C end a search, at a point where no part of the search is half done.

    Ctrl-C raises KeyboardInterrupt as usual in three cases: no search is in progress, this is not the main thread, or
    the program has its own handler.
    """
    default = signal.default_int_handler
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is not default:
        yield
        return

    def end_search(number: int, frame: FrameType | None) -> None:
        if not search.active or search.interrupted:
            default(number, frame)
        search.interrupt()

    signal.signal(signal.SIGINT, end_search)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, default)
