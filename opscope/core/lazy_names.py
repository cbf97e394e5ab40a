"""Names that a module loads when they are first used. Each such module has a table of names."""

from __future__ import annotations

import importlib
import os
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import nullcontext
from types import FrameType
from typing import Any, NoReturn

_turn = threading.RLock()


def load(target: str) -> Any:
    """Import the object "package.module:member", or the module "package.module".

    Only one thread imports at a time. Otherwise, if two threads import packages that need each other's modules, each
    thread waits for a module lock that the other thread has. Python then gives one thread an incomplete module.
    """
    module, _, member = target.partition(":")
    # an import already holds the lock of a module, for which the thread whose turn it is may wait
    with nullcontext() if _is_importing() else _turn:
        found = importlib.import_module(module)
    return getattr(found, member) if member else found


def _is_importing() -> bool:
    """Return True if this thread is executing the body of a module."""
    frame: FrameType | None = sys._getframe(1)
    while frame is not None and not frame.f_code.co_filename.startswith("<frozen importlib"):
        frame = frame.f_back
    return frame is not None


def lazy_names(
    module: str, targets: Mapping[str, str], missing: Callable[[str], NoReturn] | None = None
) -> Callable[[str], Any]:
    """Make the `__getattr__` of a module. It loads the names in `targets`. Other names raise AttributeError.

    `missing` raises a better error for an unknown name.
    """

    def __getattr__(name: str) -> Any:  # noqa: N807 (a module's own)
        if name in targets:
            value = load(targets[name])
            setattr(sys.modules[module], name, value)
            return value
        if missing is not None:
            missing(name)
        raise AttributeError(f"module {module!r} has no attribute {name!r}")

    return __getattr__


def _renew_turn() -> None:
    """Replace the lock in a forked child, because the importing thread does not exist there."""
    global _turn
    _turn = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_turn)
