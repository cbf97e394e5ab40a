"""Text with styles, and tables, which commands print.

The module can also write such texts and tables to standard output without colors.
"""

from __future__ import annotations

import io
import pydoc
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Literal, Protocol, Self, TextIO


class Text:
    """A text that consists of parts. Each part has a style, such as `bold red`; "" means no style."""

    def __init__(self, plain: str = "", style: str = "") -> None:
        self.parts: tuple[tuple[str, str], ...] = ((plain, style),)

    @classmethod
    def assemble(cls, *parts: str | Text | tuple[str, str]) -> Self:
        """Join parts of a text. A part may be a pair (text, style)."""
        made = cls()
        made.parts = tuple(
            piece
            for part in parts
            for piece in (part.parts if isinstance(part, Text) else [(part, "")] if isinstance(part, str) else [part])
        )
        return made

    @property
    def plain(self) -> str:
        """The text without its styles."""
        return "".join(text for text, _ in self.parts)

    def __len__(self) -> int:
        return len(self.plain)

    def __str__(self) -> str:
        return self.plain

    def mapped(self, function: Callable[[str], str]) -> Text:
        """Return a copy of the text in which a function has changed each part."""
        return Text.assemble(*((function(text), style) for text, style in self.parts))

    def fitted(self, width: int, *, pad: bool = False) -> Text:
        """Return a copy of the text that is cut to a width. A mark shows that text is omitted.

        If `pad` is True, a shorter text is filled with spaces up to the width.
        """
        left, parts = width, list[tuple[str, str]]()
        if len(self) > width:
            left -= 1
        for text, style in self.parts:
            parts.append((text[:left], style))
            left -= len(parts[-1][0])
        parts.append(("…" if len(self) > width else " " * left if pad else "", self.parts[-1][1] if self.parts else ""))
        return Text.assemble(*parts)


class Column:
    """A column of a table: its heading, its width, and its alignment (`left` or `right`)."""

    def __init__(self, heading: str, width: int, justify: Literal["left", "right"]) -> None:
        self.heading, self.width = heading, width
        self.justify: Literal["left", "right"] = justify

    def cell(self, text: str) -> str:
        """Return the text of a cell, cut or padded to the width of the column."""
        cut = text if len(text) <= self.width else text[: self.width - 1] + "…"
        return cut.rjust(self.width) if self.justify == "right" else cut.ljust(self.width)


class Table:
    """A table of rows and columns, with two spaces between the columns."""

    def __init__(self, columns: Sequence[Column], rows: Sequence[Sequence[Text]]) -> None:
        self.columns, self.rows = columns, rows
        self.has_header = any(column.heading for column in columns)

    def __str__(self) -> str:
        head = [[column.heading for column in self.columns]] if self.has_header else []
        rows = [*head, *([cell.plain for cell in row] for row in self.rows)]
        return "\n".join(
            "  ".join(column.cell(cell) for column, cell in zip(self.columns, row, strict=True)).rstrip()
            for row in rows
        )


class Output(Protocol):
    """The output to which a `Printer` prints: a terminal (through the package rich), or a `Console`."""

    @property
    def width(self) -> int:
        """Characters in a line."""
        ...

    @property
    def height(self) -> int:
        """Lines of the window."""
        ...

    def print(self, what: Text | Table, *, cut: bool = False, wrap: bool = True) -> None:
        """Print text.

        If `cut` is True, each line is cut to the width. If `wrap` is False, long lines are not wrapped.
        """
        ...

    def pager(self) -> Any:
        """Inside the block, send output to the user's pager."""
        ...

    def highlighted(self, code: str) -> Sequence[Text]:
        """Return the lines of Python code, with styles if the output has colors."""
        ...


class Console:
    """Output to a file, by default standard output, without colors."""

    def __init__(self, width: int | None = None, file: TextIO | None = None) -> None:
        self._width = width
        self._file = file
        self._paged: io.StringIO | None = None

    @property
    def width(self) -> int:
        """Characters in a line."""
        return self._width or shutil.get_terminal_size().columns

    @property
    def height(self) -> int:
        """Lines of the window."""
        return shutil.get_terminal_size().lines

    def print(self, what: Text | Table, *, cut: bool = False, wrap: bool = True) -> None:
        """Print text. If `cut` is True, the text is cut to the width. Otherwise, the terminal wraps the text."""
        if cut and isinstance(what, Text):
            what = what.fitted(self.width)
        print(what, file=self._paged or self._file or sys.stdout)

    @contextmanager
    def pager(self) -> Iterator[None]:
        """Inside the block, send output to the user's pager."""
        self._paged = io.StringIO()
        try:
            yield
        finally:
            text, self._paged = self._paged.getvalue(), None
            pydoc.pager(text)

    def highlighted(self, code: str) -> Sequence[Text]:
        """Return the lines of Python code, without styles."""
        return [Text(line) for line in code.split("\n")]
