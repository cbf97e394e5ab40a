"""Live table of ranks at the bottom of a terminal. The output of the ranks is printed above it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from opscope.ranks.rank_table import RankTable, SpreadRow, outstanding, spreads
from opscope.ranks.verdicts import Seen

MOST = 16  # ranks that are shown


class RankScreen:
    """The live table, which is shown inside a `with` statement. It is printed to `console`, by default to stderr."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(stderr=True)
        self._table = RankTable()
        self._live = Live(console=self._console, auto_refresh=False, transient=False)

    def __enter__(self) -> RankScreen:
        self._live.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._live.__exit__(None, None, None)

    def write(self, text: str) -> None:
        """Print lines above the table."""
        self._console.print(Text(text), highlight=False, soft_wrap=True)

    def update(self, ranks: Sequence[Seen]) -> None:
        """Draw the table with the latest state that the ranks have reported."""
        self._live.update(self.drawn(ranks, time.monotonic()), refresh=True)

    def drawn(self, ranks: Sequence[Seen], now: float) -> Group:
        """Return the tables: a row for each rank, and a row for each watched number."""
        table = _table("rank", "step", "steps/s", "waiting", "where")
        rows = self._table.rows(ranks, now)
        shown = outstanding(rows, MOST)
        for row in shown:
            rate = "" if row.rate is None else f"{row.rate:.3g}"
            waiting = "" if row.waiting is None else f"{100 * row.waiting:.0f} %"
            step = "" if row.step is None else f"{row.step:,}"
            table.add_row(str(row.rank), step, rate, waiting, Text(row.where, no_wrap=True, overflow="ellipsis"))
        found, rest = spreads(ranks), len(rows) - len(shown)
        if rest:
            table.add_row("...", "", "", "", f"{rest:,} ranks more, between these")
        if not found:
            return Group(table)
        watched = _table("watched", "lowest", "on rank", "mean", "highest", "on rank", "NaN on")
        for each in found:
            watched.add_row(Text(f"{each.number.name} {each.number.measure}".strip()), *cells(each))
        return Group(table, watched)


def cells(spread: SpreadRow) -> list[str]:
    """Return the cells of a row: the lowest, mean and highest value of a number, and the ranks with these values."""
    low, high = f"{spread.lowest:.4g}", f"{spread.highest:.4g}"
    found = [low, str(spread.lowest_rank), f"{spread.mean:.4g}", high, str(spread.highest_rank)]
    return ["" if spread.lowest_rank < 0 else cell for cell in found] + [", ".join(map(str, spread.unknown[:4]))]


def _table(*columns: str) -> Any:
    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in columns:
        table.add_column(name, justify="left" if name in ("where", "watched") else "right")
    return table
