"""Names that are not certain yet: names of possible results, of possible return values, or from later statements."""

from __future__ import annotations

from typing import Any, NamedTuple

from opscope.core.source import CodePosition, UserCall, site_of
from opscope.ir.program.program import Operator
from opscope.names.call_results import InnerCalls
from opscope.names.returned_values import Path


class Alias(NamedTuple):
    """A name of a value that a later statement gives. The name is valid only after the line of this statement."""

    name: str
    value: str
    call: UserCall
    position: CodePosition
    line: int
    made_on: int
    tick: int

    def is_executed(self, now: int | None) -> bool:
        """Return True if the statement of the name was executed.

        `now` is the current line of the statement's function (None: the function has ended).
        """
        if self.line >= self.made_on:
            return now is None or now > self.line or now < self.made_on
        return now is not None and self.line < now <= self.made_on  # in the next iteration of a loop


class Upwards(NamedTuple):
    """A caller's name for the element at one of `places` in a function's result, if the function returns the value."""

    places: tuple[Path, ...]
    call: UserCall
    name: str
    value: str


class PossibleResult(NamedTuple):
    """An output that may be the result of the user's call, as long as no later op of the call reads it."""

    operator: Operator
    call: UserCall
    position: CodePosition
    inner: InnerCalls
    tick: int
    is_named: bool
    end: CodePosition | None

    @property
    def key(self) -> tuple[tuple[str | None, ...], Any, int]:
        """Return a key that is different for each result in a step, and the same for this result in another step."""
        return self.operator.outputs, self.position[0], self.position[1]


def line_of(position: CodePosition) -> int:
    """Return the line of a position; 0 if it has no line."""
    site = site_of(position)
    return 0 if site is None else site.line
