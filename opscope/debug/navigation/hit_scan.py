"""Search for the recorded runs in which a breakpoint may be hit. The runs are measured at full speed."""

from __future__ import annotations

from collections.abc import Callable

from opscope.debug.conditions.condition import Condition
from opscope.debug.navigation.breakpoint_table import Breakpoint, BreakpointTable
from opscope.debug.navigation.condition_scan import ConditionScan, MeasuredCondition, Truths
from opscope.debug.replay.absorbed_values import Expectation
from opscope.debug.replay.journal import Segment


class HitScan:
    """Search for breakpoint hits. The results of the last search in a segment of the journal are stored.

    The function `check` is called once for each run that is measured.
    """

    def __init__(self, breakpoints: BreakpointTable, check: Callable[[], None]) -> None:
        self._breakpoints = breakpoints
        self._check = check
        self._scan = ConditionScan((), check)
        self._enabled: tuple[Breakpoint, ...] = ()
        self._expected: list[Expectation] = []
        self._segment: Segment | None = None
        self._truths: list[Truths] = []

    def may_be_hit(self, segment: Segment, index: int) -> bool:
        """Return True if a breakpoint may be hit in the run at an index of a segment."""
        enabled = tuple(b for b in self._breakpoints.all.values() if b.enabled and not b.log)
        if not all(map(_is_measurable, enabled)):
            return True
        expected = self._breakpoints.expected  # replaced by a new list on each change
        if enabled != self._enabled or expected is not self._expected:
            self._enabled, self._expected, self._segment = enabled, expected, None
            watches = [b for b in enabled if b.is_measured and b.watches_finiteness]
            others = [_measured(b, b.condition) for b in enabled if b not in watches and b.condition is not None]
            self._scan = ConditionScan(others, self._check, watches, expected)
        if segment is not self._segment or len(self._truths) != len(segment.records):
            self._segment = None
            self._truths = self._scan.truths(segment)
            self._segment = segment
        truths = self._truths[index]
        return truths is None or True in truths


def _measured(breakpoint: Breakpoint, condition: Condition) -> MeasuredCondition:
    """Return a condition that is true somewhere in each run in which the breakpoint is hit."""
    return MeasuredCondition(condition, breakpoint.applies_to if condition.about_value else None)


def _is_measurable(breakpoint: Breakpoint) -> bool:
    return breakpoint.condition is not None and _measured(breakpoint, breakpoint.condition).is_measurable
