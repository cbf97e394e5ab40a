"""Commands `restart` and `run`."""

from __future__ import annotations

from opscope.commands.command_session import CommandSession
from opscope.commands.kinds import ScriptArguments
from opscope.commands.table import command


@command("restart", "run", absent={"notebook": "run the cell again", "editor": "use the button Restart"})
def start_again(debugger: CommandSession, arguments: ScriptArguments = "") -> None:
    """Start the script again.

    restart             with the same arguments
    restart --lr 0.1    with other arguments

    The script starts in a new process. Breakpoints, their commands, displays and aliases are kept. Hits are counted
    from 0 again. The recording is lost unless you `save` it first.
    """
    debugger.restart(arguments)
