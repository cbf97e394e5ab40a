"""`opscope debug FOLDER`: a prompt whose commands inspect a recording."""

from __future__ import annotations

import argparse
from typing import Any, NoReturn, cast

from opscope.cli.recording_folder import find_recording
from opscope.commands.command_session import CommandSession
from opscope.commands.frames_program import FramesProgram
from opscope.commands.printer import Printer
from opscope.debug.disk.recording_reader import load
from opscope.debug.rules.findings import Finding
from opscope.debug.runs.recording import Recording
from opscope.debug.runs.run import Run
from opscope.debug.session.finding_feed import FAILURE
from opscope.errors import ArgumentError, OpscopeError, RunError
from opscope.events import Command, Response

_OF_SCRIPTS = {  # options that a recording does not have
    "json": "--json",
    "pm": "--pm",
    "first_line": "--first-line",
    "no_stop": "--no-stop",
    "rules": "--rules",
    "budget": "--budget",
}


class RecordedRun(Recording):
    """A recording with the methods of a live run that the commands of the prompt use."""

    error = None
    state = "finished"

    def flush(self) -> None:
        """Do nothing, because a recording has no events to deliver."""

    def request_pause(self) -> None:
        """Do nothing, because Ctrl-C itself ends a search through the recording."""

    def ask(self, kind: type[Command], timeout: float | None = None, **fields: Any) -> Response:
        """Execute the command Continue. For all other commands, the prompt calls methods of the recording."""
        try:
            self.cont()
        except OpscopeError as e:
            return Response(request=0, ok=False, text=str(e))
        return Response(request=0, ok=True)

    def record(self, *_: Any) -> NoReturn:
        """Raise RunError, because nothing can be recorded after the run has ended."""
        raise RunError(
            "the recording is finished, so no more steps can be added", fix="to record a script, use opscope record"
        )

    @property
    def recording(self) -> str:
        """A text about the folder of the recording."""
        return f"the recording is on disk: {self.recorded.path}"

    def save(self, path: str) -> NoReturn:
        """Raise RunError, because the recording is already on disk."""
        raise RunError("this recording is on disk already", fix=f"copy the folder {self.recorded.path}")


class RecordedSession(CommandSession):
    """Session that executes commands on a recording."""

    @property
    def _what(self) -> str:
        return "recording"

    def __init__(self, run: RecordedRun, printer: Printer) -> None:
        super().__init__(cast(Run, run), FramesProgram(), printer)  # it has all that commands use of a run
        self.recorded = run
        self.restart = self._refuse_restart

    def _refuse_restart(self, arguments: str) -> NoReturn:
        raise RunError(
            "a recording cannot start again, because it has no script", fix="run the script: opscope debug SCRIPT"
        )


def recorded_session(options: argparse.Namespace, printer: Printer) -> RecordedSession:
    """Open the folder in the command-line options. Raises OpscopeError if the recording cannot be opened."""
    if given := [option for name, option in _OF_SCRIPTS.items() if getattr(options, name)]:
        raise ArgumentError(
            f"{options.script} is the folder of a recording, but {', '.join(given)} can be used only with a script"
        )
    if options.args:
        raise ArgumentError(f"{options.script} is the folder of a recording, so no arguments can be passed to it")
    found = find_recording(options.script, "debug")
    run = RecordedRun(load(found.folder))
    if found.others:
        printer.line(found.others)
    if run.session.driver.journal.first_run() is None:
        what, fix = run.session.driver.journal.nothing_kept()
        facts = {f"found {number}": f"{each.evidence}  {each.line}" for number, each in enumerate(_failures(run), 1)}
        raise RunError(f"{run.recorded.path}: {what}", facts=facts, fix=fix)
    return RecordedSession(run, printer)


def _failures(run: RecordedRun) -> list[Finding]:
    """Return the errors that ended the program, if the recording contains them."""
    return [each for each in run.recorded.findings if each.rule == FAILURE]


def set_up_recording(session: RecordedSession, options: argparse.Namespace) -> None:
    """Show the end of the recording, where all names are known. Set the breakpoints of the command-line options."""
    session.show_place()
    for each in _failures(session.recorded):
        session.printer.line(("The program has failed", "bold red"), f": {each.evidence}  {each.line}")
    for spec, condition in options.breaks or ():
        condition = session.names.condition(condition) if condition else ""
        session.run.breakpoint(session.names.place(spec), condition)
    for condition in options.watch:
        session.run.watch(*(("nan",) if condition == "nan" else ("", session.names.condition(condition))))
