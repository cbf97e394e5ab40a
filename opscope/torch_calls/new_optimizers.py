"""Record of the PyTorch optimizers that a run creates. Their parameters count as trained, even without a step."""

from __future__ import annotations

import functools
import importlib
from collections.abc import Callable
from typing import Any

from opscope.eager.optimizers.living_optimizers import note_names
from opscope.torch_calls.wrapped_methods import wrap_while_open

_optimizers: Any = importlib.import_module("torch.optim.optimizer")
_open: list[object] = []


def note_optimizers() -> Callable[[], None]:
    """Record each optimizer that any thread creates, until the returned function is called."""
    return wrap_while_open(_optimizers.Optimizer, "__init__", _noting, _open, object())


def _noting(plain: Any) -> Any:
    def make(self: Any, *args: Any, **kwargs: Any) -> None:
        plain(self, *args, **kwargs)
        note_names(self, {""})  # the parameters get their names when their modules run

    return functools.wraps(plain)(make)
