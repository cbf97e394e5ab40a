"""Tables of values for a History and for Taps, with the newest statistics and the curve of the mean over the steps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from opscope.bounded_series import sampled_steps
from opscope.core.shape import text as shape_text
from opscope.debug.taps.event_history import History
from opscope.displays.html_block import ROWS, Markup, block, code, side_by_side, table
from opscope.events import StepFinished, ValueSeen
from opscope.viz.line_charts import Line, line_chart, sparkline

HEADS = ("name", "type", "step", "mean", "std", "min", "max", "zeros", "health", "mean over steps")
HEALTH_COLORS = {"ok": "#2e8b57", "zeros": "#b8860b", "inf": "#d9480f", "nan": "#d6006f"}
CURVES = 6  # curves in a chart
POINTS = 64  # points of a sparkline


def html(shown: History) -> str:
    """Return the HTML of a History: scalars as a chart, and the table of values."""
    names, steps = shown.names(), shown.steps()
    facts = [("values", f"{len(names):,}"), ("steps kept", f"{len(steps):,}")]
    return block("History", facts, scalar_chart(steps), history_table(shown, names))


def scalar_chart(steps: Iterable[StepFinished]) -> str:
    """Draw the fetched scalars over the steps. Return "" if no scalars were fetched."""
    points: dict[str, list[tuple[float, float | None]]] = {}
    for step in steps:
        for name, value in zip(step.labels, step.scalars, strict=True):
            points.setdefault(name, []).append((step.step, value))
    lines = [Line(name, kept) for name, kept in list(points.items())[:CURVES] if len(kept) > 1]
    if not lines:
        return ""
    names = ", ".join(line.name for line in lines)
    chart = line_chart(lines, width=520, height=150, log=True, label=f"{names} over the steps")
    more = f"<div>and {len(points) - CURVES} more scalars</div>" if len(points) > CURVES else ""
    return side_by_side(f'<div style="width:520px;max-width:100%"><b>{names}</b>{chart}</div>') + more


def history_table(history: History, names: Sequence[str]) -> str:
    """Return a table with a row for each of the first `ROWS` values of a history."""
    return values_table([_of_series(history.of(name)) for name in names[:ROWS]], len(names))


def values_table(newest: Sequence[tuple[ValueSeen, Sequence[float | None], str]], total: int) -> str:
    """Return a table with a row for each value: its newest summary, its means over the steps, and a note.

    `total` is the number of all values.
    """
    return table(HEADS, [_row(*each) for each in newest], "values", total)


def _of_series(seen: Sequence[ValueSeen]) -> tuple[ValueSeen, list[float | None], str]:
    means = [each.mean for each in seen[:: -(-len(seen) // POINTS)]]
    return seen[-1], means, sampled_steps(each.step for each in seen)


def _row(last: ValueSeen, means: Sequence[float | None], note: str) -> tuple[object, ...]:
    color, health = HEALTH_COLORS[last.health], last.health
    counts = {"nan": f"{last.nan:,} NaN", "inf": f"{last.inf:,} Inf"}.get(health, health)
    curve = sparkline(means, color=color, note=note)
    name = code(last.name if not last.called else f"{last.name} ({last.called})")
    numbers = ["–" if x is None else f"{x:.4g}" for x in (last.mean, last.std, last.min, last.max)]
    pill = Markup(f'<span style="color:{color}">●</span> {counts}')
    spec = Markup(code(f"{last.dtype}{shape_text(last.shape)}") + (f" {last.note}" if last.note else ""))
    return name, spec, last.step, *numbers, last.zeros_text, pill, Markup(curve)
