"""Slopes of a function on both sides of a point, with error bars, and their comparison with a claimed derivative.

A slope is measured several times, with steps of different lengths. If the step is long, the curvature of the function
causes an error. If the step is short, the rounding of the function's values causes an error. A slope is therefore
accepted only if the slopes of two neighboring step lengths agree. The error bar of the slope is the rounding error
plus the difference between the slopes of two neighboring step lengths. At a kink, the slopes of the two sides
converge to two values, and each value between them is a correct derivative.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array

MARGIN = 5.0  # number of error bars between a wrong derivative and the slope
TELLING = 0.2  # a slope with a larger error bar, as a share of the slope, is not used
MAX_JUDGED = 256  # places that are neither right nor at a plain kink, judged one at a time

Measure = Callable[[float], Any]  # change of the function, by lane, for an input moved by this number of steps


class SlopeFinding(Enum):
    """Finding about a derivative at one point."""

    RIGHT = "right"
    KINK = "at a kink"
    WRONG = "wrong"
    JUMP = "the function jumps there"
    STEEP = "the slope grows without bound there"
    FLAT = "the derivative is too small: the function changes by less than its rounding"
    ROUGH = "the slopes of shorter and longer steps do not agree"
    UNDEFINED = "the function is NaN or Inf on both sides"
    UNSEEN = "not looked at"


RIGHT = (SlopeFinding.RIGHT, SlopeFinding.KINK)


class Slope(NamedTuple):
    """A slope and the error bar of the slope. The slope and the error bar are changes of the function for one step."""

    value: float
    bar: float

    def is_telling(self, claimed: float) -> bool:
        """Return True if the error bar is small compared with the slope or with a claimed derivative."""
        return math.isfinite(self.value) and self.bar <= TELLING * max(abs(self.value), abs(claimed))


class Judgement(NamedTuple):
    """Findings at several points, with the measured slope at each point."""

    findings: list[SlopeFinding]
    slopes: list[Slope]


class Ladder:
    """Changes of a function after steps of several lengths, longest first, in both directions.

    A `Ladder` has a column for each lane (independent part of the input). `rounding` is the magnitude of the rounding
    errors in a measured change of the function.
    """

    def __init__(self, measure: Measure, lengths: Sequence[float], rounding: Array) -> None:
        self.lengths = np.asarray(lengths, "float64")[:, None]
        self.ahead = np.array([measure(t) for t in lengths])
        self.behind = np.array([-measure(-t) for t in lengths])
        self.rounding = 2 * rounding[None, :] / self.lengths

    def judge(self, claimed: Array, rtol: float) -> Judgement:
        """Compare the claimed derivative of each lane with the measured slopes."""
        with np.errstate(all="ignore"):
            right, left = self.ahead / self.lengths, self.behind / self.lengths
            centre = (right + left) / 2
            middle, left_side, right_side = (_settled(side, self.rounding) for side in (centre, left, right))
            findings = np.full(len(claimed), SlopeFinding.UNSEEN, object)
            kinks = _are_kinks(claimed, left_side, right_side, rtol)
            findings[kinks] = SlopeFinding.KINK
            findings[self._agreeing(claimed, centre, rtol)] = SlopeFinding.RIGHT
            slopes = [Slope(float(v), float(b)) for v, b in zip(*middle, strict=True)]
            unseen = np.flatnonzero(findings == SlopeFinding.UNSEEN)
            if len(unseen) > MAX_JUDGED:
                unseen = unseen[np.linspace(0, len(unseen) - 1, MAX_JUDGED).astype(int)]
            for lane in map(int, unseen):
                sides = [Slope(float(v[lane]), float(b[lane])) for v, b in (left_side, right_side)]
                changes = self.behind[:, lane], self.ahead[:, lane]
                at = float(claimed[lane])
                steep = [
                    None if s.is_telling(at) else self._steepness(c, lane) for s, c in zip(sides, changes, strict=True)
                ]
                slope = _beyond_stairs(centre[:, lane]) or slopes[lane]
                findings[lane], slopes[lane] = _judge(at, slope, sides, steep, rtol)
            return Judgement(list(findings), slopes)

    def persists(self, claimed: float, slope: Slope) -> bool:
        """Return True if all shorter steps also contradict the claimed derivative.

        Steps in which rounding dominates are ignored. This test is necessary because the slopes of two long steps may
        agree by chance, for example for a fast wave.
        """
        with np.errstate(all="ignore"):
            off = abs(claimed - slope.value)
            right, left = self.ahead[:, 0] / self.lengths[:, 0], self.behind[:, 0] / self.lengths[:, 0]
            centre = np.where(np.isfinite(right + left), (right + left) / 2, np.where(np.isfinite(right), right, left))
            noise = np.nan_to_num(abs(self.ahead - self.behind)[-2:, 0]).max()
            rounding = np.maximum(self.rounding[:, 0], 2 * noise / self.lengths[:, 0])
            telling = (rounding <= off / 10) & np.isfinite(centre)
            return bool(telling.sum() >= 2 and not (telling & (abs(claimed - centre) < off / 2)).any())

    def _agreeing(self, claimed: Array, centre: Array, rtol: float) -> Any:
        """Return a mask of the lanes whose slope is equal to the claimed derivative.

        Only step lengths with little rounding are used.
        """
        size = np.maximum(abs(claimed), abs(centre))
        near = abs(claimed - centre) <= rtol * size + np.minimum(self.rounding, TELLING / 4 * size)
        telling = (self.rounding <= TELLING * size) | ((centre == 0) & (claimed == 0))
        return (near & telling).any(axis=0) & np.isfinite(claimed)

    def _steepness(self, changes: Array, lane: int) -> SlopeFinding | None:
        """Return JUMP if the slope grows for shorter steps as at a jump, or STEEP if the slope grows more slowly."""
        sizes = abs(changes)
        known = np.isfinite(sizes) & (sizes > 10 * self.rounding[:, lane] * self.lengths[:, 0])
        if known.sum() < 3 or not known[-1]:
            return None
        sizes, lengths = sizes[known], self.lengths[known, 0]
        powers = (np.log(sizes[:-1] / sizes[1:]) / np.log(lengths[:-1] / lengths[1:]))[-2:]
        if (abs(powers) < 0.1).all():
            return SlopeFinding.JUMP
        return SlopeFinding.STEEP if (powers < 0.9).all() and (powers > 0).all() else None


def _judge(
    claimed: float, slope: Slope, sides: Sequence[Slope], steep: Sequence[SlopeFinding | None], rtol: float
) -> tuple[SlopeFinding, Slope]:
    """Return the finding at one point, with the slope that is nearest to the claimed derivative."""
    if any(steep):
        bounds = [math.copysign(math.inf, s.value) if way else s.value for s, way in zip(sides, steep, strict=True)]
        slack = max(0.0 if way else s.bar for s, way in zip(sides, steep, strict=True))
        if not any(map(math.isnan, bounds)) and min(bounds) - slack <= claimed <= max(bounds) + slack:
            return SlopeFinding.KINK, slope
        return next(way for way in steep if way), slope
    known = [s for s in sides if math.isfinite(s.value) and math.isfinite(s.bar)]
    if not math.isfinite(slope.value):
        if not known:
            return SlopeFinding.UNDEFINED, slope
        slope = known[0]  # the domain ends here: only one side has a slope
    elif len(known) == 2:
        gap, size = abs(known[0].value - known[1].value), max(abs(claimed), *(abs(s.value) for s in known))
        if gap > MARGIN * sum(s.bar for s in known) and gap > rtol * size:
            slope = min(known, key=lambda s: abs(claimed - s.value))
            off = abs(claimed - slope.value)
            return (
                SlopeFinding.WRONG
                if not math.isfinite(claimed) or off > MARGIN * slope.bar + rtol * size
                else SlopeFinding.ROUGH
            ), slope
    size = max(abs(slope.value), abs(claimed))
    off = abs(claimed - slope.value)
    if not math.isfinite(claimed):  # NaN is never a slope; Inf may be, unless the slopes converge
        scale = max(abs(s.value) for s in (slope, *known))
        settles = slope.bar <= TELLING / 10 * scale or slope.bar == 0
        return (
            SlopeFinding.WRONG if settles or (math.isnan(claimed) and math.isfinite(slope.bar)) else SlopeFinding.ROUGH
        ), slope
    if off <= rtol * size + slope.bar and slope.bar <= TELLING * size:
        return SlopeFinding.RIGHT, slope
    if off > MARGIN * slope.bar + rtol * size:
        return SlopeFinding.WRONG, slope
    return (SlopeFinding.FLAT if abs(slope.value) <= slope.bar else SlopeFinding.ROUGH), slope


def _are_kinks(claimed: Array, left: tuple[Any, Any], right: tuple[Any, Any], rtol: float) -> Any:
    """Return a mask of the lanes at a kink.

    At a kink, the slopes of the two sides differ, and the claimed derivative is between these slopes.
    """
    bars = left[1] + right[1]
    low, high = np.minimum(left[0], right[0]), np.maximum(left[0], right[0])
    size = np.maximum(np.maximum(abs(low), abs(high)), abs(claimed))
    is_kink = (high - low > MARGIN * bars) & (high - low > rtol * size) & (bars <= TELLING * size)
    slack = bars + rtol * size
    return is_kink & np.isfinite(claimed) & (low - slack <= claimed) & (claimed <= high + slack)


def _settled(values: Array, rounding: Array) -> tuple[Any, Any]:
    """Return, for each lane, the limit of the slopes for short steps, and the error bar of this limit."""
    change = abs(np.diff(values, axis=0))
    bars = np.where(np.isfinite(change), change, np.inf) + rounding[1:]
    best, lanes = bars.argmin(axis=0), np.arange(values.shape[1])
    return values[best + 1, lanes], bars[best, lanes]


def _beyond_stairs(slopes: Array) -> Slope | None:
    """Estimate the slope of a function that rounds internally.

    Only steps that are longer than a rounding step are used.
    """
    moves = np.flatnonzero(slopes)
    if not len(moves) or slopes[-1] != 0 or not np.isfinite(slopes).all():
        return None
    shortest = moves[-1]
    spread = abs(np.diff(slopes[: shortest + 1])).min() if shortest else abs(slopes[0])
    return Slope(float(slopes[0]), float(spread + 0.05 * abs(slopes[0])))
