"""Context managers that pass the calls of PyTorch to the log and the watchers of a thread."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from opscope.eager.foreign.foreign_functions import Around
from opscope.eager.op_call_log import CallLog
from opscope.eager.timed_calls import CallTimer, Switch
from opscope.torch_calls.supported_version import is_supported, on_supported_import
from opscope.torch_calls.torch_import import is_imported


@contextmanager
def torch_calls_seen(log: CallLog) -> Iterator[None]:
    """Context manager: report the calls of PyTorch to the log and the watchers of this thread, if torch is imported."""
    close: list[Callable[[], None]] = []

    def listen() -> None:
        from opscope.torch_calls.dispatch_mode import open_mode

        close.append(open_mode(log))

    with on_supported_import(listen):
        try:
            yield
        finally:
            for each in close:
                each()


@contextmanager
def torch_calls_timed(timer: CallTimer) -> Iterator[Switch]:
    """Context manager: measure the times of PyTorch calls in this thread while the switch is on.

    If torch is not imported yet, the measurement starts after the import.
    """
    modes: list[Callable[[bool], None]] = []
    close: list[Callable[[], None]] = []
    is_on = False

    def listen() -> None:
        from opscope.torch_calls.compiled_functions import run_eagerly
        from opscope.torch_calls.dispatch_mode import SeeingMode, prepare_modes
        from opscope.torch_calls.jit_traces import trace_outside
        from opscope.torch_calls.timed_mode import TimedMode, TimedSteps

        prepare_modes()
        modes.append(TimedMode(timer).switch)
        close.append(TimedSteps().close)
        close.append(run_eagerly())
        close.append(trace_outside(SeeingMode))
        modes[0](is_on)

    def switch(on: bool) -> None:
        nonlocal is_on
        is_on = on
        for each in modes:
            each(on)

    with on_supported_import(listen):
        try:
            yield switch
        finally:
            for each in close:
                each()
            switch(False)


@contextmanager
def torch_functions_seen(around: Around) -> Iterator[None]:
    """Context manager: pass each call of a torch.autograd.Function to `around`, if torch is imported."""
    stack = ExitStack()

    def listen() -> None:
        from opscope.torch_calls.function_calls import functions_seen

        stack.enter_context(functions_seen(around))

    with on_supported_import(listen), stack:
        yield


def save_torch_state(value: Any) -> Callable[[], Any] | None:
    """Return a function that restores the present state of a PyTorch tensor or generator, or None for other objects."""
    if not is_imported() or not is_supported():
        return None
    from opscope.torch_calls.function_calls import state_of

    return state_of(value)
