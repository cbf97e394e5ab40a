"""Names under the modules where Paddle keeps them, when the files here are cut otherwise."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from importlib.machinery import ModuleSpec
from types import ModuleType


def also_in(package: str, places: Mapping[str, str]) -> None:
    """Put names of an imported package also into modules below it, which are made where there are none.

    `also_in("opscope.paddle.optimizer", {"adamw": "AdamW"})` lets programs import AdamW from `paddle.optimizer.adamw`.
    """
    home = sys.modules[package]
    for path, names in places.items():
        module = _module(home, path)
        for name in names.split():
            if not hasattr(module, name):
                setattr(module, name, getattr(home, name))


def _module(home: ModuleType, path: str) -> ModuleType:
    """The module below home, and those on the way to it. A function of the same name keeps the attribute."""
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
            home.__path__ = []  # a module of ours that is a package of Paddle's
        home = found
    return home
