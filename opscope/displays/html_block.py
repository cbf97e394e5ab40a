"""HTML of a display: a title with facts, and then pictures and tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from opscope.errors import printable

ROWS = 40  # rows of a table; a note counts the others
LINE = "1px solid rgba(128,128,128,.35)"
CELL = f"text-align:left;vertical-align:top;padding:2px 10px 2px 0;border-bottom:{LINE}"


class Markup(str):
    """Text that is already HTML."""

    __slots__ = ()


def markup(text: object) -> str:
    """Convert an object to HTML. The text of the object is escaped, unless the object is `Markup`."""
    return text if isinstance(text, Markup) else escape(printable(str(text)))


def block(title: object, facts: Iterable[tuple[str, object]] = (), *bodies: str) -> str:
    """Return the HTML of a title and facts (`name value`), with the bodies below.

    >>> block("Tensor", [("dtype", "float32")])
    '<div><div><b>Tensor</b> &nbsp; <span style="opacity:.7">dtype</span> float32</div></div>'
    """
    shown = [f'<span style="opacity:.7">{markup(n)}</span> {markup(v)}' if n else markup(v) for n, v in facts]
    head = " &nbsp; ".join([f"<b>{markup(title)}</b>", *shown])
    return f"<div><div>{head}</div>{''.join(bodies)}</div>"


def side_by_side(*pictures: str) -> str:
    """Put pictures into a row. If the row is full, the pictures continue in the next row."""
    shown = "".join(f"<div>{picture}</div>" for picture in pictures if picture)
    return f'<div style="display:flex;flex-wrap:wrap;gap:16px;align-items:flex-end;margin:6px 0">{shown}</div>'


def preformatted(text: str) -> str:
    """Return the HTML of a text in which spaces and line breaks are kept."""
    return f'<pre style="margin:4px 0;background:none">{markup(text)}</pre>'


def code(text: object) -> Markup:
    """Return the HTML of a name or a line of code."""
    return Markup(f"<code>{markup(text)}</code>")


def table(heads: Sequence[str], rows: Sequence[Sequence[object]], noun: str = "rows", total: int = 0) -> str:
    """Return a table of at most `ROWS` rows. Return "" if there are no rows. `total` is the number of all rows."""
    if not rows:
        return ""
    head = "".join(f'<th style="{CELL}">{markup(each)}</th>' for each in heads)
    cells = ("".join(f'<td style="{CELL}">{markup(each)}</td>' for each in row) for row in rows[:ROWS])
    body = "".join(f"<tr>{each}</tr>" for each in cells)
    left = max(total, len(rows)) - ROWS
    more = f"<div>and {left} more {noun}</div>" if left > 0 else ""
    made = f'<table style="border-collapse:collapse"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div style="overflow-x:auto">{made}{more}</div>'
