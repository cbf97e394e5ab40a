"""The names of IPython's cells: code of a cell has a made-up file name."""

from __future__ import annotations

import sys
from typing import Any


def cell_name(filename: str) -> str | None:
    """`cell [3]` for the file name that IPython compiles a cell under; None for any other, and outside of IPython."""
    shell = _shell()
    try:
        found = None if shell is None else shell.compile.format_code_name(filename)
    except AttributeError:  # another shell than IPython's
        return None
    return None if found is None else f"cell {found[1].removeprefix('In')}"


def _shell() -> Any:
    """The running IPython. Nothing imports it here: where it runs, it has been imported."""
    module = sys.modules.get("IPython.core.getipython")
    return None if module is None else module.get_ipython()
