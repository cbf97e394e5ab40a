"""Calls of public functions in the user's code, and the expressions of their arguments in the source."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from types import CodeType
from typing import NamedTuple

from opscope.core.public_calls import OWNER, methods, ops, wrappers
from opscope.core.source import CodePosition, UserCall
from opscope.names.call_node import has_own_arguments
from opscope.names.returned_values import Node, Path, target_text
from opscope.ops.registry import Op


class PublicCall(NamedTuple):
    """A call of a public function, with dicts from paths to the values in its arguments and in its result.

    The path of a positional argument begins with the argument's number. The path of a keyword argument begins with its
    name. The path of a method's object begins with OWNER. `tick` is the last place before the function returned.
    `length` is the number of elements of the result.
    """

    tick: int
    position: CodePosition
    call: UserCall
    given: Mapping[Path, str]
    made: Mapping[Path, str]
    length: int


def returns_itself(op: Op, called: CodeType | None) -> bool:
    """Return True if the user's code calls an op directly: as a function, by a Python operator, or as a method.

    Other functions may call several ops. The result of such a function is recorded when the function returns.
    """
    if called is None or called in ops or called in methods:
        return True
    if called in wrappers:
        return False
    filename = called.co_filename.replace("\\", "/")
    if filename.endswith("opscope/ops/tensor_operators.py"):
        return op.name != "cast" or called.co_name == "astype"  # a number's dtype may convert the tensor first
    return "/opscope/eager/" in filename or "/opscope/ir/" in filename


def is_by_operator(called: CodeType | None) -> bool:
    """Return True if a Python operator calls the op.

    If the source has a function call at this place, a function such as Python's `sum` uses the operator.
    """
    return (
        called is not None
        and called not in methods
        and (called.co_name[:2] == "__" or called.co_name == "method")
        and called not in ops
    )


def argument_texts(node: Node, given: Mapping[Path, str]) -> Iterator[tuple[str, str]]:
    """Yield the name of each argument of a call in the source, with the argument's value."""
    for path, value in given.items() if has_own_arguments(node) else ():
        if text := _text_of(_expression(node, path[0]), path[1:]):
            yield text, value


def _expression(node: Node, key: int | str) -> Node:
    match node:
        case ast.BinOp():
            return node.left if key == OWNER else node.right
        case ast.Compare(comparators=[right]):
            return node.left if key == OWNER else right
        case ast.AugAssign():
            return node.target if key == OWNER else node.value
        case ast.UnaryOp():
            return node.operand
        case ast.Call():
            return _argument(node, key)
        case _:
            return None


def _argument(node: ast.Call, key: int | str) -> Node:
    if key == OWNER:
        return node.func.value if isinstance(node.func, ast.Attribute) else None
    if isinstance(key, str):
        return next((k.value for k in node.keywords if k.arg == key), None)
    before = node.args[: key + 1]
    return None if len(before) <= key or any(isinstance(a, ast.Starred) for a in before) else before[key]


def _text_of(node: Node, rest: Path) -> str:
    """Return the text of the element of an expression at the path `rest`.

    For the path (1,), the text is `b` if the expression is `[a, b]`, and `xs[1]` if the expression is `xs`.
    """
    while rest and isinstance(node, ast.List | ast.Tuple):
        key = rest[0]
        if not isinstance(key, int) or any(isinstance(e, ast.Starred) for e in node.elts[: key + 1]):
            return ""
        node, rest = node.elts[key] if key < len(node.elts) else None, rest[1:]
    text = target_text(node)
    if not text or not is_constant_text(node):
        return ""
    return text + "".join(f"[{key!r}]" for key in rest)


def is_constant_text(node: Node) -> bool:
    """Return True if each index in a name is a constant.

    In `outs[i]`, the index is not a constant, because the element changes with i.
    """
    while not isinstance(node, ast.Name):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, ast.Constant):
            return False
        node = getattr(node, "value", None)
        if node is None:
            return False
    return True


def operand_texts(
    node: Node, op: Op, inputs: tuple[str | None, ...], called: CodeType | None
) -> Iterator[tuple[str, str]]:
    """Yield each input of an op with its name in the source. The user's code must call the op directly."""
    match node:
        case ast.Call() if not is_by_operator(called):
            yield from argument_texts(node, dict(_given(node, op, inputs, called not in ops)))
        case ast.BinOp() | ast.Compare():
            pair = [node.left, node.right] if isinstance(node, ast.BinOp) else [node.left, *node.comparators]
            yield from _operands(pair, inputs)
        case ast.AugAssign():
            yield from _operands([node.target, node.value], inputs)
        case ast.UnaryOp():
            yield from _operands([node.operand], inputs[:1])
        case ast.Subscript():
            yield from _operands([node.value], inputs[:1])
        case _:
            pass


def _operands(nodes: list[Node], inputs: tuple[str | None, ...]) -> Iterator[tuple[str, str]]:
    """Yield the name of each operand of a Python operator, with the input of the op.

    Numbers are attributes, not inputs. So if the op has only one input, the other operand must be a constant.
    """
    variable = [n for n in nodes if not isinstance(n, ast.Constant | ast.UnaryOp)]
    values = [v for v in inputs if v is not None]
    if len(variable) == len(values) <= len(nodes):
        for node, value in zip(variable, values, strict=True):
            if (text := target_text(node)) and is_constant_text(node):
                yield text, value


def _given(node: ast.Call, op: Op, inputs: tuple[str | None, ...], is_method: bool) -> Iterator[tuple[Path, str]]:
    """Yield the path of each input in the arguments of a call, with the input.

    A caller passes the inputs of a variadic op as one list, or as separate arguments.
    """
    for index, value in enumerate(inputs):
        if value is None:
            continue
        at, name = index - is_method, op.inputs[index] if index < len(op.inputs) else op.variadic
        if index >= len(op.inputs):
            at, element = len(op.inputs) - is_method, index - len(op.inputs)
            if any(k.arg == name for k in node.keywords):
                yield (name, element), value
            elif len(node.args) > at >= 0 and _is_list(node.args, at, len(inputs) - len(op.inputs)):
                yield (at, element), value
        elif any(k.arg == name for k in node.keywords):
            yield (name,), value
        else:
            yield ((OWNER,) if at < 0 else (at,)), value


def _is_list(args: list[Node], at: int, count: int) -> bool:
    """Return True if an argument is the list of the inputs of a variadic op.

    The argument is a list or a tuple, or it is the last argument and contains several inputs.
    """
    return isinstance(args[at], ast.List | ast.Tuple) or (len(args) == at + 1 and count > 1)
