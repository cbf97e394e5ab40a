"""The 13 predicates about one value, `max_gt(3)` or `has_nan`, and conditions: a predicate or an expression."""

from __future__ import annotations

import math
import numbers
import operator
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any

from opscope.core.finite import all_finite
from opscope.debug.conditions.evaluation import Env
from opscope.debug.conditions.expression import Expression, shown
from opscope.debug.conditions.functions import FUNCTIONS, as_array, infs, nans
from opscope.debug.conditions.nodes import Text, Word
from opscope.errors import ArgumentError, nearest

HEALTH = {
    "has_inf_or_nan": "some element is NaN, Inf or -Inf",
    "has_nan": "some element is NaN",
    "has_inf": "some element is Inf or -Inf",
}
MEASURES = ("max", "min", "range", "mean", "std")  # over the finite elements
SIGNS: dict[str, tuple[str, Callable[[Any, Any], bool]]] = {"gt": (">", operator.gt), "lt": ("<", operator.lt)}
BOUNDED = {f"{m}_{s}": f"{FUNCTIONS[m].meaning} {SIGNS[s][0]} number" for m in MEASURES for s in SIGNS}
PREDICATES = HEALTH | BOUNDED
ALIASES = {"is_bad": "has_inf_or_nan"}

_FORM = re.compile(r"\s*(?P<name>[A-Za-z_]\w*)\s*(?P<rest>.*?)\s*", re.ASCII | re.DOTALL)
_BOUND = re.compile(r"\(\s*(?P<inner>[^()]*?)\s*\)|(?P<bare>(?:[+-]?\.?\d|[A-Za-z_]).*)", re.ASCII | re.DOTALL)
_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Predicate:
    """One of PREDICATES with its bound; made by `predicate`.

    Elements that are not finite count for has_* only. An empty array, or one without a finite element, has no measure:
    nothing about it holds. Bools are 0 and 1, complex elements stand for their magnitudes.
    """

    name: str
    bound: int | float | None = None

    def __str__(self) -> str:
        return self.name if self.bound is None else f"{self.name}({self.bound!r})"

    def holds(self, value: Any) -> bool:
        """Whether it is true of an array (or number). Raises ArgumentError for what has no numbers."""
        array = _checked(value)
        if self.bound is None:
            return self._sick(array)
        found, sign = self._measured(array)
        return found is not None and SIGNS[sign][1](found, self.bound)

    def explain(self, value: Any) -> str:
        """What it found: `max = 4.21 > 3`, `max = 2, not > 3`, `2 NaN and 0 Inf among 24 elements`."""
        array = _checked(value)
        if self.bound is None:
            return f"{nans(array):,} NaN and {infs(array):,} Inf among {array.size:,} elements"
        found, sign = self._measured(array)
        if found is None:
            return f"no {self.name.partition('_')[0]}: no finite element among {array.size:,}"
        verb = "" if SIGNS[sign][1](found, self.bound) else ", not"
        return f"{self.name.partition('_')[0]} = {shown(found)}{verb} {SIGNS[sign][0]} {shown(self.bound)}"

    def _sick(self, array: Any) -> bool:
        if all_finite(array):  # one cheap pass settles what is nearly always so
            return False
        return self.name == "has_inf_or_nan" or bool((nans if self.name == "has_nan" else infs)(array))

    def _measured(self, array: Any) -> tuple[Any, str]:
        measure, _, sign = self.name.partition("_")
        return FUNCTIONS[measure].call(array), sign


def predicate(name: str, bound: Any = None) -> Predicate:
    """The predicate of that name: has_* take no bound, all others one finite number. Raises ArgumentError.

    >>> predicate("max_gt", 3)
    Predicate(name='max_gt', bound=3)
    """
    name = ALIASES.get(name, name)
    if name not in PREDICATES:
        known = [*PREDICATES, *ALIASES]
        raise ArgumentError(
            f"unknown predicate {name!r}", fix=nearest(str(name), known) or f"one of {', '.join(known)}"
        )
    if name in HEALTH:
        if bound is not None:
            raise ArgumentError(f"{name} takes no bound", facts={"given": repr(bound)}, fix=f"write {name} alone")
        return Predicate(name)
    if isinstance(bound, bool) or not isinstance(bound, numbers.Real) or not math.isfinite(bound):
        facts = {} if bound is None else {"given": repr(bound)}
        raise ArgumentError(f"{name} needs a number as its bound", facts=facts, fix=f"for example {name}(3)")
    return Predicate(name, int(bound) if isinstance(bound, numbers.Integral) else float(bound))


