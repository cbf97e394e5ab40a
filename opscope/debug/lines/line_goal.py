"""Goals of line steps: the commands `next`, `step`, `until`, `return` and `finish` at a Python line."""

from __future__ import annotations

from types import CodeType, FrameType
from typing import Any

from opscope.debug.lines.source_file import program_files
from opscope.debug.navigation.goals import LineMove
from opscope.debug.replay.static_kind import is_step_target


class LineGoal:
    """Goal of a step that began at a Python line.

    `kind` is the command that began the step. The goal depends on this command:

    - next: the next line of the function, or, after the return, the next line of the caller.
    - step: the next line of the program, also in a called function, or the next operator.
    - until: like `next`, but the line must be `line` or below it, so that the run leaves loops.
    - return: the return of the function.
    - finish: the next line of the caller after the return.

    If opscope itself calls the function (for example for a py_func, a PyLayer or a hook), the function has no direct
    caller in the user's code. After the return of such a function, the next operator is also a goal. `frame` is None if
    the goal can only be an operator.
    """

    def __init__(self, kind: LineMove, frame: FrameType | None, line: int = 0) -> None:
        self.kind = kind
        self.frame = frame
        self.line = line
        self.reason = "step"  # of the stop there
        self.stops_at_operators = kind == "step" or frame is None

    @property
    def first_step(self) -> int:
        """The number of the first step in which an operator can be the goal."""
        return 0 if self.stops_at_operators else 1 << 62

    def __call__(self, cursor: Any) -> bool:
        """Return True if a position before an operator is the goal."""
        return self.stops_at_operators and is_step_target(cursor)

    def concerns(self, code: CodeType) -> bool:
        """Return True if the lines of a code object are needed to find the goal.

        This is the case for code of the program, and for the code of the frame in which the step began.
        """
        return program_files[code.co_filename] or (self.frame is not None and self.frame.f_code is code)

    def at_line(self, frame: FrameType) -> bool:
        """Return True if the line that a frame of the user's code has reached is the goal."""
        if self.kind == "step":
            return self.concerns(frame.f_code)
        if frame is not self.frame or self.kind in ("return", "finish"):
            return False
        return self.kind == "next" or frame.f_lineno >= self.line

    def at_return(self, frame: FrameType, normally: bool) -> bool:
        """Return True if the end of a frame of the user's code is the goal.

        If the frame of the goal ends and this end is not the goal, the search continues in the caller of the frame.
        """
        if frame is not self.frame or self.kind == "step":
            return False
        if self.kind == "return" and normally:
            return True
        self.leave(frame)
        return False

    def leave(self, frame: FrameType) -> None:
        """If the frame of the goal ends, continue the search for the goal in the caller of this frame."""
        if frame is not self.frame or self.kind == "step":
            return
        self.kind = "next"
        self.frame, called_by_user = caller_of(frame)
        self.stops_at_operators = self.stops_at_operators or not called_by_user


class LineSpan:
    """Factory of goals for line steps, and of the frames in which line steps begin."""

    def target(self, move: LineMove, frame: FrameType, line: int = 0) -> LineGoal:
        """Make the goal of a step that begins at a line of Python."""
        return LineGoal(move, frame, line)

    def innermost(self, frame: FrameType) -> FrameType | None:
        """Return the innermost frame of the user's code that encloses a frame of the debugger."""
        return caller_of(frame)[0]


def caller_of(frame: FrameType) -> tuple[FrameType | None, bool]:
    """Return the nearest outer frame of the user's code.

    Also return True if this frame is the direct caller of a frame.
    """
    outer, direct = frame.f_back, True
    while outer is not None and not program_files[outer.f_code.co_filename]:
        outer, direct = outer.f_back, False
    return outer, direct and outer is not None
