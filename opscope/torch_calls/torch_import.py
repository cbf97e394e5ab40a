"""Notification of the import of torch: a function is called after the import, in the thread that imports torch."""

from __future__ import annotations

import importlib.util
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_waiting: list[tuple[int, Callable[[], None]]] = []  # by thread


def is_imported() -> bool:
    """Return True if the program has imported torch completely."""
    spec = getattr(sys.modules.get("torch"), "__spec__", None)
    return spec is not None and not getattr(spec, "_initializing", False)


@contextmanager
def on_import(function: Callable[[], None]) -> Iterator[None]:
    """Context manager: call a function after this thread imports torch.

    If torch is imported already, call it immediately.
    """
    if is_imported():
        function()
        yield
        return
    entry = (threading.get_ident(), function)
    if not _waiting:
        sys.meta_path.insert(0, _FINDER)
    _waiting.append(entry)
    try:
        yield
    finally:
        if entry in _waiting:
            _waiting.remove(entry)
        if not _waiting and _FINDER in sys.meta_path:
            sys.meta_path.remove(_FINDER)


class _Finder:
    """Import finder that finds torch like the other finders, and replaces its loader by a `_Loader`."""

    def find_spec(self, fullname: str, path: Any = None, target: Any = None) -> ModuleSpec | None:
        if fullname != "torch":
            return None
        sys.meta_path.remove(_FINDER)
        try:
            spec = importlib.util.find_spec(fullname)
        finally:
            sys.meta_path.insert(0, _FINDER)
        if spec is not None and spec.loader is not None:
            loader: Any = _Loader(spec.loader)
            spec.loader = loader
        return spec


class _Loader:
    """Import loader that loads torch like another loader, and then calls the waiting functions of this thread."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._loader, name)

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        module.__loader__ = self._loader
        self._loader.exec_module(module)
        for thread, function in list(_waiting):
            if thread == threading.get_ident():
                function()


_FINDER: Any = _Finder()
