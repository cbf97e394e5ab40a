"""Goals of a step from line to line: of `next`, `step`, `until`, `return` and `finish` at a line."""

from __future__ import annotations

from types import CodeType, FrameType
from typing import Any

from opscope.debug.lines.source_file import program_files
from opscope.debug.navigation.goals import LineMove
from opscope.debug.replay.static_kind import is_step_target


class LineGoal:
    """The goal of a step that begins at a line of Python.

    next     the next line of the function, or of its caller when it has returned
    step     the very next line of the program, also in a function that is called, or the next operator
    until    as next, but only at line `line` or below it: it leaves loops
    return   the return of the function
    finish   the next line of its caller, when it has returned

    A function that opscope has called (of a py_func, a PyLayer, a hook) has no caller of its own: behind its return the
    next operator, too, is the goal. `frame` is None when only operators are left as the goal.
    """

    def __init__(self, kind: LineMove, frame: FrameType | None, line: int = 0) -> None:
        self.kind = kind
        self.frame = frame
        self.line = line
        self.reason = "step"  # of the stop there
        self.stops_at_operators = kind == "step" or frame is None

    @property
    def first_step(self) -> int:
        """The first step in which operators may be the goal."""
        return 0 if self.stops_at_operators else 1 << 62

    def __call__(self, cursor: Any) -> bool:
        """Return True if a place before an operator is the goal."""
        return self.stops_at_operators and is_step_target(cursor)

    def concerns(self, code: CodeType) -> bool:
        """True if lines of a code object may matter: code of the program, or of the frame where the step began."""
        return program_files[code.co_filename] or (self.frame is not None and self.frame.f_code is code)

    def at_line(self, frame: FrameType) -> bool:
        """Return True if a line of a user's frame is the goal."""
        if self.kind == "step":
            return self.concerns(frame.f_code)
        if frame is not self.frame or self.kind in ("return", "finish"):
            return False
        return self.kind == "next" or frame.f_lineno >= self.line

    def at_return(self, frame: FrameType, normally: bool) -> bool:
        """A user's frame ends. Whether that is the goal; else the goal moves on to the caller."""
        if frame is not self.frame or self.kind == "step":
            return False
        if self.kind == "return" and normally:
            return True
        self.leave(frame)
        return False

    def leave(self, frame: FrameType) -> None:
        """Go on in the caller of a frame that ends, if the goal was in that frame."""
        if frame is not self.frame or self.kind == "step":
            return
        self.kind = "next"
        self.frame, called_by_user = caller_of(frame)
        self.stops_at_operators = self.stops_at_operators or not called_by_user


class LineSpan:
    """The lines of the program's own Python, from which steps begin."""

    def target(self, move: LineMove, frame: FrameType, line: int = 0) -> LineGoal:
        """The goal of a step that begins at a line."""
        return LineGoal(move, frame, line)

    def innermost(self, frame: FrameType) -> FrameType | None:
        """The user's innermost frame around a frame of the debugger."""
        return caller_of(frame)[0]


def caller_of(frame: FrameType) -> tuple[FrameType | None, bool]:
    """The nearest user's frame outside a frame, and whether it is the direct caller."""
    outer, direct = frame.f_back, True
    while outer is not None and not program_files[outer.f_code.co_filename]:
        outer, direct = outer.f_back, False
    return outer, direct and outer is not None
