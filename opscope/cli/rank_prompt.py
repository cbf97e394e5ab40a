"""Prompt of `opscope launch --debug`: commands for all ranks of a job, or for one rank."""

from __future__ import annotations

import contextlib
import importlib
import re
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from opscope.errors import OpscopeError, UnsupportedError
from opscope.ranks.beats import INTERVAL
from opscope.ranks.collective import named_ranks
from opscope.ranks.job_control import JobControl, grouped
from opscope.ranks.rank_table import RankTable, spreads
from opscope.ranks.verdicts import Seen

HELP = """\
pause            stop all ranks at the same step
cont             let all ranks go on; RANK: cont lets one rank go on
step             let each rank go on to its next step
ranks            show each rank's step, speed, waiting time and place, and the range of each watched number
COMMAND          execute a debugger command on each rank: where, p loss, break op:tanh, why loss, next
RANK: COMMAND    execute a debugger command on one rank, for example 1: why loss
help COMMAND     show the help of a debugger command
quit             end the job (Ctrl-C, too)
Ctrl-D           leave the prompt; the job goes on, and ranks no longer stop"""
_ONE = re.compile(r"(\d+)\s*:\s*(.+)")
_BEFORE_COMMAND = re.compile(r"\s*(help\s+|\d+\s*:\s*)?")
SIGN = "(ranks) "
PAUSED, STOPPED = "paused", "stopped"
POLL = 0.1  # seconds between two looks at the ranks
SETTLED = 3 * INTERVAL  # seconds until the beats of all ranks show where an answered command has led them


class RankPrompt:
    """Reads commands from the terminal or a pipe until the end of the input.

    After the end of the input, the job continues. `out` prints an answer. If `entry` is True, the ranks wait before
    their first operator. `breaks` contains breakpoints, which the prompt sets when the ranks stop before their first
    operator.
    """

    def __init__(
        self,
        control: JobControl,
        out: Callable[[str], None] = print,
        entry: bool = False,
        breaks: Sequence[str] = (),
    ) -> None:
        self._control, self._out, self._entry, self._breaks = control, out, entry, breaks
        self._table = RankTable()
        self._shown: dict[int, str] = {}  # the places that were printed, by rank
        self._lock = threading.Lock()  # held while a command is executed

    def run(self) -> None:
        """Execute the lines until the input or the job ends."""
        while not self._control.await_ranks(1.0):
            pass
        self._out(f"{self._control.size} ranks; help lists the commands")
        if self._entry or self._breaks:
            self._await_entry()
        for each in self._breaks:
            self._try(f"break {each}")
        if self._breaks and not self._entry:
            self._try("cont")
        reported = threading.Event()
        reporter = threading.Thread(target=self._report_stops, args=(reported,), name="opscope-stops", daemon=True)
        reporter.start()
        for line in _lines():
            if line in ("quit", "q", "exit"):
                self._control.end_job()
                return
            self._try(line)
        reported.set()
        self._control.leave()

    def _try(self, line: str) -> None:
        with self._lock:
            try:
                self.do(line)
            except OpscopeError as e:
                self._out(f"*** {e}")

    def do(self, line: str) -> None:
        """Execute a line. Raises RankError."""
        one = _ONE.fullmatch(line)
        words, rank = (one[2], int(one[1])) if one else (line, None)
        match words:
            case "":
                return
            case "help" | "h" | "?":
                self._out(HELP)
            case "cont" | "c" | "continue":
                self._control.cont(rank)
                self._shown = {each: place for each, place in self._shown.items() if rank not in (None, each)}
            case "pause" if rank is None:
                self._show_places(self._control.pause())
            case "step" if rank is None:
                self._show_places(self._control.step())
            case "ranks":
                self._show_table()
            case "restart" | "run":
                raise UnsupportedError(
                    f"{words}: the prompt cannot start a job again", fix="quit, and launch the job again"
                )
            case _:
                for ranks, answer in grouped(self._control.ask(words, rank)):
                    text = answer.text or "done"
                    sign = "" if answer.ok else "*** "
                    self._out(f"{named_ranks(ranks)}: {sign}" + ("\n" if "\n" in text else "") + text)
                time.sleep(SETTLED)
                self._shown = self._control.stopped

    # --- stops --------------------------------------------------------------------------------------

    def _await_entry(self) -> None:
        """Wait until each rank has stopped before its first operator, has ended, or waits for a stopped rank."""
        while not _have_entered(self._control.present):
            time.sleep(POLL)
        self._show_places(self._control.stopped, STOPPED)

    def _report_stops(self, end: threading.Event) -> None:
        """Print the places where ranks stop while no command is executed, for example at a breakpoint."""
        while not end.wait(POLL):
            with self._lock:
                stopped = self._control.stopped
                self._shown = {rank: place for rank, place in self._shown.items() if rank in stopped}
                if any(self._shown.get(rank) != place for rank, place in stopped.items()):
                    time.sleep(SETTLED)  # other ranks may stop at the same place
                    self._show_new(self._control.stopped)

    def _show_new(self, stopped: dict[int, str]) -> None:
        """Print the places that were not printed yet, above the line that the user types."""
        new = {rank: place for rank, place in stopped.items() if self._shown.get(rank) != place}
        self._shown = stopped
        if not new:
            return
        running = [seen.rank for seen in self._control.present if seen.rank not in stopped]
        going = f"{named_ranks(running)}: running until the next collective with a stopped rank"
        with _above_prompt():
            self._show_places(new, STOPPED)
            if running:
                self._out(going)

    def _show_places(self, places: dict[int, str], state: str = PAUSED) -> None:
        found: dict[str, list[int]] = {}
        for rank, place in places.items():
            found.setdefault(place, []).append(rank)
        for place, ranks in found.items():
            self._out(f"{named_ranks(ranks)}: {state} in {place}")
        self._shown = self._shown | places

    def _show_table(self) -> None:
        for line in table_lines(self._table, self._control.ranks, time.monotonic()):
            self._out(line)


