"""Commands that show the source and the operators at the current place."""

from __future__ import annotations

from typing import Annotated, NamedTuple

from opscope.commands import operator_context
from opscope.commands.arguments import integer
from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind, whole
from opscope.commands.kinds import complete_operator
from opscope.commands.known_names import KnownNames
from opscope.commands.plain_text import Text
from opscope.commands.printer import ROLES, Printer
from opscope.commands.python_call import PythonCall
from opscope.commands.renderers import CutLine, Listing, renders
from opscope.commands.source_lines import SourceLines
from opscope.commands.table import command
from opscope.core.source import Site
from opscope.core.source_text.file_lines import source_lines
from opscope.debug.session.breakpoint_text import first_pattern
from opscope.errors import NotFound
from opscope.ir.compat.program_text import operator_text

GROUP = "looking"
AROUND = 5  # lines, or operators, on each side


class LineRange(NamedTuple):
    """A range of lines. If `last` is None, the range contains the lines around the line `first`."""

    first: int
    last: int | None


def _lines(text: str) -> LineRange:
    first, comma, last = (part.strip() for part in text.partition(","))
    return LineRange(integer(first), integer(last) if comma else None)


Lines = Annotated[LineRange | None, Kind("[LINE | FIRST, LAST]", _lines, take=whole)]


def _operators(names: KnownNames, text: str) -> str:
    return text if text == "all" else names.pattern(text)


Operators = Annotated[str, Kind("[all|PATTERN]", str, _operators, complete_operator, first_pattern)]


@command("here", ".", group=GROUP, python=lambda: [PythonCall("run.here", None)])
def show_here(debugger: CommandSession) -> str | None:
    """Show the current place again."""
    if debugger.run.here is None:
        return "nothing has run yet"
    debugger.show(debugger.run.here)
    return None


@command("list", "l", group=GROUP)
def find_source(debugger: CommandSession, chosen: Lines = None) -> SourceLines | list[CutLine]:
    """Show the source around the line of this frame.

    list           around the line of the operator, or of the frame that `up` and `down` have chosen
    list 40        around line 40
    list 10, 30    lines 10 to 30

    Without a source file, `list` shows the text of the program around the operator. `longlist` shows the whole
    function.
    """
    site = _site(debugger)
    lines = [] if site is None else source_lines(site.filename)
    if site is None or not lines:
        near = [("→ " if each.here else "  ", each.operator) for each in _near(debugger.ask(operator_context.lines))]
        return [CutLine.assemble((mark, "bold yellow"), operator_text(operator)) for mark, operator in near]
    if chosen is not None and chosen.last is not None:
        return debugger.source_lines(site, chosen.first, chosen.last)
    middle = min(site.line if chosen is None else chosen.first, len(lines))
    return debugger.source_lines(site, middle - AROUND, middle + AROUND)


def _site(debugger: CommandSession) -> Site | None:
    """Return the line of the chosen frame. If no frame has a line here, return the line of the current place."""
    try:
        frame = debugger.run.frame()
    except NotFound:
        return debugger.ask(operator_context.site)
    return Site(frame.path, frame.line, frame.function) if frame.path else debugger.ask(operator_context.site)


@renders(SourceLines)
def print_lines(printer: Printer, source: SourceLines) -> None:
    """Print lines of a file, in which the current line and the lines with breakpoints are marked."""
    colored = printer.output.highlighted(source.text)
    printer.line((source.file, "dim"))
    for number in source.shown:
        mark = "→" if number == source.line else " "
        stop = "●" if number in source.stops else " "
        printer.line((stop, "red"), (mark, "bold yellow"), (f"{number:>5}  ", "dim"), colored[number - 1], cut=True)


def _near(lines: list[operator_context.ContextLine]) -> list[operator_context.ContextLine]:
    middle = next((i for i, line in enumerate(lines) if line.here), len(lines))
    return lines[max(middle - AROUND, 0) : middle + AROUND + 1]


@command("ops", "lo", group=GROUP)
def list_operators(debugger: CommandSession, chosen: Operators = "") -> Listing:
    """List the operators around this place.

    → marks the next operator, ● an operator with a breakpoint, ○ an operator with a disabled breakpoint.

    ops all      the whole block
    ops op:mul   the operators that match a pattern; layer:layer1 selects the operators of a Layer
    """
    lines = debugger.ask(operator_context.lines)
    if chosen and chosen != "all":
        selected = {*debugger.ask(lambda navigator: operator_context.selected(navigator, chosen))}
        lines = [line for line in lines if line.operator in selected]
    elif not chosen:
        lines = _near(lines)
    layers = any(line.operator.layer_path for line in lines)

    def row(line: operator_context.ContextLine) -> list[str | Text]:
        operator = line.operator
        stop = "" if not line.breakpoints else "●" if any(b.enabled for b in line.breakpoints) else "○"
        where = "" if operator.site is None else operator.site.where.partition(" in ")[0]
        layer = [Text(operator.layer_path, "dim")] if layers else []
        text = Text(repr(operator), "bold" if line.here else "")
        marks = Text.assemble((stop or " ", "red"), ("→" if line.here else " ", "bold yellow"))
        phase = Text(operator.phase, ROLES.get(operator.phase, ""))
        return [marks, str(operator.id), phase, *layer, Text(where, "dim"), text]

    headings = ("", "op", "role", "layer", "line", "operator") if layers else ("", "op", "role", "line", "operator")
    place = None
    if not any(line.here for line in lines) and not chosen:
        place = Text.assemble("  ", ("→ ", "bold yellow"), debugger.ask(operator_context.operator_text))
    return Listing(headings, map(row, lines), right=("op",), below=place)
