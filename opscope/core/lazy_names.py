"""Names that a module loads when they are first used. Each module has a table, which a function reads."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Mapping
from typing import Any, NoReturn


def load(target: str) -> Any:
    """Import the object for "package.module:member", or the module "package.module"."""
    module, _, member = target.partition(":")
    found = importlib.import_module(module)
    return getattr(found, member) if member else found


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
