"""Prompt of `opscope launch --debug`: commands for all ranks of a job, or for one rank."""

from __future__ import annotations

import re
import sys
import time
from collections.abc import Callable, Iterator

from opscope.errors import OpscopeError
from opscope.ranks.collective import named_ranks
from opscope.ranks.job_control import JobControl, grouped
from opscope.ranks.rank_table import RankTable, spreads
from opscope.ranks.verdicts import Seen

HELP = """\
pause            stop all ranks at the same step
cont             let all ranks go on
step             let them go on to their next step
ranks            step, rate, waiting and place of each rank, and the spread of its numbers
COMMAND          a command of the debugger on each rank: where, p loss, break op:tanh, why loss, next
RANK: COMMAND    the same on one rank: 1: why loss
quit             end the job (Ctrl-C, too)"""
_ONE = re.compile(r"(\d+)\s*:\s*(.+)")
SIGN = "(ranks) "


class RankPrompt:
    """Reads lines from the terminal or a pipe until the end of the input.

    The job then continues. Answers go to `out`.
    """

    def __init__(self, control: JobControl, out: Callable[[str], None] = print) -> None:
        self._control, self._out = control, out
        self._table = RankTable()

    def run(self) -> None:
        """Execute the lines."""
        while not self._control.await_ranks(1.0):
            pass
        self._out(f"{self._control.size} ranks; help lists the commands")
        for line in _lines():
            if line in ("quit", "q"):
                self._control.end_job()
                return
            try:
                self.do(line)
            except OpscopeError as e:
                self._out(f"*** {e}")
        self._control.cont()

    def do(self, line: str) -> None:
        """Execute a line. Raises RankError."""
        match line:
            case "":
                return
            case "help" | "h" | "?":
                self._out(HELP)
            case "pause":
                self._show_places(self._control.pause())
            case "step":
                self._show_places(self._control.step())
            case "cont" | "c" | "continue":
                self._control.cont()
            case "ranks":
                self._show_table()
            case _:
                one = _ONE.fullmatch(line)
                words, rank = (one[2], int(one[1])) if one else (line, None)
                for ranks, answer in grouped(self._control.ask(words, rank)):
                    text = answer.text or "done"
                    sign = "" if answer.ok else "*** "
                    self._out(f"{named_ranks(ranks)}: {sign}" + ("\n" if "\n" in text else "") + text)

    def _show_places(self, places: dict[int, str]) -> None:
        found: dict[str, list[int]] = {}
        for rank, place in places.items():
            found.setdefault(place, []).append(rank)
        for place, ranks in found.items():
            self._out(f"{named_ranks(ranks)}: paused in {place}")

    def _show_table(self) -> None:
        for line in table_lines(self._table, self._control.ranks, time.monotonic()):
            self._out(line)


def table_lines(table: RankTable, ranks: list[Seen], now: float) -> Iterator[str]:
    """Yield a row for each rank, and a row for the spread of each watched number."""
    for row in table.rows(ranks, now):
        step = "" if row.step is None else f"step {row.step:,}"
        yield f"rank {row.rank}  {step:12} {row.where}"
    for each in spreads(ranks):
        name = f"{each.number.name} {each.number.measure}".strip()
        unknown = f", unknown on {named_ranks(each.unknown)}" if each.unknown else ""
        low, high = f"{each.lowest:.4g} (rank {each.lowest_rank})", f"{each.highest:.4g} (rank {each.highest_rank})"
        yield f"{name}: {low}, mean {each.mean:.4g}, {high}{unknown}"


def _lines() -> Iterator[str]:
    while True:
        try:
            line = input(SIGN if sys.stdin.isatty() else "")
        except (EOFError, KeyboardInterrupt):
            return
        yield line.strip()
