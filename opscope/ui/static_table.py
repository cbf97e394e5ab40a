"""Output of the panel without a kernel: one line of text, and a static HTML table of the latest values.

The line and the table depend only on the events. During a run, the line and the table contain no numbers. A running
program is displayed at a random time, so numbers would differ when nbval compares the outputs of notebooks.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from opscope import events as ev
from opscope.ui import value_text
from opscope.ui.event_fold import Fold
from opscope.ui.points import Series

ROWS = 50
SPARKLINE_POINTS = 24  # more points are indistinguishable at its width, and take space in the notebook
COLOURS = {"ok": "#2e8b57", "zeros": "#b8860b", "inf": "#d9480f", "nan": "#d6006f"}
ROUNDING = 2**-23  # of float32: the mean of a constant value varies in its last bits
LABELS = {"ok": "ok", "zeros": "zeros", "inf": "Inf", "nan": "NaN"}
GROUPS = ("forward", "parameters", "gradients", "optimizer")
WORDS = 4  # text columns: health, name, shape and dtype; numbers follow
HEADS = ("", "name", "shape", "dtype", "mean", "std", "min", "max", "zeros", "NaN", "Inf", "mean over steps")


def summary(title: str, fold: Fold) -> str:
    """Return a line such as `opscope panel: demo, 12 values, finished after 40 steps`."""
    return f"opscope panel: {_title(title, fold)}, {_state(fold)}"


def table(title: str, fold: Fold) -> str:
    """Return a heading and the table as HTML. During the run, return only the heading."""
    head = f"<div><b>{escape(_title(title, fold))}</b>: {escape(_state(fold))}</div>"
    match fold.status:
        case ev.Terminated(error=error) if error:
            head += f"<pre>{escape(error)}</pre>"
        case ev.Stopped() as stopped:
            head += _stop_reason(stopped)
        case _:
            pass
    if not isinstance(fold.status, ev.Stopped | ev.Terminated):
        return head
    head += _findings(fold)
    head += _scalars(fold)
    if not fold.values:
        return head
    values = sorted(fold.values.values(), key=lambda v: (GROUPS.index(value_text.group(v)), v.op, v.name))
    heads = "".join(_cells("th", HEADS))
    rows = "".join(_row(v, fold.history[v.name], _elsewhere(fold, v)) for v in values[:ROWS])
    more = f"<div>and {len(values) - ROWS} more values</div>" if len(values) > ROWS else ""
    return f"{head}<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{more}"


def _findings(fold: Fold) -> str:
    """Return the findings that are not consequences of other findings, as HTML."""
    alone = [f for f in fold.findings.values() if not f.cause]
    rows = "".join(
        f"<li>{escape(f.severity)}: <b>{escape(f.rule)}</b> <code>{escape(f.value)}</code>"
        f"{f' <code>{escape(f.called)}</code>' if f.called else ''}"
        f"{f' in step {f.step}' if f.step else ''}: {escape(f.evidence)}"
        f"{f'<br><code>{escape(f.site)}</code>' if f.site else ''}</li>"
        for f in alone[:ROWS]
    )
    return f"<ul>{rows}</ul>" if rows else ""


def _title(title: str, fold: Fold) -> str:
    return fold.started.title if fold.started and fold.started.title else title


def _state(fold: Fold) -> str:
    match fold.status:
        case ev.Terminated(reason=reason, steps=steps):
            return f"{_count(len(fold.values), 'value')}{_not_finite(fold)}, {reason} after {_count(steps, 'step')}"
        case ev.Stopped() as stopped:
            return f"{_count(len(fold.values), 'value')}, paused {_position(stopped)}{_step_count(fold, stopped)}"
        case _:
            return "running" if fold.started or fold.values or fold.step else "not started"


def _not_finite(fold: Fold) -> str:
    """Return a text with the number of values that have NaN or Inf in their latest summaries.

    If there is no such value, return the names of the scalars that are NaN or Inf in the last step. The scalars, such
    as the loss, are known even if they are not tapped. Return "" if there is no such scalar.
    """
    if count := sum(not ev.is_healthy(v.nan, v.inf) for v in fold.values.values()):
        return f", {count} with NaN or Inf"
    pairs = () if fold.step is None else zip(fold.step.labels, fold.step.scalars, strict=True)
    bad = [label for label, number in pairs if number is None]
    return f", {' and '.join(bad)} {'is' if len(bad) == 1 else 'are'} NaN or Inf" if bad else ""


def _position(stopped: ev.Stopped) -> str:
    end = "at the end of a block" if stopped.depth else "at the end of a run"
    where = f"{'behind' if stopped.behind else 'before'} {stopped.op_type}" if stopped.op >= 0 else end
    if stopped.at_line:
        where = f"at line {stopped.line}{f', in {stopped.op_type}' if stopped.op >= 0 else ''}"
    return f"{where} in {stopped.step_text}" if stopped.step else f"{where} outside of the steps"


def _step_count(fold: Fold, stopped: ev.Stopped) -> str:
    """Return the text about the number of steps, such as ` of 40, in the past`, if the shown place is in the past.

    In a finished run, code after the last step, such as an evaluation after the loop, does not count as a step.
    """
    if not stopped.past:
        return ""
    if fold.terminated and fold.terminated.reason == "finished":
        known = [fold.terminated.steps]
    else:
        known = [each.step for each in (fold.stopped, fold.step) if each] + [fold.recorded.last if fold.recorded else 0]
    return (f" of {max(stopped.step, *known)}" if stopped.step else "") + ", in the past"


def _stop_reason(stopped: ev.Stopped) -> str:
    """Return the reason of the pause, and the user's line if it is known."""
    what = f"{stopped.op_type} → {stopped.called or stopped.name}" if stopped.name else stopped.op_type
    why = " · ".join(part for part in (what, stopped.reason, stopped.text, stopped.role) if part)
    line = f"<pre>{escape(f'{stopped.path}:{stopped.line}    {stopped.source}')}</pre>" if stopped.path else ""
    return f"<div>{escape(why)}</div>{line}"


