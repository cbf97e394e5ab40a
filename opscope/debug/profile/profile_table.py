"""Table of a profile, as text for a terminal, and as HTML in the colors of the page."""

from __future__ import annotations

import html as _html
import shutil
from collections.abc import Callable, Sequence
from typing import NamedTuple

from opscope.debug.profile.profile_rows import ProfileRow
from opscope.names.shown_name import label
from opscope.statistics_text import percentage

OVER = "*"  # marks shares of a limit over 100 %
SHOWN = 25  # rows; the others are summed in one line
HALF, WIDE, WIDEST = 70, 110, 130  # table widths from which on limits, rates, and all columns are shown


class ProfileColumn(NamedTuple):
    """A column of the table.

    `of` returns the text of the cell for a row. `most` is the largest width of the column. The column is shown only in
    tables with a width of at least `room`.
    """

    heading: str
    of: Callable[[ProfileRow], str]
    room: int = 0
    left: bool = False
    most: int = 40


def unit(number: float | None, units: Sequence[str]) -> str:
    """Format a number as text with three digits and a unit.

    >>> unit(12345.0, ("B", "KB", "MB"))
    '12.3 KB'
    """
    if number is None:
        return "–"
    at = 0
    while number >= 999.5 and at < len(units) - 1:
        number /= 1000.0
        at += 1
    return f"{digits(number)} {units[at]}"


def digits(number: float | None) -> str:
    """Format a number as text with three digits.

    >>> digits(1.2), digits(123.4), digits(0.01234)
    ('1.20', '123', '0.012')
    """
    if number is None:
        return "–"
    places = 3 - len(f"{number:.0f}") if number >= 0.995 else 3
    return f"{number:.{max(places, 0)}f}" if number else "0"


def seconds(number: float) -> str:
    """Format a time as text, in a unit from microseconds to seconds."""
    return unit(number * 1e6, ("µs", "ms", "s"))


def percent(share: float | None) -> str:
    """Format a share as a percentage. Below ten percent, the percentage has one decimal."""
    if share is None:
        return "–"
    return percentage(share, 1 if share < 0.0995 else 0)


def of_limit(share: float | None) -> str:
    """Format a share of a limit as a percentage. A share over 100 % is shown with a mark."""
    return percent(share) + (OVER if (share or 0.0) > 1.0 else "")


def _none_if_zero(number: float | None) -> float | None:
    return number or None


def short_site(site: str, room: int) -> str:
    """Shorten the text of a position, such as `src/nets/model.py:20 in build`, to `model.py:20`."""
    place = site.partition(" in ")[0].replace("\\", "/").rpartition("/")[2]
    return place if len(place) <= room else f"…{place[1 - room :]}"


COLUMNS = (
    ProfileColumn("output", lambda r: label(r.output, r.called), room=WIDE, left=True, most=24),
    ProfileColumn("where", lambda r: short_site(r.site, 16), left=True, most=16),
    ProfileColumn("time", lambda r: seconds(r.seconds)),
    ProfileColumn("share", lambda r: percent(r.share)),
    ProfileColumn("calls", lambda r: f"{r.calls:,}" if r.calls else "–", room=WIDEST),
    ProfileColumn("moved", lambda r: unit(_none_if_zero(r.bytes), ("B", "KB", "MB", "GB")), room=WIDE),
    ProfileColumn("GB/s", lambda r: digits(r.bandwidth and r.bandwidth / 1e9), room=WIDE),
    ProfileColumn("of mem", lambda r: of_limit(r.of_memory), room=HALF),
    ProfileColumn("GF/s", lambda r: digits(r.speed and r.speed / 1e9), room=WIDE),
    ProfileColumn("of mm", lambda r: of_limit(r.of_matmul), room=HALF),
    ProfileColumn("bound", lambda r: r.bound, room=HALF, left=True),
)


def shown(rows: Sequence[ProfileRow]) -> tuple[Sequence[ProfileRow], str]:
    """Return the rows that a table shows, and a text about the omitted rows."""
    if len(rows) <= SHOWN + 1:
        return rows, ""
    rest = rows[SHOWN:]
    return rows[:SHOWN], f"… {len(rest)} more: {percent(sum(r.share for r in rest))}"


