"""The dial: how closely a session looks at which values, per pattern, changeable while the program runs.

off         not at all: no instruction is there for it
health      said when a value turns unhealthy (NaN, Inf), and as the run leaves it
statistics  summarised as often as the session's rate allows
sampled     summarised, and the whole value kept of every tenth step
everything  summarised, and the whole value kept of every step, within the history's budget
"""

from __future__ import annotations

from collections.abc import Sequence

from opscope.debug.taps.selector import Selector
from opscope.errors import ArgumentError, nearest
from opscope.ir.program.program import Operator, Variable

LEVELS = ("off", "health", "statistics", "sampled", "everything")
EVERY = 10  # steps, of "sampled"


class Dial:
    """Levels by pattern. Where two patterns select a value, the one that was set last counts."""

    def __init__(self, taps: Sequence[Selector] = (), keep: Sequence[Selector] = ()) -> None:
        self.levels: dict[Selector, str] = dict.fromkeys(taps, "statistics")
        self.levels.update(dict.fromkeys(keep, "everything"))

    @property
    def selectors(self) -> tuple[Selector, ...]:
        """The patterns that need a probe. Those that only switch off need none."""
        return tuple(s for s, level in self.levels.items() if level != "off")

    def turn(self, pattern: str, level: str) -> None:
        """Set the level of a pattern. Raises ArgumentError for an unknown level or a wrong pattern."""
        if level not in LEVELS:
            raise ArgumentError(f"unknown level {level!r}", fix=nearest(level, LEVELS) or f"one of {', '.join(LEVELS)}")
        selector = Selector.parse(pattern)
        self.levels.pop(selector, None)
        self.levels[selector] = level

    def of(self, name: str, operator: Operator | None) -> str:
        """The level of a value."""
        found = [level for s, level in self.levels.items() if s.matches(name, operator)]
        return found[-1] if found else "off"

    def looks(self, name: str, operator: Operator | None) -> bool:
        """True if a value needs a probe."""
        return self.of(name, operator) != "off"

    def only_health(self, variable: Variable, operator: Operator | None) -> bool:
        """True if a value is only of interest when it turns unhealthy."""
        return self.of(variable.name, operator) == "health"

    def keeps(self, name: str, operator: Operator | None, step: int) -> bool:
        """True if the whole value is to be kept of this step."""
        level = self.of(name, operator)
        return level == "everything" or (level == "sampled" and step % EVERY == 0)

    @property
    def keeping(self) -> bool:
        """True if any value is to be kept."""
        return any(level in ("sampled", "everything") for level in self.levels.values())
