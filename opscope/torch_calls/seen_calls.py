"""The block in which the calls of PyTorch of a thread reach the watchers of its eager calls."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from opscope.eager.op_call_log import CallLog
from opscope.torch_calls.torch_import import on_import


@contextmanager
def torch_calls_seen(log: CallLog) -> Iterator[None]:
    """Let the log and the watchers of this thread have the calls of PyTorch inside the block, if it is imported."""
    close: list[Callable[[], None]] = []

    def listen() -> None:
        from opscope.torch_calls.dispatch_mode import open_mode

        close.append(open_mode(log))

    with on_import(listen):
        try:
            yield
        finally:
            for each in close:
                each()
