"""Words: what a condition may ask of a place: values by name, and the run's own words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from opscope.debug.replay.interpreter import Walk
from opscope.ir.program.program import Operator


class Words:
    """What a condition may ask of a place: values by name, and the run's own words."""

    def __init__(
        self, walk: Walk, value: Any, name: str, operator: Operator | None, before: Callable[[str], Any]
    ) -> None:
        self.walk = walk
        self.value = value
        self.name = name
        self.operator = operator
        self.within: Walk | None = None  # the rule of a gradient that one stands in: its values come first
        self._before = before
        self.elsewhere: Callable[[str], Any] | None = None  # what is asked for names that have no value here

    def lookup(self, name: str) -> Any:
        """The value of a variable as of now, None if it has none."""
        value = None if self.within is None else self.within.find(name)
        value = self.walk.find(name) if value is None else value
        return self.elsewhere(name) if value is None and self.elsewhere is not None else value

    def previous(self, name: str) -> Any:
        """The value of a variable at the end of the step before, None if there was none."""
        return self._before(name)

    @property
    def step(self) -> int:
        """The step, from 1; 0 in a run that is none."""
        return self.walk.record.step

    @property
    def run(self) -> int:
        """The run, from 0."""
        return self.walk.record.run

    @property
    def op(self) -> str:
        """The type of the operator."""
        return "" if self.operator is None else self.operator.type

    @property
    def role(self) -> str:
        """forward, backward or optimize."""
        return "" if self.operator is None else self.operator.phase
