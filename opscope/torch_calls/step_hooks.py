"""Hooks around each step of PyTorch's optimizers, also for a step that has failed or that GradScaler skips."""

from __future__ import annotations

import functools
import importlib
import sys
import threading
import weakref
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any, Protocol

from opscope.eager.op_calls import muted
from opscope.torch_calls.storages import torch
from opscope.torch_calls.wrapped_methods import wrap_while_open

_optimizers: Any = importlib.import_module("torch.optim.optimizer")
_scalers: Any = importlib.import_module("torch.amp.grad_scaler")
_open: list[StepHooks] = []


class StepListener(Protocol):
    """Listener for the steps of optimizers in one thread."""

    def begin(self, optimizer: Any, args: Any, kwargs: Any) -> tuple[Any, Any]:
        """Handle a step that begins. Returns the arguments for the step."""
        ...

    def end(self, optimizer: Any) -> None:
        """Handle the end of a step that has not failed."""
        ...

    def fail(self) -> None:
        """Handle the end of a step that has failed."""
        ...

    def skip(self, optimizer: Any) -> None:
        """Handle a step that GradScaler has skipped. The step has not begun."""
        ...


class _Arguments(dict[str, Any]):
    """Keyword arguments of a running step. Only the stack frame of PyTorch's step wrapper refers to this object."""


class StepHooks:
    """Hooks that call a listener for the steps of this thread, until `close`.

    PyTorch calls no hook for a step that raises an error. But when such a step ends, its keyword arguments are deleted.
    A weak reference to these arguments reports this.
    """

    def __init__(self, listener: StepListener) -> None:
        self._listener = listener
        self._thread = threading.get_ident()
        self._running: weakref.ref[_Arguments] | None = None
        self._begun = 0
        self._hooks = [
            _optimizers.register_optimizer_step_pre_hook(self._begin),
            _optimizers.register_optimizer_step_post_hook(self._end),
        ]
        self._end_skips = wrap_while_open(_scalers.GradScaler, "step", _noting_skips, _open, self)

    def close(self) -> None:
        """Stop calling the listener."""
        self._fail()
        for hook in self._hooks:
            hook.remove()
        self._end_skips()

    def skips(self) -> Callable[[Any], None]:
        """Return a function that reports a skipped step, if no step has begun between this call and its call."""
        begun = self._begun

        def end(optimizer: Any) -> None:
            if self._begun == begun and self._thread == threading.get_ident():
                self._listener.skip(optimizer)

        return end

    def _begin(self, optimizer: Any, args: Any, kwargs: Any) -> Any:
        if self._thread != threading.get_ident():
            return None
        self._fail()  # it has raised, or it is the step of an optimizer that calls this one
        self._begun += 1
        given, named = self._listener.begin(optimizer, args, kwargs)
        own, code = _Arguments(named), sys._getframe(1).f_code
        self._running = weakref.ref(own, lambda ref: self._gone(ref, code))
        return given, own

    def _end(self, optimizer: Any, args: Any, kwargs: Any) -> None:
        if self._thread == threading.get_ident() and self._running is not None:
            self._running = None
            self._listener.end(optimizer)

    def _gone(self, ref: Any, code: CodeType) -> None:
        if ref is not self._running or self._thread != threading.get_ident():
            return
        frame: FrameType | None = sys._getframe(1)
        while frame is not None:
            if frame.f_code is code:  # another hook has replaced the arguments
                return
            frame = frame.f_back
        self._fail()

    def _fail(self) -> None:
        if self._running is not None:
            self._running = None
            self._listener.fail()


def has_skipped(optimizer: Any) -> bool:
    """Return True if the running step of a fused optimizer updates nothing, because GradScaler has found NaN or Inf."""
    found: Any = getattr(optimizer, "found_inf", None)
    with muted():
        return isinstance(found, torch.Tensor) and bool(found.item())


def _noting_skips(plain: Any) -> Any:
    def step(self: Any, optimizer: Any, *args: Any, **kwargs: Any) -> Any:
        ends = [hooks.skips() for hooks in _open]
        result = plain(self, optimizer, *args, **kwargs)
        for end in ends:
            end(optimizer)
        return result

    return functools.wraps(plain)(step)
