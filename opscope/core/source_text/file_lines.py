"""Text of source files, from linecache."""

from __future__ import annotations

import inspect
import linecache
from typing import Any

# The file name of each text that `exec` compiles without a name, such as the methods of named tuples and dataclasses.
# In Python 3.13, linecache has the text of `python -c` under this name, which the lines of another text do not fit.
SHARED_NAME = "<string>"


def source_lines(filename: str) -> list[str]:
    """Return the lines of a file, a notebook cell or the standard input, with line ends.

    Return [] if the text is not available, or if several texts have this name.
    """
    return [] if filename == SHARED_NAME else linecache.getlines(filename)


def source_line(filename: str, number: int) -> str:
    """Return a line of a file, with its line end. Return "" if there is no such line."""
    return "" if filename == SHARED_NAME else linecache.getline(filename, number)


def definition_lines(value: Any) -> tuple[list[str], int]:
    """Return the lines of a function, code object or class, and the number of the first line.

    Raises OSError if the text is not available, and TypeError for another object.
    """
    if inspect.getsourcefile(value) == SHARED_NAME:
        raise OSError("could not get source code")
    return inspect.getsourcelines(value)
