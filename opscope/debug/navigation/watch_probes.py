"""Watchpoints in compiled (lowered) runs: probes in the run measure the watched values.

A run is executed operator by operator only if it may have to stop. For `has_inf_or_nan` and similar conditions, one
prepared call at the end of the run checks all values. Other conditions on a single value are evaluated at each write. A
probe only detects that the condition may be true for a value. To find the position of the stop, the run is then
repeated operator by operator. For `watch("nan")`, only the results of a run are measured, because NaN and Inf that
reach no result are harmless.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.debug.navigation.breakpoint_table import Breakpoint
from opscope.debug.replay.absorbed_values import Expectation, is_expected, result_names
from opscope.debug.replay.program_kind import RunRecord
from opscope.debug.taps.probe_lowering import TapLowering
from opscope.debug.taps.probes import ProbePass, ProbePoint
from opscope.debug.taps.selector import selector_of
from opscope.debug.taps.stats_buffer import StatsBuffer
from opscope.ir.program.program import Operator, Program, Variable
from opscope.runtime.lower.emitter import Emitter
from opscope.runtime.lower.moments import SQUARES
from opscope.runtime.plan import Instruction, Plan

CurrentRun = Callable[[], RunRecord | None]  # the record of the lowered run in progress, or None


class WatchProbes(ProbePass):
    """Compiler pass that adds probes for breakpoints to the plans of compiled (lowered) runs.

    The function `on_suspicion` is called during a run if the condition of a breakpoint may be true for a value.
    """

    def __init__(
        self,
        breakpoints: Sequence[Breakpoint],
        current_run: CurrentRun,
        on_suspicion: Callable[[], None],
        expected: Sequence[Expectation] = (),
    ) -> None:
        self.expected = tuple(expected)
        self._results: frozenset[str] = frozenset()  # results of the plan
        self._watch = _WatchLowering(self._only_finite, on_suspicion)
        super().__init__((), self._observe, self._watch)
        self.breakpoints = tuple(breakpoints)
        self._current_run = current_run
        self._on_suspicion = on_suspicion
        self._program: Program | None = None

    def __call__(self, plan: Plan) -> Plan:
        """Return the plan with the probes, and with a check after the calls."""
        self._program = plan.block.program
        if plan.block.parent_idx < 0:
            self._results = result_names(plan)
        probed = super().__call__(plan)
        if probed is plan or plan.block.parent_idx >= 0:
            return probed
        *rest, finish = probed.instructions
        check = Instruction(lambda env: None, finish.operator, kind="probe", lower=self._lower_check)
        return probed.with_instructions([*rest, check, finish])

    def _lower_check(self, emission: Emitter, arrays: list[Any]) -> bool:
        self._watch.check(emission, False)
        return True

    def _is_probed(self, name: str, operator: Operator | None, plan: Plan) -> bool:
        return bool(self._breakpoints_on(name, operator))

    def _breakpoints_on(self, name: str, operator: Operator | None) -> list[Breakpoint]:
        program = self._program if operator is None else operator.block.program
        on = [b for b in self.breakpoints if not b.harmful or name in self._results]
        return [] if program is None else [b for b in on if b.applies_to(name, operator, program)]

    def _only_finite(self, point: ProbePoint) -> bool:
        """Return True if all breakpoints on the value only test that the value is finite."""
        name, operator = point.variable.name, point.operator
        if any(e.selector.matches(name, operator, point.variable.program) for e in self.expected):
            return False
        return all(b.watches_finiteness for b in self._breakpoints_on(name, operator))

    def _observe(self, variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
        record = self._current_run()
        if record is None:
            return
        environment = _ValueEnvironment(variable.name, value, operator, record)
        for breakpoint in self._breakpoints_on(variable.name, operator):
            meant = breakpoint.harmful and is_expected(self.expected, variable.name, operator, value)
            if not meant and breakpoint.may_hold(environment):
                self._on_suspicion()


class _ValueEnvironment:
    """The names that a condition on a single value can use."""

    def __init__(self, name: str, value: Any, operator: Operator | None, record: RunRecord) -> None:
        self.name = name
        self.value = value
        self.step = record.step
        self.run = record.run
        self.op = "" if operator is None else operator.type
        self.role = "" if operator is None else operator.phase
        self._program, self._operator = record.plan.block.program, operator

    def lookup(self, name: str) -> Any:
        """Return the measured value if `name` is a name of this value. Return None for any other name."""
        return self.value if selector_of(name).matches(self.name, self._operator, self._program) else None

    def previous(self, name: str) -> Any:
        """Return None, because conditions that probes can measure do not read values of the previous step."""
        return None


class _WatchLowering(TapLowering):
    """Checks in a compiled (lowered) run that values are finite.

    Values that the parameter update writes are checked after the update.
    """

    def __init__(self, only_finite: Callable[[ProbePoint], bool], on_suspicion: Callable[[], None]) -> None:
        super().__init__(lambda point: "health" if only_finite(point) else None, lambda *_: None, None)
        self._on_suspicion = on_suspicion

    def _buffer(self, emission: Emitter, level: Any, dtype: Any) -> StatsBuffer:
        buffers = emission.pass_state.setdefault(self, {})
        key = emission.post_update, dtype
        if key not in buffers:
            buffers[key] = StatsBuffer(level, dtype)
        return buffers[key]

    def add(self, emission: Emitter, point: ProbePoint, array: Array) -> bool:
        """Add a check that all elements of an array are finite. An array of integers needs no check.

        Returns False if the observer must evaluate the condition instead.
        """
        if emission.device or self.level_of(point) is None:
            return False
        return array.dtype.kind in "iub" or super().add(emission, point, array)

    def check(self, emission: Emitter, late: bool) -> None:
        """Add the checks to the compiled (lowered) run, and the call that reads the results of the checks."""
        found = emission.pass_state.get(self, {})
        buffers = [buffer for (after_update, _), buffer in found.items() if after_update == late]
        self.add_deferred(emission, buffers)
        if buffers:
            emission.call(_check, [t[SQUARES] for b in buffers for t in b.tables], self._on_suspicion)

    def finish(self, emission: Emitter) -> None:
        """Add checks of the values that the update of the parameters has written."""
        self.check(emission, True)


def _check(tables: list[Any], on_suspicion: Callable[[], None]) -> None:
    for numbers in tables:
        if not math.isfinite(np.add.reduce(numbers)):
            on_suspicion()
