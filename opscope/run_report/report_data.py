"""Collection of the content of a run's page as plain data, from a live run, a finished run, or a recording."""

from __future__ import annotations

import os
import platform
import statistics
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

import numpy as np

from opscope._version import __version__
from opscope.bounded_series import BoundedSeries
from opscope.core.checks.argument_checks import require_kind
from opscope.core.place import to_host
from opscope.debug.profile.profile import Profile
from opscope.debug.rules.findings import Finding
from opscope.debug.runs.recording import Recording
from opscope.debug.runs.run import Run
from opscope.debug.session.recorded_program import program_of
from opscope.debug.values.run_trace import trace
from opscope.debug.values.summaries import record_here, summaries, summaries_of
from opscope.debug.why.here import first_not_finite
from opscope.errors import NotFound, OpscopeError
from opscope.events import RunStarted, StepFinished, ValueSeen
from opscope.ir.program.program import Operator, Program
from opscope.names.shown_name import name_beside
from opscope.run_report.source_lines import SourceFile, source_files
from opscope.ui.points import CurvePoint, Series, merge, new_series, scalar_points, value_point
from opscope.viz.graph import Health, worst
from opscope.viz.graph_builder import place_text

COMMAND = 200  # characters
OPERATORS = 15  # rows in the table of times
TRACES = 3  # repetitions, of which the shortest time counts

ReportedRun = Run | Recording


@dataclass(frozen=True)
class TimedOperator:
    """The time of an operator in a run, in seconds, and the operator's share of the time of all operators."""

    name: str
    output: str
    site: str
    seconds: float
    share: float


@dataclass
class ReportData:
    """Content of a page about a run.

    `scalars` and `histories` map names to series. `values` contains the summaries of values at the current place, in
    the order of operators. If the run has no current place, `values` contains the summaries in the last step. `step` is
    the step of the values, and `place` is the place in this step. A value that was not written in this step has the
    summary of an earlier step. `main` is the name of the main scalar (the loss); "" if there is none. `sick` is the
    first value that is known to contain NaN or Inf, and `explanation` explains this NaN or Inf. `profile_note`
    describes how the times were measured.
    """

    title: str
    state: str
    steps: int
    error: str = ""
    scalars: dict[str, Series] = field(default_factory=dict[str, Series])
    main: str = ""
    seconds: list[float] = field(default_factory=list[float])
    values: dict[str, ValueSeen] = field(default_factory=dict[str, ValueSeen])
    step: int = 0
    place: str = ""
    histories: dict[str, Series] = field(default_factory=dict[str, Series])
    sick: ValueSeen | None = None
    explanation: str = ""
    findings: Sequence[Finding] = ()
    program: Program | None = None
    times: list[TimedOperator] = field(default_factory=list[TimedOperator])
    profile_note: str = ""
    environment: dict[str, str] = field(default_factory=dict[str, str])
    sources: list[SourceFile] = field(default_factory=list[SourceFile])

    @property
    def step_seconds(self) -> float | None:
        """The median time of a step. None if the time is unknown."""
        return statistics.median(self.seconds) if self.seconds else None


def collect(run: ReportedRun, program: Program | None = None, profile: Profile | None = None) -> ReportData:
    """Collect the present data of a run. Raises UsageError if `program` or `profile` has a wrong type."""
    if program is not None:
        require_kind(program, Program, "the graph of a report is that of a Program")
    if profile is not None:
        require_kind(profile, Profile, "the times of a report are those of a Profile", fix="with opscope.profile(exe)")
    data = ReportData(run.title, getattr(run, "state", "recording"), 0, _error(run))
    _add_steps(data, run.history.steps())
    _add_summaries(data, run)
    data.program = program
    if run.session.driver.records:
        run._call(lambda: _add_recorded(data, run))
    elif program is not None:
        _add_sources(data, program.operators)
    if data.sick is not None and run.session.driver.records and run.done:
        data.explanation = _explanation(run)
    data.findings = tuple(run.findings) if run.session.driver.records else ()
    data.main = next(
        (n for n in data.scalars if "loss" in n.lower() or "cost" in n.lower()), next(iter(data.scalars), "")
    )
    if profile is not None:
        data.times = [TimedOperator(r.op, r.output, r.site, r.seconds, r.share) for r in profile.rows[:OPERATORS]]
        data.profile_note = f"measured by a profile: a run takes {profile.seconds * 1e3:.3g} ms"
    data.environment = _environment(run, data.program)
    return data


def _error(run: ReportedRun) -> str:
    error = getattr(run, "error", None)
    return "" if error is None else f"{type(error).__name__}: {error}"


# --- observed during the run --------------------------------------------------------------------------


def _add_steps(data: ReportData, events: Iterable[StepFinished]) -> None:
    for event in events:
        data.steps = max(data.steps, event.step)
        if event.seconds:
            data.seconds.append(event.seconds)
        _add_scalars(data, event)


def _add_scalars(data: ReportData, event: StepFinished) -> None:
    for label, (_, point) in zip(event.labels, scalar_points(event), strict=True):
        data.scalars.setdefault(label, new_series()).add(point)


def _add_summaries(data: ReportData, run: ReportedRun) -> None:
    for name in run.history.names():
        seen = run.history.of(name)
        series = data.histories[name] = new_series()
        for event in seen:
            series.add(value_point(event))
        data.values[name] = seen[-1]
        data.step = max(data.step, seen[-1].step)
        bad = next((event for event in seen if not event.healthy), None)
        if bad is not None and (data.sick is None or (bad.step, bad.op) < (data.sick.step, data.sick.op)):
            data.sick = bad


