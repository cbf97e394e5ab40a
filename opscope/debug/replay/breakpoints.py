"""Breakpoints: where a run is to stop, or to be logged.

A pattern of operators (`op:relu`, `role:backward`, `scope:/block/*`, `at:train.py:20`, `id:17`) stops before them. A
pattern of names (`h`, `*@GRAD`, `grad:h`) stops right after such a value was written, as a data breakpoint; so does a
condition alone, after a value it reads was written.
"""

from __future__ import annotations

import itertools
import weakref
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from opscope.debug.conditions.condition import Condition
from opscope.debug.replay.environment import Words
from opscope.debug.replay.interpreter import Walk
from opscope.debug.taps.selector import Selector
from opscope.errors import ArgumentError, NotFound
from opscope.ir.program.program import Operator, Program

VALUES = ("name", "grad")  # kinds of patterns that select values; the others select operators
Place = tuple[int, int]  # run, tick
NEVER: Place = (1 << 62, 0)
EVERYTHING = ("*", "*@*")  # every value, every gradient


@dataclass(eq=False)
class Breakpoint:
    """Stop at what `spec` selects where `condition` holds, from the `hits`-th time on (`log`: only say so).

    `met` counts the times that the program passed it; going back counts nothing. Without selectors it concerns the
    variables that the condition reads. `since` is the place of the `hits`-th time.
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
    since: Place | None = None

    @property
    def on_values(self) -> bool:
        """True if it stops behind what writes a value, False if before an operator.

        A condition about the `value` itself can only be told behind it: `op:relu` with `max_gt(3)`.
        """
        about_value = self.condition is not None and self.condition.about_value
        return not self.selectors or self.selectors[0].kind in VALUES or about_value

    def concerns(self, name: str, operator: Operator | None, program: Program) -> bool:
        """Whether it is about a value that the operator writes (None: that is fed)."""
        if self.selectors:
            return any(s.matches(name, operator) for s in self.selectors)
        return self.condition is not None and name in _read(self.condition, program)

    def __str__(self) -> str:
        condition = "" if self.condition is None or self.spec == str(self.condition) else f" if {self.condition}"
        hits = f", from hit {self.hits} on" if self.hits > 1 else ""
        return f"{self.spec}{condition}{hits}"


class Hit(NamedTuple):
    """A breakpoint that was met, and why, with the values."""

    breakpoint: Breakpoint
    reason: str
    text: str


Before = list[Breakpoint]  # that stop before an operator
Behind = list[tuple[Breakpoint, str]]  # that stop behind it, for the sake of which value
Previous = Callable[[Walk, str], Any]  # the value of a variable at the end of the step before that of a walk


@dataclass
class Breakpoints:
    """All of a session, and which operators they concern. `previous` knows the step before the live run's."""

    previous: Callable[[str], Any] = lambda name: None
    all: dict[int, Breakpoint] = field(default_factory=dict[int, Breakpoint])
    past: Previous = lambda walk, name: None
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))
    _at: dict[Operator, tuple[Before, Behind]] = field(default_factory=dict[Operator, tuple[Before, Behind]])
    _counted: Place = (-1, -1)  # up to where the program's own passing was counted

    def add(self, spec: str, condition: str = "", **options: Any) -> Breakpoint:
        """A new breakpoint. Without a spec it stops where the condition holds. Raises ArgumentError."""
        parsed = Condition.parse(condition) if condition else None
        if not spec and parsed is None:
            raise ArgumentError("a breakpoint needs a place or a condition", fix="'op:relu', 'h', or 'x.max() > 3'")
        selectors = (Selector.parse(spec),) if spec else ()
        if not spec and parsed is not None and not parsed.names():
            selectors = _everything()
        if options.get("hits", 1) < 1:
            raise ArgumentError(f"hits counts from 1, not {options['hits']}")
        return self._enter(Breakpoint(next(self._numbers), spec or str(parsed), selectors, parsed, **options))

    def watch(self, condition: str = "has_inf_or_nan", *, log: bool = False) -> Breakpoint:
        """Watch every value and every gradient with one of the predicates."""
        return self._enter(Breakpoint(next(self._numbers), "*", _everything(), Condition.parse(condition), log=log))

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

    def enable(self, number: int, on: bool = True) -> None:
        """Switch one on or off. Raises NotFound."""
        if number not in self.all:
            raise NotFound(f"no breakpoint {number}", fix=f"there are: {', '.join(map(str, self.all)) or 'none'}")
        self.all[number].enabled = on
        self.changed()

    def changed(self) -> None:
        """One is another than it was: what it concerns is found anew."""
        self._at = {}

    def before(self, walk: Walk) -> Callable[[str], Any]:
        """What `previous(x)` means where a walk stands."""
        return self.previous if walk.live else partial(self.past, walk)

    # --- while a program runs -----------------------------------------------------------------------

    def met(self, walk: Walk, count: bool) -> list[Hit]:
        """The breakpoints that this place meets; with `count` this counts as a hit of theirs."""
        if not self.all:
            return []
        hits: list[Hit] = []
        last, following = walk.came, walk.operator
        if last is not None:
            for breakpoint, name in self._of(last)[1]:
                value = walk.find(name)
                if hasattr(value, "dtype"):
                    hits += self._holds(breakpoint, Words(walk, value, name, last, self.before(walk)))
        elif walk.tick == 0:
            hits += self._given(walk)
        if following is not None:
            for breakpoint in self._of(following)[0]:
                name = next((n for n in following.outputs if n), "")
                hits += self._holds(breakpoint, Words(walk, None, name, following, self.before(walk)))
        place = walk.record.run, walk.tick
        if count and hits and place > self._counted:
            self._counted = place
            for breakpoint in dict.fromkeys(h.breakpoint for h in hits):
                breakpoint.met += 1
                if breakpoint.met == breakpoint.hits:
                    breakpoint.since = place
        return [h for h in hits if h.breakpoint.hits == 1 or (h.breakpoint.since or NEVER) <= place]

    def _of(self, operator: Operator) -> tuple[Before, Behind]:
        """Those that stop before the operator, and those that stop behind it."""
        found = self._at.get(operator)
        if found is None:
            names, program = _written(operator), operator.block.program
            on = [b for b in self.all.values() if b.enabled]
            before = [b for b in on if not b.on_values and b.concerns(names[0] if names else "", operator, program)]
            behind = [(b, n) for b in on if b.on_values for n in names if b.concerns(n, operator, program)]
            found = self._at[operator] = before, behind
        return found

    def of(self, breakpoint: Breakpoint, operators: list[Operator]) -> list[int]:
        """The numbers of the operators it concerns."""
        return [
            o.id
            for o in operators
            if any(
                breakpoint.concerns(n, o, o.block.program)
                for n in _written(o) or ([] if breakpoint.on_values else [""])
            )
        ]

    def _given(self, walk: Walk) -> Iterator[Hit]:
        """A fed value counts as written when the run begins."""
        plan = walk.frame.plan
        for breakpoint in [b for b in self.all.values() if b.on_values and b.enabled]:
            for name, slot in plan.feeds:
                if breakpoint.concerns(name, None, plan.block.program):
                    words = Words(walk, walk.frame.env[slot], name, None, self.before(walk))
                    yield from self._holds(breakpoint, words)

    def _holds(self, breakpoint: Breakpoint, words: Words) -> Iterator[Hit]:
        condition, reason = breakpoint.condition, "data breakpoint" if breakpoint.on_values else "breakpoint"
        if condition is None:
            also = f": {words.name}" if breakpoint.on_values and words.name != breakpoint.spec else ""
            yield Hit(breakpoint, reason, f"{breakpoint.spec}{also}")
            return
        about = f"{words.name}: " if breakpoint.on_values and words.name != breakpoint.spec else ""
        try:
            if condition.holds(words):
                yield Hit(breakpoint, reason, about + condition.explain(words))
        except ArgumentError as e:  # the program is not to fail of it
            yield Hit(breakpoint, reason, f"{about}{condition} cannot be told: {e.summary}")


def _everything() -> tuple[Selector, ...]:
    return tuple(Selector("name", n) for n in EVERYTHING)


def _written(operator: Operator) -> list[str]:
    return list(dict.fromkeys(n for n in operator.outputs if n is not None))


def _read(condition: Condition, program: Program) -> tuple[str, ...]:
    """The variables of a program that a condition reads; none if it is about another program."""
    version, found = _reads.setdefault(program, {}).get(condition, (-1, ()))
    if version != program.version:
        try:
            found = condition.bind({v.name for v in program.list_vars()}).names()
        except ArgumentError:
            found = ()
        _reads[program][condition] = program.version, found
    return found


_reads: weakref.WeakKeyDictionary[Program, dict[Condition, tuple[int, tuple[str, ...]]]] = weakref.WeakKeyDictionary()
