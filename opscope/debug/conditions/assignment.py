"""Parser of an assignment to a variable or to a part of a variable.

The assigned value must be a literal, because no expression is evaluated.
"""

from __future__ import annotations

from typing import Any

from opscope.debug.conditions import nodes
from opscope.debug.conditions.expression import Expression
from opscope.debug.conditions.nodes import SyntaxNode
from opscope.errors import ArgumentError


def literal(text: str) -> Any:
    """Parse a literal: a number, True, False, None, a string, or a list of such literals in brackets.

    A string has quotes, or is a single word without quotes. A list becomes a tuple.

    >>> literal("[1, 2]"), literal("-0.5"), literal("upscale_in_train"), literal("'a b'")
    ((1, 2), -0.5, 'upscale_in_train', 'a b')
    """
    text = text.strip()
    if text == "None":
        return None
    if text.startswith("[") and text.endswith("]"):
        inner = text[1:-1].strip().rstrip(",")
        return () if not inner else _literal(Expression.parse(f"({inner},)").tree, text)
    return _literal(Expression.parse(text).tree, text)


def _literal(node: SyntaxNode, text: str) -> Any:
    match node:
        case nodes.NumberLiteral() | nodes.StringLiteral():
            return node.value
        case nodes.Negative(operand=nodes.NumberLiteral() as number):
            return -number.value
        case nodes.BuiltinName() if node.text in nodes.CONSTANTS:
            return nodes.CONSTANTS[node.text]
        case nodes.VariableName() | nodes.BuiltinName():
            return node.text
        case nodes.Tuple():
            return tuple(_literal(item, text) for item in node.items)
        case _:
            raise ArgumentError(f"{text!r} is not a plain value", fix="use a number, True, False, a text, or [1, 2]")


def target(text: str) -> tuple[str, Any]:
    """Parse a variable with an optional index. Raises ArgumentError for any other text.

    >>> target("h[0, :3]"), target("fc_0.w_0@GRAD")
    (('h', (0, slice(None, 3, None))), ('fc_0.w_0@GRAD', Ellipsis))
    """
    node = Expression.parse(text).tree
    items: tuple[SyntaxNode, ...] = ()
    if isinstance(node, nodes.Index):
        node, items = node.base, node.items
    if not isinstance(node, nodes.VariableName | nodes.BuiltinName | nodes.Dotted):
        raise ArgumentError(
            f"{text!r} is neither a variable nor a part of a variable", fix="write, for example, h or h[0, :3]"
        )
    return node.text, tuple(_position(item, text) for item in items) if items else ...


def _position(node: SyntaxNode, text: str) -> Any:
    match node:
        case nodes.EllipsisIndex():
            return ...
        case nodes.Slice():
            ends = [None if end is None else _position(end, text) for end in (node.start, node.stop, node.stride)]
            return slice(*ends)
        case nodes.NumberLiteral() if node.text.isdigit():
            return node.value
        case nodes.Negative(operand=nodes.NumberLiteral() as number) if number.text.isdigit():
            return -number.value
        case _:
            raise ArgumentError(f"an index must consist of whole numbers, not of {node}", facts={"in": text})
