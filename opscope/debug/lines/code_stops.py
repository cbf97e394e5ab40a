"""Stops in the user's Python code: at breakpoints, at the goal of a line step, and at exceptions.

The events of Python code (lines, calls, exceptions) come from `code_events`, in the threads of the program.
"""

from __future__ import annotations

import ast
import functools
import inspect
import sys
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from types import CodeType, FrameType, TracebackType
from typing import Any, Protocol

from opscope.core.source import Site, user_files
from opscope.core.source_text.file_lines import source_lines
from opscope.debug.lines.code_breakpoint import CodeBreakpoint, CodeBreakpointTable
from opscope.debug.lines.exception_filters import ExceptionFilters
from opscope.debug.lines.line_goal import LineGoal
from opscope.debug.lines.source_file import CodeMap, nested_codes, program_files, same_file
from opscope.debug.replay.program_kind import Goal
from opscope.debug.replay.stops import StopReason
from opscope.eager.op_calls import end_log
from opscope.errors import error_text
from opscope.runtime.plan import Plan

_CONTROL_FLOW = (StopIteration, StopAsyncIteration)


class CodeEvents(Protocol):
    """Source of the events of Python code in one thread. This is the thread in which the source was created."""

    def update(self, new_breakpoints: bool) -> None:
        """Update which code is watched, after a change of the breakpoints, the goal or the filters."""
        ...

    def close(self) -> None:
        """Stop watching code, and restore the trace function that was set before."""
        ...


class Goals(Protocol):
    """Owner of the goal that a run has."""

    @property
    def goal(self) -> Goal | None:
        """The goal of the run. None if the run stops only at breakpoints, errors and pauses."""
        ...

    @property
    def goal_here(self) -> Goal | None:
        """The goal of the run, if it is a goal for this thread. Otherwise None."""
        ...


class StopTarget(Protocol):
    """Receiver of stops and of log messages."""

    @property
    def is_busy(self) -> bool:
        """True while the debugger executes a command in this thread.

        The run does not stop in code that a command runs.
        """
        ...

    def stop_at_line(self, stop: StopReason, frame: FrameType | None) -> None:
        """Stop the program at a frame. Returns when the program may continue."""
        ...

    def log_line(self, breakpoint: CodeBreakpoint, text: str) -> None:
        """Log a hit of a breakpoint that has a log message."""
        ...


class _ThreadFrames(threading.local):
    """State of a thread: the frame that has just begun, an exception, and the frame that may catch the exception."""

    entered: FrameType | None = None
    raised: tuple[FrameType, BaseException] | None = None


