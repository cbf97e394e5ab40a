"""Hooks around a function, which `with` blocks add and remove, in any order. Each thread has its own list of hooks.

While no thread has an open block, a call of a function with hooks only tests the attribute `open`.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

Hook = Callable[..., Any]  # called with the function that it replaces, and the arguments


class OpenBlocks:
    """The open blocks of one thread, in the order in which they were opened.

    A block may begin in one thread and end in another thread.
    """

    __slots__ = ("entries",)

    def __init__(self) -> None:
        self.entries: tuple[Any, ...] = ()

    def add(self, entry: object) -> None:
        """Add a block at its beginning."""
        self.entries = (*self.entries, entry)

    def remove(self, entry: object) -> None:
        """Remove a block at its end, even if later blocks are still open."""
        self.entries = tuple([e for e in self.entries if e is not entry])


class _ThreadBlocks(threading.local):
    def __init__(self) -> None:
        self.blocks = OpenBlocks()


class CallHooks:
    """The hooks around one function. The attribute `open` counts the hooks of all threads."""

    def __init__(self) -> None:
        self.open = 0
        self._lock = threading.Lock()
        self._thread = _ThreadBlocks()
        self._everywhere = OpenBlocks()  # hooks of all threads

    @contextmanager
    def around(self, hook: Hook) -> Iterator[None]:
        """Inside the block, replace each call of the function in this thread by `hook(function, *args)`."""
        yield from self._opened(self._thread.blocks, hook)

    @contextmanager
    def around_everywhere(self, hook: Hook) -> Iterator[None]:
        """Inside the block, replace the calls in all threads. Otherwise, the method works like `around`."""
        yield from self._opened(self._everywhere, hook)

    def _opened(self, blocks: OpenBlocks, hook: Hook) -> Iterator[None]:
        entry = (hook,)
        with self._lock:
            self.open += 1
            blocks.add(entry)
        try:
            yield
        finally:
            with self._lock:
                blocks.remove(entry)
                self.open -= 1

    def call(self, function: Callable[..., Any], *args: Any) -> Any:
        """Call a function inside the hooks for all threads and the hooks of this thread.

        The hooks of this thread are outside the hooks for all threads. The hook that was added first is the innermost.
        """
        for (hook,) in (*self._everywhere.entries, *self._thread.blocks.entries):
            function = partial(hook, function)
        return function(*args)