def _have_entered(ranks: Sequence[Seen]) -> bool:
    """Return True if each rank has stopped, or has waited in a collective for more than a second for a stopped rank.

    At least one rank must have stopped. If no rank has stopped, all ranks may be in a slow collective, such as the
    first one.
    """
    return not ranks or (
        any(seen.paused for seen in ranks)
        and all(seen.paused or (seen.call is not None and seen.call.seconds > 1) for seen in ranks)
    )


def table_lines(table: RankTable, ranks: list[Seen], now: float) -> Iterator[str]:
    """Yield a line for each rank, and a line with the lowest, mean and highest value of each watched number."""
    for row in table.rows(ranks, now):
        step = "" if row.step is None else f"step {row.step:,}"
        yield f"rank {row.rank}  {step:12} {row.where}"
    for each in spreads(ranks):
        name = f"{each.number.name} {each.number.measure}".strip()
        unknown = f", unknown on {named_ranks(each.unknown)}" if each.unknown else ""
        low, high = f"{each.lowest:.4g} (rank {each.lowest_rank})", f"{each.highest:.4g} (rank {each.highest_rank})"
        yield f"{name}: {low}, mean {each.mean:.4g}, {high}{unknown}"


def complete_commands(readline: Any) -> None:
    """Make the Tab key complete the commands of this prompt and of the debugger."""
    found: list[str] = []

    def complete(word: str, number: int) -> str | None:
        if number == 0:
            found[:] = commands_after(readline.get_line_buffer()[: readline.get_begidx()], word)
        return found[number] if number < len(found) else None

    readline.set_completer_delims(" :")
    readline.set_completer(complete)
    readline.parse_and_bind("tab: complete")


def commands_after(before: str, word: str) -> list[str]:
    """Return the commands that begin with a word.

    A command can stand at the start of a line, after `help` or `RANK:`.
    """
    if not _BEFORE_COMMAND.fullmatch(before):
        return []
    from opscope.commands.groups import load_commands
    from opscope.commands.table import names

    load_commands()
    own = [line.split()[0] for line in HELP.splitlines() if line[0].islower()]
    return sorted(name for name in {*own, *names()} if name.startswith(word))


def _lines() -> Iterator[str]:
    with contextlib.suppress(ImportError):  # not on Windows
        readline = importlib.import_module("readline")  # `input` then edits lines, and has a history
        if sys.stdin.isatty():
            complete_commands(readline)
    while True:
        try:
            line = input(SIGN if sys.stdin.isatty() else "")
        except (EOFError, KeyboardInterrupt):
            return
        yield line.strip()


@contextlib.contextmanager
def _above_prompt() -> Iterator[None]:
    """Print the output of the block above the prompt of a terminal.

    Then print the prompt again, with the typed text.
    """
    if not sys.stdin.isatty():
        yield
        return
    print("\r\x1b[K", end="")
    yield
    readline = sys.modules.get("readline")
    print(SIGN + ("" if readline is None else readline.get_line_buffer()), end="", flush=True)


@contextlib.contextmanager
def kept_terminal() -> Iterator[None]:
    """Restore the settings of the terminal after the block, because the job may end while the user types a line."""
    if not sys.stdin.isatty():
        yield
        return
    import termios  # not on Windows

    settings = termios.tcgetattr(sys.stdin)
    try:
        yield
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, settings)
        print("\r\x1b[Kthe job has ended")
