"""TargetCheck: compares the gradient of one input with slopes, first along directions and then at single elements.

A step along a direction changes every element of the input at once. Lanes are independent parts of the input, and each
lane is compared separately. If the slope along a direction disagrees with the gradient, the elements are checked one at
a time. In long lanes, bisection finds the wrong elements. The check reports a wrong element only if a second, separate
measurement confirms the difference. The second measurement uses very long steps, and then shorter steps down to the
limit of rounding.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.debug.gradients.application import real_product, widened
from opscope.debug.gradients.lanes import Lanes, find_lanes, one_lane
from opscope.debug.gradients.slopes import RIGHT, TELLING, Judgement, Ladder, Slope, SlopeFinding
from opscope.debug.gradients.trial import Trial

EACH = 64  # lanes of at most this many elements are measured element by element
PROBES = 4  # elements measured one at a time in longer lanes
CONFIRMED = 4  # number of wrong elements that are measured a second time
BISECTIONS = 48  # directions that a search for a wrong element may use
SAMPLES = 32  # elements used to classify the fault
DIRECTION_RTOL = 1e-4  # for a direction through many elements: small enough to show one wrong element
SUMMED_RTOL = 1e-2  # relative error of a direction that is accepted if every element is right
NEGLIGIBLE = 1e-100  # smaller derivatives are ignored: terms of a right formula overflow or vanish at this size


class CheckedElement(NamedTuple):
    """Result of the measurement of one input element.

    The result contains the claimed gradient, and the slope with an error bar. For a complex element, `part` is the
    changed part: 1 (real) or 1j (imaginary).
    """

    at: int
    claimed: float
    slope: float
    bar: float
    finding: SlopeFinding
    part: complex = 1


class TargetCheck:
    """Comparison of one gradient with slopes.

    `elements` contains the results for elements that were measured separately. `directions` is the number of directions
    along which slopes were measured.
    """

    def __init__(self, trial: Trial, target: tuple[int, ...], gradient: Array, lanes: Lanes | None = None) -> None:
        self.trial, self.target = trial, target
        self.x = trial.inputs[target[0]]
        self.gradient = widened(gradient).reshape(self.x.shape)
        self.steps = _steps(self.x, trial.step)
        self.elements: dict[tuple[int, complex], CheckedElement] = {}
        self.directions = 0
        self.lane_total = 0
        self.off = 0.0  # relative error of a direction whose measured elements are all right
        self._outs = [o if c else None for o, c in zip(trial.outs, trial.carried, strict=True)]
        self._rounding: dict[int, Any] = {}
        self.parts: tuple[complex, ...] = (1, 1j) if self.x.dtype.kind == "c" else (1,)
        self.lanes = lanes or find_lanes(self.x, self._outs, self._moved, trial.rng)

    # --- the verdict --------------------------------------------------------------------------------

    def run(self) -> None:
        """Compare the gradient with slopes."""
        for part in self.parts:
            self._compare(part)

    @property
    def wrong(self) -> list[CheckedElement]:
        """The elements with a wrong gradient, worst first."""
        found = [e for e in self.elements.values() if e.finding is SlopeFinding.WRONG]
        return sorted(found, key=lambda e: -abs(e.claimed - e.slope))

    @property
    def counts(self) -> Counter[SlopeFinding]:
        """The number of elements for each kind of finding."""
        return Counter(e.finding for e in self.elements.values())

    def measured_again(self, element: CheckedElement) -> CheckedElement | None:
        """Measure an element again, separately from all other elements.

        Returns None if the gradient at the element is not wrong.
        """
        self.elements[element.at, element.part] = element
        self._confirm([element.at], element.part)
        found = self.elements[element.at, element.part]
        return found if found.finding is SlopeFinding.WRONG else None

    # --- measuring ----------------------------------------------------------------------------------

    def _moved(self, mask: Array) -> Any:
        moves = np.where(mask, self.steps * 0.75, 0).astype(self.x.dtype)
        return self.trial.forward(dict.fromkeys(self.target, (self.x + moves).astype(self.x.dtype)))

    def _measure(self, lanes: Lanes, direction: Array, t: float) -> Any:
        """Return, for each lane (independent part of the input), the change of the weighted sum of the outputs.

        The change is NaN if the function fails.
        """
        x = (self.x + t * direction).astype(self.x.dtype)
        outs = self.trial.forward(dict.fromkeys(self.target, x))
        if outs is None:
            return np.full(lanes.number, np.nan)
        return lanes.sums(self.trial.changes(outs))

    def _claims(self, lanes: Lanes, direction: Array) -> Any:
        return lanes.input_sums(real_product(self.gradient, widened(direction)))

    def _roundings(self, lanes: Lanes) -> Any:
        if lanes.number not in self._rounding:
            self._rounding[lanes.number] = np.sqrt(lanes.sums(self.trial.roundings())) + 1e-290
        return self._rounding[lanes.number]

    def _ladder(self, lanes: Lanes, direction: Array, chosen: Array, lengths: Sequence[float]) -> Ladder:
        return Ladder(lambda t: self._measure(lanes, direction, t)[chosen], lengths, self._roundings(lanes)[chosen])

    # --- directions ---------------------------------------------------------------------------------

    def _compare(self, part: complex) -> None:
        lanes, single = self.lanes, self.lanes.largest == 1
        signs = self.trial.rng.choice([-1.0, 1.0], self.x.shape)
        direction = (signs * self.steps * part).astype(self.x.dtype)
        self.directions += 1
        self.lane_total = max(self.lane_total, lanes.number)
        agrees, slopes = self._agreement(lanes, direction, self.trial.rtol if single else DIRECTION_RTOL)
        if single:
            self._note_singles(direction, slopes, agrees, part)
            if not agrees.all():
                self._examine(lanes, direction, np.flatnonzero(~agrees), part)
            return
        longest = lanes.largest
        if longest <= EACH:
            for offset in range(longest):
                self._probe(lanes, self._offset_mask(offset), part)
        else:
            for at in self._probe_places():
                self._probe(one_lane(self.x, self._outs), _mask(self.x, at), part)
            if not agrees.all():
                self._search(lanes, np.flatnonzero(~agrees), slopes, part)
            if not agrees.all() and not self._agrees_nearby(lanes, direction):
                self.off = max(self.off, self._share_off(lanes, direction, slopes))

    def _agreement(self, lanes: Lanes, direction: Array, rtol: float) -> tuple[Any, Any]:
        """Compare the slopes along a direction with the gradient.

        Returns a pair: a mask that is True for lanes in which slope and gradient agree, and the slopes.
        """
        ahead, behind = self._measure(lanes, direction, 1.0), self._measure(lanes, direction, -1.0)
        claims, rounding = self._claims(lanes, direction), self._roundings(lanes)
        with np.errstate(all="ignore"):
            slopes = (ahead - behind) / 2
            gap = ahead + behind  # difference of the slopes of both sides: curvature, or a kink
            squares = lanes.input_sums(np.abs(self.gradient * direction) ** 2)
            size = np.maximum(np.sqrt(squares), np.maximum(abs(slopes), abs(claims)))
            near = abs(slopes - claims) <= rtol * size + np.minimum(rounding, TELLING / 4 * size)
            smooth = (abs(gap) <= 0.1 * size + 2 * rounding) | (lanes.largest > 1)
            return near & np.isfinite(claims) & smooth & ((rounding <= TELLING * size) | (size == 0)), slopes

    def _agrees_nearby(self, lanes: Lanes, direction: Array) -> bool:
        """Return True if slope and gradient agree along a direction at a nearby point, where there may be no kink."""
        trial = self.trial
        shift = trial.rng.uniform(100, 300, self.x.shape) * trial.rng.choice([-1.0, 1.0], self.x.shape) * self.steps
        inputs = list(trial.inputs)
        for position in self.target:
            inputs[position] = (self.x + shift).astype(self.x.dtype)
        beside = trial.moved_to(inputs)
        pulled = None if beside is None else beside.pull()
        gradient = None if pulled is None else pulled.grads[trial.application.targets.index(self.target)]
        if beside is None or gradient is None or gradient.shape != self.x.shape:
            return False
        other = TargetCheck(beside, self.target, gradient, lanes)
        return bool(other._agreement(lanes, (direction / self.steps * other.steps).astype(self.x.dtype), 1e-3)[0].all())

    def _share_off(self, lanes: Lanes, direction: Array, slopes: Array) -> float:
        claims = self._claims(lanes, direction)
        with np.errstate(all="ignore"):
            size = np.sqrt(lanes.input_sums(np.abs(self.gradient * direction) ** 2)) + abs(slopes)
            off = abs(slopes - claims) / size
        return float(np.nanmax(np.where(np.isfinite(off), off, 0.0), initial=0.0))

    # --- elements -----------------------------------------------------------------------------------

    def _note(self, at: int, part: complex, claimed: float, slope: Slope, finding: SlopeFinding) -> None:
        step = float(self.steps.reshape(-1)[at])
        if finding is SlopeFinding.WRONG and max(abs(claimed), abs(slope.value)) < NEGLIGIBLE * step:
            finding = SlopeFinding.RIGHT
        self.elements[at, part] = CheckedElement(
            at, claimed / step, slope.value / step, slope.bar / step, finding, part
        )

    def _note_singles(self, direction: Array, slopes: Array, agrees: Array, part: complex) -> None:
        """Add results for elements whose gradient is right, if each lane has only one element."""
        signs = np.sign((direction / part).real).reshape(-1)
        claims = self._claims(self.lanes, direction)
        for at in np.flatnonzero(agrees)[:EACH]:
            self._note(int(at), part, signs[at] * claims[at], Slope(signs[at] * slopes[at], 0.0), SlopeFinding.RIGHT)
        self.agreed = int(agrees.sum())

    agreed = 0  # number of agreeing elements in lanes of one element; `elements` contains only some of them

    def _examine(self, lanes: Lanes, direction: Array, chosen: Array, part: complex) -> None:
        """Check the changed element of each chosen lane, with steps of several lengths."""
        ladder = self._ladder(lanes, direction, chosen, _lengths(self.trial.eps))
        judged = ladder.judge(self._claims(lanes, direction)[chosen], self.trial.rtol)
        places = _places(lanes, direction)
        judged = self._judge_near_zero(lanes, direction, chosen, judged, places)
        signs = np.sign((direction / part).real).reshape(-1)
        suspects: list[tuple[float, int]] = []
        claims = self._claims(lanes, direction)
        for lane, finding, slope in zip(chosen, judged.findings, judged.slopes, strict=True):
            at = places[lane]
            if finding is SlopeFinding.UNSEEN or at < 0:
                continue
            sign = signs[at]
            self._note(at, part, sign * claims[lane], Slope(sign * slope.value, slope.bar), finding)
            if finding is SlopeFinding.WRONG:
                off = abs(claims[lane] - slope.value) if np.isfinite(claims[lane]) else np.inf
                suspects.append((off / self.steps.reshape(-1)[at], at))
        self._confirm([at for _, at in sorted(suspects, reverse=True)], part)

    def _judge_near_zero(
        self, lanes: Lanes, direction: Array, chosen: Array, judged: Judgement, places: list[int]
    ) -> Judgement:
        """Check elements near zero again with smaller steps, because a pole of the function may be near."""
        shrink: Any = np.ones(self.x.size)
        again: list[int] = []
        for k, (lane, finding) in enumerate(zip(chosen, judged.findings, strict=True)):
            size = self._relative_size(places[lane])
            if finding not in (*RIGHT, SlopeFinding.UNSEEN) and 0 < size < 1 / 2:
                again.append(k)
                shrink[places[lane]] = 2.0 ** np.floor(np.log2(size))
        if not again:
            return judged
        shorter = (direction * shrink.reshape(self.x.shape)).astype(self.x.dtype)
        ladder = self._ladder(lanes, shorter, chosen[again], _lengths(self.trial.eps))
        closer = ladder.judge(self._claims(lanes, shorter)[chosen[again]], self.trial.rtol)
        findings, slopes = list(judged.findings), list(judged.slopes)
        for k, finding, slope in zip(again, closer.findings, closer.slopes, strict=True):
            if finding in RIGHT or findings[k] is not SlopeFinding.WRONG:
                scale = shrink[places[chosen[k]]]
                findings[k], slopes[k] = finding, Slope(slope.value / scale, slope.bar / scale)
        return Judgement(findings, slopes)

    def _relative_size(self, at: int) -> float:
        """Return the magnitude of an element, divided by the magnitude to which the step of the element belongs."""
        return float(abs(self.x.reshape(-1)[at]) * self.trial.step / self.steps.reshape(-1)[at]) if at >= 0 else 0.0

    def _confirm(self, suspects: list[int], part: complex) -> None:
        """Measure some of the wrong elements again, more exactly.

        Each measured element gets the new finding. If no measured element is wrong again, all suspects get the finding
        ROUGH (slopes of different steps do not agree).
        """
        lane = one_lane(self.x, self._outs)
        doubtful = 0
        tried = [*suspects[:CONFIRMED], *suspects[CONFIRMED :: max(1, len(suspects) // CONFIRMED)][:CONFIRMED]]
        for at in tried:
            direction = (_mask(self.x, at) * self.steps * part).astype(self.x.dtype)
            claims = self._claims(lane, direction)
            known = self.elements[at, part]
            off = abs(known.claimed - known.slope) * float(self.steps.reshape(-1)[at])
            ladder = self._ladder(lane, direction, np.array([0]), self._all_lengths(at, off))
            (finding,), (slope,) = ladder.judge(claims, self.trial.rtol)
            claimed = float(claims[0])
            if finding is SlopeFinding.WRONG and np.isfinite(claimed) and not ladder.persists(claimed, slope):
                finding = SlopeFinding.ROUGH
            self._note(at, part, claimed, slope, finding)
            doubtful += finding is not SlopeFinding.WRONG
        if tried and doubtful == len(tried):
            for at in suspects:
                if self.elements[at, part].finding is SlopeFinding.WRONG:
                    self.elements[at, part] = self.elements[at, part]._replace(finding=SlopeFinding.ROUGH)

    def _all_lengths(self, at: int, off: float) -> list[float]:
        """Return step lengths, from very long down to the length for which rounding hides a difference of `off`."""
        longest, factor = _LONGEST[0 if self.trial.eps < 1e-10 else 1 if self.trial.eps < 1e-5 else 2]
        x, step = self.x.reshape(-1)[at], float(self.steps.reshape(-1)[at])
        rounding = float(self._roundings(one_lane(self.x, self._outs))[0])
        visible = 10 * rounding / off if np.isfinite(off) and off > 0 else 1 / 64
        shortest = min(max(visible, 8 * float(np.spacing(abs(x))) / step), 1 / 4)
        count = max(4, math.floor(math.log(longest / shortest, factor)))  # a shorter step would only measure rounding
        return [longest / factor**k for k in range(min(count, 24) + 1)]

    def _probe(self, lanes: Lanes, mask: Array, part: complex) -> None:
        """Measure the elements in a mask, which contains at most one element of each lane."""
        direction = (mask * self.steps * part).astype(self.x.dtype)
        agrees, slopes = self._agreement(lanes, direction, self.trial.rtol)
        gap = self._places_of(lanes, mask)
        claims = self._claims(lanes, direction)
        for lane in np.flatnonzero(agrees & (gap >= 0)):
            self._note(int(gap[lane]), part, float(claims[lane]), Slope(float(slopes[lane]), 0.0), SlopeFinding.RIGHT)
        chosen = np.flatnonzero(~agrees & (gap >= 0))
        if len(chosen):
            self._examine(lanes, direction, chosen, part)

    def _places_of(self, lanes: Lanes, mask: Array) -> Any:
        return np.array(_places(lanes, mask))

    def _offset_mask(self, offset: int) -> Array:
        """Return a mask with the element number `offset` of each lane."""
        order = np.argsort(self.lanes.of_input, kind="stable")
        starts = np.searchsorted(self.lanes.of_input[order], np.arange(self.lanes.number))
        ends = np.append(starts[1:], len(order))
        mask = np.zeros(self.x.size)
        mask[[order[s + offset] for s, e in zip(starts, ends, strict=True) if s + offset < e]] = 1
        return mask.reshape(self.x.shape)

    def _probe_places(self) -> list[int]:
        """Choose the elements with the largest and the smallest gradient, and random elements. Returns the indices."""
        sizes = np.nan_to_num(np.abs(self.gradient.reshape(-1)))
        others = self.trial.rng.integers(0, self.x.size, PROBES - 2)
        return [*dict.fromkeys([int(sizes.argmax()), int(sizes.argmin()), *map(int, others)])]

    # --- bisection ----------------------------------------------------------------------------------

    def _search(self, lanes: Lanes, chosen: Array, slopes: Array, part: complex) -> None:
        """Find the wrong elements of a lane by bisection."""
        lane = int(chosen[len(chosen) // 2])
        whole = one_lane(self.x, self._outs)
        waiting = [np.flatnonzero(self.lanes.of_input == lane)]
        spent = 0
        while waiting and spent < BISECTIONS and len(self.wrong) < CONFIRMED:
            members = waiting.pop()
            if len(members) <= 2:
                for at in members:
                    self._probe(whole, _mask(self.x, int(at)), part)
                    spent += 1
                continue
            for half in (members[: len(members) // 2], members[len(members) // 2 :]):
                mask = np.zeros(self.x.size)
                mask[half] = self.trial.rng.choice([-1.0, 1.0], len(half))
                direction = (mask.reshape(self.x.shape) * self.steps * part).astype(self.x.dtype)
                spent += 1
                if not self._agreement(whole, direction, DIRECTION_RTOL)[0][0]:
                    waiting.append(half)

    # --- samples for the kind of fault --------------------------------------------------------------

    def sample(self, places: list[int]) -> dict[int, complex]:
        """Measure the slopes at some elements, in one pass if all elements are in different lanes.

        For a complex input, the slopes are complex numbers.
        """
        found: dict[int, complex] = dict.fromkeys(places, 0)
        for part in self.parts:
            for at, slope in self._sampled(places, part).items():
                found[at] += part * slope
        return found

    def _sampled(self, places: list[int], part: complex) -> dict[int, float]:
        found: dict[int, float] = {}
        waiting = list(places)
        while waiting:
            batch: dict[int, int] = {}
            for at in waiting:
                batch.setdefault(int(self.lanes.of_input[at]), at)
            mask = np.zeros(self.x.size)
            mask[[*batch.values()]] = 1
            direction = (mask.reshape(self.x.shape) * self.steps * part).astype(self.x.dtype)
            slopes = (self._measure(self.lanes, direction, 1.0) - self._measure(self.lanes, direction, -1.0)) / 2
            steps = self.steps.reshape(-1)
            found.update({at: float(slopes[lane] / steps[at]) for lane, at in batch.items()})
            taken = {*batch.values()}
            waiting = [at for at in waiting if at not in taken]
        return found


def _places(lanes: Lanes, moves: Array) -> list[int]:
    """Return, for each lane, the index of the element that changes, or -1 if no element changes."""
    found = np.full(lanes.number, -1)
    moving = np.flatnonzero(moves.reshape(-1))
    found[lanes.of_input[moving]] = moving
    return [int(at) for at in found]


def _mask(x: Array, at: int) -> Array:
    mask = np.zeros(x.size)
    mask[at] = 1
    return mask.reshape(x.shape)


def _steps(x: Array, relative: float) -> Any:
    """Return a step for each element: a power of two, so that the addition of the step does not round."""
    sizes = np.abs(widened(x))
    finite = sizes[np.isfinite(sizes)]
    typical = float(np.sqrt(np.mean(finite**2))) if finite.size else 0.0
    floor = 0.05 * typical if typical > 0 else 1.0
    lengths = relative * np.maximum(np.where(np.isfinite(sizes), sizes, floor), floor)
    smallest = np.finfo(x.dtype).tiny * 2.0**10
    return np.exp2(np.round(np.log2(np.maximum(lengths, smallest))))


def _lengths(eps: float) -> tuple[float, ...]:
    """Return step lengths that distinguish kinks from rounding, in units of the best step length."""
    if eps < 1e-10:
        return (64.0, 8.0, 1.0, 1 / 8, 1 / 64)
    return (16.0, 4.0, 1.0, 1 / 4, 1 / 16) if eps < 1e-5 else (4.0, 2.0, 1.0, 1 / 2)


# longest step to confirm a fault (long enough for a function that rounds internally), and ratio of two lengths
_LONGEST = (2.0**15, 8), (2.0**5, 4), (4.0, 2)  # in float64, float32, float16
