"""Aliases of a package's names in submodules that have Paddle's names."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.machinery import ModuleSpec
from types import ModuleType


def alias_in_submodules(package: str, places: Mapping[str, str]) -> None:
    """Add aliases for names of an imported package to its submodules; missing submodules are created.

    `alias_in_submodules("opscope.paddle.optimizer", {"adamw": "AdamW"})` lets programs import AdamW from
    `paddle.optimizer.adamw`.
    """
    home = sys.modules[package]
    for path, names in places.items():
        module = _module(home, path)
        for name in names.split():
            if not hasattr(module, name):
                setattr(module, name, getattr(home, name))


def _module(home: ModuleType, path: str) -> ModuleType:
    """Return the submodule of `home`, created with its parents.

    If the package has a function with the submodule's name, the attribute still means the function.
    """
    for part in path.split("."):
        full = f"{home.__name__}.{part}"
        found = sys.modules.get(full)
        if found is None:
            found = ModuleType(full, f"As Paddle's module {full.partition('.')[2]}: names of {home.__name__}.")
            found.__spec__ = ModuleSpec(full, None, is_package=True)
            found.__path__ = []
            sys.modules[full] = found
            if not hasattr(home, part):
                setattr(home, part, found)
        if not hasattr(home, "__path__"):
            home.__path__ = []  # an opscope module that is a package in Paddle
        home = found
    return home
