"""Progress bars on stderr for long work. If stderr is a pipe, a file or a notebook, no progress bar is shown."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import Any, TypeVar

T = TypeVar("T")
PATIENCE = 2.0  # seconds of work without a bar
THREAD_NAME = "opscope-progress"


def shown_bar(text: str, total: int | None) -> Any:
    """Show a progress bar, and return it. Without a total, the bar only moves and counts seconds."""
    from rich.console import Console  # importing it takes 50 ms, and most work is over before
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TimeElapsedColumn(),
        console=Console(stderr=True),
        transient=True,
        redirect_stdout=sys.stdout.isatty(),  # text printed meanwhile is above the bar
    )
    bar.add_task(text, total=total)
    # rich's thread is started from a thread of opscope, so that it does not belong to the debugged program
    starter = threading.Thread(target=bar.start, name=THREAD_NAME)
    starter.start()
    starter.join()
    return bar


@contextmanager
def progress(text: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Show a progress bar after `PATIENCE` seconds in the block, if stderr is a terminal.

    The block receives a function, and calls it after each step of the work.

    >>> with progress("nodes", total=2) as advance:
    ...     advance()
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    lock = threading.Lock()
    done, bar, is_over = 0, None, False

    def show() -> None:
        nonlocal bar
        with lock:
            if not is_over:
                bar = shown_bar(text, total)
                bar.update(bar.task_ids[0], completed=done)

    def advance() -> None:
        nonlocal done
        with lock:
            done += 1
            if bar is not None:
                bar.update(bar.task_ids[0], completed=done)

    timer = threading.Timer(PATIENCE, show)
    timer.name, timer.daemon = THREAD_NAME, True
    timer.start()
    try:
        yield advance
    finally:
        timer.cancel()
        with lock:
            is_over = True
            if bar is not None:
                bar.stop()


def progressed(items: Iterable[T], text: str) -> Iterator[T]:
    """Yield items, and show a progress bar as `progress` does.

    >>> list(progressed([1, 2], "numbers"))
    [1, 2]
    """
    with progress(text, len(items) if isinstance(items, Sized) else None) as advance:
        for item in items:
            yield item
            advance()
