"""Breakpoints: where a run is to stop, or to be logged.

A pattern of operators (`op:relu`, `role:backward`, `scope:/block/*`, `at:train.py:20`, `id:17`) stops before them. A
pattern of names (`h`, `*@GRAD`, `grad:h`) stops right after such a value was written, as a data breakpoint; so does a
condition alone, after a value it reads was written.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from opscope.debug.predicates import Condition
from opscope.debug.select import Selector
from opscope.debug.walk import Walk
from opscope.debug.words import Words
from opscope.errors import ArgumentError, NotFound
from opscope.ir.program import Operator

VALUES = ("name", "grad")  # kinds of patterns that select values; the others select operators
EVERYTHING = ("*", "*@*")  # every value, every gradient


@dataclass(eq=False)
class Breakpoint:
    """Stop at what `spec` selects where `condition` holds, from the `hits`-th time on (`log`: only say so).

    `met` counts the times. A hit count is counted where the program passes for the first time, not when going back.
    """

    number: int
    spec: str
    selectors: tuple[Selector, ...]
    condition: Condition | None = None
    hits: int = 1
    log: bool = False
    once: bool = False
    enabled: bool = True
    met: int = 0

    @property
    def on_values(self) -> bool:
        """True if it stops behind what writes a value, False if before an operator."""
        return self.selectors[0].kind in VALUES

    def __str__(self) -> str:
        condition = "" if self.condition is None else f" if {self.condition}"
        hits = f", from hit {self.hits} on" if self.hits > 1 else ""
        return f"{self.spec}{condition}{hits}"


class Hit(NamedTuple):
    """A breakpoint that was met, and why, with the values."""

    breakpoint: Breakpoint
    reason: str
    text: str


@dataclass
class Breakpoints:
    """All of a session, and which operators they concern."""

    previous: Callable[[str], Any] = lambda name: None
    all: dict[int, Breakpoint] = field(default_factory=dict[int, Breakpoint])
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _at: dict[Operator, tuple[list[Breakpoint], list[Breakpoint]]] = field(default_factory=dict)  # type: ignore[arg-type]

    def add(self, spec: str, condition: str = "", **options: Any) -> Breakpoint:
        """A new breakpoint. Without a spec it stops where the condition holds. Raises ArgumentError."""
        parsed = Condition.parse(condition) if condition else None
        if spec:
            selectors = (Selector.parse(spec),)
        elif parsed is None:
            raise ArgumentError("a breakpoint needs a place or a condition", fix="'op:relu', 'h', or 'x.max() > 3'")
        else:
            names = parsed.names()
            selectors = tuple(Selector("name", n) for p in (names or EVERYTHING) for n in _heads(p))
        if options.get("hits", 1) < 1:
            raise ArgumentError(f"hits counts from 1, not {options['hits']}")
        new = Breakpoint(next(self._numbers), spec or str(parsed), selectors, parsed, **options)
        return self._enter(new)

    def watch(self, condition: str = "has_inf_or_nan", *, log: bool = False) -> Breakpoint:
        """Watch every value and every gradient with one of the predicates."""
        parsed = Condition.parse(condition)
        selectors = tuple(Selector("name", n) for n in EVERYTHING)
        return self._enter(Breakpoint(next(self._numbers), "*", selectors, parsed, log=log))

    def _enter(self, new: Breakpoint) -> Breakpoint:
        self.all = {**self.all, new.number: new}  # another thread may be asking
        self._at = {}
        return new

    def remove(self, number: int) -> Breakpoint:
        """Take one away. Raises NotFound."""
        if number not in self.all:
            there = ", ".join(map(str, self.all)) or "there is none"
            raise NotFound(f"no breakpoint {number}", fix=f"breakpoints: {there}")
        found = self.all[number]
        self.all = {n: b for n, b in self.all.items() if n != number}
        self._at = {}
        return found

    def changed(self) -> None:
        """One was switched on or off."""
        self._at = {}

    # --- while a program runs -----------------------------------------------------------------------

    def met(self, walk: Walk, count: bool) -> list[Hit]:
        """The breakpoints that this place meets; with `count` this counts as a hit of theirs."""
        if not self.all:
            return []
        hits: list[Hit] = []
        last, following = walk.came, walk.operator
        if last is not None:
            for breakpoint in self._of(last)[1]:
                hits += self._written(breakpoint, walk, last)
        elif walk.tick == 0:
            hits += [h for b in self.all.values() if b.on_values and b.enabled for h in self._given(b, walk)]
        if following is not None:
            for breakpoint in self._of(following)[0]:
                name = next((n for n in following.outputs if n), "")
                hits += self._holds(breakpoint, Words(walk, None, name, following, self.previous), "breakpoint")
        if count:
            for hit in hits:
                hit.breakpoint.met += 1
        return [h for h in hits if h.breakpoint.met >= h.breakpoint.hits]

    def _of(self, operator: Operator) -> tuple[list[Breakpoint], list[Breakpoint]]:
        """Those that stop before the operator, and those that stop behind it."""
        found = self._at.get(operator)
        if found is None:
            names = [n for n in operator.outputs if n is not None]
            met = [b for b in self.all.values() if b.enabled and _selects(b, names, operator)]
            found = [b for b in met if not b.on_values], [b for b in met if b.on_values]
            self._at[operator] = found
        return found

    def of(self, breakpoint: Breakpoint, operators: list[Operator]) -> list[int]:
        """The numbers of the operators it concerns."""
        return [o.id for o in operators if _selects(breakpoint, [n for n in o.outputs if n is not None], o)]

    def _written(self, breakpoint: Breakpoint, walk: Walk, operator: Operator) -> Iterator[Hit]:
        for name in dict.fromkeys(operator.outputs):
            if name is not None and any(s.matches(name, operator) for s in breakpoint.selectors):
                value = walk.find(name)
                if hasattr(value, "dtype"):
                    words = Words(walk, value, name, operator, self.previous)
                    yield from self._holds(breakpoint, words, "data breakpoint")

    def _given(self, breakpoint: Breakpoint, walk: Walk) -> Iterator[Hit]:
        """A fed value counts as written when the run begins."""
        for name, slot in walk.frame.plan.feeds:
            if any(s.matches(name, None) for s in breakpoint.selectors):
                words = Words(walk, walk.frame.env[slot], name, None, self.previous)
                yield from self._holds(breakpoint, words, "data breakpoint")

    def _holds(self, breakpoint: Breakpoint, words: Words, reason: str) -> Iterator[Hit]:
        condition = breakpoint.condition
        if condition is None:
            yield Hit(breakpoint, reason, f"{breakpoint.spec}" + (f": {words.name}" if breakpoint.on_values else ""))
        elif condition.holds(words):
            about = f"{words.name}: " if breakpoint.on_values and words.name != breakpoint.spec else ""
            yield Hit(breakpoint, reason, about + condition.explain(words))


def _selects(breakpoint: Breakpoint, names: list[str], operator: Operator) -> bool:
    if not breakpoint.on_values:
        return breakpoint.selectors[0].matches(names[0] if names else "", operator)
    return any(s.matches(n, operator) for s in breakpoint.selectors for n in names)


def _heads(name: str) -> list[str]:
    """A name in a condition, and, as a dot may belong to it or not, what stands before its dots."""
    parts = name.split(".")
    return [".".join(parts[: i + 1]) for i in range(len(parts))]
