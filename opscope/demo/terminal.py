"""The demo's view in a terminal: progress, a table of the tapped values, the gradient flow."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from types import TracebackType

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from opscope.demo.model import ActiveUnits
from opscope.demo.train import Progress
from opscope.events import Event, ValueSeen
from opscope.statistics_text import percentage
from opscope.ui.event_fold import Fold
from opscope.ui.points import value_point
from opscope.ui.text_charts import short, sparkline
from opscope.ui.value_text import group, health, shape

EIGHTHS = " ▏▎▍▌▋▊▉█"
COLORS = {"ok": "green", "zeros": "yellow", "inf": "red", "nan": "bold magenta"}
FLOW = (1e-7, 1e-1)  # the ends of the bars
WIDE, NARROW = 110, 76


class Terminal:
    """A live view that fits the window, and stays when the run is over."""

    def __init__(self, progress: Progress, active: ActiveUnits, place: str) -> None:
        self.progress = progress
        self.active = active
        self.place = place
        self.fold = Fold()
        self.console = Console(highlight=False)
        self.live = Live(console=self.console, auto_refresh=False)

    def __enter__(self) -> Terminal:
        self.live.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, tb: TracebackType | None) -> None:
        self.live.stop()

    def show(self, events: Sequence[Event]) -> None:
        """Add events and repaint."""
        for event in events:
            self.fold.add(event)
        self.live.update(self.picture(), refresh=True)

    def picture(self) -> RenderableType:
        """The whole view; the gradient flow gets the rows that the values leave."""
        values = list(self.fold.values.values())
        learned = [v for v in values if v.parameter and v.grad_of]
        learned.sort(key=lambda v: -math.prod(v.shape))  # if there is no room for all, the large ones
        others = sorted((v for v in values if not v.grad_of), key=lambda v: (group(v), v.op))
        room = self.console.height - 8  # two headings, three lines, two gaps, and the one where the cursor is
        flow = min(len(learned), max(room - len(others), room * 2 // 5, 1))
        return Group(
            *self._head(),
            Text(),
            self._values(others[: max(room - flow, 1)]),
            Text(),
            self._flow(learned[:flow]),
        )

    def _head(self) -> Iterable[RenderableType]:
        p = self.progress
        total = p.epochs * p.steps
        line = Table.grid(padding=(0, 1), expand=True)
        line.add_column(no_wrap=True)
        line.add_column(ratio=1)
        line.add_column(no_wrap=True, justify="right")
        line.add_row(
            f"epoch {p.epoch}/{p.epochs}", ProgressBar(total=total, completed=p.done), f"step {p.done}/{total}"
        )
        yield Text.assemble(("opscope demo", "bold"), f"  handwritten digits, {self.place}, {p.seconds:.0f} s")
        yield line
        accuracy = "–" if p.accuracy is None else f"{p.accuracy:.2%}"
        shares = self.active.shares
        yield Text.assemble(
            ("loss ", "dim"),
            (f"{p.losses[-1]:.4f} " if p.losses else "– ", "bold"),
            (sparkline(p.losses, 12), "cyan"),
            ("   test accuracy ", "dim"),
            (f"{accuracy} ", "bold"),
            (sparkline(p.accuracies, 12), "green"),
            ("   active units ", "dim"),
            (percentage(shares[-1], 0) if shares else "–", "bold"),
            no_wrap=True,
            overflow="crop",
        )

    def _values(self, values: Sequence[ValueSeen]) -> RenderableType:
        width = self.console.width
        wide, narrow = width >= WIDE, width < NARROW
        name, number = (20, 9) if wide else (11, 7)
        numbers = ("mean", "std") if narrow else ("mean", "std", "min", "max")
        spark = min(30, width - (name + 1) - 12 - len(numbers) * (number + 1) - 6 - 8)
        table = _table()
        table.add_column("value", width=name)
        table.add_column("shape", width=11)
        for heading in numbers:
            table.add_column(heading, width=number, justify="right")
        table.add_column("zeros", width=5, justify="right")
        table.add_column("health", width=7)
        table.add_column("mean over steps" if spark > 14 else "mean", width=spark)
        for v in values:
            state = health(v)
            means = [p.mean for p in self.fold.history[v.name].points if p.mean is not None]
            table.add_row(
                Text(v.name, "bold" if group(v) == "forward" else "blue"),
                shape(v.shape),
                *(short(getattr(v, heading)) for heading in numbers),
                percentage(v.zeros, 0),
                Text(f"● {state}", COLORS[state]),
                Text(sparkline(means, spark), "cyan"),
            )
        return table

    def _flow(self, gradients: Sequence[ValueSeen]) -> RenderableType:
        width = max(10, min(50, self.console.width - 34))
        low, high = (f"1e{math.log10(end):.0f}" for end in FLOW)
        table = _table()
        table.add_column("gradient of", width=20 if self.console.width >= WIDE else 11)
        table.add_column("rms", width=8, justify="right")
        table.add_column(f"{low}{'log scale':^{width - len(low) - len(high)}}{high}", width=width)
        for v in sorted(gradients, key=lambda v: (-v.op, v.name)):  # in the order of the layers
            rms = value_point(v).rms
            bar = Text(log_bar(rms, width), "green") if v.healthy else Text("not finite", COLORS["nan"])
            table.add_row(Text(v.grad_of, "blue"), short(rms), bar)
        return table


def _table() -> Table:
    return Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="dim")


def log_bar(x: float | None, width: int) -> str:
    """A bar of eighths of a character: as long as x is between the ends of FLOW, logarithmically."""
    if not x:
        return ""
    low, high = (math.log10(end) for end in FLOW)
    share = min(max((math.log10(x) - low) / (high - low), 0.0), 1.0)
    full, rest = divmod(round(share * width * 8), 8)
    return EIGHTHS[8] * full + (EIGHTHS[rest] if rest else "")
