"""What each command of the wire protocol does to a run that can be stepped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from opscope import events as ev
from opscope.debug.lines.code_breakpoint import CodeBreakpoint
from opscope.debug.replay.navigator import Navigator, Resume, StopReason
from opscope.debug.session.all_breakpoints import AnyBreakpoint
from opscope.debug.session.driver import FrameDriver
from opscope.debug.session.event_queue import Emit
from opscope.debug.session.operator_measures import measured
from opscope.debug.why.explanation_event import explained
from opscope.debug.why.here import explain_here
from opscope.errors import OpscopeWarning, UnsupportedError, one_line


class CommandTarget(Protocol):
    """What commands act on."""

    emit: Emit
    driver: FrameDriver | None

    check: Callable[[AnyBreakpoint], OpscopeWarning | None]  # why a new breakpoint can never stop

    def set_level(self, pattern: str, level: str, every: int | None = None) -> OpscopeWarning | None:
        """Set how closely the values of a pattern are watched. Returns a warning if it matches nothing."""
        ...

    def move(self, action: Callable[[], StopReason | Resume], reason: str = "step") -> StopReason | Resume:
        """Go to another place, or let the program continue."""
        ...

    def set_recording(self, on: bool, budget: int | None = None) -> None:
        """Switch recording on or off, or change its budget."""
        ...

    find_faults: Callable[[], str]  # lets the rules look at what is recorded; returns how many findings there are


MOVES: dict[type[ev.Command], Callable[[Navigator, Any], StopReason | Resume]] = {
    ev.Continue: lambda navigator, _: navigator.resume(),
    ev.Next: lambda navigator, _: navigator.step(),
    ev.StepIn: lambda navigator, _: navigator.step_in(),
    ev.StepOut: lambda navigator, _: navigator.step_out(),
    ev.StepBack: lambda navigator, _: navigator.step_back(),
    ev.ReverseContinue: lambda navigator, _: navigator.reverse_continue(),
    ev.RunToEnd: lambda navigator, _: navigator.run_to_end(),
    ev.NextRun: lambda navigator, _: navigator.next_run(),
    ev.RunTo: lambda navigator, command: navigator.run_to(command.op),
    ev.Goto: lambda navigator, command: navigator.goto(command.step, command.op),
}


def dispatch(target: CommandTarget, command: ev.Command) -> str:
    """Execute a command; returns a note for the user, "" if there is nothing to say.

    Raises OpscopeError; its text is the answer to the command.
    """
    if isinstance(command, ev.SetTapLevel):
        problem = target.set_level(command.pattern, command.level)
        return "" if problem is None else one_line(problem)
    driver = target.driver
    if driver is None:
        raise UnsupportedError(
            f"{command.kind} is not supported: this run is only watched", fix="start it with record=True"
        )
    if (move := MOVES.get(type(command))) is not None:
        target.move(lambda: move(driver.navigator, command), "goto" if isinstance(command, ev.Goto) else "step")
        return ""
    if isinstance(command, ev.Explain):
        found = explain_here(driver.navigator, command.name or None, None, command.step)
        target.emit(explained(found, command.name, command.step))
        return repr(found)
    if isinstance(command, ev.FindFaults):
        return target.find_faults()
    if isinstance(command, ev.MeasureOperators):
        target.emit(measured(driver.navigator, command.by, command.step, command.against))
        return ""
    problem = None
    match command:
        case ev.SetRecording():
            target.set_recording(command.on, command.budget or None)
            return ""
        case ev.SetBreakpoint():
            problem = target.check(driver.all_breakpoints.add(command.spec, command.condition, hits=command.hits))
        case ev.ClearBreakpoint():
            driver.all_breakpoints.remove(command.number)
        case ev.SetExceptionFilters():
            driver.catch(command.filters, command.types)
        case _:
            raise UnsupportedError(f"{command.kind} is not supported")
    target.emit(breakpoints_changed(driver))
    return "" if problem is None else one_line(problem)


def breakpoints_changed(driver: FrameDriver) -> ev.BreakpointsChanged:
    """The event with all breakpoints, and the operators of the current program that each of them stops at.

    A breakpoint for everything (`*`), and one on Python code, lists no operators.
    """
    breakpoints, here = driver.breakpoints, driver.navigator.cursor
    operators = [] if here is None else here.stack[0].frame.plan.block.program.operators
    found = driver.all_breakpoints.listed
    return ev.BreakpointsChanged(
        numbers=tuple(b.number for b in found),
        specs=tuple(b.spec for b in found),
        conditions=tuple("" if b.condition is None else str(b.condition) for b in found),
        hits=tuple(b.hit_count for b in found),
        ops=tuple(
            ""
            if isinstance(b, CodeBreakpoint) or b.spec == "*"
            else " ".join(map(str, breakpoints.matching_operators(b, operators)))
            for b in found
        ),
        exceptions=driver.exception_filters,
    )
