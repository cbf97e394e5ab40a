"""Tables of values: the newest statistics of each, with its mean over the steps. Those of a History, and of Taps."""

from __future__ import annotations

from collections.abc import Sequence

from opscope.core.shape import text as shape_text
from opscope.debug.taps.event_history import History
from opscope.displays.html_block import ROWS, Markup, block, code, side_by_side, table
from opscope.events import ValueSeen
from opscope.viz.line_chart import Line, line_chart, sparkline

HEADS = ("name", "type", "step", "mean", "std", "min", "max", "zeros", "health", "mean over steps")
HEALTH_COLORS = {"ok": "#2e8b57", "zeros": "#b8860b", "inf": "#d9480f", "nan": "#d6006f"}
CURVES = 6  # in one chart
POINTS = 64  # of a sparkline


def html(shown: History) -> str:
    """The HTML of a History: scalars as a chart, and the table of values."""
    names = shown.names()
    facts = [("values", f"{len(names):,}"), ("steps kept", f"{len(shown.steps()):,}")]
    return block("History", facts, scalar_chart(shown), values_table(shown))


def scalar_chart(history: History) -> str:
    """The one-element fetches over the steps; "" without any."""
    points: dict[str, list[tuple[float, float | None]]] = {}
    for step in history.steps():
        for name, value in zip(step.names, step.scalars, strict=True):
            points.setdefault(name, []).append((step.step, value))
    lines = [Line(name, kept) for name, kept in list(points.items())[:CURVES] if len(kept) > 1]
    if not lines:
        return ""
    names = ", ".join(line.name for line in lines)
    chart = line_chart(lines, width=520, height=150, log=True, label=f"{names} over the steps")
    more = f"<div>and {len(points) - CURVES} more scalars</div>" if len(points) > CURVES else ""
    return side_by_side(f'<div style="width:520px;max-width:100%"><b>{names}</b>{chart}</div>') + more


def values_table(history: History) -> str:
    """A row for each value, for the first `ROWS` ones."""
    names = history.names()
    return table(HEADS, [_row(history.of(name)) for name in names[:ROWS]], "values", len(names))


def _row(seen: Sequence[ValueSeen]) -> tuple[object, ...]:
    last = seen[-1]
    color, health = HEALTH_COLORS[last.health], last.health
    counts = {"nan": f"{last.nan:,} NaN", "inf": f"{last.inf:,} Inf"}.get(health, health)
    every = -(-len(seen) // POINTS)
    curve = sparkline([e.mean for e in seen[::every]], color=color)
    name = code(last.name if not last.called else f"{last.name} ({last.called})")
    numbers = ["–" if x is None else f"{x:.4g}" for x in (last.mean, last.std, last.min, last.max)]
    pill = Markup(f'<span style="color:{color}">●</span> {counts}')
    spec = code(f"{last.dtype}{shape_text(last.shape)}")
    return name, spec, last.step, *numbers, f"{last.zeros:.1%}", pill, Markup(curve)
