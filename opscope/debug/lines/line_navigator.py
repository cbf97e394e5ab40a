"""Navigator with the steps from line to line of the program's own Python."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from types import FrameType
from typing import Literal, get_args

from opscope.debug.eager.eager_navigator import EagerNavigator
from opscope.debug.lines.line_goal import LineGoal, caller_of
from opscope.debug.replay.history_search import Resume, StopReason
from opscope.errors import RunError

Granularity = Literal["operator", "line"]
GRANULARITIES = get_args(Granularity)


class LineNavigator(EagerNavigator):
    """A navigator for operators, and for lines of Python where the program waits at one.

    `by` says whether a step counts operators or lines; None: what the program waits at. Lines are not recorded: to go
    back leads to the operator that ran last.
    """

    def step(self, by: Granularity | None = None) -> StopReason | Resume:
        """To the next operator, or the next line of this function."""
        frame = self._frame_to_step(by)
        return super().step() if frame is None else Resume(LineGoal("next", frame))

    def step_in(self, by: Granularity | None = None) -> StopReason | Resume:
        """To the very next operator or line, also in functions that are called."""
        frame = self._frame_to_step(by)
        return super().step_in() if frame is None else Resume(LineGoal("step", frame))

    def step_out(self, by: Granularity | None = None) -> StopReason | Resume:
        """Out of the block, or behind the return of this function."""
        frame = self._frame_to_step(by)
        return super().step_out() if frame is None else Resume(LineGoal("finish", frame))

    def run_to_line(self, line: int = 0) -> StopReason | Resume:
        """To a line of this function that is `line` or below it (0: below the current one), or behind its return."""
        frame = self._require_frame()
        return Resume(LineGoal("until", frame, line or frame.f_lineno + 1))

    def run_to_return(self) -> StopReason | Resume:
        """To the return of this function."""
        return Resume(LineGoal("return", self._require_frame()))

    def step_back(self) -> StopReason | Resume:
        """To the previous operator; from a line, to the operator that ran last."""
        frame = self.waiting_frame
        found = super().step_back()
        if frame is None or not isinstance(found, StopReason) or found.text:
            return found
        where = f"{os.path.basename(frame.f_code.co_filename)}:{frame.f_lineno}"
        return found._replace(text=f"the last operator before {where}: lines are not gone back over")

    @property
    def waiting_frame(self) -> FrameType | None:
        """The frame at whose line the program waits; None at an operator, and in the past."""
        return self.line_frame if self.past is None else None

    def _frame_to_step(self, by: Granularity | None) -> FrameType | None:
        """The frame to step from line to line; None to step operators."""
        return self.waiting_frame if by is None else self._require_frame() if by == "line" else None

    def _require_frame(self) -> FrameType:
        """The user's innermost frame. Raises RunError in the past and after the end."""
        if self.past is not None:
            raise RunError("lines of Python are not recorded: this place is in the past", fix="continue, or goto")
        found = self.line_frame
        if found is None and (self.live is not None or self.final_stop is not None):
            found, _ = caller_of(sys._getframe(1))
        if found is None:
            raise RunError("no line of the program is running", fix="stepBack, or goto, looks at what has run")
        return found


Move = Callable[[LineNavigator], StopReason | Resume]