def predicates() -> tuple[tuple[str, str], ...]:
    """How each predicate is written, and when it holds; for help."""
    return tuple((name if name in HEALTH else f"{name}(number)", meaning) for name, meaning in PREDICATES.items())


@dataclass(frozen=True, slots=True)
class Condition:
    """When a breakpoint or watchpoint stops: a predicate about its own value, or an expression about any."""

    test: Predicate | Expression

    @classmethod
    def parse(cls, text: str) -> Condition:
        """`max_gt(3)`, `max_gt 3`, `has_nan`, or an expression. Raises ArgumentError that names the right form."""
        test = _predicate_of(text) or Expression.parse(text)
        if isinstance(test, Expression) and isinstance(test.tree, Text):
            raise ArgumentError(f"{text} is a text, and no condition", fix="leave the quotes out")
        return cls(test)

    def __str__(self) -> str:
        return str(self.test)

    @property
    def about_value(self) -> bool:
        """True if it asks about the breakpoint's own value: a predicate does, and the word `value`."""
        if isinstance(self.test, Predicate):
            return True
        return any(isinstance(node, Word) and node.text == "value" for node in self.test.tree.walk())

    def names(self) -> tuple[str, ...]:
        """The variables it reads, beside the breakpoint's own."""
        return self.test.names() if isinstance(self.test, Expression) else ()

    def previous_names(self) -> tuple[str, ...]:
        """The variables it reads at the step before."""
        return self.test.previous_names() if isinstance(self.test, Expression) else ()

    def bind(self, known: Collection[str]) -> Condition:
        """The same for a program with these variables. Raises ArgumentError for a name that is none of them."""
        return Condition(self.test.bind(known)) if isinstance(self.test, Expression) else self

    def holds(self, env: Env) -> bool:
        """Whether it is true of this moment; what is not known yet is not. Raises ArgumentError."""
        if isinstance(self.test, Expression):
            return self.test.holds(env)
        return env.value is not None and self.test.holds(env.value)

    def known(self, env: Env) -> bool | None:
        """Whether it is true of this moment; None if a value that it needs is not known. Raises ArgumentError."""
        if isinstance(self.test, Expression):
            return None if self.test.evaluate(env) is None else self.test.holds(env)
        return None if env.value is None else self.test.holds(env.value)

    def explain(self, env: Env) -> str:
        """Its text with the values found."""
        if isinstance(self.test, Expression):
            return self.test.explain(env)
        return f"{self.test}: the value is not known" if env.value is None else self.test.explain(env.value)


def _predicate_of(text: str) -> Predicate | None:
    """The predicate that a text is meant to be, None if it is none."""
    form = _FORM.fullmatch(text) if isinstance(text, str) else None
    if form is None:
        return None
    name, rest = form["name"], form["rest"]
    bound = _BOUND.fullmatch(rest)
    given = "" if bound is None else (bound["inner"] or bound["bare"] or "")
    if name not in PREDICATES and name not in ALIASES:
        if _NUMBER.fullmatch(given) and name not in FUNCTIONS:
            predicate(name)  # raises: a number behind an unknown word is a predicate misspelt
        return None
    if rest and bound is None:
        if rest.startswith("("):
            raise ArgumentError(f"{name} stands alone, without `and` or `or`", facts={"given": text}, fix=_right(name))
        return None  # a variable that is called like a predicate: `has_nan.max() > 3`
    if given and not _NUMBER.fullmatch(given):
        raise ArgumentError(f"{name} is about the breakpoint's own value", facts={"given": text}, fix=_right(name))
    return predicate(name, _read(given) if given else None)


def _right(name: str) -> str:
    form = name if ALIASES.get(name, name) in HEALTH else f"{name}(3)"
    return f"write {form}, or an expression such as `h.max() > 3 and h.nan() == 0`"


def _read(given: str) -> int | float:
    return int(given) if re.fullmatch(r"[+-]?\d{1,18}", given) else float(given)


def _checked(value: Any) -> Any:
    try:
        return as_array(value)
    except TypeError as e:
        raise ArgumentError(f"a predicate needs an array of numbers: {e}", fix="choose another variable") from e
