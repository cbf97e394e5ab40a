"""Difference: the result of a comparison of two runs, as text, JSON and HTML."""

from __future__ import annotations

import functools
import json
from dataclasses import dataclass, field, fields, is_dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from opscope import viz
from opscope.debug.comparison.change import ENVIRONMENT, Change, errors_text
from opscope.debug.comparison.value_difference import ElementDifference, number
from opscope.debug.comparison.value_search import DifferenceGrowth, DifferingValue
from opscope.ir.program.program import Program
from opscope.names.shown_name import label

SHOWN = 8  # changes listed in the text
TEMPLATE = Path(__file__).with_name("difference.html")
GROWTH = 8  # differing values listed, from the run with the first one
CHANGES = 12
HOW = ("dtype", "place", "mode", *ENVIRONMENT)  # kinds of changes in the way of computing, not in the values computed


class LossPair(NamedTuple):
    """The loss of a step in both runs."""

    step: int
    a: float
    b: float

    @property
    def distance(self) -> float:
        """The absolute difference |a - b| of the two losses. This difference is infinite if only one loss is NaN."""
        if (self.a != self.a) != (self.b != self.b):
            return float("inf")
        return abs(self.a - self.b) if self.a != self.b and self.a == self.a else 0.0


@dataclass(frozen=True)
class Difference:
    """Differences between two runs.

    Attributes:
        titles: the titles of the two runs.
        changes: differences that can explain different values, such as differences in operators, attributes, seeds,
            feeds and initial values.
        cause: the change that explains the first differing value. If no change explains this value, `cause` is the
            first change. If no change is known, `cause` is None.
        first: the first differing value, or None if no value differs.
        growth: all differing values in the run with the first differing value, in the order of the operators.
        loss: name of the loss.
        loss_called: name of the loss in the user's code, or "" if the name is unknown.
        losses: the losses of both runs, for each step.
        rtol: the tolerance, relative to the largest magnitude of a value.
        below: the largest difference that is within the tolerance. Values with such a difference count as equal.
        runs: number of runs of programs that were compared.
        values: number of compared values.
        errors: for each run, the error that ended the run, in one line. "" if no error ended the run, None if the error
            is unknown.
        program: the program of the run with the first differing value.
    """

    titles: tuple[str, str]
    changes: tuple[Change, ...] = ()
    cause: Change | None = None
    first: DifferingValue | None = None
    growth: tuple[DifferenceGrowth, ...] = ()
    loss: str = ""
    loss_called: str = ""
    losses: tuple[LossPair, ...] = ()
    rtol: float = 0.0
    below: float = 0.0
    runs: int = 0
    values: int = 0
    errors: tuple[str | None, str | None] = ("", "")
    program: Any = field(default=None, repr=False, compare=False)  # of the run with the first differing value

    @property
    def same(self) -> bool:
        """True if all values, programs and inputs are equal. Dtypes, devices, modes and versions may still differ."""
        return self.first is None and all(change.kind in HOW for change in self.changes)

    def to_dict(self) -> dict[str, Any]:
        """Return all attributes except the program, as data for JSON.

        Returns:
            A dict of dicts, lists, numbers and strings. NaN and Inf are strings.

        Example:
            >>> debug.diff(train, train).to_dict()["same"]
            True
        """
        shown = (f.name for f in fields(self) if f.name != "program")
        return {"same": self.same, **{name: plain(getattr(self, name)) for name in shown}}

    def to_json(self) -> str:
        """Return the result of `to_dict` as JSON.

        Returns:
            The JSON text.

        Example:
            >>> debug.diff(train, train).to_json()[:13]
            '{"same": true'
        """
        return json.dumps(self.to_dict(), allow_nan=False)

    def __repr__(self) -> str:
        return "\n".join(_lines(self))

    def _repr_html_(self) -> str:
        return _html(self)


