"""Gauges: ranges of gradients and of hidden units. The ranges are measured in every step at full speed.

If the range of a value jumps from one step to the next, the rules examine the following steps. Rules need whole values,
so a step that rules examine is executed operator by operator. In all other steps, probes in compiled (lowered) runs
measure each activation and the gradient of each weight.
"""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from opscope.debug.rules.thresholds import GAUGE_FALL, GAUGE_JUMP, GAUGE_ZEROS
from opscope.debug.taps.probe_lowering import TapLowering
from opscope.debug.taps.probes import ProbePass
from opscope.debug.taps.selector import Selector
from opscope.debug.taps.stats_buffer import StatsBuffer
from opscope.ir.program.program import GRAD, Operator, Parameter, Program, Variable
from opscope.runtime.lower.moments import HIGH, LOW, ZEROS

GAUGED = ("*@GRAD", "op:relu", "op:leaky_relu", "op:gelu", "op:sigmoid", "op:tanh")
THRESHOLDS = (GAUGE_JUMP, GAUGE_FALL, GAUGE_ZEROS)
SETTLING = 3  # number of runs that set the first bounds


class _Bounds:
    """The largest magnitude, the smallest magnitude and the largest share of zeros that each value has had so far."""

    def __init__(self, magnitude: Any, zeros: Any) -> None:
        self.high, self.low, self.zeros = magnitude, magnitude, zeros
        self.runs = 0

    def update(self, magnitude: Any, zeros: Any) -> bool:
        """Extend the bounds of the gauges so that they contain new numbers.

        Returns True if one of the numbers is far outside the previous bounds.
        """
        self.runs += 1
        grown, fallen = magnitude > GAUGE_JUMP * self.high, magnitude < GAUGE_FALL * self.low
        is_outside = (grown | fallen | (zeros > self.zeros + GAUGE_ZEROS)).any()
        self.high, self.low = np.maximum(self.high, magnitude), np.minimum(self.low, magnitude)
        self.zeros = np.maximum(self.zeros, zeros)
        return bool(is_outside) and self.runs > SETTLING


class Gauges:
    """The probes of the gauges. A compiler pass adds the probes to plans. The method `take_jump` reports a jump."""

    def __init__(self) -> None:
        lowering = TapLowering(lambda point: "statistics", self._end_run, None)
        self.probes = ProbePass([Selector.parse(g) for g in GAUGED], _ignore, lowering, _is_gauged)
        self.runs = 0  # number of runs measured at full speed
        self._bounds: WeakKeyDictionary[StatsBuffer, _Bounds] = WeakKeyDictionary()
        self._finite: WeakKeyDictionary[StatsBuffer, bool] = WeakKeyDictionary()
        self._jumped = False

    def take_jump(self) -> bool:
        """Return True if a gauge has jumped since the last call of this method."""
        jumped, self._jumped = self._jumped, False
        return jumped

    def _end_run(self, buffer: StatsBuffer, step: int, count: int | None) -> None:
        if count is not None or buffer.on_device is not None:  # a failed run, or a GPU, on which gauges are not used
            return
        self.runs += 1
        with np.errstate(all="ignore"):
            numbers, _ = buffer.numbers()
            magnitude = np.maximum(np.abs(numbers[LOW]), np.abs(numbers[HIGH]))
            zeros = numbers[ZEROS] / buffer.sizes
            is_finite = bool(np.isfinite(magnitude).all())
            if not is_finite:
                self._jumped |= self._finite.get(buffer, True)
            elif buffer not in self._bounds:
                self._bounds[buffer] = _Bounds(magnitude, zeros)
            else:
                self._jumped |= self._bounds[buffer].update(magnitude, zeros)
        self._finite[buffer] = is_finite


def _ignore(variable: Variable, operator: Operator | None, value: Any, step: int) -> None:
    """Ignore the value. A run that is executed operator by operator is examined completely or has no gauges."""


def _is_gauged(name: str, operator: Operator | None, program: Program) -> bool:
    if operator is None:
        return False
    if name.endswith(GRAD):
        return isinstance(operator.block.find(name.removesuffix(GRAD)), Parameter)
    return operator.phase == "forward" and GRAD not in name
