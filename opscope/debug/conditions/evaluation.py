"""Evaluator of expressions: walks over the syntax tree. Elementwise operations give the same results as in NumPy.

If a value is not known yet, the evaluator uses None for it. The result of an operation on an unknown value is unknown.
Logic operations have three results: True, False and unknown. So `step > 100 and x.max() > 3` is False at step 1, even
if x has no value. Arithmetic in expressions gives no warnings. For example, 1 / 0 is inf.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from opscope.core.place import array_module, is_array, to_host
from opscope.debug.conditions import nodes
from opscope.debug.conditions.functions import FUNCTIONS, number
from opscope.debug.conditions.nodes import CONSTANTS, SyntaxNode
from opscope.debug.conditions.tokens import raise_at
from opscope.errors import OpscopeError

_SIGNS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "==": operator.eq, "!=": operator.ne,
}  # fmt: skip


class ConditionEnv(Protocol):
    """Environment of an expression: the values that the expression reads at one position of a run.

    In an environment, None always stands for an unknown value.
    """

    @property
    def step(self) -> int | None: ...
    @property
    def run(self) -> int | None: ...
    @property
    def op(self) -> str | None: ...
    @property
    def role(self) -> str | None: ...
    @property
    def name(self) -> str | None: ...
    @property
    def value(self) -> Any:
        """The value that the breakpoint examines. Expressions read this value under the name `value`."""
        ...

    def lookup(self, name: str) -> Any:
        """Return the current value of a variable."""
        ...

    def previous(self, name: str) -> Any:
        """Return the value of a variable at the previous step."""
        ...


class Evaluator:
    """Evaluator of syntax nodes. `lookup` returns the value of a variable in this step or in the previous step."""

    def __init__(self, text: str, env: ConditionEnv, lookup: Callable[[str], Any]) -> None:
        self.text = text
        self.env = env
        self.lookup = lookup

    def value(self, node: SyntaxNode) -> Any:
        """Return the value of a node of the syntax tree. Return None if the value is unknown.

        Raises ArgumentError if the value cannot be computed.
        """
        try:
            with np.errstate(all="ignore"):
                return _EVALUATORS[type(node)](self, node)
        except OpscopeError:
            raise
        except (ArithmeticError, IndexError, TypeError, ValueError) as e:
            raise_at(f"{node} cannot be computed: {e}", self.text, node.column, "look at its parts with `p`")

    def truth(self, node: SyntaxNode) -> bool | None:
        """Return True if a node is true, or False if it is false.

        Return None if a value that the node needs is unknown. Raises ArgumentError for an array of several elements,
        which is neither true nor false.
        """
        value = self.value(node)
        if isinstance(value, str | tuple):
            raise_at(
                f"{node} is {value!r}, which is neither true nor false", self.text, node.column, "compare it with =="
            )
        if is_array(value):
            if value.size != 1:
                raise_at(f"{node} is a whole array, which is neither true nor false",
                       self.text, node.column, f"write any({node}) or all({node})")  # fmt: skip
            value = number(value)
        return None if value is None else bool(value)


def _builtin_name(evaluator: Evaluator, node: nodes.BuiltinName) -> Any:
    return CONSTANTS[node.text] if node.text in CONSTANTS else getattr(evaluator.env, node.text)


def _dotted(evaluator: Evaluator, node: nodes.Dotted) -> Any:
    whole = evaluator.lookup(node.text)
    return _property(evaluator.value(node.base), node.member) if whole is None else whole


def _property(value: Any, name: str) -> Any:
    return None if value is None else FUNCTIONS[name].call(value)


def _call(evaluator: Evaluator, node: nodes.Call) -> Any:
    operand = evaluator.value(node.operand)
    if operand is None:
        return None
    found = FUNCTIONS[node.function].call(operand)
    return number(found) if is_array(found) and not is_array(operand) and not found.ndim else found


def _previous(evaluator: Evaluator, node: nodes.Previous) -> Any:
    return Evaluator(evaluator.text, evaluator.env, evaluator.env.previous).value(node.operand)


def _index(evaluator: Evaluator, node: nodes.Index) -> Any:
    base: Any = evaluator.value(node.base)
    if base is None:  # it may be a name: outs[2]
        return evaluator.lookup(str(node))
    found = [_index_item(evaluator, item) for item in node.items]
    if any(f is None for f in found):
        return None
    if not (is_array(base) or isinstance(base, tuple)):
        raise TypeError(f"{base!r} cannot be indexed, because it is not an array")
    key: Any = found[0] if len(found) == 1 else tuple(found)
    return base[key]


def _index_item(evaluator: Evaluator, node: SyntaxNode) -> Any:
    if isinstance(node, nodes.EllipsisIndex):
        return Ellipsis
    if isinstance(node, nodes.Slice):
        ends = [None if end is None else _integer(evaluator.value(end)) for end in (node.start, node.stop, node.stride)]
        given = sum(end is not None for end in (node.start, node.stop, node.stride))
        return slice(*ends) if sum(end is not None for end in ends) == given else None
    value = evaluator.value(node)
    return value if is_array(value) and value.ndim else _integer(value)


def _integer(value: Any) -> int | None:
    value = number(value) if is_array(value) and not value.ndim else value
    if value is not None and (isinstance(value, bool) or not isinstance(value, int)):
        raise TypeError(f"an index must be a whole number, not {value!r}")
    return value


def _tuple(evaluator: Evaluator, node: nodes.Tuple) -> Any:
    found = tuple(evaluator.value(item) for item in node.items)
    return None if any(f is None for f in found) else found


def _negative(evaluator: Evaluator, node: nodes.Negative) -> Any:
    value = evaluator.value(node.operand)
    return None if value is None else -_numeric(value)


def _binary(evaluator: Evaluator, node: nodes.BinaryOp) -> Any:
    left, right = evaluator.value(node.left), evaluator.value(node.right)
    if left is None or right is None:
        return None
    left, right = _on_same_device(_numeric(left), _numeric(right))
    if is_array(left) or is_array(right):
        return _SIGNS[node.sign](left, right)
    if node.sign in ("/", "**") or (
        right == 0 and node.sign in ("//", "%")
    ):  # where Python raises, or returns a complex number
        return float(_SIGNS[node.sign](np.float64(left), np.float64(right)))
    return _SIGNS[node.sign](left, right)


def _numeric(value: Any) -> Any:
    if isinstance(value, str | tuple):
        raise TypeError(f"{value!r} is not a number")
    return value


def _on_same_device(left: Any, right: Any) -> tuple[Any, Any]:
    """Return two arrays. If the arrays are on different devices, return copies of them on the host."""
    if is_array(left) and is_array(right) and array_module(left) is not array_module(right):
        return to_host(left), to_host(right)
    return left, right


def _comparison(evaluator: Evaluator, node: nodes.Comparison) -> Any:
    found: Any = True
    left = evaluator.value(node.operands[0])
    for sign, operand in zip(node.signs, node.operands[1:], strict=True):
        right = evaluator.value(operand)
        found = _and(found, None if left is None or right is None else _compare(sign, left, right))
        left = right
    return found


def _and(one: Any, other: Any) -> Any:
    if one is False or other is False:
        return False
    if one is None or other is None:
        return None
    one, other = _on_same_device(one, other)
    return one & other


def _compare(sign: str, left: Any, right: Any) -> Any:
    kinds = [next((t for t in (str, tuple) if isinstance(v, t)), float) for v in (left, right)]
    if kinds[0] is not kinds[1]:
        raise TypeError("a text can be compared only with a text, and a tuple only with a tuple")
    if sign not in ("==", "!="):
        if kinds[0] is not float:
            raise TypeError("text and tuples have no order: use == or !=")
        if any(is_array(v) and v.dtype.kind == "c" for v in (left, right)):
            raise TypeError("complex values have no order: compare abs(...)")
    return _SIGNS[sign](*_on_same_device(left, right))


def _not(evaluator: Evaluator, node: nodes.Not) -> bool | None:
    truth = evaluator.truth(node.operand)
    return None if truth is None else not truth


def _logic(evaluator: Evaluator, node: nodes.BooleanOp) -> bool | None:
    decisive = node.word == "or"
    unknown = False
    for term in node.terms:
        truth = evaluator.truth(term)
        if truth is decisive:
            return decisive
        unknown = unknown or truth is None
    return None if unknown else not decisive


_EVALUATORS: Mapping[type[SyntaxNode], Callable[[Evaluator, Any], Any]] = {
    nodes.NumberLiteral: lambda evaluator, node: node.value,
    nodes.StringLiteral: lambda evaluator, node: node.value,
    nodes.VariableName: lambda evaluator, node: evaluator.lookup(node.text),
    nodes.BuiltinName: _builtin_name,
    nodes.Dotted: _dotted,
    nodes.Attribute: lambda evaluator, node: _property(evaluator.value(node.base), node.member),
    nodes.Call: _call,
    nodes.Previous: _previous,
    nodes.Index: _index,
    nodes.Tuple: _tuple,
    nodes.Negative: _negative,
    nodes.BinaryOp: _binary,
    nodes.Comparison: _comparison,
    nodes.Not: _not,
    nodes.BooleanOp: _logic,
}
