"""The program that a client debugs: a program that opscope starts for the client, or a run in progress."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from opscope.dap.arguments import Arguments
from opscope.debug.runs.run import Run
from opscope.errors import error_text


class Debuggee(Protocol):
    """A run that a client can debug."""

    @property
    def run(self) -> Run:
        """The run."""
        ...

    @property
    def launched(self) -> bool:
        """True if opscope has started the program on a client's request."""
        ...

    @property
    def exit_code(self) -> int:
        """Exit status of the program."""
        ...

    def error_text(self) -> str:
        """Return the traceback of the error that has ended the program, or "" without an error."""
        ...

    def flush_output(self) -> None:
        """Pass the rest of the program's output to the client."""
        ...


Print = Callable[[str, str], None]  # prints in the client's console; arguments: category (stdout, stderr), text
Launcher = Callable[[Arguments, Print], Debuggee]  # prepares the program of a `launch` request


class AttachedRun:
    """A run of this process to which a client has attached. Its output is not sent to the client."""

    launched = False

    def __init__(self, run: Run) -> None:
        self.run = run

    @property
    def exit_code(self) -> int:
        """Exit status: 1 if the run has failed, else 0."""
        return int(self.run.error is not None)

    def error_text(self) -> str:
        """The text of the error that has ended the run, or "" without an error."""
        return "" if self.run.error is None else error_text(self.run.error)

    def flush_output(self) -> None:
        """Do nothing, because the run's own process shows the output."""