def _count(n: int, noun: str) -> str:
    return f"{n} {noun}" + ("" if n == 1 else "s")


def _scalars(fold: Fold) -> str:
    step = fold.step
    if step is None or not step.names:
        return ""
    called = step.called or ("",) * len(step.names)
    pairs = zip(step.names, called, step.scalars, strict=False)
    curve = lambda name: _sparkline(fold.scalars[name], "#1f77b4")
    shown = " &nbsp; ".join(f"{escape(own or name)} {value_text.scalar(x)} {curve(name)}" for name, own, x in pairs)
    return f"<div>step {step.step} &nbsp; {shown}</div>"


def _elsewhere(fold: Fold, v: ev.ValueSeen) -> str:
    """Return the step of a value that does not exist now, as `later in step 3` or `step 9`.

    Return "" if the value exists.
    """
    stopped = fold.past_stop or fold.stopped
    if stopped is None:
        return ""
    if v.step != stopped.step:
        return f"step {v.step}"
    return f"later in step {v.step}" if fold.place is not None and v.name in fold.place.absent else ""


def _row(v: ev.ValueSeen, series: Series, elsewhere: str) -> str:
    health = value_text.health(v)
    pill = f'<span style="color:{COLOURS[health]}">●&nbsp;{LABELS[health]}</span>'
    name = f'<code title="{escape(v.site)}">{escape(value_text.label(v))}</code>'
    if elsewhere:
        name += f" <i>{elsewhere}</i>"
    numbers = [value_text.number(x) for x in (v.mean, v.std, v.min, v.max)]
    counts = [escape(v.zeros_text), str(v.nan), str(v.inf)]
    cells = [
        pill,
        name,
        value_text.shape(v.shape),
        escape(f"{v.dtype}, {v.note}" if v.note else v.dtype),
        *numbers,
        *counts,
        _sparkline(series, COLOURS[health]),
    ]
    return f"<tr>{''.join(_cells('td', cells))}</tr>"


def _cells(tag: str, cells: Sequence[str]) -> Iterator[str]:
    """Yield HTML cells.

    Text cells are aligned left. Other cells have no style, because a style would be saved with each cell.
    """
    for i, cell in enumerate(cells):
        yield f'<{tag} style="text-align:left">{cell}</{tag}>' if i < WORDS else f"<{tag}>{cell}</{tag}>"


def _sparkline(series: Series, colour: str, width: int = 90, height: int = 18) -> str:
    every = -(-len(series.points) // SPARKLINE_POINTS)
    points = [(p.step, p.mean) for p in series.points[:: every or 1] if p.mean is not None]
    if len(points) < 2:
        return ""
    steps, means = [s for s, _ in points], [m for _, m in points]
    largest = max(abs(x or 0.0) for p in series.points for x in (p.min, p.max, p.mean))
    spread = max(means) - min(means)
    across, up = max(steps) - min(steps) or 1, spread if spread > ROUNDING * largest else math.inf
    xy = " ".join(
        f"{(s - steps[0]) / across * (width - 2) + 1:.1f},{height - 2 - (m - min(means)) / up * (height - 4):.1f}"
        for s, m in points
    )
    line = f'<polyline points="{xy}" fill="none" stroke="{colour}" stroke-width="1.2"/>'
    if note := series.sampled:
        marks = "".join("M{},{}h0".format(*pair.split(",")) for pair in xy.split(" "))
        line += f'<path d="{marks}" stroke="{colour}" stroke-width="3" stroke-linecap="round"/><title>{note}</title>'
    return f'<svg width="{width}" height="{height}" viewBox="0 0 {width} {height}">{line}</svg>'
