"""Points of curves: each point has the numbers of a value, or of a scalar, in one step.

`js/src/series.js` has the same rules, and `tests/ui/test_agreement.py` compares the Python and the JavaScript code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple

from opscope.bounded_series import BoundedSeries
from opscope.events import StepFinished, ValueSeen

CAPACITY = 256


class CurvePoint(NamedTuple):
    """A point of a curve.

    If a point stands for several steps, mean and rms are from the last step, and min and max are from all steps. `bad`
    is the largest number of NaN and Inf elements in one of the steps.
    """

    step: float
    mean: float | None
    min: float | None
    max: float | None
    rms: float | None
    bad: float


Series = BoundedSeries[CurvePoint]


def new_series(capacity: int = CAPACITY) -> Series:
    """Make an empty curve."""
    return BoundedSeries(capacity, merge)


def merge(old: CurvePoint, new: CurvePoint) -> CurvePoint:
    """Merge two points into one point that stands for the steps of both points.

    Spikes and non-finite values stay visible.
    """
    return CurvePoint(
        step=new.step,
        mean=new.mean,
        min=_choose(min, old.min, new.min),
        max=_choose(max, old.max, new.max),
        rms=new.rms,
        bad=max(old.bad, new.bad),
    )


def _choose(choice: Callable[[float, float], float], a: float | None, b: float | None) -> float | None:
    if a is None or b is None:
        return b if a is None else a
    return choice(a, b)


def value_point(event: ValueSeen) -> CurvePoint:
    """Return the point of a curve that represents the summary of a value in a step."""
    rms = None if event.mean is None or event.std is None else math.hypot(event.mean, event.std)
    return CurvePoint(event.step, event.mean, event.min, event.max, rms, event.nan + event.inf)


def tapped_points(event: StepFinished) -> Iterator[tuple[str, CurvePoint]]:
    """Yield the name and the point of each tapped scalar of a step.

    The point equals the point that `value_point` returns for the summary of the scalar.
    """
    for name, x in zip(event.tapped, event.tapped_scalars, strict=False):
        yield name, CurvePoint(event.step, x, x, x, None if x is None else abs(x), int(x is None))


def scalar_points(event: StepFinished) -> Iterator[tuple[str, CurvePoint]]:
    """Yield the name and the point of each fetched scalar of a step. A scalar that is not finite becomes None."""
    for name, scalar in zip(event.names, event.scalars, strict=False):
        yield name, CurvePoint(event.step, scalar, scalar, scalar, None, int(scalar is None))
