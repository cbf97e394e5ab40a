"""The commands of the table on the run of a notebook: `%opscope set h = 0`. Their answers are text below the cell."""

from __future__ import annotations

import traceback
from typing import TypeVar, cast

from opscope.commands.command_session import CommandSession, ProgramError
from opscope.commands.plain_text import Console
from opscope.commands.printer import Printer
from opscope.commands.table import Command
from opscope.core.source import Site
from opscope.core.tracebacks import user_part
from opscope.debug.frames.stack import StackFrame
from opscope.debug.session.run import Run
from opscope.debug.session.steppable_run import SteppableRun

V = TypeVar("V")
WIDTH = 120  # characters of a line below a cell

_latest: list[CommandSession] = []


class CellProgram:
    """The code of cells that a run executes."""

    status = 0

    def where(self, run: Run) -> list[Site]:
        """The lines of the user's code where the run stands, outermost first; none while it runs and after it ends."""
        return [Site(frame.path, frame.line, frame.function) for frame in self._frames(run)]

    def values(self, run: Run, kind: type[V]) -> dict[str, V]:
        """The values of a type in the variables of the user's code where the run stands, by name."""
        found: dict[str, V] = {}
        for frame in self._frames(run):
            for names in (run.globals(frame), run.locals(frame)):
                found |= {name: each.value for name, each in names.items() if isinstance(each.value, kind)}
        return found

    def traceback(self, error: BaseException) -> str:
        """The traceback of an error, without the frames of opscope."""
        return "".join(traceback.format_exception(type(error), error, user_part(error)))

    def _frames(self, run: Run) -> list[StackFrame]:
        return [] if run.done or run.here is None else [frame for frame in run.stack() if frame.kind == "python"]


def _read_nothing(prompt: str) -> str:
    raise EOFError


def session_of(run: SteppableRun) -> CommandSession:
    """The session of a run. A new run takes over the displays and aliases of the one before."""
    former = _latest[0] if _latest else None
    if former is None or former.run is not run:
        printer = Printer(Console(WIDTH))
        # The commands for an exception of a cell are those about frames, which both kinds of runs have.
        made = CommandSession(cast("Run", run), CellProgram(), printer, "notebook")
        made.read_python = _read_nothing
        if former is not None:
            made.command_aliases, made.displays = former.command_aliases, dict.fromkeys(former.displays, "")
        _latest[:] = [made]
    session = _latest[0]
    if run.done or run.here is not None:  # else it waits for the program to come to an operator
        session.update_names()
    return session


def perform(run: SteppableRun, command: Command, rest: str) -> None:
    """Do a command and print its answer. Raises what the command refuses, and what the user's code raises."""
    __tracebackhide__ = True
    session = session_of(run)
    try:
        session.perform(command, rest)
    except ProgramError as e:
        raise e.error from None
    except KeyboardInterrupt:
        session.pause()
