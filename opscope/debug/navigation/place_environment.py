"""Environment in which a condition is evaluated at a place: variables by name, the step, the operator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.debug.replay.program_kind import Cursor
from opscope.ir.program.program import Operator


class PlaceEnvironment:
    """Names that a condition can refer to at a place of a run.

    `value` and `name` belong to the value that was just written, if any. `gradient_cursor` is set inside the rule of a
    gradient. Its values take precedence. `fallback` looks up names that have no value at the place.
    """

    def __init__(
        self, cursor: Cursor, value: Any, name: str, operator: Operator | None, previous_value: Callable[[str], Any]
    ) -> None:
        self.cursor = cursor
        self.value = value
        self.name = name
        self.operator = operator
        self.gradient_cursor: Cursor | None = None
        self.fallback: Callable[[str], Any] | None = None
        self._previous_value = previous_value

    def lookup(self, name: str) -> Any:
        """Return the current value of a variable; None if it has no value."""
        value = None if self.gradient_cursor is None else self.gradient_cursor.lookup(name)
        value = self.cursor.lookup(name) if value is None else value
        return self.fallback(name) if value is None and self.fallback is not None else value

    def previous(self, name: str) -> Any:
        """Return the value of a variable at the end of the previous step; None if it has no value there."""
        return self._previous_value(name)

    @property
    def step(self) -> int:
        """The number of the step, from 1; 0 in a run that is not a step."""
        return self.cursor.record.step

    @property
    def run(self) -> int:
        """The number of the run, from 0."""
        return self.cursor.record.run

    @property
    def op(self) -> str:
        """The type of the operator."""
        return "" if self.operator is None else self.operator.type

    @property
    def role(self) -> str:
        """The phase of the operator: forward, backward or optimize."""
        return "" if self.operator is None else self.operator.phase
