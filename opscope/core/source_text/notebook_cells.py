"""Source lines of IPython's cells. IPython generates a file name for each cell, and compiles magics to Python code."""

from __future__ import annotations

import re
import sys
from typing import Any

from opscope.core.source_text.file_lines import source_line, source_lines

_NUMBER = re.compile(r"cell \[(\d+)\]")


def cell_name(filename: str) -> str | None:
    """Return the name of a cell, such as `cell [3]`, from the file name that IPython has generated for the cell.

    Return None for other files, and outside of IPython.
    """
    shell = _shell()
    try:
        found = None if shell is None else shell.compile.format_code_name(filename)
    except AttributeError:  # another shell than IPython's
        return None
    return None if found is None else f"cell {found[1].removeprefix('In')}"


def typed_lines(filename: str) -> list[str]:
    """Return the lines of a file, without line ends.

    The lines of a cell are returned as the user typed them, such as `%time train()`. For this line, IPython compiles
    `get_ipython().run_line_magic('time', 'train()')`, and linecache contains this compiled text. If compilation has
    changed the number of lines of a cell, the compiled lines are returned, so that the line numbers are right.
    """
    lines = [line.rstrip("\r\n") for line in source_lines(filename)]
    if not any("get_ipython()" in line or line.startswith(_COMMENTED) for line in lines):
        return lines
    typed = _typed_text(filename).splitlines()
    while typed and not typed[0].strip() and len(typed) > len(lines):  # IPython removes them
        del typed[0]
    fits = len(typed) == len(lines) and all(
        own == line or "get_ipython()" in line or line == f"# {own}" for own, line in zip(typed, lines, strict=True)
    )
    return typed if fits else lines


def typed_line(filename: str, number: int) -> str:
    """Return a line of a file as the user typed it. Return "" if there is no such line."""
    line = source_line(filename, number).rstrip("\r\n")
    if "get_ipython()" not in line and not line.startswith(_COMMENTED):
        return line
    lines = typed_lines(filename)
    return lines[number - 1] if 0 < number <= len(lines) else line


def magic_cell(filename: str, number: int) -> str | None:
    """Return the name of a cell, such as `cell [3]`, if its line is an IPython magic. Otherwise, return None."""
    is_magic = "get_ipython()" in source_line(filename, number)
    return cell_name(filename) if is_magic else None


_COMMENTED = "# %%"  # `%%opscope` is a comment in the code that is compiled


def _typed_text(filename: str) -> str:
    """Return the text of a cell as the user typed it.

    Return "" for other files and for cells not in IPython's history.
    """
    found = _NUMBER.fullmatch(cell_name(filename) or "")
    if found is None:
        return ""
    history = getattr(_shell(), "history_manager", None)
    texts = [] if history is None else history.input_hist_raw
    number = int(found[1])
    return texts[number] if number < len(texts) else ""


def _shell() -> Any:
    """Return the running IPython, without importing IPython, because a running IPython is already imported."""
    module = sys.modules.get("IPython.core.getipython")
    return None if module is None else module.get_ipython()
