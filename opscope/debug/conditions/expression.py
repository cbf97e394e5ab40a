"""Expressions over the values of a run: `x.max() > 3 and step > 100`. Read by a parser of their own, never by Python's.

h[0, :3].mean() >= -0.5          all(isfinite(h))          loss > 2 * previous(loss)          h.shape == (4, 3)

Names may hold what Paddle puts in them, `fc_0.w_0@GRAD`; see `grammar` for the rest, and `functions()` for what can be
called. The words step, run, op, role and name are the run's; a variable of that name is written in backquotes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from opscope.core.place import is_array, to_host
from opscope.debug.conditions.evaluation import Env, Evaluator
from opscope.debug.conditions.functions import FUNCTIONS
from opscope.debug.conditions.grammar import Parser
from opscope.debug.conditions.nodes import NOT, SUM, WORDS, Comparison, Dotted, Logic, Name, Node, Not, Previous, Word
from opscope.debug.conditions.tokens import refuse
from opscope.errors import ArgumentError, nearest


@dataclass(frozen=True, slots=True)
class Expression:
    """One parsed expression; equal to another that says the same, whatever the spaces and parentheses.

    >>> str(Expression.parse("x.max()>3   and not (step<100)"))
    'x.max() > 3 and not step < 100'
    """

    tree: Node
    source: str = field(compare=False, repr=False)  # what errors show
    bound: bool = field(default=False, compare=False, repr=False)

    @classmethod
    def parse(cls, text: str) -> Expression:
        """The expression of a text. Raises ArgumentError that points at the place."""
        if not isinstance(text, str):
            raise ArgumentError(f"an expression is text, not {type(text).__name__}", fix="for example 'x.max() > 3'")
        return cls(Parser(text).parse(), text)

    def __str__(self) -> str:
        return str(self.tree)

    def names(self) -> tuple[str, ...]:
        """The variables it reads. Before `bind`, `h.shape` is a name as it stands: it may be a property of `h`."""
        return tuple(dict.fromkeys(self._names(self.tree)))

    def previous_names(self) -> tuple[str, ...]:
        """The variables it reads at the step before."""
        found = (name for node in self.tree.walk() if isinstance(node, Previous) for name in self._names(node))
        return tuple(dict.fromkeys(found))

    def _names(self, node: Node) -> Iterator[str]:
        if isinstance(node, Name) or (isinstance(node, Dotted) and not self.bound):
            yield node.text
            return
        for part in node.parts():
            yield from self._names(part)

    def bind(self, known: Collection[str]) -> Expression:
        """The same for a program with these variables: dotted names are told from properties, the longest name wins.

        Raises ArgumentError for a name that is none of them.
        """

        def bound(node: Node) -> Node:
            if isinstance(node, Dotted) and node.text in known:
                return Name(node.text, at=node.at)
            if isinstance(node, Name) and node.text not in known:
                self._unknown(node, known)
            return node.changed(bound)

        return Expression(bound(self.tree), self.source, bound=True)

    def _unknown(self, node: Name, known: Collection[str]) -> None:
        base, _, last = node.text.rpartition(".")
        factors = node.text.split("/")
        fix = nearest(node.text, known) or "the variables of the program have other names"
        if base in known:
            fix = f"a method is called: {base}.{last}()" if last in FUNCTIONS else f"{base!r} has no property {last!r}"
        elif len(factors) > 1 and any(factor in known for factor in factors):
            fix = f"to divide, put spaces around the sign: {' / '.join(factors)}"
        refuse(f"no variable {node.text!r}", self.source, node.at, fix)

    def evaluate(self, env: Env) -> Any:
        """A NumPy array, number, bool, text or tuple; None if a value that it needs is not known yet.

        Raises ArgumentError for what cannot be computed, as an index out of range.
        """
        value = self._at(env).value(self.tree)
        if not is_array(value):
            return value
        host = to_host(value)[()]
        return bool(host) if isinstance(host, np.bool_) else host

    def holds(self, env: Env) -> bool:
        """Whether it is true of this moment; what is not known yet is not. Raises ArgumentError as `evaluate`.

        Also for an array of several elements: that needs any(...) or all(...).
        """
        return self._at(env).truth(self.tree) is True

    def explain(self, env: Env) -> str:
        """Its text with the values found: `x.max() = 4.21 > 3 and step = 112 > 100`; only what decided has any."""
        return _explained(self._at(env), self.tree)

    def _at(self, env: Env) -> Evaluator:
        return Evaluator(self.source, env, env.lookup)


def functions() -> tuple[tuple[str, str], ...]:
    """What can be called, `max(h)` or `h.max()`, and what each says; for help."""
    rows = [(name, function.meaning) for name, function in FUNCTIONS.items()]
    return (*rows, ("previous", "the same at the step before: loss > 2 * previous(loss)"))


def _explained(at: Evaluator, node: Node) -> str:
    if isinstance(node, Comparison):
        return node.joined([_valued(at, operand) for operand in node.operands])
    if isinstance(node, Not):
        return f"not {_bracketed(_explained(at, node.operand), node.operand, NOT)}"
    if not isinstance(node, Logic):
        return _valued(at, node)
    texts: list[str] = []
    decided = False
    for term in node.terms:
        texts.append(term.within(node.rank + 1) if decided else _bracketed(_explained(at, term), term, node.rank + 1))
        decided = decided or at.truth(term) is (node.word == "or")
    return f" {node.word} ".join(texts)


def _bracketed(text: str, node: Node, rank: int) -> str:
    return text if node.rank >= rank else f"({text})"


def _valued(at: Evaluator, node: Node) -> str:
    text = node.within(SUM)
    moving = any(isinstance(n, Name) or (isinstance(n, Word) and n.text in WORDS) for n in node.walk())
    return f"{text} = {shown(at.value(node))}" if moving else text


def shown(value: Any) -> str:
    """A value in a few characters: numbers with six digits, arrays of several elements as `float32[4, 3]`."""
    if value is None:
        return "unknown"
    if is_array(value):
        if value.size != 1:
            return f"{value.dtype}[{', '.join(map(str, value.shape))}]"
        value = to_host(value).item()
    return format(value, ".6g") if isinstance(value, float) else repr(value)
