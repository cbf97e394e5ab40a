"""TapCosts: seconds that the looks of taps at values have taken, and their description."""

from __future__ import annotations

from opscope.debug.taps.levels import TapLevels
from opscope.debug.taps.sampling_rate import SHARE

NOTICE = 5.0  # seconds of a run before a notice that taps take more than their share


class TapCosts:
    """Seconds of looks and of checks for NaN and Inf; the first look, which compiles kernels, counts by itself."""

    def __init__(self, levels: TapLevels) -> None:
        self.checking = 0.0
        self._levels = levels
        self._first = self._looking = 0.0  # seconds of the first look, and of all others
        self._looks = 0
        self._noticed = False

    def add_look(self, seconds: float) -> None:
        """Add a look at the values of a step."""
        if self._looks:
            self._looking += seconds
        else:
            self._first = seconds
        self._looks += 1

    def notice(self, passed: float, steps: int) -> str:
        """Return what taps that ask for steps cost, once, if that is more than their share of a run; else ""."""
        if self._noticed or passed < NOTICE or self._looking < SHARE * passed or not self._levels.in_steps():
            return ""
        self._noticed = True
        return self.text(passed, steps)

    def text(self, passed: float, steps: int) -> str:
        """Describe the cost in a run of some seconds and steps; "" if taps have not looked at a value."""
        if not self._looks:
            return ""
        share = 100 * (self._looking + self.checking) / max(passed, 1e-9)
        each = self._looking / (self._looks - 1) if self._looks > 1 else self._first
        text = f"taps take {share:.2g} % of the time: {1e3 * each:.3g} ms at each of {self._looks} steps"
        asked = [f"{pattern} every {every}" for pattern, every in self._levels.in_steps()]
        text += f", because of {', '.join(asked)}" if asked else f" of {steps}, to stay below {100 * SHARE:.2g} %"
        return f"{text}; {self._first:.2g} s at the first one, which compiles kernels, are not counted"
