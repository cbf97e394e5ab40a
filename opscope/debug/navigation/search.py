"""Search in progress: reports of its progress, and requests to end the search."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

INTERVAL = 0.1  # seconds between two reports


class SearchStopped(BaseException):
    """Exception that ends a search without a result.

    The class is not derived from Exception, so that the program cannot catch it.
    """


class SearchState(NamedTuple):
    """State of a search: its subject, the number of searched runs and of all runs, and the seconds taken."""

    text: str
    done: int
    total: int
    seconds: float


class WaitingCommands(Protocol):
    """The commands that wait for the searching thread."""

    urgent: int  # number of commands that must not wait until the end of the search


class SearchListener(Protocol):
    """Receiver of the progress of searches."""

    def progress(self, state: SearchState | None) -> None:
        """Handle the progress of a search; None means that the search has ended."""
        ...


class Search:
    """Searches of one navigator; at most one is in progress.

    Listeners are called in the searching thread with the progress. Listeners that were called are called again at the
    end of the search. A search ends early if an urgent command waits, after `stop`, and after `interrupt`.
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
        """Inside the block, mark a search through `total` runs as in progress.

        A nested search belongs to the outer search.
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
        """End the search. Any thread may call this method."""
        self._stopping = True

    def interrupt(self) -> None:
        """End the search because of Ctrl-C. Any thread or a signal handler may call this method."""
        self.interrupted = self._stopping = True

    def check(self) -> None:
        """Raise SearchStopped if the search must end."""
        if self.active and (self._stopping or self._commands.urgent):
            raise SearchStopped

    def advance(self, runs: int = 1) -> None:
        """Add `runs` to the number of searched runs. Raises SearchStopped if the search must end."""
        self.check()
        self._done = min(self._done + runs, self._total)
        now = time.monotonic()
        if self.active and now - self._reported > INTERVAL:
            self._reported = now
            self._report(SearchState(self._text, self._done, self._total, now - self._start))

    def _report(self, state: SearchState | None) -> None:
        for listener in self._listeners:
            listener.progress(state)
