"""From a value at a probe to the events about it."""

from __future__ import annotations

import math
from typing import Any

from opscope.core.source import Site
from opscope.debug.taps.probes import Spot
from opscope.debug.taps.statistics import Statistics, histogram, statistics, thumbnail
from opscope.events import DetailSeen, ValueSeen
from opscope.ir.program.program import GRAD, Operator, Parameter, Variable


def value_seen(variable: Variable, operator: Operator | None, value: Any, step: int) -> ValueSeen:
    """The summary of a value."""
    return seen_with(about(Spot(variable, operator), value), step, statistics(value))


def about(spot: Spot, value: Any) -> dict[str, Any]:
    """What a summary says of where a value is made, and of its kind: the same at every step."""
    variable, operator = spot
    of = gradient_of(variable.name)
    source = variable.block.find(of) if of else variable
    return {
        "name": variable.name,
        "op": -1 if operator is None else operator.id,
        "op_type": "" if operator is None else operator.type,
        "role": "forward" if operator is None else operator.phase,
        "shape": tuple(int(d) for d in value.shape),
        "dtype": str(value.dtype),
        "grad_of": of,
        "parameter": isinstance(source, Parameter),
        "site": where(operator.site if operator is not None else variable.site),
    }


def seen_with(about: dict[str, Any], step: int, found: Statistics) -> ValueSeen:
    """The summary of a value whose statistics are known."""
    return ValueSeen(
        **about,
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
    """Histogram and thumbnail of a value."""
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
    """`w` for `w@GRAD` (however prefixed); "" for what is no whole gradient."""
    base, mark, rest = name.partition(GRAD)
    return base.removeprefix("grad/grad/") if mark and not rest else ""


def where(site: Site | None) -> str:
    """`train.py:20 in main`, "" if unknown."""
    return "" if site is None else site.where


def finite_or_none(value: float | None) -> float | None:
    """The number, or None where the wire has none: JSON knows no NaN."""
    return value if value is not None and math.isfinite(value) else None
