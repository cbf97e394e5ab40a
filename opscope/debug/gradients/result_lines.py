"""Search for the line of a backward function that computes a certain gradient among the returned gradients."""

from __future__ import annotations

import ast
import functools
import textwrap
from collections.abc import Iterator
from types import CodeType
from typing import Any

from opscope.core.source import Site
from opscope.core.source_text.file_lines import definition_lines
from opscope.debug.gradients.checker import function_of

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def line_of_result(function: Any, position: int, count: int) -> str:
    """Return the line that computes the returned gradient at an index, as text such as `train.py:24 in backward`.

    `position` is the index of the gradient, and `count` is the number of returned gradients. The result is "" if the
    line is unclear. If the last statement that sets the returned variable always runs, the result is the line of this
    statement. Otherwise, the result is the line of the return statement.
    """
    code = getattr(function_of(function), "__code__", None)
    line = 0 if code is None else _line(code, position, count)
    return Site(code.co_filename, line, code.co_name).where if code is not None and line else ""


@functools.lru_cache(1024)
def _line(code: CodeType, position: int, count: int) -> int:
    try:
        lines, first = definition_lines(code)
        tree = ast.parse(textwrap.dedent("".join(lines)))
    except (OSError, SyntaxError):  # no source, or a lambda within a longer line
        return 0
    function = tree.body[0] if tree.body else None
    if not isinstance(function, ast.FunctionDef):
        return 0
    value = _returned(function, position, count)
    if value is None:
        return 0
    line = value.lineno
    if isinstance(value, ast.Name):
        setters = [n for n in _own(function) if _sets(n, value.id)]
        if setters and all(n in function.body for n in setters):
            line = setters[-1].lineno
    return first + line - 1


def _returned(function: ast.FunctionDef, position: int, count: int) -> ast.expr | None:
    """Return the expression of a returned gradient. Return None if the function has several return statements."""
    returns = [n for n in _own(function) if isinstance(n, ast.Return)]
    value = returns[0].value if len(returns) == 1 else None
    if isinstance(value, ast.Tuple | ast.List):
        return value.elts[position] if len(value.elts) == count else None
    return value if count == 1 else None


def _own(function: ast.AST) -> Iterator[ast.stmt]:
    """Yield the statements of a function, without statements of nested functions and classes."""
    for child in ast.iter_child_nodes(function):
        if isinstance(child, ast.stmt):
            yield child
        if not isinstance(child, _SCOPES):
            yield from _own(child)


def _sets(statement: ast.stmt, name: str) -> bool:
    """Return True if a statement binds a name, or writes into the value of the name.

    Inner statements are not examined.
    """
    targets: list[ast.expr] = []
    if isinstance(statement, ast.Assign):
        targets = statement.targets
    elif isinstance(statement, ast.AugAssign | ast.AnnAssign | ast.For):
        targets = [statement.target]
    names = [n for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]
    return any(n.id == name for n in names)
