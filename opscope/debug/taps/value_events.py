"""Events about tapped values: `ValueSeen` is a summary, and `DetailSeen` is a histogram with a thumbnail."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, TypedDict

from opscope.core.formats.narrow_arrays import dtype_name
from opscope.core.source import Site
from opscope.debug.taps.probes import ProbePoint
from opscope.debug.taps.statistics import Statistics, histogram, statistics, thumbnail
from opscope.events import DetailSeen, ValueSeen
from opscope.ir.program.program import GRAD, Operator, Parameter, Variable
from opscope.names.generated_names import is_generated
from opscope.names.program_names import seen_names
from opscope.names.shown_name import names_shown_first

MAX_NAMES = 3  # user's names in a summary


class ValueDescription(TypedDict):
    """Fields of a summary that do not change between steps: operator, line, shape and dtype of the value."""

    name: str
    op: int
    op_type: str
    role: str
    shape: tuple[int, ...]
    dtype: str
    grad_of: str
    parameter: bool
    site: str
    called: str
    named: bool
    program: int
    eager: bool


def describe_value(point: ProbePoint, value: Any) -> ValueDescription:
    """Make the fields of a summary that do not change between steps."""
    variable, operator = point
    grad_of = gradient_of(variable.name)
    source = variable.block.find(grad_of) if grad_of else variable
    return {
        "name": variable.name,
        "op": -1 if operator is None else operator.id,
        "op_type": "" if operator is None else operator.type,
        "role": "forward" if operator is None else operator.phase,
        "shape": tuple(int(d) for d in value.shape),
        "dtype": dtype_name(value),
        "grad_of": grad_of,
        "parameter": isinstance(source, Parameter),
        "site": site_text(operator.site if operator is not None else variable.site),
        "called": ", ".join(names_shown_first(variable.program, variable.name)[:MAX_NAMES]),
        "named": variable.is_data or not is_generated(variable.name),
        "program": variable.program.id,
        "eager": not variable.program.is_built,
    }


class _Known(NamedTuple):
    variable: Variable
    operator: Operator | None
    form: tuple[object, ...]
    description: ValueDescription


class KnownDescriptions:
    """Cache of descriptions by name, because a new description takes longer than the statistics of a small value."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    def describe(self, variable: Variable, operator: Operator | None, value: Any) -> ValueDescription:
        """Describe a value with `describe_value`, and store the description."""
        program = variable.program
        if seen_names(program) is not None:  # eager code, whose later calls reveal more names
            return describe_value(ProbePoint(variable, operator), value)
        form = value.shape, value.dtype, program.version
        known = self._known.get(variable.name)
        if known is None or known.variable is not variable or known.operator is not operator or known.form != form:
            description = describe_value(ProbePoint(variable, operator), value)
            known = self._known[variable.name] = _Known(variable, operator, form, description)
        return known.description


def value_seen(variable: Variable, operator: Operator | None, value: Any, step: int) -> ValueSeen:
    """Make the event with the summary of a value."""
    return summary(describe_value(ProbePoint(variable, operator), value), step, statistics(value))


def summary(description: ValueDescription, step: int, found: Statistics) -> ValueSeen:
    """Make the summary of a value from the value's statistics."""
    return ValueSeen(
        **description,
        step=step,
        min=finite_or_none(found.min),
        max=finite_or_none(found.max),
        mean=finite_or_none(found.mean),
        std=finite_or_none(found.std),
        zeros=found.zeros,
        nan=found.nan,
        inf=found.inf,
    )


def detail_seen(name: str, value: Any, step: int, request: int = 0) -> DetailSeen:
    """Make the event with the histogram and the thumbnail of a value."""
    low, high, counts = histogram(value)
    picture = thumbnail(value, low, high)
    return DetailSeen(
        name=name,
        step=step,
        low=low,
        high=high,
        counts=counts,
        rows=picture.rows,
        cols=picture.cols,
        row_stride=picture.row_stride,
        col_stride=picture.col_stride,
        pixels=picture.pixels,
        request=request,
    )


def gradient_of(name: str) -> str:
    """Return `w` for the name `w@GRAD`, with or without a prefix; "" for other names, and for parts of a gradient."""
    base, mark, rest = name.partition(GRAD)
    return base.removeprefix("grad/grad/") if mark and not rest else ""


def site_text(site: Site | None) -> str:
    """Return a line of the user's code as text, `train.py:20 in main`; "" if the line is unknown."""
    return "" if site is None else site.where


def finite_or_none(value: float | None) -> float | None:
    """Return a number; None in place of NaN and Inf, which JSON cannot represent."""
    return value if value is not None and math.isfinite(value) else None
