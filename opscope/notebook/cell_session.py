"""The commands of the table on the run of a notebook: `%opscope set h = 0`. Their answers are text below the cell."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from opscope.commands.command_session import CommandSession, Printed, ProgramError
from opscope.commands.frames_program import FramesProgram, read_nothing
from opscope.commands.plain_text import Console
from opscope.commands.printer import Printer
from opscope.commands.table import NamedCommand
from opscope.debug.frames.execution import FrameExecution
from opscope.debug.runs.run import Run
from opscope.debug.runs.step_methods import StepMethods
from opscope.debug.why.explanation import Explanation

WIDTH = 120  # characters of a line below a cell

_latest: list[CommandSession] = []


def session_of(run: StepMethods) -> CommandSession:
    """The session of a run. A new run takes over the displays and aliases of the one before."""
    former = _latest[0] if _latest else None
    if former is None or former.run is not run:
        printer = Printer(Console(WIDTH))
        # The commands for an exception of a cell are those about frames, which both kinds of runs have.
        made = CommandSession(cast("Run", run), FramesProgram(), printer, "notebook")
        made.read_python = read_nothing
        if former is not None:
            made.command_aliases, made.displays = former.command_aliases, dict.fromkeys(former.displays, "")
        _latest[:] = [made]
    session = _latest[0]
    if run.done or run.here is not None:  # else it waits for the program to come to an operator
        session.names.update()
    return session


def perform(run: StepMethods, command: NamedCommand, rest: str) -> Any:
    """Do a command and print its answer; returns what is an object of the user's, for the cell to show.

    Raises what the command refuses, and what the user's code raises.
    """
    __tracebackhide__ = True
    session = session_of(run)
    try:
        result = session.perform(command, rest)
    except ProgramError as e:
        raise e.error from None
    except KeyboardInterrupt:
        session.pause()
        return None
    match result:
        case Printed() if result.value is not None:
            session.printer.remarks(result.notes)
            return result.value
        case FrameExecution():
            session.render(replace(result, value=None))
            return result.value
        case Explanation():
            return result
        case _:
            session.render(result)
            return None
