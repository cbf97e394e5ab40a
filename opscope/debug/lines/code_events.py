"""Choice of the source of Python code events (lines, calls, exceptions) for the Python version that is running."""

from __future__ import annotations

import sys

from opscope.debug.lines.code_stops import CodeEvents, CodeStops


def code_events(stops: CodeStops) -> CodeEvents:
    """Return the source of code events for this thread."""
    if sys.version_info >= (3, 12):
        from opscope.debug.lines.monitoring_events import monitoring_events

        return monitoring_events(stops)
    from opscope.debug.lines.trace_events import TraceEvents

    return TraceEvents(stops)
