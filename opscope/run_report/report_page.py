"""HTML page about a run, made with the template report.html and the style report.css."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from opscope import viz
from opscope.core.checks.argument_checks import file_path
from opscope.core.user_defaults import user_defaults
from opscope.debug.profile.profile import Profile
from opscope.debug.profile.profile_table import percent, seconds, short_site
from opscope.debug.taps.value_events import detail_seen
from opscope.errors import MissingPackage, UsageError
from opscope.events import ValueSeen
from opscope.ir.program.program import Program
from opscope.run_report import page_file
from opscope.run_report.report_data import ReportData, ReportedRun, collect
from opscope.ui import value_text
from opscope.ui.page import page, themed
from opscope.ui.points import Series
from opscope.viz.gradient_flow_bars import parameter_title
from opscope.viz.graph import values_note
from opscope.viz.layer_graph import layer_graph

HERE = Path(__file__).parent
FIX = "choose another place"
ROWS = 60  # rows in the table of values
SCALARS = 8  # charts
TILES = 4  # scalars at the top
GRADIENTS = 40  # parameters
NODES = 120  # nodes of the graph
BY_OPERATOR = 60  # nodes above which the graph is drawn by layer: operator by operator it is wider than a page
GROUPS = ("forward", "parameters", "gradients", "optimizer")


class GradientBar(NamedTuple):
    """Gradient of a parameter: its root mean square, and the length of its bar (0 to 1) on a logarithmic scale."""

    name: str
    rms: float
    share: float
    health: str


class ReportRow(NamedTuple):
    """A row of the table of values."""

    seen: ValueSeen
    line: Any


def report(
    run: ReportedRun,
    path: str | os.PathLike[str],
    *,
    program: Program | None = None,
    profile: Profile | None = None,
    interactive: bool = False,
) -> None:
    """Write an HTML page about a run or a recording. The docstring of `Run.report` explains the arguments."""
    target = file_path(path, "the file of a report")
    page_file.check(target, FIX)
    if interactive:
        if profile is not None:
            raise UsageError("the interactive page shows no profile", fix="leave out profile=, or interactive=")
        text = page(_events(run, program), run.title, user_defaults().theme)
    else:
        text = report_text(collect(run, program, profile))
    page_file.write(target, text, FIX)


def _events(run: ReportedRun, program: Program | None) -> Iterable[Any]:
    from opscope.events import GraphDrawn

    if program is not None:
        yield GraphDrawn(
            program=program.id, svg=viz.draw(viz.program_graph(program)), ops=len(program.global_block().ops)
        )
    yield from run.history.events()
    for name, seen in run.session.values.latest.items():
        yield detail_seen(name, seen.value, seen.step)


def report_text(data: ReportData) -> str:
    """Return the page as text. The page loads no other files. All texts from the run are escaped."""
    try:
        import jinja2  # imported here: only pages need it
    except ModuleNotFoundError as e:
        raise MissingPackage("a page needs jinja2", fix="pip install jinja2, or write tables with to_csv()") from e
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE), autoescape=True, undefined=jinja2.StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )  # fmt: skip
    own: dict[str, Any] = {"number": value_text.number, "shape": value_text.shape, "seconds": seconds}
    own |= {"names": value_text.names, "percent": percent, "short_site": _short_site, "by_group": _by_group}
    environment.filters.update(own)
    css = (HERE / "report.css").read_text("utf-8").replace("/* dark graph */", viz.dark_rules("body"))
    shown = sorted(data.values.values(), key=lambda v: GROUPS.index(_group(v)))
    return environment.get_template("report.html").render(
        data=data,
        css=themed(css, user_defaults().theme),
        tiles=sorted(data.scalars, key=lambda name: name != data.main)[:TILES],
        hero=_hero(data),
        hero_name=value_text.names(data.sick)[0] if data.sick is not None and _has_history(data) else data.main,
        charts=[(name, _chart(name, data.scalars[name])) for name in _other_scalars(data)],
        gradients=_gradients(data),
        gradient_chart=_gradient_chart(data),
        graph=_graph(data),
        rows=[ReportRow(v, _sparkline(data, v)) for v in shown[:ROWS]],
        more_values=len(shown) - ROWS,
        unhealthy=[v for v in shown if not v.healthy],
        last=_last,
        place=_place(data),
    )


def _place(data: ReportData) -> str:
    """Return the place of the values as text, such as `of step 20, before relu (op 7)`."""
    return ", ".join(filter(None, [f"of step {data.step}" if data.step else "", data.place]))


def _short_site(site: str) -> str:
    return short_site(site, 28)


def _group(seen: ValueSeen) -> str:
    """Return the heading of a value in the table. Values that only an optimizer writes have their own heading."""
    return "optimizer" if seen.role == "optimize" and not seen.parameter else value_text.group(seen)


def _by_group(rows: Iterable[ReportRow]) -> Iterable[Any]:
    return groupby(rows, lambda row: _group(row.seen))


def _last(series: Series) -> str:
    """Return the newest number of a scalar as text."""
    return value_text.scalar(series.points[-1].mean) if series.points else value_text.number(None)


def _hero(data: ReportData) -> Any:
    """Return the page's first chart: the first value with NaN or Inf if this value was tapped, else the loss."""
    if data.sick is not None and _has_history(data):
        return _chart(data.sick.name, data.histories[data.sick.name], 300)
    series = data.scalars.get(data.main)
    return "" if series is None or len(series.points) < 2 else _chart(data.main, series, 300)


