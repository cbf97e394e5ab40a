"""Commands in the console of an editor, such as `%history loss`. The console has the same commands as the prompt."""

from __future__ import annotations

import io

from opscope.commands.command_session import ProgramError
from opscope.commands.groups import load_commands
from opscope.commands.latest_session import WIDTH, LatestSession
from opscope.commands.plain_text import Console
from opscope.commands.table import find
from opscope.debug.runs.run import Run
from opscope.errors import ArgumentError, error_text

SIGN = "%"  # before a command; other lines are Python

_session_of = LatestSession("editor").of  # a process debugs one program


def console_answer(run: Run, text: str) -> str:
    """Execute a command from a line that begins with `%`.

    Returns the printed text. After a command that moves the run, the text shows the new place.
    """
    load_commands()
    word, _, rest = text.removeprefix(SIGN).strip().partition(" ")
    command, output = find(word), io.StringIO()
    session = _session_of(run)
    session.printer.output = Console(WIDTH, output)
    try:
        session.render(session.perform(command, rest.strip()))
    except ProgramError as e:
        raise ArgumentError(error_text(e.error)) from None
    return output.getvalue().rstrip()
