"""Queue of the commands for a run: any thread adds commands, and the thread that drives the run executes them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any

import numpy as np

from opscope.debug.navigation.search import SearchStopped
from opscope.debug.replay.run_cursor import RunRewound
from opscope.events import Command, Pause, Terminate


class DriverCall:
    """A function that is called between two operators, in the thread that drives the run."""

    def __init__(self, function: Callable[[], Any]) -> None:
        self.function = function
        self.result: Future[Any] = Future()

    def run(self) -> None:
        """Call the function and store its result or its error, unless the caller no longer waits."""
        if not self.result.running() and not self.result.set_running_or_notify_cancel():
            return
        try:
            with np.errstate(all="ignore"):  # the program itself has already warned
                self.result.set_result(self.function())
        except RunRewound:
            raise  # the call is repeated after the run was rewound
        except (Exception, SearchStopped) as e:  # noqa: BLE001 (passed on to the caller)
            self.result.set_exception(e)


class CommandQueue:
    """Thread-safe queue of commands and function calls.

    `pending` is a flag that the driving thread reads before each operator. `urgent` is the number of waiting commands
    that must be executed before a compiled (lowered) run ends. These commands are Pause and Terminate. `on_put`
    contains functions that are called after an item was added to the queue, in the thread that has added the item.
    """

    def __init__(self) -> None:
        self.pending = False
        self.urgent = 0
        self.executing = 0  # number of commands being executed
        self.executed = 0  # number of commands executed, or being executed
        self.on_put: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._items: queue.SimpleQueue[Command | DriverCall] = queue.SimpleQueue()

    def put(self, item: Command | DriverCall) -> None:
        """Add a command, or a call of a function, to the queue. This method never blocks."""
        with self._lock:
            self._items.put(item)
            self.urgent += isinstance(item, Pause | Terminate)
        self.pending = True
        for call in self.on_put:
            call()

    def get(self) -> Command | DriverCall:
        """Remove and return the oldest item. If the queue is empty, wait for an item."""
        return self._taken(self._items.get())

    def get_nowait(self) -> Command | DriverCall | None:
        """Remove and return the oldest item. Return None if the queue is empty."""
        try:
            return self._taken(self._items.get_nowait())
        except queue.Empty:
            return None

    @property
    def empty(self) -> bool:
        """True if the queue is empty."""
        return self._items.empty()

    def _taken(self, item: Command | DriverCall) -> Command | DriverCall:
        with self._lock:
            self.urgent -= isinstance(item, Pause | Terminate)
        return item

    @contextmanager
    def execution(self) -> Iterator[None]:
        """Inside the `with` block, count a command as a command that is being executed."""
        self.executing += 1
        self.executed += 1
        try:
            yield
        finally:
            self.executing -= 1

    def note_read(self) -> None:
        """Clear `pending`, because the thread now reads the items in the queue.

        Items that are added after this call set `pending` again.
        """
        self.pending = False

    def update_pending(self) -> None:
        """Set `pending` to True if the queue still has items."""
        self.pending = False  # first: an item that is added in between sets it again
        if not self.empty:
            self.pending = True
