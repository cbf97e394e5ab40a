"""Execution of a command on the run of a notebook, for example `%opscope set h = 0`.

The command's output is printed below the cell.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from opscope.commands.command_session import Printed, ProgramError
from opscope.commands.latest_session import LatestSession
from opscope.commands.table import NamedCommand
from opscope.debug.frames.execution import FrameExecution
from opscope.debug.risk.risks import Risks
from opscope.debug.runs.step_methods import StepMethods
from opscope.debug.why.explanation import Explanation

session_of = LatestSession("notebook").of


def perform(run: StepMethods, command: NamedCommand, rest: str) -> Any:
    """Execute a command and print its result. If the result is an object for the user's Python code, return it instead.

    Raises errors of the command and of the user's code.
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
        case Explanation() | Risks():
            return result
        case _:
            session.render(result)
            return None
