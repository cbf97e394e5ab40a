"""Variables that another function of the user may rebind without an operator, as `weight = spare` after `nonlocal`.

The calls of a function that executes no operator are not seen. So the value of such a variable is known only until the
program goes on.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Iterator
from types import CodeType
from typing import Any, NamedTuple

from opscope.core.source import RecordedCode
from opscope.names.call_node import tree_of
from opscope.names.returned_values import Node

_NONE: frozenset[str] = frozenset()
# their results are new values, so an operator has made them, and it shows where the program is
_MAKING = (ast.Call, ast.BinOp, ast.UnaryOp, ast.Compare, ast.Await)


class _Store(NamedTuple):
    """A variable that a function rebinds without an operator. `around` are the functions that may own the variable."""

    name: str
    function: str
    around: frozenset[str]
    is_global: bool


def rebound_elsewhere(code: CodeType | RecordedCode, instruction: int) -> frozenset[str]:
    """Return the variables of a function, and the globals, that other functions may rebind without an operator.

    `instruction` is an instruction of the function.
    """
    return _NONE if isinstance(code, RecordedCode) else _rebound_elsewhere(code, instruction)


@functools.lru_cache(maxsize=8192)
def _rebound_elsewhere(code: CodeType, instruction: int) -> frozenset[str]:
    tree = tree_of(code, instruction)
    if tree is None:
        return _NONE
    return frozenset(
        store.name
        for store in _stores(tree)
        if (store.is_global and store.function != code.co_name and store.name not in code.co_varnames)
        or (store.name in code.co_cellvars and code.co_name in store.around)
    )


@functools.lru_cache(maxsize=256)
def _stores(tree: Any) -> tuple[_Store, ...]:
    found: list[_Store] = []
    for declaration in ast.walk(tree):
        if not isinstance(declaration, ast.Global | ast.Nonlocal):
            continue
        functions = list(_functions_around(declaration))
        if not functions:  # a `global` of a module
            continue
        function, around = functions[0], frozenset(each.name for each in functions[1:])
        for name in declaration.names:
            if any(_is_rebound(each, name) for each in ast.walk(function)):
                found.append(_Store(name, function.name, around, isinstance(declaration, ast.Global)))
    return tuple(found)


def _functions_around(node: Node) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Yield the functions that contain a node, innermost first."""
    while (node := getattr(node, "parent", None)) is not None:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _is_rebound(node: Any, name: str) -> bool:
    """Return True for a place where a name gets or loses a value that no operator makes there."""
    if not isinstance(node, ast.Name) or node.id != name or not isinstance(node.ctx, ast.Store | ast.Del):
        return False
    around = getattr(node, "parent", None)
    if isinstance(around, ast.AugAssign):
        return False
    is_assigned = isinstance(around, ast.Assign | ast.AnnAssign | ast.NamedExpr)
    return not (is_assigned and isinstance(around.value, _MAKING))
