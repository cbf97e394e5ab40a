"""Where the user made it: the innermost frame outside opscope and the machinery that calls it."""

from __future__ import annotations

import functools
import linecache
import os
import sys
from bisect import bisect_right
from collections.abc import Callable
from types import CodeType, FrameType
from typing import NamedTuple

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
DEMO = os.path.join(PACKAGE, "demo") + os.sep  # a program like a user's
_STDLIB = os.path.dirname(os.__file__) + os.sep
_SITE = os.path.join(_STDLIB, "site-packages") + os.sep

_cell_name: list[Callable[[str], str | None]] = []


class Site(NamedTuple):
    """A line of the user's program. The text is read when asked for: most sites never are.

    `text` is given where the line comes with the program, as from a recording: its file may not be here.
    """

    filename: str
    line: int
    function: str
    text: str | None = None

    @property
    def where(self) -> str:
        """`train.py:20 in main`."""
        return f"{short(self.filename)}:{self.line} in {self.function}"

    @property
    def code(self) -> str:
        """The text of the line, "" where there is none."""
        if self.text is not None:
            return self.text
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


Call = tuple[CodeType, int]  # the code that was running and how far it was: cheap to keep, and a Site when asked for


def site() -> Site | None:
    """The user's line that is being executed; None when there is no such frame."""
    frame = _user(2)
    return None if frame is None else Site(frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name)


def above() -> int:
    """How many frames above the caller the user's line is, as `warnings` counts them; 1 where there is none."""
    frame, count = sys._getframe(1), 0
    while frame is not None and not _users[frame.f_code.co_filename]:
        frame, count = frame.f_back, count + 1
    return count if frame is not None else 1


def calling(above: int = 1) -> Call | None:
    """What `site` finds, as `site_of` understands it: for what happens often and is rarely asked about.

    The search starts `above` frames up: a caller that knows its own callers need not have them looked at.
    """
    frame = _user(above + 1)
    return None if frame is None else (frame.f_code, frame.f_lasti)


def site_of(call: Call | Site | None) -> Site | None:
    """The line of a call; a site is itself."""
    if call is None or isinstance(call, Site):
        return call
    code, instruction = call
    starts, lines = _lines(code)
    # what the compiler added has no line
    return Site(code.co_filename, lines[bisect_right(starts, instruction) - 1] or code.co_firstlineno, code.co_name)


@functools.lru_cache(maxsize=64)
def _lines(code: CodeType) -> tuple[list[int], list[int | None]]:
    """Where the lines of a code object begin: read once, since a long script asks for thousands of its sites."""
    found = list(code.co_lines())
    return [start for start, _, _ in found], [line for _, _, line in found]


def _user(above: int) -> FrameType | None:
    frame = sys._getframe(above)
    while frame is not None and not _users[frame.f_code.co_filename]:
        frame = frame.f_back
    return frame


class _Users(dict[str, bool]):
    """Whether a file is the user's: not opscope's (the demo is a program like a user's), and no machinery."""

    def __missing__(self, filename: str) -> bool:
        ours = filename.startswith(PACKAGE) and not filename.startswith(DEMO)
        self[filename] = found = not ours and not _machinery(filename)
        return found


def _machinery(filename: str) -> bool:
    if filename.startswith("<frozen"):
        return True
    return filename.startswith(_STDLIB) and not filename.startswith(_SITE)


_users = _Users()
