"""Switch that runs functions of torch.compile eagerly. The compiler would combine many operators into one."""

from __future__ import annotations

import functools
import importlib
import sys
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from opscope.core.source import site
from opscope.core.strict import warn_or_print
from opscope.errors import OpscopeWarning
from opscope.torch_calls.storages import torch

_FRAMES = "torch._dynamo.eval_frame"
_CHOICE = "_callback_from_stance"  # called for each call of a compiled function


class _EagerStance:
    """Switch that turns the compiler off. It warns once, at the first call of a compiled function."""

    def __init__(self) -> None:
        self._blocks = ExitStack()
        self._is_said = False

    def open(self) -> None:
        """Turn the compiler off until `close`."""
        set_stance: Any = getattr(torch.compiler, "set_stance", None)
        if set_stance is None:  # PyTorch before 2.6 compiles nothing below a mode
            return
        frames: Any = importlib.import_module(_FRAMES)
        chosen: Any = getattr(frames, _CHOICE, None)
        if chosen is not None:
            setattr(frames, _CHOICE, self._saying(chosen))
            self._blocks.callback(setattr, frames, _CHOICE, chosen)
        self._blocks.enter_context(set_stance("force_eager"))

    def close(self) -> None:
        """Restore the previous setting of the compiler."""
        self._blocks.close()

    def _saying(self, chosen: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def choose(callback: Any) -> Any:
            if callable(callback) and not self._is_said:
                self._is_said = True
                text = "a function of torch.compile runs eagerly while the run watches its operators"
                fix = "no change is needed: the results may differ in the last digits"
                warn_or_print(OpscopeWarning(text, site=site(), fix=fix))
            return chosen(callback)

        return choose


_open: list[object] = []
_stance: list[_EagerStance] = []


def run_eagerly() -> Callable[[], None]:
    """Run compiled functions eagerly in all threads, until the returned function is called."""
    entry = object()
    plain: Any = torch.compile
    if not _open:
        if _FRAMES in sys.modules:
            _begin()
        else:
            torch.compile = _beginning(plain)
    _open.append(entry)

    def close() -> None:
        _open.remove(entry)
        if not _open:
            torch.compile = getattr(torch.compile, "__wrapped__", torch.compile)
            for stance in _stance:
                stance.close()
            _stance.clear()

    return close


def _begin() -> None:
    if not _stance:
        _stance.append(_EagerStance())
        _stance[0].open()


def _beginning(plain: Any) -> Any:
    """Wrap torch.compile, which imports the compiler. The wrapper then turns the compiler off."""

    def begin(*args: Any, **kwargs: Any) -> Any:
        if _open:  # else the program has kept this form beyond the run
            _begin()
        return plain(*args, **kwargs)

    return functools.wraps(plain)(begin)
