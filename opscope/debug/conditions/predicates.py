"""Predicates on a single value, such as `max_gt(3)` or `has_nan`: one table for parsing, help and completion.

To add a predicate, define it below with `@_predicate`. The name, the parameters and the help of the predicate come
from the function.
"""

from __future__ import annotations

import inspect
import math
import numbers
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from opscope.core.annotations import Array
from opscope.core.checks.finite import all_finite
from opscope.debug.conditions.functions import FUNCTIONS, as_array, infs, nans, value_text
from opscope.errors import ArgumentError, nearest

Bound = int | float


@dataclass(frozen=True, slots=True)
class PredicateDefinition:
    """A predicate, as a row of the table of predicates.

    `test` and `explain` are functions of an array. If the predicate has a bound, the bound is the second argument.
    """

    name: str
    meaning: str
    takes_bound: bool
    test: Callable[..., bool]
    explain: Callable[..., str]
    aliases: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """The syntax of the predicate, such as `has_nan` or `max_gt(number)`."""
        return f"{self.name}(number)" if self.takes_bound else self.name

    @property
    def example(self) -> str:
        """An example of a condition that uses this predicate, such as `max_gt(3)`."""
        return f"{self.name}(3)" if self.takes_bound else self.name


PREDICATES: dict[str, PredicateDefinition] = {}
ALIASES: dict[str, str] = {}


def _predicate(
    explain: Callable[..., str], *aliases: str, name: str = "", meaning: str = ""
) -> Callable[[Callable[..., bool]], Callable[..., bool]]:
    """Return a decorator that adds a function of an array, or of an array and a bound, to PREDICATES.

    By default, the name and meaning of the predicate are the function's name and docstring.
    """

    def add(test: Callable[..., bool]) -> Callable[..., bool]:
        known = name or test.__name__
        text = meaning or (test.__doc__ or "").strip().removesuffix(".")
        takes_bound = len(inspect.signature(test).parameters) > 1
        PREDICATES[known] = PredicateDefinition(known, text, takes_bound, test, explain, aliases)
        ALIASES.update(dict.fromkeys(aliases, known))
        return test

    return add


def _count_nonfinite(array: Array) -> str:
    return f"{nans(array):,} NaN and {infs(array):,} Inf among {array.size:,} elements"


@_predicate(_count_nonfinite, "is_bad")
def has_inf_or_nan(array: Array) -> bool:
    """some element is NaN, Inf or -Inf."""
    return not all_finite(array)


@_predicate(_count_nonfinite)
def has_nan(array: Array) -> bool:
    """some element is NaN."""
    return nans(array) > 0


@_predicate(_count_nonfinite)
def has_inf(array: Array) -> bool:
    """some element is Inf or -Inf."""
    return infs(array) > 0


def _compare_measure(measure: str, sign: str, compare: Callable[[Any, Any], bool]) -> None:
    """Add a predicate that compares a measure of the finite elements, such as the maximum, with a bound."""
    function, meaning = FUNCTIONS[measure].call, FUNCTIONS[measure].meaning

    def test(array: Array, bound: Bound) -> bool:
        found = function(array)
        return found is not None and compare(found, bound)

    def explain(array: Array, bound: Bound) -> str:
        found = function(array)
        if found is None:
            return f"no {measure}: no finite element among {array.size:,}"
        verb = "" if compare(found, bound) else ", not"
        return f"{measure} = {value_text(found)}{verb} {sign} {value_text(bound)}"

    name = f"{measure}_{compare.__name__}"
    _predicate(explain, name=name, meaning=f"{meaning} {sign} number")(test)


for _measure in ("max", "min", "range", "mean", "std"):
    _compare_measure(_measure, ">", operator.gt)
    _compare_measure(_measure, "<", operator.lt)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate together with its bound. The function `predicate` makes these objects.

    Only the has_* predicates examine elements that are NaN or Inf. A predicate with a bound is always False for an
    array without finite elements, because such an array has no maximum or mean. Boolean elements count as 0 and 1. For
    complex elements, the magnitude counts.
    """

    name: str
    bound: Bound | None = None

    def __str__(self) -> str:
        return self.name if self.bound is None else f"{self.name}({self.bound!r})"

    def holds(self, value: Any) -> bool:
        """Return True if the predicate is true for an array or number.

        Raises ArgumentError for values that are neither arrays nor numbers.
        """
        return PREDICATES[self.name].test(*self._arguments(value))

    def explain(self, value: Any) -> str:
        """Return a text that explains the result, such as `max = 4.21 > 3` or `2 NaN and 0 Inf among 24 elements`."""
        return PREDICATES[self.name].explain(*self._arguments(value))

    def _arguments(self, value: Any) -> tuple[Any, ...]:
        try:
            array = as_array(value)
        except TypeError as e:
            raise ArgumentError(f"a predicate needs an array of numbers: {e}", fix="choose another variable") from e
        return (array,) if self.bound is None else (array, self.bound)


def predicate(name: str, bound: Any = None) -> Predicate:
    """Return the predicate with a name and a bound. `bound` must be a finite number if the predicate needs a bound.

    Raises ArgumentError for an unknown name or a wrong bound.

    >>> predicate("max_gt", 3)
    Predicate(name='max_gt', bound=3)
    """
    definition = find_predicate(name)
    if definition is None:
        known = [*PREDICATES, *ALIASES]
        raise ArgumentError(
            f"unknown predicate {name!r}", fix=nearest(str(name), known) or f"one of {', '.join(known)}"
        )
    name = definition.name
    if not definition.takes_bound:
        if bound is not None:
            raise ArgumentError(
                f"the predicate {name} does not accept a number", facts={"given": repr(bound)}, fix=f"write only {name}"
            )
        return Predicate(name)
    if isinstance(bound, bool) or not isinstance(bound, numbers.Real) or not math.isfinite(bound):
        facts = {} if bound is None else {"given": repr(bound)}
        raise ArgumentError(
            f"the predicate {name} needs a number (the bound)", facts=facts, fix=f"for example {definition.example}"
        )
    return Predicate(name, int(bound) if isinstance(bound, numbers.Integral) else float(bound))


def find_predicate(name: str) -> PredicateDefinition | None:
    """Return the definition of the predicate that has the name or alias `name`."""
    return PREDICATES.get(ALIASES.get(name, name))


def predicates() -> tuple[tuple[str, str], ...]:
    """Return the syntax and the meaning of each predicate, for the help text."""
    return tuple((definition.form, definition.meaning) for definition in PREDICATES.values())
