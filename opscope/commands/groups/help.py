"""Commands `help` and `quit`."""

from __future__ import annotations

from typing import Annotated

from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind
from opscope.commands.table import COMMANDS, GROUPS, NamedCommand, command, find, names
from opscope.debug.conditions.expression import functions
from opscope.debug.conditions.predicates import predicates

TOPICS = {"expressions": functions, "predicates": predicates}


CommandName = Annotated[str, Kind("COMMAND", complete=lambda words, before: [*names(), *TOPICS])]


@command("help", "?")
def print_help(debugger: CommandSession, name: CommandName = "") -> None:
    """List the commands; `help break` says more about one.

    help expressions   what p, break and watch can compute
    help predicates    the tests that watch knows
    """
    if name in TOPICS:
        debugger.printer.rows(("", ""), [[f"  {each}", meaning] for each, meaning in TOPICS[name]()])
        return
    if name:
        _print_command(debugger, find(name))
        return
    with debugger.printer.paged(len(GROUPS) + len(COMMANDS) + 1):
        for group in GROUPS:
            debugger.printer.line((group, "bold"))
            for one in (c for c in COMMANDS.values() if c.group == group):
                short = min((s for s in one.short if len(s) <= 5), key=len, default="")
                debugger.printer.line("  ", (f"{short:<7}", "cyan"), f"{one.name:<17}", (one.summary, "dim"), cut=True)
        debugger.printer.line(("Enter repeats the last step; any unmistakable beginning of a name will do.", "dim"))


def _print_command(debugger: CommandSession, one: NamedCommand) -> None:
    also = f"   ({', '.join(one.short)})" if one.short else ""
    debugger.printer.line((one.form, "bold"), (also, "cyan"))
    debugger.printer.text(one.summary)
    if one.details:
        debugger.printer.text(f"\n{one.details}")


@command("quit", "q", "exit", absent={"notebook": "stop ends the run", "editor": "its button Stop"})
def leave(debugger: CommandSession) -> None:
    """End the script and the debugger."""
    debugger.over = True
