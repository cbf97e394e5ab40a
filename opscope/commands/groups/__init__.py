"""The commands of the prompt and of `%opscope`, with one module for each group.

To add a command, write a function with `@command(...)` in one of these modules or in a new module. All modules of this
package are imported when a front end starts. The function gets the `CommandSession` and arguments of `kinds`. The first
line of its docstring is the short help, and the rest is the long help. `table` explains the options. The function
returns a result. Next to the function is the renderer (`@renders`) for the type of the result.
"""

from __future__ import annotations

import importlib
import pkgutil


def load_commands() -> None:
    """Import every module of this package, which registers its commands."""
    for info in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{info.name}")
