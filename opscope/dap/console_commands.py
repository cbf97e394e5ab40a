"""Commands in the console of an editor: `%history loss`, with the names and answers of the prompt."""

from __future__ import annotations

import io

from opscope.commands.command_session import CommandSession, ProgramError
from opscope.commands.frames_program import FramesProgram, read_nothing
from opscope.commands.groups import load_commands
from opscope.commands.plain_text import Console
from opscope.commands.printer import Printer
from opscope.commands.table import find
from opscope.debug.runs.run import Run
from opscope.errors import ArgumentError, error_text

SIGN = "%"  # before a command: other lines are Python
WIDTH = 120

_latest: list[ConsoleSession] = []  # a process debugs one program


class ConsoleSession:
    """The commands of a console: displays and aliases stay from line to line."""

    def __init__(self, run: Run) -> None:
        load_commands()
        self._text = io.StringIO()
        self.session = CommandSession(run, FramesProgram(), Printer(Console(WIDTH, self._text)), "editor")
        self.session.read_python = read_nothing

    def answer(self, line: str) -> str:
        """Execute a command; returns what it prints. A move returns where the program stops."""
        word, _, rest = line.partition(" ")
        command = find(word)
        self._text.seek(0)
        self._text.truncate()
        self.session.names.update()
        try:
            self.session.render(self.session.perform(command, rest.strip()))
        except ProgramError as e:
            raise ArgumentError(error_text(e.error)) from None
        return self._text.getvalue().rstrip()


def console_answer(run: Run, text: str) -> str:
    """Execute the command of a line that begins with `%`."""
    if not _latest or _latest[0].session.run is not run:
        _latest[:] = [ConsoleSession(run)]
    return _latest[0].answer(text.removeprefix(SIGN).strip())
