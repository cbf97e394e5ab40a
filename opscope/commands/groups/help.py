"""Commands `help` and `quit`."""

from __future__ import annotations

import re
import textwrap
from typing import Annotated, NamedTuple

from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind
from opscope.commands.printer import Printer
from opscope.commands.renderers import Listing, renders
from opscope.commands.table import COMMANDS, GROUPS, NamedCommand, command, find, names
from opscope.debug.conditions.expression import functions
from opscope.debug.conditions.predicates import predicates

PROSE = 110  # the largest number of characters in a line of prose
MEANING = 20  # the smallest number of characters for the meaning of an example
_EXAMPLE = re.compile(r"(\S.*?\s{2,})(\S.*)")  # an example and its meaning, which a gap separates

TOPICS = {"expressions": functions, "predicates": predicates}


class Overview(NamedTuple):
    """All commands."""


CommandName = Annotated[str, Kind("COMMAND", complete=lambda words, before: [*names(), *TOPICS])]


@command("help", "?")
def print_help(debugger: CommandSession, name: CommandName = "") -> Listing | NamedCommand | Overview:
    """List the commands; `help break` explains a command.

    help expressions   the functions for p, break and watch
    help predicates    the tests for watch
    """
    if name in TOPICS:
        return Listing(("", ""), [[f"  {each}", meaning] for each, meaning in TOPICS[name]()])
    return find(name) if name else Overview()


@renders(Overview)
def print_overview(printer: Printer, _: Overview) -> None:
    """Print the commands by group, a line each."""
    with printer.paged(len(GROUPS) + len(COMMANDS) + 1):
        for group in GROUPS:
            printer.line((group, "bold"))
            for one in (c for c in COMMANDS.values() if c.group == group):
                short = min((s for s in one.short if len(s) <= 5), key=len, default="")
                printer.line("  ", (f"{short:<7}", "cyan"), f"{one.name:<17}", (one.summary, "dim"), cut=True)
        printer.line(("Enter repeats the last step; any unambiguous beginning of a name works.", "dim"))


@renders(NamedCommand)
def print_command(printer: Printer, one: NamedCommand) -> None:
    """Print the help of a command."""
    also = f"   ({', '.join(one.short)})" if one.short else ""
    printer.line((one.form, "bold"), (also, "cyan"))
    printer.text(one.summary)
    for paragraph in filter(None, one.details.split("\n\n")):
        printer.text("")
        lines = paragraph.splitlines()
        if any(_EXAMPLE.match(line) or line.split()[0] in (one.name, *one.short) for line in lines):
            for line in lines:
                _print_example(printer, line)
        else:
            printer.text(textwrap.fill(" ".join(lines), min(printer.width, PROSE)))


def _print_example(printer: Printer, line: str) -> None:
    """Print an example and its meaning side by side. If there is no room for the meaning, print the line unchanged."""
    found = _EXAMPLE.match(line)
    if found is None or printer.width - found.end(1) < MEANING:
        printer.text(line)
    else:
        printer.entry(found[1], found[2])


@command("quit", "q", "exit", absent={"notebook": "stop ends the run", "editor": "use the button Stop"})
def leave(debugger: CommandSession) -> None:
    """End the script and the debugger."""
    debugger.over = True
