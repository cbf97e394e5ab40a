"""The command session of the latest run, for the cells of a notebook or the console of an editor."""

from __future__ import annotations

from typing import cast

from opscope.commands.command_session import CommandSession
from opscope.commands.frames_program import FramesProgram, read_nothing
from opscope.commands.plain_text import Console
from opscope.commands.printer import Printer
from opscope.commands.table import FrontEnd
from opscope.debug.runs.run import Run
from opscope.debug.runs.step_methods import StepMethods

WIDTH = 120  # characters of a line


class LatestSession:
    """The session of the latest run. A new run takes over the displays and aliases of the previous run."""

    def __init__(self, front_end: FrontEnd) -> None:
        self._front_end: FrontEnd = front_end
        self._latest: CommandSession | None = None

    def of(self, run: StepMethods) -> CommandSession:
        """Return the command session of a run, and update the names that are known at the run's current place."""
        former = self._latest
        if former is None or former.run is not run:
            # An exception of a cell has only the commands about frames, which both kinds of runs have.
            made = CommandSession(cast("Run", run), FramesProgram(), Printer(Console(WIDTH)), self._front_end)
            made.read_python = read_nothing
            if former is not None:
                made.command_aliases, made.displays = former.command_aliases, dict.fromkeys(former.displays, "")
            self._latest = former = made
        if run.done or run.here is not None:  # else it waits until the program reaches an operator
            former.names.update()
        return former
