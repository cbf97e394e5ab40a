"""TapCosts: the seconds that taps have taken to summarize and check values, and a description of these costs."""

from __future__ import annotations

from opscope.debug.taps.levels import TapLevels
from opscope.debug.taps.sampling_rate import SHARE

NOTICE = 5.0  # seconds of a run before a notice that taps take more than their share


class TapCosts:
    """Seconds that summaries, and checks for NaN and Inf, have taken.

    The first summary compiles kernels, so its seconds are counted separately.
    """

    def __init__(self, levels: TapLevels) -> None:
        self.checking = 0.0
        self._levels = levels
        self._first = self._looking = 0.0  # seconds of the first look, and of all others
        self._looks = 0
        self._noticed = False

    def add_look(self, seconds: float) -> None:
        """Add the seconds that the summaries of the values of one step have taken."""
        if self._looks:
            self._looking += seconds
        else:
            self._first = seconds
        self._looks += 1

    def notice(self, passed: float, steps: int) -> str:
        """Return a text about the cost if taps with an interval in steps exceed their time limit for the first time.

        At all other times, return "".
        """
        if self._noticed or passed < NOTICE or self._looking < SHARE * passed or not self._levels.in_steps():
            return ""
        self._noticed = True
        return self.text(passed, steps)

    def text(self, passed: float, steps: int) -> str:
        """Return a text about the cost of taps in a run of `passed` seconds and `steps` steps.

        The text is "" if taps have summarized no value.
        """
        if not self._looks:
            return ""
        share = 100 * (self._looking + self.checking) / max(passed, 1e-9)
        each = self._looking / (self._looks - 1) if self._looks > 1 else self._first
        text = f"taps take {share:.2g} % of the time: {1e3 * each:.3g} ms at each of {self._looks} steps"
        asked = [f"{pattern} every {every}" for pattern, every in self._levels.in_steps()]
        text += f", because of {', '.join(asked)}" if asked else f" of {steps}, to stay below {100 * SHARE:.2g} %"
        return f"{text}; the first of these steps compiles kernels, and its {self._first:.2g} s are not counted"
