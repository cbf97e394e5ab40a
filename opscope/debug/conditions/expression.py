"""Expressions over values of a run, for example `x.max() > 3 and step > 100`.

The debugger has its own parser for expressions, and never passes an expression to `eval`.

h[0, :3].mean() >= -0.5          all(isfinite(h))          loss > 2 * previous(loss)          h.shape == (4, 3)

Names may contain the special characters of Paddle's names, as in `fc_0.w_0@GRAD`. The module `grammar` describes the
syntax. `functions()` lists the functions. In an expression, the names step, run, op, role, name and value refer to the
run. If a variable has one of these names, write its name in backquotes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from opscope.core.place import is_array, to_host
from opscope.debug.conditions.evaluation import ConditionEnv, Evaluator
from opscope.debug.conditions.functions import FUNCTIONS, MEASURES, value_text
from opscope.debug.conditions.grammar import ExpressionParser
from opscope.debug.conditions.nodes import (
    NOT,
    PREVIOUS,
    RUN_FIELDS,
    SUM,
    BinaryOp,
    BooleanOp,
    BuiltinName,
    Call,
    Comparison,
    Dotted,
    Index,
    Negative,
    Not,
    NumberLiteral,
    Previous,
    SyntaxNode,
    VariableName,
)
from opscope.debug.conditions.tokens import raise_at
from opscope.errors import ArgumentError
from opscope.names.value_name import suggestion

_ELEMENT = re.compile(r"[^\[]+(?:\[(?:\d+|'[^']*'|\"[^\"]*\")\])+")


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression. Two expressions are equal if their texts differ only in spaces and redundant parentheses.

    >>> str(Expression.parse("x.max()>3   and not (step<100)"))
    'x.max() > 3 and not step < 100'
    """

    tree: SyntaxNode
    source: str = field(compare=False, repr=False)  # shown in errors
    bound: bool = field(default=False, compare=False, repr=False)

    @classmethod
    def parse(cls, text: str) -> Expression:
        """Parse an expression. Raises ArgumentError, whose text shows the expression with a caret under the mistake."""
        if not isinstance(text, str):
            raise ArgumentError(
                f"an expression must be text, not {type(text).__name__}", fix="pass text, for example 'x.max() > 3'"
            )
        return cls(ExpressionParser(text).parse(), text)

    def __str__(self) -> str:
        return str(self.tree)

    def names(self) -> tuple[str, ...]:
        """Return the names of the variables that the expression reads.

        Before `bind` is called, `h.shape` counts as one name, even if it is a property of `h`.
        """
        return tuple(dict.fromkeys(self._names(self.tree)))

    def possible_names(self) -> tuple[str, ...]:
        """Return all names in the expression that may be variables in some program.

        For example, the possible names in `outs[2].shape` are outs, outs[2] and outs[2].shape.
        """
        named = (n for n in self.tree.walk() if isinstance(n, VariableName | Dotted | Index))
        found = (str(n) if isinstance(n, Index) else n.text for n in named if not isinstance(n, Index) or _is_name(n))
        return tuple(dict.fromkeys(found))

    def previous_names(self) -> tuple[str, ...]:
        """Return the names of the variables whose values from the previous step the expression reads."""
        found = (name for node in self.tree.walk() if isinstance(node, Previous) for name in self._names(node))
        return tuple(dict.fromkeys(found))

    def _names(self, node: SyntaxNode) -> Iterator[str]:
        if isinstance(node, VariableName) or (isinstance(node, Dotted) and not self.bound):
            yield node.text
            return
        for child in node.children():
            yield from self._names(child)

    def bind(self, known: Collection[str]) -> Expression:
        """Return the expression for a program that has the variables `known`. `a.b` becomes a variable or a property.

        Raises ArgumentError for a name that is not the name of a variable.
        """

        def bind_node(node: SyntaxNode) -> SyntaxNode:
            if isinstance(node, Dotted) and node.text in known:
                return VariableName(node.text, column=node.column)
            if isinstance(node, Index) and _is_name(node) and str(node) in known:
                return VariableName(str(node), column=node.column)
            if isinstance(node, VariableName) and node.text not in known:
                self._unknown(node, known)
            return node.map_children(bind_node)

        return Expression(bind_node(self.tree), self.source, bound=True)

    def rename(self, names: Mapping[str, str]) -> Expression:
        """Return the expression with other names for some variables. Call this method after `bind`."""

        def rename_node(node: SyntaxNode) -> SyntaxNode:
            if isinstance(node, VariableName) and node.text in names:
                return VariableName(names[node.text], column=node.column)
            return node.map_children(rename_node)

        return Expression(rename_node(self.tree), self.source, bound=True)

    def _unknown(self, node: VariableName, known: Collection[str]) -> None:
        base, _, last = node.text.rpartition(".")
        factors = node.text.split("/")
        fix = suggestion(node.text, known, RUN_FIELDS)
        if base and base in known:
            fix = f"a method is called: {base}.{last}()" if last in FUNCTIONS else f"{base!r} has no property {last!r}"
        elif len(factors) > 1 and any(factor in known for factor in factors if factor):
            fix = f"to divide, put spaces around the sign: {' / '.join(factors)}"
        raise_at(f"no variable {node.text!r}", self.source, node.column, fix)

    def evaluate(self, env: ConditionEnv) -> Any:
        """Return the result as a NumPy array, number, bool, text or tuple. Return None if a required value is unknown.

        Raises ArgumentError if the expression cannot be computed, for example if an index is out of range.
        """
        value = self._evaluator(env).value(self.tree)
        if not is_array(value):
            return value
        host = to_host(value)[()]
        return bool(host) if isinstance(host, np.bool_) else host

    def float_dtype(self, env: ConditionEnv) -> Any:
        """Return the NumPy dtype of a result that is computed from floats narrower than float64. Otherwise return None.

        The dtype is needed because the results of measures such as `max` are Python numbers. Raises ArgumentError in
        the same cases as `evaluate`.
        """
        return _float_dtype(self._evaluator(env), self.tree)

    def holds(self, env: ConditionEnv) -> bool:
        """Return True if the expression is true in an environment.

        If a value that the expression reads is unknown, the result is False. Raises ArgumentError in the same cases as
        `evaluate`, and also if the result has several elements. Such an expression needs any(...) or all(...).
        """
        return self._evaluator(env).truth(self.tree) is True

    def explain(self, env: ConditionEnv) -> str:
        """Return the expression as text with the values in it: `x.max() = 4.21 > 3 and step = 112 > 100`."""
        return _explain(self._evaluator(env), self.tree)

    def _evaluator(self, env: ConditionEnv) -> Evaluator:
        return Evaluator(self.source, env, env.lookup)


