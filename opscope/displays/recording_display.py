"""Display of an opened recording: its steps, its segments, damaged parts, and the scalars of the newest steps."""

from __future__ import annotations

from opscope.core.place import to_host
from opscope.debug.runs.recording import Recording
from opscope.displays.html_block import block, preformatted, side_by_side
from opscope.viz.line_charts import Line, line_chart

CURVES = 6
RECORDS = 512  # records read for the chart


def html(recording: Recording) -> str:
    """Return the HTML of a recording. The function reads only the last segment of the recording."""
    first, last = recording.steps
    recorded = recording.recorded
    facts: list[tuple[str, object]] = [
        ("steps", f"{first:,} to {last:,}"),
        ("segments", f"{len(recorded.segments):,}"),
        ("folder", recorded.path.name),
    ]
    damaged = preformatted("\n".join(map(str, recording.problems))) if recording.problems else ""
    stands = "" if recording.here is None else preformatted(repr(recording.here))
    return block(recording.title, facts, damaged, stands, _chart(recording))


def _chart(recording: Recording) -> str:
    summaries = recording.recorded.segments
    found = recording.recorded.find(summaries[-1].first_run) if summaries else None
    points: dict[str, list[tuple[float, float | None]]] = {}
    for record in (found[0].records if found else ())[-RECORDS:]:
        for name, value in record.fetched.items() if record.step else ():
            if value.size == 1 and value.dtype.kind in "fiu":
                points.setdefault(name, []).append((record.step, float(to_host(value).reshape(()))))
    lines = [Line(name, kept) for name, kept in list(points.items())[:CURVES] if len(kept) > 1]
    if not lines:
        return ""
    names = ", ".join(line.name for line in lines)
    chart = line_chart(lines, width=520, height=150, log=True, label=f"{names} over the newest steps")
    return side_by_side(f'<div style="width:520px;max-width:100%"><b>{names}</b>{chart}</div>')
