"""Environment in which a condition is evaluated at a position: the variables by name, the step, and the operator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.debug.replay.program_kind import Cursor
from opscope.ir.program.program import Operator


class PlaceEnvironment:
    """The names that a condition can use at a position of a run, with their values.

    If a value was just written, `value` and `name` contain this value and the name of this value. `gradient_cursor` is
    set if the position is inside a gradient rule. If a name exists inside and outside the gradient rule, the value
    inside is used. The function `fallback` looks up names that have no value at the position.
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
        """Return the present value of a variable. Return None if the variable has no value."""
        value = None if self.gradient_cursor is None else self.gradient_cursor.lookup(name)
        value = self.cursor.lookup(name) if value is None else value
        return self.fallback(name) if value is None and self.fallback is not None else value

    def previous(self, name: str) -> Any:
        """Return the value of a variable at the end of the previous step. Return None if the variable had no value."""
        return self._previous_value(name)

    @property
    def step(self) -> int:
        """The number of the step, counted from 1. The number is 0 in a run that is not a step."""
        return self.cursor.record.step

    @property
    def run(self) -> int:
        """The number of the run, counted from 0."""
        return self.cursor.record.run

    @property
    def op(self) -> str:
        """The type of the operator at the position."""
        return "" if self.operator is None else self.operator.type

    @property
    def role(self) -> str:
        """The phase of the operator at the position: forward, backward or optimize."""
        return "" if self.operator is None else self.operator.phase
