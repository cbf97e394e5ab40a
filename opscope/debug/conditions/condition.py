"""Condition of a breakpoint or watchpoint: a predicate on a single value, or an expression."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from opscope.debug.conditions.evaluation import ConditionEnv
from opscope.debug.conditions.expression import Expression
from opscope.debug.conditions.functions import FUNCTIONS
from opscope.debug.conditions.nodes import (
    CONSTANTS,
    KEYWORDS,
    PREVIOUS,
    RUN_FIELDS,
    BuiltinName,
    Call,
    Dotted,
    StringLiteral,
    SyntaxNode,
    VariableName,
)
from opscope.debug.conditions.predicates import PREDICATES, Predicate, PredicateDefinition, find_predicate, predicate
from opscope.errors import ArgumentError

_PREDICATE = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*(?P<rest>.*?)\s*", re.ASCII | re.DOTALL)
_BOUND = re.compile(r"\(\s*(?P<inner>[^()]*?)\s*\)|(?P<bare>(?:[+-]?\.?\d|[A-Za-z_]).*)", re.ASCII | re.DOTALL)
_READ = (VariableName, BuiltinName, Dotted, Call)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Condition:
    """Condition of a breakpoint or watchpoint: a predicate on one value, or an expression over any values."""

    test: Predicate | Expression

    @classmethod
    def parse(cls, text: str) -> Condition:
        """Parse the text of a condition: `max_gt(3)`, `max_gt 3`, `has_nan`, or an expression.

        Raises ArgumentError if the text has a mistake. The text of the error shows the correct syntax.
        """
        test = _parse_predicate(text) or Expression.parse(text)
        if isinstance(test, Expression) and isinstance(test.tree, StringLiteral):
            raise ArgumentError(f"{text} is a string, not a condition", fix="remove the quotes")
        return cls(test)

    @classmethod
    def of_values(cls, text: str) -> Condition:
        """Parse the text of a condition.

        Raises ArgumentError as `parse` does. Also raises ArgumentError for a condition that reads no value, because the
        result of such a condition never changes.
        """
        found = cls.parse(text)
        if isinstance(found.test, Expression) and not any(map(_reads, found.test.tree.walk())):
            fix = (
                "write has_inf_or_nan, or loss.nan() > 0" if text.strip() in ("nan", "inf") else "for example loss > 2"
            )
            raise ArgumentError(
                f"the condition {text} reads no value, so it would always be true or always be false", fix=fix
            )
        return found

    def __str__(self) -> str:
        return str(self.test)

    @property
    def about_value(self) -> bool:
        """True for a condition on the value at the breakpoint: a predicate, or an expression with the name `value`."""
        if isinstance(self.test, Predicate):
            return True
        return any(isinstance(node, BuiltinName) and node.text == "value" for node in self.test.tree.walk())

    @property
    def about_place(self) -> bool:
        """True for a condition that reads `op`, `role` or `name` (the name of the value at the breakpoint)."""
        if isinstance(self.test, Predicate):
            return False
        return any(isinstance(n, BuiltinName) and n.text in ("op", "role", "name") for n in self.test.tree.walk())

    def names(self) -> tuple[str, ...]:
        """Return the names of the variables that the condition reads, except `value` (the value at the breakpoint)."""
        return self.test.names() if isinstance(self.test, Expression) else ()

    def possible_names(self) -> tuple[str, ...]:
        """Return all names in the condition that may be variables, except `value` (the value at the breakpoint)."""
        return self.test.possible_names() if isinstance(self.test, Expression) else ()

    def previous_names(self) -> tuple[str, ...]:
        """Return the names of the variables whose values from the previous step the condition reads."""
        return self.test.previous_names() if isinstance(self.test, Expression) else ()

    def bind(self, known: Collection[str]) -> Condition:
        """Return the condition for a program that has the variables `known`.

        Raises ArgumentError for a name that is not the name of a variable.
        """
        return Condition(self.test.bind(known)) if isinstance(self.test, Expression) else self

    def rename(self, names: Mapping[str, str]) -> Condition:
        """Return the condition with other names for some variables. Call this method after `bind`."""
        return Condition(self.test.rename(names)) if isinstance(self.test, Expression) else self

    def holds(self, env: ConditionEnv) -> bool:
        """Return True if the condition is true at the current position of the run.

        If a value that the condition reads is unknown, the result is False. Raises ArgumentError.
        """
        if isinstance(self.test, Expression):
            return self.test.holds(env)
        return env.value is not None and self.test.holds(env.value)

    def known(self, env: ConditionEnv) -> bool | None:
        """Return True or False, the result of the condition, or None if a value that the condition reads is unknown.

        Raises ArgumentError.
        """
        if isinstance(self.test, Expression):
            return None if self.test.evaluate(env) is None else self.test.holds(env)
        return None if env.value is None else self.test.holds(env.value)

    def explain(self, env: ConditionEnv) -> str:
        """Return the text of the condition with the values that the condition has read."""
        if isinstance(self.test, Expression):
            return self.test.explain(env)
        return f"{self.test}: the value is not known" if env.value is None else self.test.explain(env.value)


def completions() -> tuple[str, ...]:
    """Return all words that completion offers in a condition, except names of variables."""
    return (*FUNCTIONS, *PREDICATES, PREVIOUS, *RUN_FIELDS, *KEYWORDS)


def _reads(node: SyntaxNode) -> bool:
    return isinstance(node, _READ) and not (isinstance(node, BuiltinName) and node.text in CONSTANTS)


def _parse_predicate(text: str) -> Predicate | None:
    """Parse a predicate. Return None if the text is an expression."""
    match = _PREDICATE.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        return None
    name, rest = match["name"], match["rest"]
    bound = _BOUND.fullmatch(rest)
    given = "" if bound is None else (bound["inner"] or bound["bare"] or "")
    definition = find_predicate(name)
    if definition is None:
        if _NUMBER.fullmatch(given) and name not in FUNCTIONS:
            predicate(name)  # raises: an unknown name before a number is a misspelled predicate
        return None
    if rest and bound is None:
        if rest.startswith("("):
            raise ArgumentError(
                f"{name} cannot be combined with `and` or `or`", facts={"given": text}, fix=_fix(name, definition)
            )
        return None  # a variable named like a predicate: `has_nan.max() > 3`
    if given and not _NUMBER.fullmatch(given):
        raise ArgumentError(
            f"{name} always tests the value at which the breakpoint stops: no other name or condition can follow",
            facts={"given": text},
            fix=_fix(name, definition),
        )
    return predicate(name, _parse_number(given) if given else None)


def _fix(name: str, definition: PredicateDefinition) -> str:
    form = definition.example.replace(definition.name, name)
    return f"write {form}, or an expression such as `h.max() > 3 and h.nan() == 0`"


def _parse_number(text: str) -> int | float:
    return int(text) if re.fullmatch(r"[+-]?\d{1,18}", text) else float(text)
