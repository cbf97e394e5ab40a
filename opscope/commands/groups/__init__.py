"""The commands of the prompt and of `%opscope`, with one module for each group.

To add a command, write a function with `@command(...)` in one of these modules or in a new module. All modules of this
package are imported when a front end starts. The function receives the `CommandSession`, and arguments whose
annotations are `kinds`. The first line of its docstring is the short help, and the rest is the long help. The module
`table` explains the options of `@command`. The function returns a result. Define the renderer (`@renders`) for the type
of the result next to the function.
"""

from __future__ import annotations

import importlib
import pkgutil


def load_commands() -> None:
    """Import every module of this package. Each import registers the commands of the module."""
    for info in pkgutil.iter_modules(__path__):
        importlib.import_module(f"{__name__}.{info.name}")
