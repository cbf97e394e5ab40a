"""General: help, and the end."""

from __future__ import annotations

from opscope.cli.command_registry import COMMANDS, GROUPS, Command, command, find
from opscope.cli.prompt_session import Debugger
from opscope.debug.conditions.expression import functions
from opscope.debug.conditions.predicates import predicates

TOPICS = {"expressions": functions, "predicates": predicates}


@command("help", "?", usage="[COMMAND]", completes="command")
def print_help(at: Debugger, rest: str) -> None:
    """What can be typed; `help break` tells more.

    help expressions   what p, break and watch can compute
    help predicates    what can be said of one value
    """
    if rest in TOPICS:
        at.printer.rows(("", ""), [[f"  {name}", meaning] for name, meaning in TOPICS[rest]()])
        return
    if rest:
        _one(at, find(rest))
        return
    for group in GROUPS:
        at.printer.line((group, "bold"))
        for one in (c for c in COMMANDS.values() if c.group == group):
            short = min((s for s in one.short if len(s) <= 5), key=len, default="")
            at.printer.line("  ", (f"{short:<7}", "cyan"), f"{one.name:<17}", (one.summary, "dim"), cut=True)
    at.printer.line(("Enter repeats the last step; any unmistakable beginning of a name will do.", "dim"))


def _one(at: Debugger, one: Command) -> None:
    also = f"   ({', '.join(one.short)})" if one.short else ""
    at.printer.line((one.form, "bold"), (also, "cyan"))
    at.printer.text(one.summary)
    if one.details:
        at.printer.text(f"\n{one.details}")


@command("quit", "q", "exit")
def leave(at: Debugger, rest: str) -> None:
    """End the script where it stands, and the debugger."""
    at.over = True
