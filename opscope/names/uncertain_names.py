"""Names that are not certain yet: names of possible results or return values, and names from later statements."""

from __future__ import annotations

from typing import Any, NamedTuple

from opscope.core.source import CodePosition, UserCall, site_of
from opscope.ir.program.program import Operator
from opscope.names.call_results import InnerCalls
from opscope.names.returned_values import Path


class Alias(NamedTuple):
    """A name that a later statement gives to a value. The name is valid only after the line of this statement."""

    name: str
    value: str
    call: UserCall
    position: CodePosition
    line: int
    made_on: int
    tick: int

    def is_executed(self, now: int | None) -> bool:
        """Return True if the statement that gives the name was executed.

        `now` is the current line in the statement's function; None if the function has ended.
        """
        if self.line >= self.made_on:
            return now is None or now > self.line or now < self.made_on
        return now is not None and self.line < now <= self.made_on  # in the next iteration of a loop


class Upwards(NamedTuple):
    """A caller's name for a value that a function possibly returns at one of `places` in its result.

    The call at `instruction` of the function has made the value.
    """

    instruction: int
    places: tuple[Path, ...]
    call: UserCall
    name: str
    value: str


class PossibleResult(NamedTuple):
    """An output of an op that may be the result of a call in user code, as long as no later op of the call reads it."""

    operator: Operator
    call: UserCall
    position: CodePosition
    inner: InnerCalls
    tick: int
    is_named: bool
    end: CodePosition | None

    @property
    def key(self) -> tuple[tuple[str | None, ...], Any, int]:
        """A key that is different for each result in a step, and the same for this result in all steps."""
        return self.operator.outputs, self.position[0], self.position[1]


def line_of(position: CodePosition) -> int:
    """Return the line number of a position. Return 0 if the position has no line."""
    site = site_of(position)
    return 0 if site is None else site.line
