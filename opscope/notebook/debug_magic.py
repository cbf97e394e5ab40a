"""Extension of IPython's `%debug` to runs.

For a stopped run, it prints advice. For a failed run, it shows the frames.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from opscope.debug.runs.run import Run
from opscope.notebook.live import is_newer_than_exceptions, latest

_originals: dict[str, Callable[..., Any]] = {}  # IPython's own, for lines and for cells


def install_debug_magic(ip: Any) -> None:
    """Extend `%debug` to runs."""
    for kind, find in (("line", ip.find_line_magic), ("cell", ip.find_cell_magic)):
        original = find("debug")  # it may be loaded only now
        if original is not None:
            _originals[kind] = original
            ip.magics_manager.magics[kind]["debug"] = _beside_runs(ip, original)


def remove_debug_magic(ip: Any) -> None:
    """Restore IPython's own `%debug`."""
    for kind, original in _originals.items():
        ip.magics_manager.magics[kind]["debug"] = original
    _originals.clear()


def _beside_runs(ip: Any, original: Callable[..., Any]) -> Callable[..., Any]:
    @functools.wraps(original)
    def debug(line: str = "", *cell: str, **options: Any) -> Any:
        run = latest()
        if run is not None and not line.strip() and not cell:
            if text := _advice(run):
                print(text)  # noqa: T201
                return None
            if _has_failed_last(run):
                _show_next(ip, run.error)
        return original(line, *cell, **options)

    return debug


def _advice(run: Run) -> str:
    """Return advice about a run in progress. Return "" if the user needs IPython's own `%debug`, after an exception."""
    if run.session.threads.here is not None:
        return "%debug cannot ask for input in the thread of a run. Use breakpoint() to stop the run there"
    if run.done or not is_newer_than_exceptions(run):
        return ""
    if run.here is None:
        return "the run is not stopped. Use %opscope pause, then %opscope where, up, locals or p EXPR"
    return (
        f"{repr(run.here).splitlines()[0]}: use %opscope where, up, down, locals or p EXPR to inspect this place, and "
        "next or step to go on line by line; %debug is for exceptions"
    )


def _has_failed_last(run: Run) -> bool:
    return run.done and run.error is not None and is_newer_than_exceptions(run)


def _show_next(ip: Any, error: BaseException | None) -> None:
    """Make `%debug` show an exception that no cell has raised."""
    assert error is not None
    sys.last_type, sys.last_value, sys.last_traceback = type(error), error, error.__traceback__
    if sys.version_info >= (3, 12):
        sys.last_exc = error
    ip.InteractiveTB.tb = None  # else it shows the last printed exception