def _is_name(node: Index) -> bool:
    """Return True if an index may be part of a name, as in `outs[2]` and `d['k']`, unlike `h[0, :3]`."""
    return _ELEMENT.fullmatch(str(node)) is not None


def functions() -> tuple[tuple[str, str], ...]:
    """Return the names of the functions (written `max(h)` or `h.max()`) with a description of each result.

    The help text shows this list.
    """
    rows = [(name, function.meaning) for name, function in FUNCTIONS.items()]
    return (*rows, (PREVIOUS, "the value in the previous step: loss > 2 * previous(loss)"))


def _float_dtype(evaluator: Evaluator, node: SyntaxNode) -> Any:
    if isinstance(node, Negative):
        return _float_dtype(evaluator, node.operand)
    if isinstance(node, BinaryOp):
        sides = [n for n in (node.left, node.right) if not isinstance(n, NumberLiteral | BuiltinName)]
        found = [_float_dtype(evaluator, n) for n in sides]
        return None if not found or None in found else np.result_type(*found)
    if not isinstance(node, Call) or node.function not in MEASURES:
        return None
    dtype = getattr(evaluator.value(node.operand), "dtype", None)
    return dtype if dtype is not None and dtype.kind == "f" and dtype.itemsize < 8 else None


def _explain(evaluator: Evaluator, node: SyntaxNode) -> str:
    if isinstance(node, Comparison):
        says_it = set(node.signs) == {"=="} and evaluator.truth(node) is True  # `step == 3`, not `step = 3 == 3`
        return str(node) if says_it else node.joined([_with_value(evaluator, operand) for operand in node.operands])
    if isinstance(node, Not):
        return f"not {_parenthesized(_explain(evaluator, node.operand), node.operand, NOT)}"
    if not isinstance(node, BooleanOp):
        return _with_value(evaluator, node)
    texts: list[str] = []
    decided = False
    for term in node.terms:
        texts.append(
            term.as_operand(node.rank + 1)
            if decided
            else _parenthesized(_explain(evaluator, term), term, node.rank + 1)
        )
        decided = decided or evaluator.truth(term) is (node.word == "or")
    return f" {node.word} ".join(texts)


def _parenthesized(text: str, node: SyntaxNode, rank: int) -> str:
    return text if node.rank >= rank else f"({text})"


def _with_value(evaluator: Evaluator, node: SyntaxNode) -> str:
    text = node.as_operand(SUM)
    varies = any(
        isinstance(n, VariableName) or (isinstance(n, BuiltinName) and n.text in RUN_FIELDS) for n in node.walk()
    )
    return f"{text} = {value_text(evaluator.value(node))}" if varies else text
