"""Line search for a step that fulfills the strong Wolfe conditions.

Source: Nocedal & Wright 2006, algorithms 3.5 and 3.6, with the constants and the order of evaluations of Paddle's and
PyTorch's L-BFGS.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

ENOUGH, CURVED = 1e-4, 0.9  # the two constants of the conditions


class Point(NamedTuple):
    """Point x + t d of the search: the loss, the gradient (a flat array), and the slope along d."""

    t: float
    loss: float
    grad: Any
    slope: float


Evaluate = Callable[[float], Point]


def cubic(a: Point, b: Point, bounds: tuple[float, float] | None = None) -> float:
    """Minimize the cubic through both points with their slopes, within the bounds (or between the points)."""
    low, high = bounds or (min(a.t, b.t), max(a.t, b.t))
    if a.t == b.t:
        return (low + high) / 2
    d1 = a.slope + b.slope - 3 * (a.loss - b.loss) / (a.t - b.t)
    square = d1 * d1 - a.slope * b.slope
    if not square >= 0:
        return (low + high) / 2
    d2 = math.sqrt(square)
    if a.t <= b.t:
        a, b = b, a
    bottom = a.slope - b.slope + 2 * d2
    if bottom == 0:
        return (low + high) / 2
    return min(max(a.t - (a.t - b.t) * ((a.slope + d2 - d1) / bottom), low), high)


def strong_wolfe(
    evaluate: Evaluate, start: Point, t: float, size: float, tolerance: float = 1e-9, most: int = 25
) -> tuple[Point, int]:
    """Return a point that fulfills the conditions, or the best point found, and the number of calls of `evaluate`.

    start is the point at t = 0. t is the first value to try. size is the largest step of any coordinate at t = 1.
    """
    before, here, tries = start, evaluate(t), 0
    while tries < most:
        if _too_high(here, start) or (tries > 1 and here.loss >= before.loss):
            return _zoomed(evaluate, start, before, here, size, tolerance, tries, most)
        if abs(here.slope) <= -CURVED * start.slope:
            return here, tries + 1
        if here.slope >= 0:
            return _zoomed(evaluate, start, before, here, size, tolerance, tries, most)
        bounds = here.t + 0.01 * (here.t - before.t), here.t * 10
        before, here = here, evaluate(cubic(before, here, bounds))
        tries += 1
    return min(start, here, key=lambda p: p.loss), tries + 1


def _too_high(here: Point, start: Point) -> bool:
    """True if the loss has not decreased enough; a decrease that is too small for the dtype counts as enough."""
    most = start.grad.dtype.type(start.loss + ENOUGH * here.t * start.slope)
    return not here.loss <= most


def _zoomed(
    evaluate: Evaluate, start: Point, a: Point, b: Point, size: float, tolerance: float, tries: int, most: int
) -> tuple[Point, int]:
    """Search between two points that have a point with the conditions between them."""
    low, high = (a, b) if a.loss <= b.loss else (b, a)
    stuck = False
    while tries < most and abs(high.t - low.t) * size >= tolerance:
        t, stuck = _inside(cubic(a, b), a, b, stuck)
        here = evaluate(t)
        tries += 1
        old = low
        if _too_high(here, start) or here.loss >= low.loss:
            high = here
            low, high = (low, high) if low.loss <= high.loss else (high, low)
        else:
            if abs(here.slope) <= -CURVED * start.slope:
                return here, tries + 1
            if here.slope * (high.t - low.t) >= 0:
                high = old
            low = here
        a, b = low, high
    return low, tries + 1


def _inside(t: float, a: Point, b: Point, stuck: bool) -> tuple[float, bool]:
    """Move a point away from both ends, if an earlier point was close to an end."""
    low, high = min(a.t, b.t), max(a.t, b.t)
    margin = 0.1 * (high - low)
    if min(high - t, t - low) >= margin:
        return t, False
    if not (stuck or t >= high or t <= low):
        return t, True
    return (high - margin if abs(t - high) < abs(t - low) else low + margin), False
