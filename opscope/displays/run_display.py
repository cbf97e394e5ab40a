"""Display of a run: its current place, scalars over the steps, the number of findings, and statistics of values."""

from __future__ import annotations

from opscope.debug.runs.run import Run
from opscope.displays.html_block import block, code, preformatted
from opscope.displays.summaries_display import history_table, scalar_chart


def html(run: Run) -> str:
    """Return the HTML of a run.

    While the run is in progress, return a line without numbers, because the numbers would change constantly.
    """
    if run.state in ("new", "running"):
        return block(run.title, [("state", run.state)])
    history = run.history
    facts: list[tuple[str, object]] = [("state", run.state), ("steps", f"{run.steps:,}")]
    if run.session.driver.records:
        first, last = run.session.driver.journal.step_range()
        facts.append(("recorded", f"steps {first:,} to {last:,}" if last else "no step"))
        if found := run.session.feed.count:
            facts.append(("findings", f"{found}, see run.findings"))
    stands = ""
    if run.here is not None:
        stands = preformatted(repr(run.here))
    elif run.error is not None:
        stands = preformatted(f"{type(run.error).__name__}: {run.error}")
    values = history_table(history, history.names())
    hint = "" if values else f"<div>no value is tapped: {code('taps=[...]')} or {code('run.summaries()')}</div>"
    return block(run.title, facts, stands, scalar_chart(history.steps()), values or hint)
