"""Analysis of the source of functions, to find functions that only raise an error."""

from __future__ import annotations

import ast
import functools
import inspect
from types import FunctionType
from typing import Any

from opscope.ops.registry import Op

Definition = ast.FunctionDef | ast.AsyncFunctionDef


def only_raises(value: Any, of: str = "") -> bool:
    """Return True if a function or a class's constructor only raises an error.

    If `of` is not "", the error must have the class with the name `of`.
    """
    node = definition_of(code_of(value))
    if node is None:
        return False
    body = [s for s in node.body if not (isinstance(s, ast.Expr) and isinstance(s.value, ast.Constant))]
    return bool(body) and all(isinstance(s, ast.Raise) and (not of or raised_by(s) == of) for s in body)


def code_of(value: Any) -> FunctionType | None:
    """Return the Python function that runs when a value is called. Return None if there is no such function."""
    if isinstance(value, Op):
        value = value.kernel
    if inspect.isclass(value):
        value = value.__init__
    value = inspect.unwrap(value) if callable(value) else value
    return value if isinstance(value, FunctionType) else None


def definition_of(function: FunctionType | None) -> Definition | None:
    """Return the syntax tree of a function. Return None if its file cannot be read."""
    if function is None:
        return None
    code = function.__code__
    return _definitions(code.co_filename).get((code.co_firstlineno, code.co_name))


@functools.cache
def _definitions(path: str) -> dict[tuple[int, str], Definition]:
    """Return the functions of a file as a dict.

    A key is the first line (as in code objects) and the name of a function.
    """
    try:
        with open(path, encoding="utf-8") as file:
            tree = ast.parse(file.read())
    except OSError:  # made at run time: dataclasses
        return {}
    found = [n for n in ast.walk(tree) if isinstance(n, Definition)]
    return {(min([n.lineno, *(d.lineno for d in n.decorator_list)]), n.name): n for n in found}


def raised_by(statement: ast.stmt) -> str:
    """Return the name of the error that a statement raises. Return "" if it raises no error."""
    error = statement.exc if isinstance(statement, ast.Raise) else None
    error = error.func if isinstance(error, ast.Call) else error
    return error.attr if isinstance(error, ast.Attribute) else error.id if isinstance(error, ast.Name) else ""
