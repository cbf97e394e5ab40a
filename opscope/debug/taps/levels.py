"""Tap levels: the amount of data that a tap measures for each value, and the interval between two measurements."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from opscope.core.checks.number_checks import positive_whole
from opscope.debug.taps.selector import Selector
from opscope.errors import ArgumentError, nearest
from opscope.ir.program.program import Operator, Program, Variable

Level = Literal["off", "health", "statistics", "record"]
Shorthand = Literal["sampled", "everything"]
LevelName = Level | Shorthand

LEVELS: Mapping[Level, str] = {
    "off": "not tapped: no instruction is added for the value",
    "health": "reported when it has NaN or Inf, and with its last value when the run ends",
    "statistics": "summarized by its range, mean, standard deviation, zeros, NaN and Inf",
    "record": "summarized, and the whole value is stored within a byte budget",
}
"""The tap levels, from cheap to expensive, each with a text that describes the measurement of a value."""


class TapOptions(NamedTuple):
    """The level of a tap, and the interval `every` of the tap in steps.

    If `every` is a number n, the tap measures values at every n-th step. If `every` is None, taps of `attach` measure
    at every step, but taps of a session measure as often as the run's rate allows. A session records whole values at
    all steps if `every` is None.
    """

    level: Level
    every: int | None = None

    @property
    def interval(self) -> int:
        """Interval in steps; 1 if `every` is not set."""
        return self.every or 1

    def is_due(self, step: int) -> bool:
        """Return True for the steps that `every` selects."""
        return step % self.interval == 0


SHORTHANDS: Mapping[Shorthand, TapOptions] = {
    "sampled": TapOptions("record", 10),
    "everything": TapOptions("record"),
}
"""Short names: each name selects a level together with an interval."""

LEVEL_NAMES: tuple[LevelName, ...] = (*LEVELS, *SHORTHANDS)
"""All words that a user may write for a level."""

_NAMES: dict[str, LevelName] = {name: name for name in LEVEL_NAMES}

OFF = TapOptions("off")

_EVERY = re.compile(r"(.*\S)\s+every\s+(\S+)")


def parsed_tap(text: str) -> tuple[str, int | None]:
    """Split the text of a tap into its pattern and its interval in steps.

    If the interval is None, the value is summarized as often as the run's rate allows.

    Raises ArgumentError for an interval that is not a whole number above 0.

    >>> parsed_tap("h*"), parsed_tap("h* every 10")
    (('h*', None), ('h*', 10))
    """
    found = _EVERY.fullmatch(text)
    return (text, None) if found is None else (found[1], interval(found[2]))


def interval(every: object) -> int:
    """Convert a number or a text to an interval in steps. Raises ArgumentError for any other value than 1, 2, 3, ..."""
    is_text = isinstance(every, str) and every.isdecimal()
    return positive_whole(int(every) if is_text else every, "every")  # type: ignore[arg-type]


def level_name(text: str) -> LevelName:
    """Return the name of a level, after a check. Raises ArgumentError if the text is not the name of a level."""
    if not isinstance(text, str) or text not in _NAMES:
        fix = nearest(text, LEVEL_NAMES) or f"one of {', '.join(LEVEL_NAMES)}"
        raise ArgumentError(f"unknown level {text!r}", fix=fix)
    return _NAMES[text]


def tap_options(level: str, every: int | None = None) -> TapOptions:
    """Return the tap options for a level or a shorthand such as "sampled"; `every` replaces the interval in steps.

    Raises ArgumentError for unknown names, and for an interval that is not a whole number above 0.

    >>> tap_options("sampled")
    TapOptions(level='record', every=10)
    """
    name = level_name(level)
    options = SHORTHANDS[name] if name == "sampled" or name == "everything" else TapOptions(name)
    return options if every is None else options._replace(every=positive_whole(every, "every"))


def closest(options: Sequence[TapOptions]) -> TapOptions:
    """Combine the options of several taps on a value: the most expensive level and the shortest interval apply.

    Without taps, the result is OFF.
    """
    if not options:
        return OFF
    order = list(LEVELS)
    level = max(options, key=lambda o: order.index(o.level)).level
    return TapOptions(level, min(o.interval for o in options))


class TapLevels:
    """The options of each pattern in a session; the options can be changed while the program runs.

    If several patterns select a value, the pattern that was set last applies.
    """

    def __init__(
        self, taps: Mapping[Selector, int | None] = MappingProxyType({}), recorded: Sequence[Selector] = ()
    ) -> None:
        self.options: dict[Selector, TapOptions] = {s: TapOptions("statistics", every) for s, every in taps.items()}
        self.options.update(dict.fromkeys(recorded, TapOptions("record")))

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """The patterns for which probes are needed: all patterns whose level is not "off"."""
        return tuple(s for s, options in self.options.items() if options.level != "off")

    def set_level(self, pattern: str, level: str, every: int | None = None) -> None:
        """Set the level of a pattern. Raises ArgumentError if the level is unknown or the pattern is invalid."""
        options = tap_options(level, every)
        selector = Selector.parse(pattern)
        self.options.pop(selector, None)  # the pattern set last comes last
        self.options[selector] = options

    def of(self, name: str, operator: Operator | None, program: Program | None = None) -> TapOptions:
        """Return the tap options that apply to a value.

        The argument `program` is needed for a value that no operator writes: a feed or a parameter.
        """
        found = [options for s, options in self.options.items() if s.matches(name, operator, program)]
        return found[-1] if found else OFF

    def is_tapped(self, name: str, operator: Operator | None, program: Program | None = None) -> bool:
        """Return True if a probe is needed for the value."""
        return self.of(name, operator, program).level != "off"

    def in_steps(self) -> list[tuple[Selector, int]]:
        """Return the patterns whose values are summarized at an interval in steps, each with its interval."""
        return [
            (selector, o.every)
            for selector, o in self.options.items()
            if o.every is not None and o.level in ("statistics", "record")
        ]

    def is_any_due(self, step: int) -> bool:
        """Return True if a pattern with an interval has values that must be summarized at this step."""
        return any(step % every == 0 for _, every in self.in_steps())

    def is_health_only(self, variable: Variable, operator: Operator | None) -> bool:
        """Return True if the value is reported only if it has NaN or Inf."""
        return self.of(variable.name, operator, variable.program).level == "health"

    def interval(self, variable: Variable, operator: Operator | None) -> int:
        """Return the interval in steps at which a value is summarized independently of the rate.

        The result is 0 if the rate decides.
        """
        options = self.of(variable.name, operator, variable.program)
        return (options.every or 0) if options.level in ("statistics", "record") else 0

    def is_whole(self, name: str, operator: Operator | None, program: Program | None = None) -> bool:
        """Return True if the whole value is stored at some steps."""
        return self.of(name, operator, program).level == "record"

    def is_recorded(self, name: str, operator: Operator | None, step: int, program: Program | None = None) -> bool:
        """Return True if the whole value is stored at this step."""
        options = self.of(name, operator, program)
        return options.level == "record" and options.is_due(step)

    @property
    def records_values(self) -> bool:
        """True if whole values are stored for at least one pattern."""
        return any(options.level == "record" for options in self.options.values())


def tap_levels(taps: Sequence[tuple[str, int | None]], keep: Sequence[str]) -> TapLevels:
    """Make the TapLevels of a session from its taps (patterns with intervals) and the patterns of values to store.

    Raises ArgumentError if a pattern is invalid.
    """
    return TapLevels({Selector.parse(t): every for t, every in taps}, [Selector.parse(k) for k in keep])
