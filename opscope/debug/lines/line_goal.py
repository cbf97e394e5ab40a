"""Goals of line steps: `next`, `step`, `until`, `return` and `finish` at a Python line."""

from __future__ import annotations

from types import CodeType, FrameType
from typing import Any

from opscope.debug.lines.source_file import program_files
from opscope.debug.navigation.goals import LineMove
from opscope.debug.replay.static_kind import is_step_target


class LineGoal:
    """Goal of a step that begins at a Python line.

    next     next line of the function, or of its caller after the return
    step     next line of the program, also in a called function, or the next operator
    until    as next, but only at line `line` or below it, which leaves loops
    return   return of the function
    finish   next line of the caller after the return

    If opscope calls the function (of a py_func, a PyLayer, a hook), the function has no caller in the user's code.
    After the return of such a function, the next operator is also a goal. `frame` is None if only an operator can still
    be the goal.
    """

    def __init__(self, kind: LineMove, frame: FrameType | None, line: int = 0) -> None:
        self.kind = kind
        self.frame = frame
        self.line = line
        self.reason = "step"  # of the stop there
        self.stops_at_operators = kind == "step" or frame is None

    @property
    def first_step(self) -> int:
        """The first step in which operators can be the goal."""
        return 0 if self.stops_at_operators else 1 << 62

    def __call__(self, cursor: Any) -> bool:
        """Return True if a place before an operator is the goal."""
        return self.stops_at_operators and is_step_target(cursor)

    def concerns(self, code: CodeType) -> bool:
        """Return True for code of the program, or of the frame in which the step began.

        The goal does not need the lines of other code.
        """
        return program_files[code.co_filename] or (self.frame is not None and self.frame.f_code is code)

    def at_line(self, frame: FrameType) -> bool:
        """Return True if a line of a user's frame is the goal."""
        if self.kind == "step":
            return self.concerns(frame.f_code)
        if frame is not self.frame or self.kind in ("return", "finish"):
            return False
        return self.kind == "next" or frame.f_lineno >= self.line

    def at_return(self, frame: FrameType, normally: bool) -> bool:
        """Return True if the end of a user's frame is the goal.

        If the end of the frame is not the goal, continue the goal in the caller.
        """
        if frame is not self.frame or self.kind == "step":
            return False
        if self.kind == "return" and normally:
            return True
        self.leave(frame)
        return False

    def leave(self, frame: FrameType) -> None:
        """Continue the goal in the caller, if the ending frame `frame` is the goal's frame."""
        if frame is not self.frame or self.kind == "step":
            return
        self.kind = "next"
        self.frame, called_by_user = caller_of(frame)
        self.stops_at_operators = self.stops_at_operators or not called_by_user


class LineSpan:
    """Line steps: the goals of the steps, and the frames in which the steps begin."""

    def target(self, move: LineMove, frame: FrameType, line: int = 0) -> LineGoal:
        """Make the goal of a step that begins at a line."""
        return LineGoal(move, frame, line)

    def innermost(self, frame: FrameType) -> FrameType | None:
        """Return the innermost user's frame around a frame of the debugger."""
        return caller_of(frame)[0]


def caller_of(frame: FrameType) -> tuple[FrameType | None, bool]:
    """Return the nearest user's frame that encloses a frame, and True if this frame is the direct caller."""
    outer, direct = frame.f_back, True
    while outer is not None and not program_files[outer.f_code.co_filename]:
        outer, direct = outer.f_back, False
    return outer, direct and outer is not None
