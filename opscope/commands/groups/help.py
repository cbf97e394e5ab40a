"""Commands `help` and `quit`."""

from __future__ import annotations

from opscope.commands.command_session import CommandSession
from opscope.commands.table import COMMANDS, GROUPS, Command, command, find
from opscope.debug.conditions.expression import functions
from opscope.debug.conditions.predicates import predicates

TOPICS = {"expressions": functions, "predicates": predicates}


@command("help", "?", usage="[COMMAND]", completes="command")
def print_help(debugger: CommandSession, rest: str) -> None:
    """List the commands; `help break` says more about one.

    help expressions   what p, break and watch can compute
    help predicates    the tests that watch knows
    """
    if rest in TOPICS:
        debugger.printer.rows(("", ""), [[f"  {name}", meaning] for name, meaning in TOPICS[rest]()])
        return
    if rest:
        _print_command(debugger, find(rest))
        return
    with debugger.printer.paged(len(GROUPS) + len(COMMANDS) + 1):
        for group in GROUPS:
            debugger.printer.line((group, "bold"))
            for one in (c for c in COMMANDS.values() if c.group == group):
                short = min((s for s in one.short if len(s) <= 5), key=len, default="")
                debugger.printer.line("  ", (f"{short:<7}", "cyan"), f"{one.name:<17}", (one.summary, "dim"), cut=True)
        debugger.printer.line(("Enter repeats the last step; any unmistakable beginning of a name will do.", "dim"))


def _print_command(debugger: CommandSession, one: Command) -> None:
    also = f"   ({', '.join(one.short)})" if one.short else ""
    debugger.printer.line((one.form, "bold"), (also, "cyan"))
    debugger.printer.text(one.summary)
    if one.details:
        debugger.printer.text(f"\n{one.details}")


@command("quit", "q", "exit", absent={"notebook": "stop ends the run", "editor": "its button Stop"})
def leave(debugger: CommandSession) -> None:
    """End the script and the debugger."""
    debugger.over = True
