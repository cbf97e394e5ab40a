"""Goals of a run that continues, such as a step or an operator. A goal is a test of a position."""

from __future__ import annotations

from collections.abc import Callable
from types import FrameType
from typing import Literal, NamedTuple, Protocol, SupportsIndex, get_args

from opscope.debug.navigation.breakpoint_table import BreakpointHit
from opscope.debug.replay.program_kind import Cursor, Goal
from opscope.debug.replay.stops import StopReason
from opscope.debug.taps.selector import Selector
from opscope.errors import ArgumentError
from opscope.events import Stopped
from opscope.ir.program.program import Operator

Granularity = Literal["operator", "line"]
GRANULARITIES = get_args(Granularity)
LineMove = Literal["next", "step", "until", "return", "finish"]


class PythonLines(Protocol):
    """Interface to the lines of the program's own Python code, which run between operators.

    A recording does not contain these lines.
    """

    def target(self, move: LineMove, frame: FrameType, line: int = 0) -> Goal:
        """Make the goal of a step that begins at a line."""
        ...

    def innermost(self, frame: FrameType) -> FrameType | None:
        """Return the innermost frame of the user's code that encloses a frame of the debugger."""
        ...


class Resume(NamedTuple):
    """Instruction to continue the program until `goal` is true.

    If `goal` is None, the program continues to a breakpoint.
    """

    goal: Goal | None


class StepGoal(NamedTuple):
    """Goal: the position before an operator that passes `test`, in the step `first_step`.

    If `test` is None, the goal is the position before the first operator of the step.
    """

    first_step: int
    test: Callable[[Operator], bool] | None
    op: int | str = -1

    def __call__(self, cursor: Cursor) -> bool:
        """Return True at the goal, or at the end of the step if the step has not executed the operator."""
        if cursor.record.step != self.first_step:
            return False
        return self.test is None or is_next(cursor, self.test) or cursor.at_end

    def missed(self, cursor: Cursor) -> str:
        """Return a message if the step ends before the run has reached the operator. Otherwise return ""."""
        if self.test is None or not cursor.at_end:
            return ""
        return f"{operator_text(self.op)} did not run in step {self.first_step}, which ends here"

    @property
    def never_came(self) -> str:
        """Return the message for a program that ends before the run has reached the step."""
        return f"step {self.first_step} was not reached"

    def stopped_short(self, here: Stopped) -> str:
        """Return a message if the program stops before the goal for another reason.

        Return "" if the program has stopped at the goal or at the end of the program.
        """
        if here.reason in ("goto", "end") or here.step == self.first_step:
            return ""
        what = f"{here.reason} {here.text}".strip()
        return f"stopped on the way to step {self.first_step}, in step {here.step}: {what}"


class OperatorGoal(NamedTuple):
    """Goal: the position before the next operator that passes `test`."""

    test: Callable[[Operator], bool]
    op: int | str

    def __call__(self, cursor: Cursor) -> bool:
        """Return True if the run is at the goal."""
        return is_next(cursor, self.test)

    @property
    def never_came(self) -> str:
        """Return the message for a program that ends before the run has reached the operator."""
        return f"{operator_text(self.op)} was not reached"


def is_next(cursor: Cursor, test: Callable[[Operator], bool]) -> bool:
    """Return True if the operator that runs next passes a test."""
    return cursor.next_operator is not None and test(cursor.next_operator)


def operator_text(op: int | str) -> str:
    """Return a phrase for an operator, such as `operator 3`, for use in a sentence."""
    return f"operator {op}"


def operator_predicate(op: int | str) -> Callable[[Operator], bool]:
    """Return a function that is true for each operator that a number or a pattern selects.

    If the pattern is a name, the function is true for the operators that write a value with this name.
    """
    if isinstance(op, bool) or not isinstance(op, SupportsIndex | str):
        raise ArgumentError(f"an operator must be a number or a pattern, not {op!r}", fix="pass 3, or 'op:tanh'")
    if not isinstance(op, str):
        return lambda operator: operator.id == op
    selector = Selector.parse(op)
    return lambda operator: any(selector.matches(n or "", operator) for n in operator.outputs or ("",))


def stop_reason_of(hit: BreakpointHit) -> StopReason:
    """Return the stop reason for a breakpoint hit.

    The reason contains the line of the operator that wrote the value.
    """
    site = None if hit.writer is None else hit.writer.site
    return StopReason(hit.reason, hit.text, site, hit.breakpoint.number, hit.value)
