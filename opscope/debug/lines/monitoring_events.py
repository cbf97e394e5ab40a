"""Events of a thread's Python code from `sys.monitoring` (Python 3.12 and later).

Code in which no stop is possible runs at full speed, because its events are switched off when they first occur.
"""

# pyright: reportAttributeAccessIssue=false, reportUnknownMemberType=false, reportUnknownVariableType=false
# (Python 3.11, for which types are checked, has no sys.monitoring)

from __future__ import annotations

import sys
import threading
from types import CodeType, FrameType
from typing import Any

from opscope.debug.lines.code_stops import CodeStops
from opscope.debug.lines.source_file import CodeMap, program_files
from opscope.errors import UnsupportedError

TOOL_IDS = (4, 3, 0)  # not used by coverage, profilers and optimizers


_open: dict[CodeStops, MonitoringEvents] = {}


def monitoring_events(stops: CodeStops) -> MonitoringEvents:
    """Return the source of events. From now on, the source also watches this thread.

    All threads of a program share one tool id of `sys.monitoring`.
    """
    events = _open.setdefault(stops, MonitoringEvents(stops))
    events.threads.add(threading.get_ident())
    return events


class MonitoringEvents:
    """Code events of the watched threads. A tool id of `sys.monitoring` is reserved only while code is watched."""

    def __init__(self, stops: CodeStops) -> None:
        self._stops = stops
        self.threads: set[int] = set()
        self._tool: int | None = None
        self._watched: CodeMap[bool] = CodeMap()

    def update(self, new_breakpoints: bool) -> None:
        """Update which code is watched, after a change of the breakpoints, the goal or the filters."""
        stops, monitoring = self._stops, sys.monitoring
        self._forget()
        if not (stops.breakpoints.enabled or stops.goal is not None or stops.examines_exceptions):
            self._give_tool_back()
            return
        tool = self._tool = self._acquired_tool()
        for ident, innermost in sys._current_frames().items():
            frame: FrameType | None = innermost if ident in self.threads else None
            while frame is not None:
                self._watch(frame.f_code)
                frame = frame.f_back
        events = monitoring.events
        unwinds = stops.goal is not None or stops.examines_exceptions
        begins = events.PY_START | events.PY_RESUME
        monitoring.set_events(tool, begins | (events.RAISE | events.PY_UNWIND if unwinds else 0))
        monitoring.restart_events()

    def close(self) -> None:
        """Stop watching this thread. If no other thread is watched, release the tool id."""
        self.threads.discard(threading.get_ident())
        if not self.threads:
            _open.pop(self._stops, None)
            self._give_tool_back()

    def _give_tool_back(self) -> None:
        self._forget()
        tool, self._tool = self._tool, None
        if tool is not None:
            sys.monitoring.set_events(tool, 0)
            for event in self._callbacks():
                sys.monitoring.register_callback(tool, event, None)
            sys.monitoring.free_tool_id(tool)

    def _acquired_tool(self) -> int:
        if self._tool is not None:
            return self._tool
        monitoring = sys.monitoring
        tool = next((each for each in TOOL_IDS if monitoring.get_tool(each) is None), None)
        if tool is None:
            used = ", ".join(str(monitoring.get_tool(each)) for each in TOOL_IDS)
            raise UnsupportedError(
                f"lines of Python cannot be watched, because these tools use all tool IDs of sys.monitoring: {used}",
                fix="end one of these tools",
            )
        monitoring.use_tool_id(tool, "opscope")
        for event, callback in self._callbacks().items():
            monitoring.register_callback(tool, event, callback)
        return tool

    def _callbacks(self) -> dict[int, Any]:
        events = sys.monitoring.events
        return {
            events.PY_START: self._start,
            events.PY_RESUME: self._resume,
            events.LINE: self._line,
            events.PY_RETURN: self._return,
            events.PY_YIELD: self._return,
            events.PY_UNWIND: self._unwind,
            events.RAISE: self._raise,
        }

    def _forget(self) -> None:
        if self._tool is not None:
            for code in self._watched.codes:
                sys.monitoring.set_local_events(self._tool, code, 0)
        self._watched = CodeMap()

    def _watch(self, code: CodeType) -> None:
        """Enable the line events of a code object if they are needed. During a step, also enable the return events."""
        stops = self._stops
        if code in self._watched or self._tool is None:
            return
        follows = stops.follows(code)
        if follows or stops.breakpoints_in(code):
            events = sys.monitoring.events
            self._watched.set(code, True)
            ends = events.PY_RETURN | events.PY_YIELD if follows else 0
            sys.monitoring.set_local_events(self._tool, code, events.LINE | ends)

    # --- events -------------------------------------------------------------------------------------

    def _start(self, code: CodeType, offset: int) -> Any:
        if threading.get_ident() not in self.threads:
            return None
        self._watch(code)
        there = self._stops.breakpoints_in(code)
        if not there:
            return sys.monitoring.DISABLE
        if 0 in there:
            self._stops.at_call(sys._getframe(1))
        return None  # without it, 3.13.0 loses the line event of a one-line function from its second call on

    def _resume(self, code: CodeType, offset: int) -> Any:
        if threading.get_ident() not in self.threads:
            return None
        self._watch(code)  # a generator was on no stack when the events were set
        return sys.monitoring.DISABLE

    def _line(self, code: CodeType, line: int) -> Any:
        if threading.get_ident() not in self.threads:
            return None
        stops = self._stops
        if stops.goal is None and not stops.examines_exceptions:
            there = stops.breakpoints_in(code)
            if line not in there and 0 not in there:
                return sys.monitoring.DISABLE
        stops.at_line(sys._getframe(1))
        return None

    def _return(self, code: CodeType, offset: int, value: Any) -> None:
        if threading.get_ident() in self.threads:
            self._stops.at_return(sys._getframe(1), value, True)

    def _unwind(self, code: CodeType, offset: int, error: BaseException) -> None:
        if threading.get_ident() in self.threads and program_files[code.co_filename]:
            self._stops.at_return(sys._getframe(1), None, False)

    def _raise(self, code: CodeType, offset: int, error: BaseException) -> None:
        if threading.get_ident() in self.threads and program_files[code.co_filename]:
            self._stops.at_exception(sys._getframe(1), error, error.__traceback__)
