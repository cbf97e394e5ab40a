"""Subcommands of `python -m opscope`, with one module for each.

To add a subcommand, add a module to this package. The name of the module is the name of the subcommand. The module
defines

    HELP           one line for `opscope --help`
    DESCRIPTION    a sentence for `opscope NAME --help`
    add(parser)    add its arguments to an `argparse.ArgumentParser`
    run(options)   execute it and return the exit status

At the top, a module imports only the modules that its parser needs. The function `run` imports the other modules, so
that each subcommand starts fast.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from collections.abc import Callable
from typing import Protocol, cast

ORDER = (
    "run",
    "launch",
    "debug",
    "record",
    "dap",
    "profile",
    "check",
    "diff",
    "report",
    "api",
    "demo",
)  # order in `opscope --help`; others follow by name


class Subcommand(Protocol):
    """Interface of the modules of this package."""

    HELP: str
    DESCRIPTION: str
    add: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


def load_subcommands() -> dict[str, Subcommand]:
    """Return a mapping from the names of subcommands to their modules."""
    names = sorted(info.name for info in pkgutil.iter_modules(__path__))
    names.sort(key=lambda name: ORDER.index(name) if name in ORDER else len(ORDER))
    return {name: cast(Subcommand, importlib.import_module(f"{__name__}.{name}")) for name in names}