def text(rows: Sequence[ProfileRow], title: str, notes: Sequence[str], width: int = 0) -> str:
    """Format the table and the notes as text. The table is at most as wide as the terminal.

    Only columns that fit into the width are shown, and long names are shortened.
    """
    width = width or shutil.get_terminal_size((120, 24)).columns
    columns = [ProfileColumn(title, lambda r: r.op, left=True), *(c for c in COLUMNS if width >= c.room)]
    some, rest = shown(rows)
    lines = [[c.heading for c in columns], *([c.of(row) for c in columns] for row in some)]
    widths = [min(max(map(len, cells)), c.most) for c, cells in zip(columns, zip(*lines, strict=True), strict=True)]
    widths[0] = max(min(widths[0], width - sum(widths[1:]) - 2 * len(columns) + 2), 12)
    table = ["  ".join(map(_fitted, line, widths, [c.left for c in columns])).rstrip() for line in lines]
    return "\n".join(
        [table[0], "─" * min(width, sum(widths) + 2 * len(widths) - 2), *table[1:], *filter(None, (rest, *notes))]
    )


def _fitted(cell: str, width: int, left: bool) -> str:
    if len(cell) > width:
        cell = f"{cell[: width - 1]}…"
    return cell.ljust(width) if left else cell.rjust(width)


# Each class stands twice: JupyterLab's rules for tables are as specific as a single class, and add more space.
STYLE = """\
<style>
.opscope-profile.opscope-profile{border-collapse:collapse;font-size:12px;font-variant-numeric:tabular-nums;color:inherit}
.opscope-profile.opscope-profile :is(th,td){padding:2px 6px;text-align:right;white-space:nowrap;border:0}
.opscope-profile.opscope-profile :is(th,td){background:none;color:inherit} .opscope-profile.opscope-profile
.left{text-align:left;max-width:205px;overflow:hidden;text-overflow:ellipsis} .opscope-profile.opscope-profile
th{font-weight:500;opacity:.65;border-bottom:1px solid rgba(128,128,128,.45)} .opscope-profile.opscope-profile tbody
tr:hover{background:rgba(128,128,128,.14)} .opscope-profile .op{font-weight:600} .opscope-profile
.unknown{opacity:.75} .opscope-profile-frame{overflow-x:auto} .opscope-notes{font-size:12px;opacity:.7;margin:4px 6px}
</style>"""
BAR = {"share": "224,112,26", "of mem": "61,125,216", "of mm": "38,150,104"}


def html(rows: Sequence[ProfileRow], title: str, notes: Sequence[str]) -> str:
    """Format the table as HTML, with the colors of the page and with bars for the shares."""
    head = "".join(f'<th class="{"left" if c.left else ""}">{c.heading}</th>' for c in COLUMNS)
    some, rest = shown(rows)
    lines = [
        STYLE,
        '<div class="opscope-profile-frame"><table class="opscope-profile">',
        f'<thead><tr><th class="left">{title}</th>{head}</tr></thead><tbody>',
    ]
    for row in some:
        cells = "".join(_cell(c, row) for c in COLUMNS)
        lines.append(
            f'<tr><td class="left op" title="{_html.escape(row.type)}">{_html.escape(row.op)}</td>{cells}</tr>'
        )
    lines.append("</tbody></table></div>")
    lines += [f'<div class="opscope-notes">{_html.escape(line)}</div>' for line in (rest, *notes) if line]
    return "\n".join(lines)


def _cell(column: ProfileColumn, row: ProfileRow) -> str:
    cell_text = column.of(row)
    name = "left" if column.left else "unknown" if cell_text == "–" else ""
    style = ""
    if column.heading in BAR and cell_text != "–":
        share = {"share": row.share, "of mem": row.of_memory, "of mm": row.of_matmul}[column.heading] or 0.0
        end = f"{min(share, 1.0):.1%}"
        ink = f"rgba({BAR[column.heading]},.35)"
        style = f' style="background:linear-gradient(to right,{ink} {end},transparent {end})"'
    full = {"where": row.site, "output": label(row.output, row.called)}.get(column.heading, "")
    tip = f' title="{_html.escape(full)}"' if full else ""
    return f'<td class="{name}"{style}{tip}>{_html.escape(cell_text)}</td>'