def plain(value: Any) -> Any:
    """Convert a value to dicts, lists, numbers and strings. NaN and Inf become strings."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, dict):
        return {name: plain(item) for name, item in value.items()}
    if isinstance(value, np.ndarray):
        return plain(value.tolist())
    if isinstance(value, list | tuple):
        named = getattr(value, "_asdict", None)
        return plain(named()) if named is not None else [plain(item) for item in value]
    if isinstance(value, float) and not np.isfinite(value):
        return str(value)
    return value if isinstance(value, str | int | float | bool | None) else str(value)


# --- text -------------------------------------------------------------------------------------------


def summary(difference: Difference) -> str:
    """Summarize the differences in one line."""
    if difference.same:
        return f"the same{_scale(difference)}"
    cause = difference.cause
    if cause is None:
        return f"different: {difference.first}"
    step = f" in step {cause.step}" if cause.step > 1 else ""
    return f"different: {cause.kind}: {cause}{step}"


def _lines(difference: Difference) -> list[str]:
    cause, first = difference.cause, difference.first
    lines = [summary(difference)]
    if cause is not None and not difference.same:
        lines += where_text(cause)
    if first is not None:
        is_cause = cause is not None and first.op < 0 and first.name == cause.name
        about = f"  made by {first.operator}" if first.op >= 0 else f"  {first.operator}"
        also = _other_changes(difference)
        lines += [about, *also] if is_cause else [*also, f"first value  {first}", about]
        is_new = first.site and (cause is None or first.site not in (cause.site, cause.other_site))
        lines += [f"  at {first.site}: {first.source}"] if is_new else []
    else:
        lines += _other_changes(difference)
    if first is None and not difference.same and difference.runs:
        lines.append(f"no value differs{_scale(difference)}")
    lines += [f"loss         {text}" for text in [loss_text(difference)] if text]
    if difference.rtol and first is None:
        lines.append(f"             {tolerance_text(difference)}")
    lines += [f"error        {text}" for text in [error_text(difference)] if text]
    return lines


def _other_changes(difference: Difference) -> list[str]:
    """Return lines of text about all changes except the cause, in order.

    Changes in the backward pass are left out, unless the cause is also in the backward pass.
    """
    cause = difference.cause
    others = [c for c in difference.changes if c is not cause or difference.same]
    shown = [c for c in others if c.phase != "backward" or (cause is not None and cause.phase == "backward")][:SHOWN]
    more = len(others) - len(shown)
    lines = [f"also         {change.kind}: {change}" for change in shown]
    return [*lines, *([f"             and {more} more, in .changes"] if more else [])]


def where_text(change: Change) -> list[str]:
    """Return text lines that show the user's line for a change.

    If the two runs have different code, both lines are shown.
    """
    if change.other_source:
        removed = [f"  - {change.site}: {change.source}"] if change.site else []
        return [*removed, f"  + {change.other_site}: {change.other_source}"]
    return [f"  at {change.site}: {change.source}"] if change.site else []


def _scale(difference: Difference) -> str:
    if not difference.runs:
        return " program"
    exact = "bit for bit" if not difference.rtol else f"within {difference.rtol:.1g}"
    return f", {exact}, in {difference.runs:,} run{'' if difference.runs == 1 else 's'}"


def tolerance_text(difference: Difference) -> str:
    """Return a text about the tolerance and the largest difference within the tolerance."""
    text = f"values within {difference.rtol:.1g} of the largest element count as the same"
    return f"{text}; the largest such distance is {difference.below:.1g}" if difference.below else text


def error_text(difference: Difference) -> str:
    """Return a text about the errors that ended the runs.

    Return "" if there are no errors, or if a change already shows the errors.
    """
    a, b = difference.errors
    if a == b:
        return f"both runs end in {a}" if a else ""
    if any(change.kind == "error" for change in difference.changes):
        return ""
    return errors_text(a, b) if a or b else ""


def loss_text(difference: Difference) -> str:
    """Return a text about the difference of the losses over the steps."""
    apart = [pair for pair in difference.losses if pair.distance > difference.rtol * max(abs(pair.a), abs(pair.b))]
    name = label(difference.loss, difference.loss_called)
    if not apart:
        return f"{name}: the same in all steps" if difference.losses and difference.first else ""
    first, last = apart[0], difference.losses[-1]
    text = f"{name}: {first.a:.6g} and {first.b:.6g} in step {first.step}"
    return text if last.step == first.step else f"{text}, {last.a:.6g} and {last.b:.6g} in step {last.step}"


# --- HTML -------------------------------------------------------------------------------------------


class Cell(NamedTuple):
    """An element of a value in both runs, as text for a table."""

    a: str
    b: str
    differs: bool
    is_largest: bool


@functools.cache
def _template() -> Any:
    import jinja2  # imported here: a terminal needs no template

    environment = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    return environment.from_string(TEMPLATE.read_text("utf-8"))


def _html(difference: Difference) -> str:
    """Return the difference as HTML. Texts are escaped for HTML, and the colors come from the page."""
    others = [c for c in difference.changes if c is not difference.cause]
    return _template().render(
        difference=difference,
        summary=summary(difference),
        others=others[:CHANGES],
        more=len(others) - CHANGES,
        cells=_cells(difference),
        growth=_growth(difference),
        loss=loss_text(difference),
        chart=_chart(difference),
        graph=_graph(difference),
        tolerance=tolerance_text(difference) if difference.rtol else "",
        error=error_text(difference),
    )


def _cells(difference: Difference) -> list[list[Cell]]:
    """Return the cells of a table with the elements around the element that differs most."""
    first = difference.first
    if first is None or first.around is None or first.other_around is None:
        return []
    found = first.difference
    rows: list[list[Cell]] = []
    for row, other_row in zip(first.around.tolist(), first.other_around.tolist(), strict=True):
        pairs = zip(row, other_row, strict=True)
        cells = [Cell(number(x), number(y), x != y and (x == x or y == y), False) for x, y in pairs]
        if isinstance(found, ElementDifference):
            largest = (number(found.a), number(found.b))
            cells = [c._replace(is_largest=c.differs and (c.a, c.b) == largest) for c in cells]
        rows.append(cells)
    return rows


def _growth(difference: Difference) -> list[Any]:
    """Return the first differing values of the forward pass, and the last one, which is usually the loss."""
    forward = [g for g in difference.growth if g.phase == "forward"] or list(difference.growth)
    return forward if len(forward) <= GROWTH else [*forward[: GROWTH - 1], forward[-1]]


def _chart(difference: Difference) -> Any:
    if len(difference.losses) < 2:
        return ""
    a, b = difference.titles
    if a == b:
        a, b = f"{a}, first", f"{b}, second"
    lines = [
        viz.Line(a, [(pair.step, pair.a) for pair in difference.losses]),
        viz.Line(b, [(pair.step, pair.b) for pair in difference.losses], dashed=True),
    ]
    return viz.line_chart(lines, width=560, height=180, log=True, label=f"{difference.loss} of both runs")


def _graph(difference: Difference) -> Any:
    first, program = difference.first, difference.program
    if first is None or first.op < 0 or not isinstance(program, Program):
        return ""
    try:
        return viz.draw(viz.focus(viz.program_graph(program), f"op-{first.op}", hops=2))
    except (viz.LayoutError, KeyError):  # the text has the same content; an eager step may have lost an operator
        return ""
