"""Instructions of the user's functions that execute an operator each time that they are executed.

A call of `paddle.exp` always executes an operator. A call of a user's function may execute none, if its operators are
in a branch or in a loop.
"""

from __future__ import annotations

import ast
from collections.abc import Collection
from types import CodeType
from typing import Any

from opscope.names.call_node import node_or_statement_at
from opscope.names.public_call import is_constant_text
from opscope.names.returned_values import FUNCTIONS, Node
from opscope.names.statement_graph import END, function_of, has_ways, statement_graph, statement_of
from opscope.names.user_functions import RECEIVERS, is_generator

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class OperatorCalls:
    """The instructions that have executed operators, with the user's functions that they called."""

    def __init__(self) -> None:
        self._called: dict[CodeType, dict[int, set[CodeType]]] = {}
        self._certain: dict[CodeType, frozenset[int]] = {}  # the answers of `certain`, until an instruction is added

    def add(self, code: CodeType, instruction: int, called: CodeType | None) -> None:
        """Add an instruction that has executed an operator. `called` is the user's function that it has called."""
        found = self._called.setdefault(code, {})
        if instruction not in found or (called is not None and called not in found[instruction]):
            found.setdefault(instruction, set()).update(() if called is None else (called,))
            self._certain.clear()

    def certain(self, code: CodeType) -> frozenset[int]:
        """Return the instructions of a function that execute an operator each time that they are executed."""
        return self._find(code, frozenset())

    def _find(self, code: CodeType, around: frozenset[CodeType]) -> frozenset[int]:
        if code not in self._certain:
            called, inside = self._called.get(code, {}), around | {code}
            found = (
                i
                for i, codes in called.items()
                if not _calls_one_of_several(code, i, bool(codes))
                and all(self._always_executes(c, inside) for c in codes)
            )
            self._certain[code] = frozenset(found)
        return self._certain[code]

    def _always_executes(self, code: CodeType, around: frozenset[CodeType]) -> bool:
        """Return True if each call of a function executes an operator. `around` are the functions that call it."""
        if is_generator(code) or code in around:
            return True
        nodes = [node_or_statement_at(code, each) for each in self._find(code, around)]
        function = function_of(nodes[0]) if nodes else None
        if isinstance(function, ast.Lambda):
            return not all(map(_is_in_way, nodes))
        is_known = isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and code.co_name == function.name
        return is_known and _always_passes(function, {statement_of(node) for node in nodes})


def _calls_one_of_several(code: CodeType, instruction: int, is_of_user: bool) -> bool:
    """Return True if a call may call another function each time, as in `for act in acts: h = act(x)`.

    Another function may execute no operator. `is_of_user` is True if the call has called a function of the user. If it
    has not, a method such as `x.exp()` is a method of a tensor, and always the same.
    """
    node = node_or_statement_at(code, instruction)
    called = node.func if isinstance(node, ast.Call) else None
    if isinstance(called, ast.Subscript):
        return not is_constant_text(called)
    while is_of_user and isinstance(called, ast.Attribute):
        called = called.value
    if not isinstance(called, ast.Name) or called.id in RECEIVERS:
        return False
    parameters = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return called.id in parameters or _is_bound_in_loop(called)


def _is_bound_in_loop(name: ast.Name) -> bool:
    """Return True if a loop or a comprehension around a name binds the name."""
    node: Node = name
    while node is not None and not isinstance(node, FUNCTIONS):
        if isinstance(node, _LOOPS) and any(
            isinstance(each, ast.Name) and each.id == name.id and isinstance(each.ctx, ast.Store)
            for each in ast.walk(node)
        ):
            return True
        node = getattr(node, "parent", None)
    return False


def _always_passes(function: Node, statements: Collection[Any]) -> bool:
    """Return True if each way through a function contains one of the statements."""
    graph = statement_graph(function)
    blocked = {each for each in statements if not has_ways(each)}
    return not graph.between([graph.first], END, blocked) - blocked


def _is_in_way(node: Node) -> bool:
    while node is not None and not isinstance(node, ast.Lambda):
        if isinstance(node, ast.IfExp | ast.BoolOp):
            return True
        node = getattr(node, "parent", None)
    return False
