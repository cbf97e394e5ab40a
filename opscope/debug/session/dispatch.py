"""Actions: what each command of the wire means for a run that can be stepped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from opscope import events as ev
from opscope.debug.replay.navigator import Navigator, Resume, StopReason
from opscope.debug.session.driver import Stepper
from opscope.errors import UnsupportedError


class Actor(Protocol):
    """A session, as actions see it."""

    emit: Callable[[ev.Event], None]
    stepper: Stepper | None

    def set_level(self, pattern: str, level: str, every: int | None = None) -> None:
        """Look at the values of a pattern more or less closely."""
        ...

    def move(self, to: Callable[[], StopReason | Resume], reason: str = "step") -> StopReason | Resume:
        """Stand elsewhere, or let the program go on."""
        ...


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


def act(session: Actor, command: ev.Command) -> None:
    """Do what a command says. Raises OpscopeErrors, whose text is the answer."""
    if isinstance(command, ev.SetTapLevel):
        session.set_level(command.pattern, command.level)
        return
    stepper = session.stepper
    if stepper is None:
        raise UnsupportedError(
            f"{command.kind} is not supported: this run is only watched", fix="start it with record=True"
        )
    if (move := MOVES.get(type(command))) is not None:
        session.move(lambda: move(stepper.navigator, command), "goto" if isinstance(command, ev.Goto) else "step")
        return
    match command:
        case ev.SetBreakpoint():
            stepper.breakpoints.add(command.spec, command.condition, hits=command.hits)
        case ev.ClearBreakpoint():
            stepper.breakpoints.remove(command.number)
        case _:
            raise UnsupportedError(f"{command.kind} is not supported")
    session.emit(breakpoints_changed(session))


def breakpoints_changed(session: Actor) -> ev.BreakpointsChanged:
    """What there is now, and where it stands in the program that is running; what watches everything, nowhere."""
    assert session.stepper is not None
    breakpoints, here = session.stepper.breakpoints, session.stepper.navigator.cursor
    operators = [] if here is None else here.stack[0].frame.plan.block.program.operators
    found = list(breakpoints.all.values())
    return ev.BreakpointsChanged(
        numbers=tuple(b.number for b in found),
        specs=tuple(b.spec for b in found),
        conditions=tuple("" if b.condition is None else str(b.condition) for b in found),
        hits=tuple(b.hit_count for b in found),
        ops=tuple(
            "" if b.spec == "*" else " ".join(map(str, breakpoints.matching_operators(b, operators))) for b in found
        ),
    )
