"""Aliases for names of a package in submodules, because Paddle has these names in its submodules."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.machinery import ModuleSpec
from types import ModuleType


def alias_in_submodules(package: str, places: Mapping[str, str]) -> None:
    """Add names of an imported package to its submodules. Submodules that do not exist are created.

    After `alias_in_submodules("opscope.paddle.optimizer", {"adamw": "AdamW"})`, programs can import AdamW from
    `paddle.optimizer.adamw`.
    """
    home = sys.modules[package]
    for path, names in places.items():
        module = _module(home, path)
        for name in names.split():
            if not hasattr(module, name):
                setattr(module, name, getattr(home, name))


def _module(home: ModuleType, path: str) -> ModuleType:
    """Return a submodule of `home`. If it does not exist, create it and its parents.

    If the package has a function with the submodule's name, the package's attribute still refers to the function.
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
