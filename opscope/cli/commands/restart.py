"""Prompt commands `restart` and `run`."""

from __future__ import annotations

from opscope.cli.command_registry import command
from opscope.cli.prompt_session import Debugger
from opscope.cli.shell_words import shell_words


@command("restart", "run", usage="[ARGS]")
def start_again(debugger: Debugger, rest: str) -> None:
    """Start the script again.

    restart             with the same arguments
    restart --lr 0.1    with other arguments

    In a new process, from its beginning. Breakpoints, their commands, displays and aliases stay; hits count from 0.
    What was recorded is gone: `save` keeps it.
    """
    debugger.restart(shell_words(rest, fix="arguments as for a shell") if rest else None)
