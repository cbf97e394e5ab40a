"""Prompt commands that show the current place: the stack, the source, the operators."""

from __future__ import annotations

import linecache

from rich.syntax import Syntax
from rich.text import Text

from opscope.cli import operator_context
from opscope.cli.arguments import integer
from opscope.cli.command_registry import command
from opscope.cli.printer import ROLES
from opscope.cli.prompt_session import Debugger
from opscope.core.source import Site, display_name
from opscope.errors import NotFound
from opscope.ir.compat.program_text import operator_text

GROUP = "looking"
AROUND = 5  # lines, or operators, on either side


@command("here", ".", group=GROUP)
def show_here(debugger: Debugger, rest: str) -> None:
    """Show the current place again."""
    if debugger.run.here is None:
        debugger.printer.line("nothing has run yet")
    else:
        debugger.show(debugger.run.here)


@command("where", "bt", "stack", group=GROUP)
def print_stack(debugger: Debugger, rest: str) -> None:
    """The blocks around this place, and the script's lines.

    The innermost last. Which lines of the script run the program is known in the present only.
    """
    here = debugger.run.here
    script = [] if here is None or here.past or debugger.run.done else debugger.script.where(debugger.run)
    rows = [["", "script", site.where, site.code] for site in script]
    for level in debugger.run.stack():
        rows.append(["", f"block {level.block}", level.site, level.operator])
    inside = debugger.ask(
        lambda n: None if n.gradient is None else (n.gradient.operator.type, operator_context.operator_text(n))
    )
    if inside is not None:
        rows.append(["", f"rule of {inside[0]}", "", inside[1]])
    if not rows:
        raise NotFound("nothing has run yet")
    rows[-1][0] = "→"
    debugger.printer.rows(("", "", "", ""), rows)


@command("list", "l", usage="[LINE]", group=GROUP)
def print_source(debugger: Debugger, rest: str) -> None:
    """The source around the operator's line.

    `list 40` shows the lines around line 40. Where there is no such file: the text of the program around the operator.
    """
    site = debugger.ask(operator_context.site)
    lines = [] if site is None else linecache.getlines(site.filename)
    if site is None or not lines:
        _program_text(debugger)
        return
    middle = min(integer(rest) if rest else site.line, len(lines))
    first = max(middle - AROUND, 1)
    colored = Syntax("", "python", theme="ansi_dark").highlight("".join(lines)).split("\n")
    debugger.printer.line((display_name(site.filename), "dim"))
    stops = _stops_at(debugger, site)
    for number in range(first, min(middle + AROUND, len(lines)) + 1):
        mark = "→" if number == site.line else " "
        stop = "●" if number in stops else " "
        debugger.printer.line(
            (stop, "red"), (mark, "bold yellow"), (f"{number:>5}  ", "dim"), colored[number - 1], cut=True
        )


def _stops_at(debugger: Debugger, site: Site) -> set[int]:
    """The lines of a file whose operators have a breakpoint."""
    found = debugger.ask(lambda n: [line for line in operator_context.lines(n) if line.breakpoints])
    sites = [line.operator.site for line in found]
    return {s.line for s in sites if s is not None and s.filename == site.filename}


def _program_text(debugger: Debugger) -> None:
    for line in _near(debugger.ask(operator_context.lines)):
        mark = "→" if line.here else " "
        debugger.printer.line((f"{mark} ", "bold yellow"), operator_text(line.operator), cut=True)


def _near(lines: list[operator_context.Line]) -> list[operator_context.Line]:
    middle = next((i for i, line in enumerate(lines) if line.here), len(lines))
    return lines[max(middle - AROUND, 0) : middle + AROUND + 1]


@command("ops", "lo", usage="[all|PATTERN]", group=GROUP, completes="op")
def print_operators(debugger: Debugger, rest: str) -> None:
    """The operators around this place.

    → is next, ● has a breakpoint, ○ has one that is switched off.

    ops all      of the whole block
    ops op:mul   those that a pattern selects
    """
    lines = debugger.ask(operator_context.lines)
    if rest and rest != "all":
        pattern = debugger.pattern(rest)
        chosen = {*debugger.ask(lambda navigator: operator_context.selected(navigator, pattern))}
        lines = [line for line in lines if line.operator in chosen]
    elif not rest:
        lines = _near(lines)

    def row(line: operator_context.Line) -> list[str | Text]:
        operator = line.operator
        stop = "" if not line.breakpoints else "●" if any(b.enabled for b in line.breakpoints) else "○"
        where = "" if operator.site is None else operator.site.where.partition(" in ")[0]
        text = Text(repr(operator), "bold" if line.here else "")
        marks = Text.assemble((stop or " ", "red"), ("→" if line.here else " ", "bold yellow"))
        return [marks, str(operator.id), Text(operator.phase, ROLES.get(operator.phase, "")), Text(where, "dim"), text]

    debugger.printer.rows(("", "op", "role", "line", "operator"), map(row, lines), right=("op",))
    if not any(line.here for line in lines) and not rest:
        debugger.printer.line("  ", ("→ ", "bold yellow"), debugger.ask(operator_context.operator_text))
