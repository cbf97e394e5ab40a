"""The commands of the prompt and of `%opscope`, one module per group.

To add a command, write a function with `@command(...)` in one of these modules, or in a new one: all modules of this
package are imported when a front end starts. The function gets the `CommandSession` and arguments of `kinds`; the first
line of its docstring is the short help, the rest the long one. `table` explains the options. It returns a result, whose
type has one renderer (`@renders`), beside it.
"""

from __future__ import annotations

import importlib
import pkgutil


def load_commands() -> None:
    """Import every module of this package, which registers its commands."""
    for info in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{info.name}")
