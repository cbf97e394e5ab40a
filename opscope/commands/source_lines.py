"""Lines of source files, and functions around a line."""

from __future__ import annotations

import ast
from typing import NamedTuple

from opscope.core.source_text.file_lines import source_lines


class SourceLines(NamedTuple):
    """Lines of a file that are to be shown. `line` is the current line; `stops` are the lines with breakpoints."""

    file: str
    text: str
    shown: range
    line: int
    stops: set[int]


def enclosing_function(path: str, line: int) -> tuple[int, int]:
    """Return the first and last line of the innermost function around a line, or else of the whole file."""
    lines = source_lines(path)
    found = 1, len(lines)
    try:
        tree = ast.parse("".join(lines))
    except SyntaxError:
        return found
    for node in ast.walk(tree):  # breadth first: inner functions come later
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            if first <= line <= (node.end_lineno or first):
                found = first, node.end_lineno or first
    return found
