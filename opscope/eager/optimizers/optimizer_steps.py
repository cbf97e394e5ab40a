"""Listeners for the steps of eager optimizers. Each thread has its own listeners."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from typing import Any

from opscope.core.call_hooks import OpenBlocks

Listener = Callable[[], AbstractContextManager[None]]


class _Thread(threading.local):
    def __init__(self) -> None:
        self.listeners = OpenBlocks()
        self.parameters: Sequence[Any] = ()
        self.skipped: Sequence[str] | None = None


_thread = _Thread()
_counts: dict[str, int] = {"steps": 0}  # of all threads
_shared: dict[int, weakref.ref[Any]] = {}  # parameters by their id


@contextmanager
def optimizer_step(parameters: Sequence[Any] = ()) -> Iterator[None]:
    """Context manager for the step of an optimizer. It enters the context managers of this thread's listeners."""
    if not _shared or any(map(is_shared, parameters)):
        _counts["steps"] += 1
    former, _thread.parameters = _thread.parameters, parameters
    _thread.skipped = None
    try:
        with ExitStack() as blocks:
            for (listener,) in _thread.listeners.entries:
                blocks.enter_context(listener())
            yield
    finally:
        _thread.skipped = None
        _thread.parameters = former  # a thread that goes on must not keep the parameters of a net


def optimizer_steps() -> int:
    """Return the number of steps of all dygraph optimizers in this process.

    If ranks share parameters, only steps that update shared parameters are counted.
    """
    return _counts["steps"]


def share_parameters(parameters: Iterable[Any]) -> None:
    """Count, after this call, only the optimizer steps that update parameters which all ranks share.

    Before and between these steps, a rank may train another model alone.
    """
    if not _shared:
        _counts["steps"] = 0
    _shared.update((id(parameter), weakref.ref(parameter)) for parameter in parameters)


def is_shared(parameter: Any) -> bool:
    """Return True for a parameter that all ranks share."""
    reference = _shared.get(id(parameter))
    return reference is not None and reference() is parameter


def has_shared() -> bool:
    """Return True if ranks share parameters."""
    return bool(_shared)


def stepped_parameters() -> Sequence[Any]:
    """Return all parameters of the optimizer whose step is running. Some may have no gradient.

    Listeners use this function.
    """
    return _thread.parameters


def note_skipped(parameters: Sequence[str]) -> None:
    """Record that the running step updates nothing, because the gradients of `parameters` have NaN or Inf."""
    _thread.skipped = parameters


def skipped_for() -> Sequence[str] | None:
    """Return the parameters whose gradients have NaN or Inf, if the step therefore updates nothing.

    Return None if the step updates the parameters.
    """
    return _thread.skipped


@contextmanager
def on_optimizer_step(listener: Listener) -> Iterator[None]:
    """Context manager: call `listener` at each optimizer step of this thread.

    The step runs inside the context manager that `listener` returns.
    """
    listeners, entry = _thread.listeners, (listener,)
    listeners.add(entry)
    try:
        yield
    finally:
        listeners.remove(entry)
