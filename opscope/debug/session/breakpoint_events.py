"""The event that lists all breakpoints with their present state."""

from __future__ import annotations

from opscope import events as ev
from opscope.debug.drivers.breakpoints import AnyBreakpoint
from opscope.debug.drivers.frame_driver import FrameDriver
from opscope.debug.lines.code_breakpoint import CodeBreakpoint
from opscope.errors import one_line


def condition_text(breakpoint: AnyBreakpoint) -> str:
    """Return the condition of a breakpoint as text; "" if the breakpoint has no condition."""
    return "" if breakpoint.condition is None else str(breakpoint.condition)


def breakpoints_changed(driver: FrameDriver) -> ev.BreakpointsChanged:
    """Make the event that lists all breakpoints.

    For each breakpoint, the event lists the operators of the current program at which the breakpoint stops the run. If
    the run is at no position in a program, the event lists operators of the last program that ran. For a breakpoint on
    every operator (`*`) or on Python code, the event lists no operators.
    """
    breakpoints, here, last = driver.breakpoints, driver.navigator.cursor, driver.journal.last_record()
    program = here.program if here is not None else None if last is None else last.plan.block.program
    operators = [] if program is None else program.operators
    found = driver.breakpoints.listed
    problems = [_problem(driver, b) for b in found]
    return ev.BreakpointsChanged(
        numbers=tuple(b.number for b in found),
        specs=tuple(b.spec for b in found),
        conditions=tuple(map(condition_text, found)),
        hits=tuple(b.hit_count for b in found),
        ops=tuple(" ".join(map(str, breakpoints.matching_operators(b, operators))) for b in found),
        exceptions=driver.filters.listed,
        enabled=tuple(b.enabled for b in found),
        wanted=tuple(b.hits for b in found),
        logs=tuple(str(b.log) if b.log else "" for b in found),
        verified=tuple(problem is None for problem in problems),
        problems=tuple(problem or "" for problem in problems),
        program=-1 if program is None else program.id,
    )


def _problem(driver: FrameDriver, breakpoint: AnyBreakpoint) -> str | None:
    """Return the reason why a breakpoint matches nothing.

    The result is None if the breakpoint matches something. The result is "" if the breakpoint may match code that has
    not run yet.
    """
    if isinstance(breakpoint, CodeBreakpoint):
        problem = driver.breakpoints.problem(breakpoint, driver.navigator.programs())
        return one_line(problem) if problem is not None else "" if breakpoint.pending else None
    if not breakpoint.pending:
        return None
    known = driver.navigator.programs()
    found = driver.breakpoints.problem(breakpoint, known) if known.programs else None
    if known.programs and found is None:
        return None
    return one_line(found) if found is not None and known.complete else ""
