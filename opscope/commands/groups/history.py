"""Commands about the recorded history: show values over the steps and the size of the history, and switch recording."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Sequence
from typing import Annotated, Any, NamedTuple

from opscope.commands.arguments import integer
from opscope.commands.command_session import CommandSession
from opscope.commands.grammar import Kind, whole
from opscope.commands.kinds import NameOfSteps, Recording, complete_step
from opscope.commands.plain_text import Text
from opscope.commands.printer import Printer, health, spec
from opscope.commands.python_call import PythonCall
from opscope.commands.renderers import renders
from opscope.commands.table import command
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.profile.profile_table import unit
from opscope.debug.replay.journal import Journal
from opscope.debug.taps.statistics import Statistics, statistics
from opscope.debug.values.place_values import value_names
from opscope.errors import ArgumentError, NotFound
from opscope.ui.text_charts import short, sparkline


def _record_calls(text: str = "") -> Sequence[PythonCall]:
    return [*([PythonCall("run.record", (text,))] if text else []), PythonCall("run.recording", None)]


class StepRange(NamedTuple):
    """A range of steps: its first and its last step."""

    first: int
    last: int


def _step_range(text: str) -> StepRange:
    ends = text.split()
    if len(ends) != 2:
        raise ArgumentError(
            f"expected the numbers of the first and the last step, but received {text!r}",
            fix="for example: history loss 1 500",
        )
    return StepRange(*map(integer, ends))


Steps = Annotated[StepRange | None, Kind("[FIRST LAST]", _step_range, complete=complete_step, take=whole)]


STEPS = 100  # default: each step may have to be recomputed
ROWS = 12


class Point(NamedTuple):
    """A value at the end of a step.

    `number` is the value as a number if the value has only one element, and None for a larger array.
    """

    step: int
    spec: str
    number: float | None
    found: Statistics


class ValueHistory(NamedTuple):
    """The values of a variable at the end of each step; `here` is the step of the current place."""

    name: str
    points: list[Point]
    here: int


@command("history", "h", group="looking")
def print_history(debugger: CommandSession, name: NameOfSteps, steps: Steps = None) -> ValueHistory:
    """Show a value at the end of each recorded step.

    history loss          the last 100 steps
    history h 1 500       the value of h in steps 1 to 500; for an array, its statistics and the curve of its mean
    """
    first, last = debugger.ask(lambda navigator: navigator.journal.step_range())
    if not last:
        raise NotFound("no step is recorded yet", fix="finish a step first, for example with `nextRun`")
    low, high = (max(first, last - STEPS + 1), last) if steps is None else steps
    points: list[Point] = []
    for step in range(max(low, first), min(high, last) + 1):  # one at a time: large arrays are not kept
        with contextlib.suppress(NotFound):  # eager code may compute it only in some steps
            points += [_point(step, value) for value in debugger.run.values(name, [step]).values()]
    here = debugger.run.here
    if here is not None and here.step > last and name in debugger.ask(value_names):  # in the current step
        points.append(_point(here.step, debugger.run.value(name)))
    if not points:
        debugger.ask(lambda navigator: navigator.recorded_programs().require_variable(name))
        raise NotFound(
            f"{name} has no value in steps {low} to {high}", fix=f"choose from the recorded steps {first} to {last}"
        )
    return ValueHistory(name, points, 0 if here is None else here.step)


def _point(step: int, value: Any) -> Point:
    scalar = value.size == 1 and value.dtype.kind in "biuf"
    return Point(step, spec(value), float(value.reshape(())) if scalar else None, statistics(value))


@renders(ValueHistory)
def print_values(printer: Printer, history: ValueHistory) -> None:
    """Print the curve of a value over the steps, and a table with a row for some of the steps."""
    name, points, here = history
    scalar = points[0].number is not None
    curve = [p.number if p.number is not None else p.found.mean for p in points]
    finite = [c for c in curve if c is not None and math.isfinite(c)]
    head = f"  steps {points[0].step} to {points[-1].step}  "
    of = "" if scalar else "mean "
    bars = sparkline(finite, max(printer.width - len(name) - len(head) - 24, 10))
    printer.line((name, "bold"), head, of, (bars, "cyan"), f" {short(finite[-1] if finite else None)}")
    rows = [_row(p, scalar, p.step == here) for p in _selected(points, here)]
    numbers = ("value",) if scalar else ("min", "max", "mean", "std")
    printer.rows(("", "step", *numbers, "health"), rows, right=("step", *numbers))


def _row(point: Point, scalar: bool, here: bool) -> Sequence[str | Text]:
    found = point.found
    numbers = [f"{point.number:.6g}"] if scalar else [short(x) for x in (found.min, found.max, found.mean, found.std)]
    return [Text("→" if here else " ", "bold yellow"), str(point.step), *numbers, Text(*health(found))]


def _selected(points: list[Point], here: int) -> list[Point]:
    """Return about ROWS evenly spaced points, the point of the current step, and the first point with NaN or Inf."""
    count = len(points)
    if count <= ROWS:
        return points
    chosen = {round(i * (count - 1) / (ROWS - 1)) for i in range(ROWS)}
    chosen |= {i for i, p in enumerate(points) if p.step == here}
    unhealthy = [i for i, p in enumerate(points) if not p.found.healthy]
    return [points[i] for i in sorted(chosen | set(unhealthy[:1]))]


@command("steps", "hist", group="looking")
def print_steps(debugger: CommandSession) -> str:
    """Show the recorded steps and the memory that they use.

    The output also shows the step in which the program itself is, and the step of the place that is shown.
    """

    def lines_of(navigator: Navigator) -> list[str]:
        journal: Journal = debugger.driver.journal
        first, last = journal.step_range()
        units = ("B", "KB", "MB", "GB")
        room = f" of {unit(journal.budget, units)}" if journal.budget else " on disk"
        size = f"{unit(journal.nbytes, units)}{room}, {journal.keyframes} keyframes"
        lines = [f"steps {first} to {last}, {size}" if last else f"no step is complete yet, {size}"]
        if journal.dropped:
            lines.append(
                f"the first {journal.dropped} of {journal.run_count} runs were dropped: a larger --budget stores more"
            )
        if navigator.live is not None:
            record = navigator.live.record
            lines.append(f"the program is in {f'step {record.step}' if record.step else f'run {record.run}, no step'}")
        if navigator.past is not None:
            record = navigator.past.record
            lines.append(
                f"the place shown is in {f'step {record.step}' if record.step else f'run {record.run}'}, in the past"
            )
        return lines

    return "\n".join(debugger.ask(lines_of))


@command("record", group="looking", python=_record_calls)
def set_recording(debugger: CommandSession, setting: Recording = "") -> str:
    """Show the cost of recording, or change its settings.

    record           the time that recording takes, as a share of the run, and the memory that it uses
    record off       do not record the following runs, so that you cannot go back to them
    record 64MB      use at most this memory, and remove the oldest steps
    """
    if setting:
        debugger.run.record(setting)
    return str(debugger.run.recording)
