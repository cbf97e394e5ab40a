"""Printer of stops, values and tables in lines of any width: in a terminal, and below a cell."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

import numpy as np

from opscope.commands.plain_text import Column, Console, Output, Table, Text
from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.core.described import ShortText
from opscope.core.formats.narrow_arrays import dtype_name
from opscope.core.place import has_numbers, to_host
from opscope.core.source import Site
from opscope.debug.frames.variables import array_of
from opscope.debug.taps.statistics import Statistics, statistics
from opscope.errors import OpscopeError, printable
from opscope.events import Stopped
from opscope.statistics_text import percentage, statistics_note
from opscope.ui.text_charts import short

KEY = 26  # characters of the left column of a stop
REASONS = {"breakpoint": "red", "data breakpoint": "red", "exception": "bold red", "pause": "yellow"}
HEALTH = {"ok": "green", "nan": "bold magenta", "inf": "red"}
ROLES = {"forward": "green", "backward": "blue", "optimize": "yellow"}
EDGES = (3, 3, 3, 2)  # elements at each end of an axis of a large array, by number of dims; 1 for more dims
CUT = 8  # minimum characters of a cut column


class Printer:
    """Prints the answers of commands. Text in columns is cut, not wrapped.

    If `pages` is True, a user reads the output in a window, and long lists are shown in a pager.
    """

    def __init__(self, output: Output | None = None, pages: bool = False) -> None:
        self.output = Console() if output is None else output
        self.pages = pages

    def paged(self, lines: int) -> AbstractContextManager[object]:
        """Inside the block, send text to the user's pager (PAGER, or less).

        The pager is used only if `pages` is True, and if the window is too small for the lines.
        """
        if not self.pages or lines < self.output.height:
            return nullcontext()
        os.environ.setdefault("LESS", "FRX")  # colors; text stays on the screen
        return self.output.pager()

    @property
    def width(self) -> int:
        """Characters in a line."""
        return self.output.width

    def _show(self, text: Text, *, cut: bool = False, wrap: bool = True) -> None:
        """Print text, and show control characters in it as escapes: names and lines of a program may contain them."""
        self.output.print(text.mapped(printable), cut=cut, wrap=wrap)

    def line(self, *parts: str | Text | tuple[str, str], cut: bool = False) -> None:
        """Print one line, from texts or from pairs (text, style)."""
        self._show(Text.assemble(*parts), cut=cut)

    def entry(self, head: str, text: str, style: str = "") -> None:
        """Print a head and a text beside it. If the text is long, its next lines begin below its first line."""
        lines = textwrap.wrap(text, max(self.width - len(head), CUT))
        self._show(Text.assemble((head, style), ("\n" + " " * len(head)).join(lines)))

    def text(self, text: str, style: str = "") -> None:
        """Print several lines unchanged."""
        self._show(Text(text, style), wrap=False)

    def error(self, error: OpscopeError | str) -> None:
        """Print an error with its fix."""
        first, newline, rest = str(error).partition("\n")
        self.line(("*** ", "red"), (first, "bold"), newline + rest)

    def remarks(self, remarks: Iterable[str]) -> None:
        """Print remarks about the names in an expression, one line each."""
        for remark in remarks:
            self.line((remark, "dim"))

    def notes(self, notes: Iterable[str]) -> None:
        """Print notes, one line each."""
        for note in notes:
            self.line(("note", "yellow"), f": {note}")

    def rows(self, headings: Sequence[str], rows: Iterable[Sequence[str | Text]], right: Sequence[str] = ()) -> None:
        """Print a table.

        In a narrow terminal, the last column is cut first, and then the widest of the other columns.
        """
        cells = [[(c if isinstance(c, Text) else Text(c)).mapped(printable) for c in row] for row in rows]
        widths = [max(map(len, column)) for column in zip(headings, *cells, strict=True)]
        widths[-1] = max(min(widths[-1], self.width - sum(widths[:-1]) - 2 * len(widths)), CUT)
        while sum(widths) + 2 * len(widths) > self.width and max(widths) > CUT:
            widths[widths.index(max(widths))] -= 1
        columns = [Column(h, w, "right" if h in right else "left") for h, w in zip(headings, widths, strict=True)]
        with self.paged(len(cells) + 1):
            self.output.print(Table(columns, cells))

    # --- stops ----------------------------------------------------------------------------

    def stop(self, here: Stopped, operator: str, outer: Site | None, program: str) -> None:
        """Print a stop in two or three lines.

        `outer` is the script's line. `program` is a text about the place where the program itself is now.
        """
        style = REASONS.get(here.reason, "cyan")
        if here.past:
            reason = "" if here.reason == "step" else f", {here.reason}"
            meanwhile = Text.assemble(f"{here.text}  " if here.text else "", (program, "dim"))
            self._print_pair(Text.assemble(("past", "yellow"), reason), meanwhile)
        elif here.reason not in ("step", "goto") or here.text:
            text = here.text or ("before the first operator" if here.reason == "entry" else "")
            key = here.reason if here.reason != "goto" else ""
            self._print_pair(Text(key or text, style), Text(text if key else "", "bold"))
        if here.thread:
            self._print_pair(Text(f"thread {here.thread}", "bold"), Text(here.thread_name))
        number = f"  op {here.op}" if here.op >= 0 else ""
        counters = (f"({here.counters})  " if here.counters else "", "dim")
        phase = (", ", (here.role, ROLES.get(here.role, ""))) if here.role else ()
        self._print_pair(
            Text.assemble((f"step {here.step}" if here.step else f"run {here.run}", "bold"), *phase),
            Text.assemble(counters, (operator, "bold"), (number, "dim")),
        )
        place, code = here.site, here.source
        if not place and outer is not None:
            place, code = outer.where, outer.code
        if place:
            self._print_pair(Text(_shortened(place), "dim"), Text(code))

    def _print_pair(self, key: Text, value: Text) -> None:
        self._show(Text.assemble(key.fitted(KEY, pad=bool(len(value))), "  " if len(value) else "", value), cut=True)

    # --- values -------------------------------------------------------------------------------------

    def array(self, name: str, array: Array) -> None:
        """Print an array: dtype, shape and elements. For a large array, print only the elements at the ends."""
        one = f"  {elements(array, self.width)}" if array.size == 1 else ""
        self.line((name, "bold"), f"  {spec(array)}{one}", cut=True)
        if not one:
            self.text(elements(array, self.width - 1))

    def value(self, title: str, value: Any) -> None:
        """Print any value: the elements of a tensor or an array, the repr of another object."""
        array = array_of(value)
        if has_numbers(array) and hasattr(array, "reshape"):
            self.array(title, to_host(array))
        else:
            self.text(_representation(value))

    def statistics(self, array: Array) -> None:
        """Print the statistics of an array in one line."""
        if not array.size:
            self.line((statistics_note(dtype_name(array), array.shape), "dim"))
            return
        found = statistics(array)
        numbers = [f"{n} {short(getattr(found, n))}" for n in ("min", "max", "mean", "std")]
        note = f"  {of}" if (of := statistics_note(dtype_name(array), array.shape)) else ""
        self.line(("  ".join(numbers), "cyan"), (note, "dim"), f"  zeros {percentage(found.zeros, 0)}  ", health(found))


def _representation(value: Any) -> str:
    try:
        return value._short_text() if isinstance(value, ShortText) else repr(value)
    except Exception as e:  # noqa: BLE001 (a user's `__repr__` may raise anything)
        return f"<{type(value).__name__}, whose repr fails: {type(e).__name__}: {e}>"


def spec(array: Array) -> str:
    """Return the dtype and the shape of an array, such as `float32[4, 5]`."""
    return f"{dtype_name(array)}{dims.text(array.shape)}"


def health(found: Statistics) -> tuple[str, str]:
    """Return `ok`, or the number of NaN or Inf elements, with a color."""
    if found.healthy:
        return "ok", HEALTH["ok"]
    return (f"{found.nan:,} NaN", HEALTH["nan"]) if found.nan else (f"{found.inf:,} Inf", HEALTH["inf"])


def elements(array: Array, width: int) -> str:
    """Return the elements of an array in brackets. Most elements of a large array are omitted."""
    edge = EDGES[array.ndim] if array.ndim < len(EDGES) else 1
    return np.array2string(np.asarray(array), max_line_width=width, threshold=200, edgeitems=edge, precision=5)


def _shortened(place: str) -> str:
    """Return the text of a place, shortened if the column is too narrow, such as `…/train.py:20 in main`."""
    if len(place) <= KEY:
        return place
    path, _, function = place.partition(" in ")
    file = path.replace("\\", "/").rpartition("/")[2]
    return next((t for t in (f"…/{file} in {function}", f"{file} in {function}", file) if len(t) <= KEY), file)
