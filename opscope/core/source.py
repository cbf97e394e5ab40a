"""Where the user made it: the innermost frame outside opscope and the machinery that calls it."""

from __future__ import annotations

import linecache
import os
import sys
from collections.abc import Callable
from typing import NamedTuple

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
DEMO = os.path.join(PACKAGE, "demo") + os.sep  # a program like a user's
_STDLIB = os.path.dirname(os.__file__) + os.sep
_SITE = os.path.join(_STDLIB, "site-packages") + os.sep

_cell_name: list[Callable[[str], str | None]] = []


class Site(NamedTuple):
    """A line of the user's program. The text is read when asked for: most sites never are."""

    filename: str
    line: int
    function: str

    @property
    def where(self) -> str:
        """`train.py:20 in main`."""
        return f"{short(self.filename)}:{self.line} in {self.function}"

    @property
    def code(self) -> str:
        """The text of the line, "" where there is none."""
        return linecache.getline(self.filename, self.line).strip()


def short(filename: str) -> str:
    """A file's name as a person knows it: relative when below the working folder, cells by number."""
    for cell_name in _cell_name:
        if name := cell_name(filename):
            return name
    if filename.startswith("<"):
        return filename
    if "ipykernel_" in filename:  # /tmp/ipykernel_4711/12345.py: a notebook cell, and nobody who knows its number
        return "<cell>"
    relative = os.path.relpath(filename) if os.path.isabs(filename) else filename
    return filename if relative.startswith("..") else relative


def name_cells(cell_name: Callable[[str], str | None]) -> None:
    """Let whoever knows notebooks say what a cell's file is called, None if it is no cell's."""
    _cell_name[:] = [cell_name]


def site() -> Site | None:
    """The user's line that is being executed; None when there is no such frame."""
    frame = sys._getframe(1)
    while frame is not None:
        name = frame.f_code.co_filename
        if (not name.startswith(PACKAGE) or name.startswith(DEMO)) and not _machinery(name):
            return Site(name, frame.f_lineno, frame.f_code.co_name)
        frame = frame.f_back
    return None


def _machinery(filename: str) -> bool:
    if filename.startswith("<frozen"):
        return True
    return filename.startswith(_STDLIB) and not filename.startswith(_SITE)