def _has_history(data: ReportData) -> bool:
    """Return True if the first value with NaN or Inf was tapped in more than one step."""
    return data.sick is not None and len(data.histories.get(data.sick.name, ())) > 1


def _chart(name: str, series: Series, height: float = 170) -> Any:
    points = [(p.step, p.mean) for p in series.points]
    return viz.line_chart(
        [viz.Line(name, points, note=series.sampled)],
        width=900 if height > 200 else 440,
        height=height,
        log=True,
        label=name,
    )


def _other_scalars(data: ReportData) -> list[str]:
    opening = "" if _has_history(data) else data.main
    return [n for n, s in data.scalars.items() if n != opening and len(s.points) > 1][:SCALARS]


def _sparkline(data: ReportData, seen: ValueSeen) -> Any:
    series = data.histories.get(seen.name)
    return (
        ""
        if series is None
        else viz.sparkline([p.mean for p in series.points], width=90, height=20, note=series.sampled)
    )


# --- gradients --------------------------------------------------------------------------------------


def _gradient_names(data: ReportData) -> list[ValueSeen]:
    found = [v for v in data.values.values() if v.grad_of and v.parameter]
    order = {name: n for n, name in enumerate(data.values)}
    return sorted(found, key=lambda v: order.get(v.grad_of, len(order)))[:GRADIENTS]


def _gradients(data: ReportData) -> list[GradientBar]:
    """Return a bar for each parameter, in the order of the forward pass, on a common logarithmic scale."""
    found: list[tuple[ValueSeen, float]] = []
    for seen in _gradient_names(data):
        rms = math.hypot(seen.mean, seen.std) if seen.mean is not None and seen.std is not None else math.nan
        found.append((seen, rms))
    logs = [math.log10(rms) for _, rms in found if rms > 0]
    low, high = (math.floor(min(logs) - 0.3), max(logs)) if logs else (0.0, 1.0)
    return [
        GradientBar(
            parameter_title(v), rms, (math.log10(rms) - low) / ((high - low) or 1.0) if rms > 0 else 0.0, v.health
        )
        for v, rms in found
    ]


def _gradient_chart(data: ReportData) -> Any:
    """Draw the tapped gradients of some parameters, from the first layer to the last, over the steps."""
    names = [v.name for v in _gradient_names(data) if len(data.histories.get(v.name, ())) > 1]
    chosen = names if len(names) <= 6 else [names[round(i * (len(names) - 1) / 5)] for i in range(6)]
    curves = {name: data.histories[name] for name in chosen}
    lines = [viz.Line(n, [(p.step, p.rms) for p in s.points], note=s.sampled) for n, s in curves.items()]
    return viz.line_chart(lines, width=900, height=210, log=True, label="gradients over the steps") if lines else ""


# --- the graph --------------------------------------------------------------------------------------


def _graph(data: ReportData) -> Any:
    """Draw the forward pass with values. If the drawing fails, return the reason as text."""
    if data.program is None:
        return ""
    try:
        graph = viz.program_graph(data.program, data.title, phases=("forward",))
        here = {name: seen for name, seen in data.values.items() if seen.step == data.step}
        if not graph.nodes:
            return ""
        if len(graph.nodes) > BY_OPERATOR and any(node.group for node in graph.nodes):
            by_layer = layer_graph(data.program, title=data.title, seen=here)
            return viz.draw(by_layer.with_note(values_note(here.values(), data.place)), limit=NODES, direction="LR")
        return viz.draw(viz.with_values(graph, here, data.place), limit=NODES)
    except viz.LayoutError as e:  # the page is useful without a graph
        return str(e).splitlines()[0]