class CodeStops:
    """Controller that stops a run at breakpoints on Python code, at goals of line steps, and at selected exceptions.

    To stop the program, this object calls methods of `target` in a thread of the program.
    """

    def __init__(
        self,
        breakpoints: CodeBreakpointTable,
        filters: ExceptionFilters,
        goals: Goals,
        target: StopTarget,
        make_events: Callable[[CodeStops], CodeEvents],
    ) -> None:
        self.breakpoints = breakpoints
        self.filters = filters
        self._goals = goals
        self._target = target
        self._make_events = make_events
        self._events: dict[int, CodeEvents] = {}  # by thread
        self._outdated: dict[int, bool] = {}  # threads with outdated events; True if breakpoints changed
        self._by_code: CodeMap[dict[int, list[CodeBreakpoint]]] = CodeMap()
        self._by_file: dict[str, list[CodeBreakpoint]] = {}
        self._here = _ThreadFrames()
        breakpoints.subscribe(self.update)
        filters.subscribe(self.update_events)

    # --- what is watched ----------------------------------------------------------------------------

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Receive the events of the Python code that this thread runs inside the `with` block."""
        ident = threading.get_ident()
        events = self._events[ident] = self._make_events(self)
        try:
            events.update(True)
            yield
        finally:
            del self._events[ident]
            self._here.entered = self._here.raised = None
            events.close()

    def update(self) -> None:
        """Update which code is watched, because the breakpoints have changed."""
        self._by_code, self._by_file = CodeMap(), {}
        self.update_events(True)

    def update_events(self, new_breakpoints: bool = False) -> None:
        """Update which code is watched in all threads.

        If `new_breakpoints` is True, the breakpoints have changed. Otherwise, the goal or the filters have changed.
        """
        for ident in list(self._events):
            self._outdated[ident] = new_breakpoints or self._outdated.get(ident, False)
        self.update_thread()

    def update_thread(self) -> None:
        """Update which code is watched in this thread, if an update is pending.

        Each thread updates its own source of events.
        """
        ident = threading.get_ident()
        new_breakpoints = self._outdated.pop(ident, None)
        if new_breakpoints is not None and ident in self._events:
            self._events[ident].update(new_breakpoints)

    @property
    def goal(self) -> LineGoal | None:
        """The goal of the run, if it is the goal of a line step. Otherwise None."""
        goal = self._goals.goal
        return goal if isinstance(goal, LineGoal) else None

    @property
    def goal_here(self) -> LineGoal | None:
        """The goal of the run, if it is the goal of a line step in this thread. Otherwise None."""
        goal = self._goals.goal_here
        return goal if isinstance(goal, LineGoal) else None

    @property
    def examines_exceptions(self) -> bool:
        """True if each exception must be examined when it is raised."""
        return self.filters.examines

    def breakpoints_in(self, code: CodeType) -> dict[int, list[CodeBreakpoint]]:
        """Return the enabled breakpoints in a code object, as a dict by line.

        Breakpoints on the function itself are under line 0.
        """
        in_file = self._in_file(code.co_filename)
        if not in_file:
            return {}
        found = self._by_code.get(code)
        if found is None:
            found, lines = {}, {line for _, _, line in code.co_lines()}
            for each in in_file:
                if each.applies_to(code, lines):
                    each.pending = False
                    found.setdefault(0 if each.function else each.line, []).append(each)
            self._by_code.set(code, found)
        return found

    def _in_file(self, filename: str) -> list[CodeBreakpoint]:
        """Return the enabled breakpoints that may stop in a file."""
        found = self._by_file.get(filename)
        if found is None:
            there = self.breakpoints.enabled if user_files[filename] else []
            found = [b for b in there if (program_files[filename] if b.function else same_file(filename, b.file))]
            for each in found:
                each.note_file(filename)
            self._by_file[filename] = found
        return found

    def follows(self, code: CodeType) -> bool:
        """Return True if the current step or the exception filters need the line events of a code object."""
        if self.examines_exceptions and program_files[code.co_filename]:
            return True
        goal = self.goal
        return goal is not None and goal.concerns(code)

    def concerns(self, code: CodeType) -> bool:
        """Return True if a breakpoint may stop in a code object, or in code objects inside this code object."""
        return bool(self._in_file(code.co_filename)) and any(self.breakpoints_in(c) for c in nested_codes(code))

    def function_that_may_stop(self, plan: Plan) -> str | None:
        """Return the name of a user's function that a plan calls and in which the run may stop.

        Return None if the plan calls no such function.
        """
        if not ((self.breakpoints.all and self.breakpoints.enabled) or self.examines_exceptions):
            return None
        for instruction in plan.instructions:
            function = instruction.operator.op.function
            code = getattr(inspect.unwrap(function), "__code__", None) if function is not None else None
            if code is not None and (self.examines_exceptions or self.concerns(code)):
                return code.co_name
            for inner in instruction.plans:
                if (found := self.function_that_may_stop(inner)) is not None:
                    return found
        return None

    # --- events -------------------------------------------------------------------------------------

    def at_call(self, frame: FrameType) -> None:
        """Handle the start of a function."""
        if 0 in self.breakpoints_in(frame.f_code):
            self._here.entered = frame

    def at_line(self, frame: FrameType) -> None:
        """Handle a line of a user's frame before the line runs: stop at a breakpoint, an exception or the goal."""
        if self._target.is_busy:
            return
        there = self.breakpoints_in(frame.f_code)
        stop = None
        if there:
            found = there.get(frame.f_lineno, [])
            if self._here.entered is frame:
                self._here.entered, found = None, [*there.get(0, ()), *found]
            stop = self._hit(found, frame)
        raised = self._here.raised
        if stop is None and raised is not None and raised[0] is frame:
            stop = self._caught(frame, raised[1])
        if stop is None and (goal := self.goal_here) is not None and goal.at_line(frame):
            stop = StopReason(goal.reason)
        if stop is not None:
            self._stop_at(frame, stop)

    def at_return(self, frame: FrameType, value: Any, normally: bool) -> None:
        """Handle the end of a user's frame. `normally` is False if an exception has ended the frame."""
        raised = self._here.raised
        if raised is not None and raised[0] is frame:
            self._here.raised = None
        goal = self.goal_here
        if goal is None or self._target.is_busy:
            return
        if goal.at_return(frame, normally):
            self._stop_at(frame, StopReason("step", f"{frame.f_code.co_name} returns {_short(value)}"))
            if (goal := self.goal_here) is not None:
                goal.leave(frame)
        elif goal.stops_at_operators:
            end_log()  # eager calls are notified one by one from here on

    def at_exception(self, frame: FrameType, error: BaseException, trace: TracebackType | None) -> None:
        """Handle an exception in a user's frame."""
        if self._target.is_busy or not isinstance(error, Exception) or isinstance(error, _CONTROL_FLOW):
            return
        names = {c.__name__ for c in type(error).__mro__}
        if self.filters.types and names.isdisjoint(self.filters.types):
            return
        if "caught" in self.filters.chosen:
            self._here.raised = frame, error
        if "raised" in self.filters.chosen and not _came_from_user(trace):
            self._stop_at(frame, StopReason("exception", f"raised {error_text(error)}"))

    def _hit(self, found: Collection[CodeBreakpoint], frame: FrameType) -> StopReason | None:
        stop = None
        for each in list(found):
            text = each.hit(frame)
            if text is None:
                continue
            if each.log:
                self._target.log_line(each, each.message(frame, text))
            elif stop is None:
                stop = StopReason("breakpoint", text, breakpoint=each.number)
                if each.once:
                    self.breakpoints.remove(each.number)
        return stop

    def _caught(self, frame: FrameType, error: BaseException) -> StopReason | None:
        """Return the reason for a stop if the program has caught an exception.

        The result is None if the program has not caught the exception yet.
        """
        handled = sys.exc_info()[1]
        if handled is error and frame.f_lineno not in _handler_lines(frame.f_code.co_filename):
            return None  # at `except X:`, in a `finally`, or at the end of a `with`
        self._here.raised = None
        return StopReason("exception", f"caught {error_text(error)}")

    def _stop_at(self, frame: FrameType, stop: StopReason) -> None:
        code = frame.f_code
        self._target.stop_at_line(stop._replace(site=Site(code.co_filename, frame.f_lineno, code.co_name)), frame)


def _came_from_user(trace: TracebackType | None) -> bool:
    """Return True if an exception comes from an inner frame of the user's code."""
    inner = None if trace is None else trace.tb_next
    while inner is not None:
        if program_files[inner.tb_frame.f_code.co_filename]:
            return True
        inner = inner.tb_next
    return False


def _short(value: Any) -> str:
    try:
        text = " ".join(repr(value).split())
    except Exception as e:  # noqa: BLE001 (the user's __repr__ may raise anything)
        return f"a {type(value).__name__} whose repr raises {type(e).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}..."


@functools.lru_cache(maxsize=64)
def _handler_lines(filename: str) -> frozenset[int]:
    """Return the first lines of the bodies of `except` clauses in a file, if the body is on a separate line."""
    try:
        tree = ast.parse("".join(source_lines(filename)))
    except SyntaxError:
        return frozenset()
    handlers = [node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)]
    return frozenset(h.body[0].lineno for h in handlers if h.body[0].lineno > h.lineno)
