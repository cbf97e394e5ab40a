"""Output to the terminal: with colors by the package rich, or plain text if rich is not installed."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from opscope.cli.output_encoding import replace_unencodable
from opscope.commands.plain_text import Console, Output, Table, Text
from opscope.commands.printer import Printer

if TYPE_CHECKING:
    from rich.console import Console as RichConsole


class StyledConsole:
    """Terminal output by rich."""

    def __init__(self, console: RichConsole) -> None:
        self._console = console

    @property
    def width(self) -> int:
        """Characters in a line."""
        return self._console.width

    @property
    def height(self) -> int:
        """Lines of the window."""
        return self._console.height

    def print(self, what: Text | Table, *, cut: bool = False, wrap: bool = True) -> None:
        """Print text.

        If `cut` is True, each line is cut to the width. If `wrap` is False, long lines get no line breaks, and the
        terminal wraps them.
        """
        if isinstance(what, Table):
            self._console.print(_rich_table(what))
        elif cut:
            self._console.print(_rich(what), no_wrap=True, overflow="ellipsis")
        else:
            self._console.print(_rich(what), overflow="fold" if wrap else "ignore", soft_wrap=not wrap)

    def pager(self) -> Any:
        """Return a context in which output is sent to the user's pager."""
        return self._console.pager(styles=True)

    def highlighted(self, code: str) -> Sequence[Text]:
        """Return the lines of Python code, with colors."""
        from rich.syntax import Syntax

        lines = Syntax("", "python", theme="ansi_dark").highlight(code).split("\n")
        return [
            Text.assemble(*((each.text, str(each.style or "")) for each in line.render(self._console)))
            for line in lines
        ]


def _rich(text: Text) -> Any:
    from rich.text import Text as RichText

    return RichText.assemble(*text.parts)


def _rich_table(table: Table) -> Any:
    from rich.table import Table as RichTable

    made = RichTable(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="dim", show_header=table.has_header)
    for each in table.columns:
        made.add_column(each.heading, justify=each.justify, no_wrap=True, overflow="ellipsis", width=each.width)
    for row in table.rows:
        made.add_row(*map(_rich, row))
    return made


def terminal() -> Output:
    """Return an output to the terminal, which uses the package rich if it is installed."""
    width = None if sys.stdout.isatty() else shutil.get_terminal_size((120, 24)).columns
    replace_unencodable()
    try:
        from rich.console import Console as RichConsole
    except ImportError:
        return Console(width)
    return StyledConsole(RichConsole(width=width, highlight=False, markup=False, emoji=False))


def terminal_printer(pages: bool = False) -> Printer:
    """Return a printer to standard output."""
    return Printer(terminal(), pages)
