"""Search: an object that reports the progress of a search. Any thread can request the end of the search."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

INTERVAL = 0.1  # seconds between two reports


class SearchStopped(BaseException):
    """Exception that ends a search before it has a result.

    The class is not a subclass of Exception, so that `except Exception` in the program does not catch it.
    """


class SearchState(NamedTuple):
    """State of a search: a text, the number of searched runs, the number of all runs, and the elapsed seconds."""

    text: str
    done: int
    total: int
    seconds: float


class WaitingCommands(Protocol):
    """The commands that wait for the thread that searches."""

    urgent: int  # number of commands that must not wait until the end of the search


class SearchListener(Protocol):
    """Receiver of reports about the progress of searches."""

    def progress(self, state: SearchState | None) -> None:
        """Receive the progress of a search. The argument None means that the search has ended."""
        ...


class Search:
    """Searches of one navigator; at most one search is in progress.

    In the thread that searches, listeners are called with the progress. If listeners were called, they are called again
    at the end of the search. A search ends early in three cases: an urgent command waits, `stop` was called, or
    `interrupt` was called.
    """

    def __init__(self, commands: WaitingCommands, listeners: Sequence[SearchListener]) -> None:
        self._commands = commands
        self._listeners = listeners
        self.active = False
        self.interrupted = False  # True if Ctrl-C has ended the search
        self._stopping = False
        self._text = ""
        self._done = self._total = 0
        self._start = self._reported = 0.0

    @contextmanager
    def begin(self, text: str, total: int) -> Iterator[None]:
        """Inside the `with` block, mark a search through `total` runs as in progress.

        A search inside another search belongs to the outer search.
        """
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
                self._report(None)

    def stop(self) -> None:
        """End the search in progress. Any thread may call the method `stop`."""
        self._stopping = True

    def interrupt(self) -> None:
        """End the search because the user has pressed Ctrl-C.

        Any thread, and also a signal handler, may call the method `interrupt`.
        """
        self.interrupted = self._stopping = True

    def check(self) -> None:
        """Raise SearchStopped if the search in progress must end."""
        if self.active and (self._stopping or self._commands.urgent):
            raise SearchStopped

    def advance(self, runs: int = 1) -> None:
        """Add `runs` to the number of runs that were searched.

        Raises SearchStopped if the search in progress must end.
        """
        self.check()
        self._done = min(self._done + runs, self._total)
        now = time.monotonic()
        if self.active and now - self._reported > INTERVAL:
            self._reported = now
            self._report(SearchState(self._text, self._done, self._total, now - self._start))

    def _report(self, state: SearchState | None) -> None:
        for listener in self._listeners:
            listener.progress(state)
