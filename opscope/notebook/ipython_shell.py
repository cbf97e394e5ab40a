"""Access to IPython: the running shell, the current cell, and the output of threads."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from IPython.core.getipython import get_ipython

_started: dict[str, tuple[int, int]] = {}


def shell() -> Any:
    """Return the running IPython; None in plain Python."""
    return get_ipython()


def cell_number(ip: Any) -> int:
    """Return the number of the running cell: the n in `In [n]`.

    IPython 9 increases n before the cell runs; older versions increase n after the cell has run.
    """
    history = ip.history_manager
    return ip.execution_count if history is None else max(len(history.input_hist_raw) - 1, 0)


def slot() -> str | None:
    """Return an identifier for the run that this cell starts.

    If the cell is run again, the identifier is the same. Return None outside of cells.

    A cell is identified by the id that the front end sends, or else by its text.
    """
    ip = shell()
    if ip is None or not (number := cell_number(ip)):
        return None
    cell = cell_id(ip) or _text_of_cell(ip)
    before, nth = _started.get(cell, (0, 0))
    nth = nth + 1 if before == number else 0
    _started[cell] = number, nth
    return f"{cell}:{nth}"


def cell_id(ip: Any) -> str | None:
    """Return the id of the running cell from JupyterLab, Notebook or VS Code; None in nbconvert and papermill."""
    parent = ip.get_parent() if hasattr(ip, "get_parent") else {}
    return (parent or {}).get("metadata", {}).get("cellId")


def has_jupyter_page(ip: Any) -> bool:
    """Return True if JupyterLab or Notebook runs the cell."""
    return not (cell_id(ip) or "vscode-").startswith("vscode-")  # VS Code sends the cell's address


def _text_of_cell(ip: Any) -> str:
    typed = ip.history_manager.input_hist_raw[-1] if ip.history_manager else ""
    return hashlib.sha1(typed.encode(), usedforsecurity=False).hexdigest()


def output_here() -> Callable[[], None]:
    """Return a function that a worker thread calls so that the output of the thread appears at the current cell."""
    ip = shell()
    follow = getattr(ip, "set_thread_parent", None)
    if follow is None:  # ipykernel 6 does this by the context in which the thread was started
        return lambda: None
    parent = ip.get_parent()
    return lambda: follow(parent)
