"""Names that are not certain yet: of results that go on, of what is returned, of statements that follow."""

from __future__ import annotations

from typing import Any, NamedTuple

from opscope.core.source import CodePosition, UserCall, site_of
from opscope.ir.program.program import Operator
from opscope.names.call_results import InnerCalls
from opscope.names.returned_values import Path


class Alias(NamedTuple):
    """A name that a value made on a line has behind another line."""

    name: str
    value: str
    call: UserCall
    position: CodePosition
    line: int
    made_on: int

    def is_executed(self, now: int | None) -> bool:
        """Return True if its statement has been executed, if the function is at line `now` (None: it is over)."""
        if self.line >= self.made_on:
            return now is None or now > self.line or now < self.made_on
        return now is not None and self.line < now <= self.made_on  # in the next round of a loop


class Upwards(NamedTuple):
    """A name that a caller gives to what a function will return at one of `places`, if it does return the value."""

    places: tuple[Path, ...]
    call: UserCall
    name: str
    value: str


class PossibleResult(NamedTuple):
    """A possible result of a call of the user's, until a later op of that call reads it."""

    operator: Operator
    call: UserCall
    position: CodePosition
    inner: InnerCalls
    tick: int
    is_named: bool
    end: CodePosition | None

    @property
    def key(self) -> tuple[tuple[str | None, ...], Any, int]:
        """An identity that distinguishes results of several steps."""
        return self.operator.outputs, self.position[0], self.position[1]


def line_of(position: CodePosition) -> int:
    """The line of a position, 0 if it has none."""
    site = site_of(position)
    return 0 if site is None else site.line
