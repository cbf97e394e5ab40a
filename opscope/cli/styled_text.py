"""Text, tables and the terminal by rich, or plain ones where it is not installed."""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["Console", "Table", "Text", "highlighted"]

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text
else:
    try:
        from rich.console import Console
        from rich.table import Table
        from rich.text import Text
    except ImportError:
        from opscope.cli.plain_text import Console, Table, Text


def highlighted(code: str) -> list[Text]:
    """The lines of Python code, with colors where rich is installed."""
    try:
        from rich.syntax import Syntax
    except ImportError:
        return [Text(line) for line in code.split("\n")]
    return list(Syntax("", "python", theme="ansi_dark").highlight(code).split("\n"))
