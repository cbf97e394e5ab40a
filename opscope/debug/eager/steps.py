"""Who is told of the steps that optimizers make in eager code, a thread each; outside the block nothing is there."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from opscope.optimizer.optimizer import Optimizer, Pairs

_lock = threading.Lock()
_here = threading.local()
_step = Optimizer._step  # what step(), minimize() and apply_gradients() come to
_listening = [0]


def _step_told(self: Optimizer, pairs: Pairs) -> None:
    with ExitStack() as around:
        for listener in getattr(_here, "listeners", ()):
            around.enter_context(listener())
        _step(self, pairs)


@contextmanager
def steps_told(listener: Callable[[], AbstractContextManager[None]]) -> Iterator[None]:
    """Enter what a function gives around each step of an optimizer in this thread, inside the block."""
    with _lock:
        _listening[0] += 1
        Optimizer._step = _step_told
    kept = getattr(_here, "listeners", ())
    _here.listeners = (*kept, listener)
    try:
        yield
    finally:
        _here.listeners = kept
        with _lock:
            _listening[0] -= 1
            if not _listening[0]:
                Optimizer._step = _step