# --- recorded -----------------------------------------------------------------------------------------


def _add_recorded(data: ReportData, run: ReportedRun) -> None:
    """Add the times of operators, the summaries of values at the current place, and scalars of recorded steps."""
    navigator = run._navigator
    if isinstance(run, Recording):
        _add_recorded_steps(data, run)
    try:
        found = summaries(navigator)
        shown = record_here(navigator)
    except NotFound:
        return
    data.values = data.values | found if navigator.cursor is None else found
    data.step, data.place = shown.step, place_text(run.here)
    if data.sick is None:
        data.sick = next((seen for seen in data.values.values() if not seen.healthy), None)
    _find_first_sick(data, run)
    if data.program is None:
        data.program = program_of(run.session, shown)
    journal = navigator.journal
    measured = journal.last_record() if journal.find(shown.run) is None else shown
    if measured is None:  # the first run is in progress
        _add_sources(data, data.program.operators)
        return
    traced = trace(navigator.replay, measured)
    _add_sources(data, [event.operator for event in traced])
    again = [trace(navigator.replay, measured) for _ in range(TRACES)]  # the first time includes preparation
    fastest = [(events[0].operator, min(e.seconds for e in events)) for events in zip(*again, strict=True)]
    if total := sum(seconds for _, seconds in fastest):
        _add_times(data, fastest, total)


def _add_recorded_steps(data: ReportData, run: Recording) -> None:
    seconds: BoundedSeries[CurvePoint] = BoundedSeries(1024, merge)
    for record in run._navigator.journal.steps():
        found = {n: v for n, v in record.fetched.items() if v.size == 1 and v.dtype.kind in "fiub"}
        numbers = {n: float(to_host(v).reshape(())) for n, v in found.items()}
        scalars = tuple(x if np.isfinite(x) else None for x in numbers.values())
        names, program = tuple(numbers), record.plan.block.program
        called = tuple([name_beside(program, name) for name in names])
        _add_scalars(
            data,
            StepFinished(step=record.step, seconds=record.seconds, names=names, scalars=scalars, called=called),
        )
        seconds.add(CurvePoint(record.step, record.seconds, None, None, None, 0))
        data.steps = max(data.steps, record.step)
    data.seconds = [point.mean for point in seconds if point.mean]


def _find_first_sick(data: ReportData, run: ReportedRun) -> None:
    """Find the first value with harmful NaN or Inf in the whole history, even if the value is not tapped."""
    if data.sick is None and not any(p.bad for series in data.scalars.values() for p in series):
        return
    navigator = run._navigator
    first = first_not_finite(navigator)
    if first is None and data.sick is not None and data.sick.step >= navigator.journal.step_range()[0]:
        data.sick = None  # a masked score of -Inf, for example, does no harm
    if first is not None:
        record = navigator.journal.record_of_step(first.step) if first.step else None
        found = {} if record is None else summaries_of(trace(navigator.replay, record), record.step)
        data.sick = found.get(first.name, data.sick)


def _explanation(run: ReportedRun) -> str:
    """Return an explanation of the first NaN or Inf. Return "" if the cause is not known."""
    try:
        return repr(run.why())
    except OpscopeError:  # the page still shows its place
        return ""


def _add_times(data: ReportData, timed: list[tuple[Operator, float]], total: float) -> None:
    by_operator: dict[int, tuple[Operator, float]] = {}
    for operator, seconds in timed:
        former = by_operator.get(id(operator), (operator, 0.0))[1]
        by_operator[id(operator)] = operator, former + seconds
    slowest = sorted(by_operator.values(), key=lambda pair: -pair[1])[:OPERATORS]
    for operator, seconds in slowest:
        site = "" if operator.site is None else operator.site.where
        output = next((n for n in operator.outputs if n), "")
        data.times.append(TimedOperator(operator.type, output, site, seconds, seconds / total))
    data.profile_note = "times of one step that executed operator by operator: a compiled step takes less time"


def _add_sources(data: ReportData, operators: Sequence[Operator]) -> None:
    made: list[tuple[Any, Health]] = []
    for operator in dict.fromkeys(operators):
        if operator.phase == "forward":
            healths: list[Health] = [data.values[n].health for n in operator.outputs if n in data.values]
            made.append((operator.site, worst(["ok", *healths])))
    data.sources = source_files(made)


def _environment(run: ReportedRun, program: Program | None) -> dict[str, str]:
    found = {"written": datetime.now().astimezone().isoformat(" ", "minutes")}
    if isinstance(run, Recording):
        header = run.recorded.header
        found |= {"recorded": header.created, "opscope": header.opscope, "NumPy": header.numpy}
        return found | {"folder": str(run.recorded.path)}
    started = next((e for e in run.history.events() if isinstance(e, RunStarted)), None)
    found |= {"opscope": __version__, "NumPy": np.__version__, "Python": platform.python_version()}
    if (torch := sys.modules.get("torch")) is not None:
        found["PyTorch"] = str(torch.__version__)
    found |= {"system": f"{platform.system()} {platform.release()} {platform.machine()}, {os.cpu_count()} CPUs"}
    if started is not None:
        found["place"] = started.place
    if program is not None and program.random_seed:
        found["program seed"] = str(program.random_seed)
    command = " ".join([os.path.basename(sys.orig_argv[0]), *sys.orig_argv[1:]])
    return found | {"command": command[:COMMAND]}
