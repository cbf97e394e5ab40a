"""The few parts of rich that the prompt uses, without colors: what it prints where rich is not installed."""

from __future__ import annotations

import io
import pydoc
import shutil
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any


class Text:
    """Text whose style is dropped."""

    def __init__(self, plain: str = "", style: str = "") -> None:
        self.plain = plain

    @classmethod
    def assemble(cls, *parts: str | Text | tuple[str, str]) -> Text:
        """Join parts; of (text, style) the text."""
        return cls("".join(part.plain if isinstance(part, Text) else part if isinstance(part, str) else part[0]
                           for part in parts))  # fmt: skip

    def __len__(self) -> int:
        return len(self.plain)

    def __str__(self) -> str:
        return self.plain

    def truncate(self, width: int, *, overflow: str = "fold", pad: bool = False) -> None:
        """Cut to a width, with a mark of what is left out; or fill up to it."""
        if len(self.plain) > width:
            self.plain = self.plain[: width - 1] + "…"
        elif pad:
            self.plain = self.plain.ljust(width)


class Column:
    """A column of a table: its heading, and its width once it is set."""

    def __init__(self, heading: str, justify: str, width: int) -> None:
        self.heading, self.justify, self.width = heading, justify, width

    def cell(self, text: str) -> str:
        """A cell in the width of the column."""
        cut = text if len(text) <= self.width else text[: self.width - 1] + "…"
        return cut.rjust(self.width) if self.justify == "right" else cut.ljust(self.width)


class Table:
    """Rows of cells in columns, two spaces apart."""

    def __init__(self, show_header: bool = True, **look: Any) -> None:
        self.columns: list[Column] = []
        self._show_header = show_header
        self._rows: list[Sequence[Text]] = []

    def add_column(self, heading: str, *, justify: str, width: int, **look: Any) -> None:
        """Add a column behind the others."""
        self.columns.append(Column(heading, justify, width))

    def add_row(self, *cells: Text) -> None:
        """Add a row below the others."""
        self._rows.append(cells)

    def __str__(self) -> str:
        head = [[column.heading for column in self.columns]] if self._show_header else []
        rows = [*head, *([cell.plain for cell in row] for row in self._rows)]
        return "\n".join(
            "  ".join(column.cell(cell) for column, cell in zip(self.columns, row, strict=True)).rstrip()
            for row in rows
        )


class Console:
    """The terminal."""

    def __init__(self, width: int | None = None, **look: Any) -> None:
        self._width = width
        self._paged: io.StringIO | None = None

    @property
    def width(self) -> int:
        """Characters in a line."""
        return self._width or shutil.get_terminal_size().columns

    @property
    def height(self) -> int:
        """Lines of the window."""
        return shutil.get_terminal_size().lines

    def print(
        self, what: Text | Table, *, overflow: str = "fold", soft_wrap: bool = False, no_wrap: bool = False
    ) -> None:
        """Print text, cut to the width with `overflow="ellipsis"`; the terminal wraps the rest."""
        if overflow == "ellipsis" and isinstance(what, Text):
            what.truncate(self.width)
        print(what, file=self._paged or sys.stdout)

    @contextmanager
    def pager(self, styles: bool = False) -> Iterator[None]:
        """Inside, what is printed goes to the user's pager."""
        self._paged = io.StringIO()
        try:
            yield
        finally:
            text, self._paged = self._paged.getvalue(), None
            pydoc.pager(text)
