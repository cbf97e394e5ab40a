"""Instructions of the user's functions that execute an operator each time that they are executed.

A call of `paddle.exp` always executes an operator. A call of a user's function may execute none, if its operators are
in a branch or in a loop.
"""

from __future__ import annotations

import ast
import functools
from collections.abc import Collection, Iterator, Set
from types import CodeType
from typing import Any

from opscope.eager.tensor import Tensor
from opscope.names.call_node import node_or_statement_at, tree_of
from opscope.names.returned_values import FUNCTIONS, Node
from opscope.names.statement_graph import END, function_of, has_ways, statement_graph, statement_of
from opscope.names.user_functions import is_generator

_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_IMPORTS = (ast.Import, ast.ImportFrom)


class OperatorCalls:
    """The instructions that have executed operators, with the user's functions that they called."""

    def __init__(self) -> None:
        self._called: dict[CodeType, dict[int, set[CodeType]]] = {}
        self._certain: dict[CodeType, frozenset[int]] = {}  # the instructions that are certain in each call ...
        self._variable: dict[CodeType, frozenset[int]] = {}  # ... or once they have executed an operator

    def add(self, code: CodeType, instruction: int, called: CodeType | None) -> None:
        """Add an instruction that has executed an operator. `called` is the user's function that it has called."""
        found = self._called.setdefault(code, {})
        if instruction not in found or (called is not None and called not in found[instruction]):
            found.setdefault(instruction, set()).update(() if called is None else (called,))
            self._certain.clear()
            self._variable.clear()

    def certain(self, code: CodeType, executed: Set[int] = frozenset()) -> frozenset[int]:
        """Return the instructions of a function that execute an operator each time that they are executed.

        `executed` are instructions that have executed an operator in the same call of the function. An instruction
        `act(x)` is then certain, although `act` may be another function in another call.
        """
        if code not in self._variable:
            variable = (i for i in self._called.get(code, ()) if _calls_variable(code, i))
            self._variable[code] = frozenset(i for i in variable if self._executes(code, i, frozenset()))
        return self._find(code, frozenset()) | (self._variable[code] & executed)

    def _find(self, code: CodeType, around: frozenset[CodeType]) -> frozenset[int]:
        if code not in self._certain:
            found = self._called.get(code, {}).items()
            same = (i for i, codes in found if _calls_same_function(code, i, bool(codes)))
            self._certain[code] = frozenset(i for i in same if self._executes(code, i, around))
        return self._certain[code]

    def _executes(self, code: CodeType, instruction: int, around: frozenset[CodeType]) -> bool:
        """Return True if each function that an instruction has called always executes an operator."""
        return all(self._always_executes(each, around | {code}) for each in self._called[code][instruction])

    def _always_executes(self, code: CodeType, around: frozenset[CodeType]) -> bool:
        """Return True if each call of a function executes an operator. `around` are the functions that call it."""
        if is_generator(code) or code in around:
            return True
        nodes = [node_or_statement_at(code, each) for each in self._find(code, around)]
        function = function_of(nodes[0]) if nodes else None
        if isinstance(function, ast.Lambda):
            return not all(map(_is_in_way, nodes))
        is_known = isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and code.co_name == function.name
        return is_known and _always_passes(function, {*map(statement_of, nodes)} - {None})


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


# --- the function that is called -------------------------------------------------------------------------


def _calls_same_function(code: CodeType, instruction: int, is_of_user: bool) -> bool:
    """Return True if a call calls the same function each time, in all calls of the function that contains it.

    An attribute of an object, such as `self.act`, may be another function in another object. `is_of_user` is True if
    the call has called a function of the user. If it has not, a method such as `x.exp()` is a method of a tensor.
    """
    node = node_or_statement_at(code, instruction)
    if not isinstance(node, ast.Call):
        return True
    called = node.func
    if isinstance(called, ast.Name):
        return _is_constant(called.id, code, instruction)
    if not isinstance(called, ast.Attribute):
        return False
    return (not is_of_user and hasattr(Tensor, called.attr)) or _is_of_module(called, tree_of(code, instruction))


def _calls_variable(code: CodeType, instruction: int) -> bool:
    """Return True for a call of a variable that keeps its value in each call of the function that contains it."""
    node = node_or_statement_at(code, instruction)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
        return False
    bindings = _bindings(tree_of(code, instruction)).get(node.func.id, ())
    return not _is_bound_in_loop(node.func) and not any(
        isinstance(each, ast.Global | ast.Nonlocal) for each in bindings
    )


def _is_constant(name: str, code: CodeType, instruction: int) -> bool:
    """Return True if the name in a function is bound only once in its file: by a definition, or in the module."""
    bindings = _bindings(tree_of(code, instruction)).get(name, ())
    if len(bindings) == 1 and isinstance(bindings[0], ast.Name):
        return name not in (*code.co_varnames, *code.co_cellvars, *code.co_freevars) and not _is_in_loop(bindings[0])
    return len(bindings) <= 1 or all(isinstance(each, _IMPORTS) for each in bindings)


def _is_of_module(called: ast.Attribute, tree: Any) -> bool:
    """Return True for an attribute of an imported module or of a class, such as `F.relu` or `Cube.apply`."""
    base: Node = called
    while isinstance(base, ast.Attribute):
        base = base.value
    bindings = _bindings(tree).get(base.id, ()) if isinstance(base, ast.Name) else ()
    if len(bindings) == 1 and isinstance(value := _assigned_value(bindings[0]), ast.Attribute):
        return _is_of_module(value, tree)  # F = nn.functional
    return bool(bindings) and all(isinstance(each, (*_IMPORTS, ast.ClassDef)) for each in bindings)


def _assigned_value(target: Node) -> Node:
    """Return the node of the value that an assignment gives to a name. Return None for another binding."""
    around = getattr(target, "parent", None)
    match around, getattr(around, "parent", None):
        case ast.Assign(value=value), _:
            return value
        case ast.Tuple(elts=targets), ast.Assign(value=ast.Tuple(elts=values)) if len(targets) == len(values):
            return values[targets.index(target)]
        case _:
            return None


@functools.lru_cache(maxsize=256)
def _bindings(tree: Any) -> dict[str, list[Node]]:
    """Return the nodes of a file that bind each name."""
    found: dict[str, list[Node]] = {}
    for node in [] if tree is None else ast.walk(tree):
        for name in _bound(node):
            found.setdefault(name, []).append(node)
    return found


def _bound(node: Node) -> Iterator[str]:
    match node:
        case ast.Name(ctx=ast.Store() | ast.Del()):
            yield node.id
        case ast.arg():
            yield node.arg
        case ast.FunctionDef() | ast.AsyncFunctionDef():
            if not isinstance(getattr(node, "parent", None), ast.ClassDef):
                yield node.name
        case ast.ClassDef():
            yield node.name
        case ast.Import() | ast.ImportFrom():
            yield from ((alias.asname or alias.name).partition(".")[0] for alias in node.names)
        case ast.Global() | ast.Nonlocal():
            yield from node.names
        case (
            ast.ExceptHandler(name=str() as name) | ast.MatchAs(name=str() as name) | ast.MatchStar(name=str() as name)
        ):
            yield name
        case _:
            pass


def _is_in_loop(node: Node) -> bool:
    while node is not None and not isinstance(node, (*FUNCTIONS, *_LOOPS)):
        node = getattr(node, "parent", None)
    return isinstance(node, _LOOPS)


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
