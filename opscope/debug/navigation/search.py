"""The search in progress: how far it is, and whether it is to end."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

INTERVAL = 0.1  # seconds between two reports


class SearchStopped(BaseException):
    """Ends a search before it has found something. Not an Exception: the program must not catch it."""


class SearchState(NamedTuple):
    """State of a search: its subject, the number of runs searched, of how many, and the seconds taken."""

    text: str
    done: int
    total: int
    seconds: float


class WaitingCommands(Protocol):
    """The commands that wait for the searching thread."""

    urgent: int  # how many of them cannot wait until the search is over


class SearchListener(Protocol):
    """Learns of a search."""

    def progress(self, state: SearchState | None) -> None:
        """A search goes on; None: it has ended."""
        ...


class Search:
    """Searches of one navigator; at most one is in progress.

    Listeners learn in the searching thread how far it is, and of its end if they were told of it before. A search ends
    early if a command waits that cannot wait, after `stop`, and after `interrupt`.
    """

    def __init__(self, commands: WaitingCommands, listeners: Sequence[SearchListener]) -> None:
        self._commands = commands
        self._listeners = listeners
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
                self._report(None)

    def stop(self) -> None:
        """End the search; from any thread."""
        self._stopping = True

    def interrupt(self) -> None:
        """End the search because of Ctrl-C; from any thread, or from a signal handler."""
        self.interrupted = self._stopping = True

    def check(self) -> None:
        """Raise SearchStopped if the search is to end."""
        if self.active and (self._stopping or self._commands.urgent):
            raise SearchStopped

    def advance(self, runs: int = 1) -> None:
        """So many runs more were searched. Raises SearchStopped if the search is to end."""
        self.check()
        self._done = min(self._done + runs, self._total)
        now = time.monotonic()
        if self.active and now - self._reported > INTERVAL:
            self._reported = now
            self._report(SearchState(self._text, self._done, self._total, now - self._start))

    def _report(self, state: SearchState | None) -> None:
        for listener in self._listeners:
            listener.progress(state)
