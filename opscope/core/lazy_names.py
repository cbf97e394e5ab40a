"""Names that a module loads when they are first used. Each module has a table, which a function reads."""

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
    """Import the object for "package.module:member", or the module "package.module".

    Threads import one after the other. If two threads import packages that need each other's modules, both wait for the
    lock of a module that the other holds. Python then gives one of them a module without its last names.
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
    """The thread that imports does not exist in a forked child."""
    global _turn
    _turn = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_renew_turn)
