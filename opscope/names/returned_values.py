"""Search for the statements of a function that return an assigned value, or assign it to another name."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple

Node = Any  # an ast.AST; `executing` gives it a `parent`
Path = tuple[Any, ...]  # indices and keys of an element
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_READ = (ast.Name, ast.Constant, ast.Attribute, ast.Compare, ast.BoolOp, ast.UnaryOp, ast.expr_context)
_TESTS = (*_READ, ast.cmpop, ast.boolop, ast.unaryop)


class ReturnCondition(NamedTuple):
    """The test of an `if` statement, and the result that this test must have."""

    test: Node
    truth: bool

    def may_hold(self, names: dict[str, Any]) -> bool:
        """Return False if the test certainly has another result.

        The result of the test is known only if the test contains only names and constants.
        """
        if not all(isinstance(node, _TESTS) for node in ast.walk(self.test)):
            return True
        code = compile(ast.Expression(self.test), "<test>", "eval")
        try:
            return bool(eval(code, {}, names)) == self.truth  # only reads names: see _TESTS
        except Exception:  # noqa: BLE001 (a global name or an array: unknown)
            return True


def passed_on(node: Node) -> tuple[Node, ReturnCondition] | None:
    """Return the argument that a function of opscope may return, such as `out` of `to_last(out, last)`.

    The second result is the condition under which the function returns this argument. Return None for other calls.
    """
    match node:
        case ast.Call(func=ast.Name(id="to_last"), args=[value, last]):
            return value, ReturnCondition(last, False)
        case ast.Call(func=ast.Name(id="with_bias"), args=[value, bias]):
            test = ast.Compare(bias, [ast.Is()], [ast.Constant(None)])
            return value, ReturnCondition(ast.fix_missing_locations(ast.copy_location(test, bias)), True)
        case _:
            return None


class ReturnedValue(NamedTuple):
    """The place of a value in the result of a function. The function returns the value if all conditions are true."""

    place: Path
    conditions: tuple[ReturnCondition, ...]


def returned_values(target: Node, text: str) -> list[ReturnedValue]:
    """Return the places of a value in the result of a function. The value is assigned to the target `text`."""
    return list(dict.fromkeys(_follow_all(target, text).returned))


def uses_of_name(target: Node, text: str) -> list[Node]:
    """Return the nodes in later statements that read a target by its name and assign its value to another name."""
    return list(dict.fromkeys(_follow_all(target, text).kept))


class _Found(NamedTuple):
    returned: list[ReturnedValue]
    kept: list[Node]


def _follow_all(target: Node, text: str) -> _Found:
    statement = target
    while statement is not None and not isinstance(statement, ast.stmt):
        statement = getattr(statement, "parent", None)
    found = _Found([], [])
    conditions: tuple[ReturnCondition, ...] = ()
    while statement is not None and not isinstance(statement, FUNCTIONS):
        parent = getattr(statement, "parent", None)
        block = _block_with(parent, statement)
        rest = block[block.index(statement) + 1 :] if block else []
        continuing = _follow(rest, text, conditions, found)
        if continuing is None:
            break
        if isinstance(parent, ast.For | ast.While) and block is parent.body:  # the beginning of the next iteration
            _follow(block[: block.index(statement)], text, continuing, found)
        conditions, statement = continuing, parent
    return found


def _block_with(parent: Node, statement: Node) -> list[Node]:
    for block in ("body", "orelse", "finalbody", "handlers"):
        statements = getattr(parent, block, None)
        if isinstance(statements, list) and statement in statements:
            return statements
    return []


def _follow(
    statements: list[Node], text: str, conditions: tuple[ReturnCondition, ...], found: _Found
) -> tuple[ReturnCondition, ...] | None:
    """Add the values that the statements return. Returns the conditions under which the name still has the value.

    Returns None if the name never has the value after these statements.
    """
    for statement in statements:
        found.kept.extend(_kept(statement, text))
        match statement:
            case ast.Return():
                if statement.value is not None:
                    found.returned.extend(
                        ReturnedValue(place, (*conditions, *more))
                        for name, place, more in _names_in(statement.value, (), ())
                        if name == text
                    )
                return None
            case ast.Raise() | ast.Continue() | ast.Break():
                return None
            case ast.If():
                met = _follow(statement.body, text, (*conditions, ReturnCondition(statement.test, True)), found)
                missed = _follow(statement.orelse, text, (*conditions, ReturnCondition(statement.test, False)), found)
                if met is None and missed is None:
                    return None
                if met is None or missed is None:
                    conditions = (met or ()) + (missed or ())
            case ast.With() | ast.AsyncWith() | ast.Try():
                after = _follow(statement.body, text, conditions, found)
                if after is None:
                    return None
                conditions = after
            case ast.For() | ast.While() | ast.AsyncFor():  # its body is perhaps not executed
                _follow(statement.body, text, conditions, found)
            case _:
                if (behind := _behind(statement, text, conditions)) is None:
                    return None
                conditions = behind
    return conditions


def _behind(statement: Node, text: str, conditions: tuple[ReturnCondition, ...]) -> tuple[ReturnCondition, ...] | None:
    """Return the conditions under which a name still has its value after a statement.

    Return None if the name gets another value in any case. After `out = with_bias(out, bias)` or
    `out = out if norm is None else norm(out)`, the name still has its value under a condition.
    """
    if text not in _assigned(statement):
        return conditions
    value = getattr(statement, "value", None)
    found = () if isinstance(value, ast.Tuple | ast.List | ast.Dict) else _names_in(value, (), ())
    return next(((*conditions, *more) for name, _, more in found if name == text), None)


def _kept(statement: Node, text: str) -> Iterator[Node]:
    """Yield the nodes that read a name in an assignment or an `append`, which stores the value.

    Yield nothing if the statement also assigns to the name, as in a swap.
    """
    match statement:
        case ast.Assign() | ast.AnnAssign() if statement.value is not None and text not in _assigned(statement):
            waiting = [statement.value]
        case ast.Expr(value=ast.Call(func=ast.Attribute(attr="append")) as call):
            waiting = [*call.args]
        case _:
            return
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Tuple | ast.List):
            waiting += node.elts
        elif isinstance(node, ast.Dict):
            waiting += node.values
        elif target_text(node) == text:
            yield node


def _assigned(statement: Node) -> Iterator[str]:
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    waiting = list(targets)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Tuple | ast.List):
            waiting += node.elts
        elif isinstance(node, ast.Starred):
            waiting.append(node.value)
        elif node is not None:
            yield target_text(node)


def _names_in(
    node: Node, place: Path, conditions: tuple[ReturnCondition, ...]
) -> Iterator[tuple[str, Path, tuple[ReturnCondition, ...]]]:
    """Yield each name in a returned expression, with its place and the conditions from `a if test else b`."""
    match node:
        case ast.Name() | ast.Attribute() | ast.Subscript():
            yield target_text(node), place, conditions
        case ast.Tuple() | ast.List():
            for i, element in enumerate(node.elts):
                yield from _names_in(element, (*place, i), conditions)
        case ast.Dict():
            for key, value in zip(node.keys, node.values, strict=True):
                if isinstance(key, ast.Constant):
                    yield from _names_in(value, (*place, key.value), conditions)
        case ast.IfExp():
            yield from _names_in(node.body, place, (*conditions, ReturnCondition(node.test, True)))
            yield from _names_in(node.orelse, place, (*conditions, ReturnCondition(node.test, False)))
        case ast.Call() if passed := passed_on(node):
            yield from _names_in(passed[0], place, (*conditions, passed[1]))
        case _:
            pass


def target_text(node: Node) -> str:
    """Return the text of a name, an attribute or an element, such as `self.h` or `d['k']`.

    Return "" for other expressions.
    """
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = target_text(node.value)
        return base and f"{base}.{node.attr}"
    if isinstance(node, ast.Subscript):
        base = target_text(node.value)
        return base and f"{base}[{ast.unparse(node.slice)}]"
    return ""
