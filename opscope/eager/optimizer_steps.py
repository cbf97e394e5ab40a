"""Listeners for eager optimizer steps, for each thread its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

Listener = Callable[[], AbstractContextManager[None]]


class _Thread(threading.local):
    listeners: tuple[Listener, ...] = ()


_thread = _Thread()


@contextmanager
def optimizer_step() -> Iterator[None]:
    """Run the step of an optimizer inside the blocks that this thread's listeners give."""
    with ExitStack() as blocks:
        for listener in _thread.listeners:
            blocks.enter_context(listener())
        yield


@contextmanager
def on_optimizer_step(listener: Listener) -> Iterator[None]:
    """Enter the context manager that `listener` returns around each optimizer step of this thread, inside the block."""
    before = _thread.listeners
    _thread.listeners = (*before, listener)
    try:
        yield
    finally:
        _thread.listeners = before
