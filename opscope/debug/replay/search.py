"""The search in progress: how far it is, and whether it is to end."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

INTERVAL = 0.1  # seconds between two reports


class SearchStopped(BaseException):
    """Ends a search before it has found something. Not an Exception: the program must not catch it."""


class SearchState(NamedTuple):
    """State of a search: its subject, the number of runs searched, of how many, and the seconds taken."""

    text: str
    done: int
    total: int
    seconds: float


class Search:
    """Searches of one navigator; at most one is in progress.

    `on_progress` is called in the searching thread, with None when a search that it was told of has ended. A search
    ends early if `is_urgent` is true, because a command waits that cannot wait, after `stop`, and after `interrupt`.
    """

    def __init__(self) -> None:
        self.is_urgent: Callable[[], bool] = lambda: False
        self.on_progress: Callable[[SearchState | None], None] = lambda state: None
        self.active = False
        self.interrupted = False  # whether Ctrl-C has ended the search
        self._stopping = False
        self._text = ""
        self._done = self._total = 0
        self._start = self._reported = 0.0

    @contextmanager
    def begin(self, text: str, total: int) -> Iterator[None]:
        """Inside, a search through `total` runs is in progress; it belongs to the search around it, if there is one."""
        if self.active:
            yield
            return
        self._text, self._done, self._total = text, 0, total
        self._start = self._reported = time.monotonic()
        self.interrupted = self._stopping = False
        self.active = True
        try:
            yield
        finally:
            self.active = False
            if self._reported != self._start:
                self.on_progress(None)

    def stop(self) -> None:
        """End the search; from any thread."""
        self._stopping = True

    def interrupt(self) -> None:
        """End the search because of Ctrl-C; from any thread, or from a signal handler."""
        self.interrupted = self._stopping = True

    def check(self) -> None:
        """Raise SearchStopped if the search is to end."""
        if self.active and (self._stopping or self.is_urgent()):
            raise SearchStopped

    def advance(self, runs: int = 1) -> None:
        """So many runs more were searched. Raises SearchStopped if the search is to end."""
        self.check()
        self._done = min(self._done + runs, self._total)
        now = time.monotonic()
        if self.active and now - self._reported > INTERVAL:
            self._reported = now
            self.on_progress(SearchState(self._text, self._done, self._total, now - self._start))
