"""The program that a client debugs: started for it, or a run that goes on already."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from opscope.dap.arguments import Arguments
from opscope.debug.runs.run import Run
from opscope.errors import error_text


class Debuggee(Protocol):
    """A run, and what becomes of it when the client comes and goes."""

    @property
    def run(self) -> Run:
        """The run."""
        ...

    @property
    def launched(self) -> bool:
        """Return True if the client has started it."""
        ...

    @property
    def exit_code(self) -> int:
        """The exit status of the program."""
        ...

    def error_text(self) -> str:
        """The traceback of the error that has ended the program, "" if none has."""
        ...

    def flush_output(self) -> None:
        """Hand on what the program has printed."""
        ...


Print = Callable[[str, str], None]  # prints in the client's console: the category (stdout, stderr), the text
Launcher = Callable[[Arguments, Print], Debuggee]  # prepares the program of a `launch` request


class AttachedRun:
    """A run of this process that a client has attached to. What it prints is not sent to the client."""

    launched = False

    def __init__(self, run: Run) -> None:
        self.run = run

    @property
    def exit_code(self) -> int:
        """1 if the run has failed."""
        return int(self.run.error is not None)

    def error_text(self) -> str:
        """The text of the error."""
        return "" if self.run.error is None else error_text(self.run.error)

    def flush_output(self) -> None:
        """Nothing: the run's own process shows its output."""
