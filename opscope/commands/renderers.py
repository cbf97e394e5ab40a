"""Renderers print the results of commands. Each type of result has one renderer for all front ends.

    @renders(Threads)
    def print_threads(printer: Printer, found: Threads) -> None: ...

A command returns its result. The prompt, a cell and the console of an editor print the result with the
renderer of its type. A cell also returns the result if it is a Python object that the user's code can use.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar, cast

from opscope.commands.plain_text import Text
from opscope.commands.printer import Printer

R = TypeVar("R", bound=Callable[..., None])
RENDERERS: dict[type, Callable[[Printer, Any], None]] = {}


def renders(*kinds: type) -> Callable[[R], R]:
    """Register a function as the renderer of some types of results, and of their subclasses."""

    def register(function: R) -> R:
        for kind in kinds:
            assert kind not in RENDERERS, f"two renderers of {kind.__name__}"
            RENDERERS[kind] = function
        return function

    return register


def render(printer: Printer, result: Any) -> None:
    """Print the result of a command, or each item of a list. For None, nothing is printed."""
    if isinstance(result, list):
        for each in cast("list[Any]", result):
            render(printer, each)
    elif result is not None:
        kind = next((each for each in type(result).__mro__ if each in RENDERERS), None)
        assert kind is not None, f"no renderer of {type(result).__name__}"
        RENDERERS[kind](printer, result)


class CutLine(Text):
    """A line that is cut to the width of the output."""


@renders(CutLine)
def print_cut(printer: Printer, line: Text) -> None:
    """Print a line, cut to the width of the output."""
    printer.line(line, cut=True)


class Listing(NamedTuple):
    """A table, and a line that is printed below the table."""

    headings: Sequence[str]
    rows: Iterable[Sequence[str | Text]]
    right: Sequence[str] = ()
    below: Text | None = None


@renders(Listing)
def print_rows(printer: Printer, table: Listing) -> None:
    """Print a table."""
    printer.rows(table.headings, table.rows, table.right)
    render(printer, table.below)


class Noted(NamedTuple):
    """A line, and notes that are printed below the line."""

    line: str
    notes: Sequence[str]


@renders(Noted)
def print_noted(printer: Printer, noted: Noted) -> None:
    """Print a line and its notes."""
    printer.line(noted.line)
    printer.notes(noted.notes)


@renders(str, Text)
def print_line(printer: Printer, line: str | Text) -> None:
    """Print a message."""
    printer.line(line)
