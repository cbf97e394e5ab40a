"""Events about the place where a run has stopped: the place, the values at this place, and the history of the run."""

from __future__ import annotations

import itertools
import time
from collections.abc import Sequence
from dataclasses import replace

from opscope.core.source import display_name
from opscope.debug.delivery.event_queue import Emit
from opscope.debug.drivers.frame_driver import FrameDriver
from opscope.debug.frames.frame_stack import FrameStack
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.journal import joined_ranges
from opscope.debug.replay.stops import StopReason
from opscope.debug.state.listener import Listeners
from opscope.debug.state.program_threads import ProgramThreads
from opscope.debug.state.run_state import StateCell
from opscope.debug.taps.value_events import site_text
from opscope.debug.values.tapped_values import TappedValues
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.events import Continued, RecordedRangeChanged, Stopped
from opscope.ir.program.program import Operator
from opscope.names.shown_name import name_beside

MAX_GAPS = 32  # numbers in an event: two for each gap
HISTORY_INTERVAL = 0.1  # seconds between two `RecordedRangeChanged` events of a run in progress, at least
HISTORY_SHARE = 0.01  # of the time: with many steps an event takes milliseconds


class PositionReporter:
    """Reporter that emits the position at which a recorded run has stopped.

    For each stop, two methods of the listeners are called: `reach` before the event about the position is emitted, and
    `show` after the event.
    """

    def __init__(
        self,
        emit: Emit,
        driver: FrameDriver,
        values: ValueMonitor,
        threads: ProgramThreads,
        frames: FrameStack,
        state: StateCell,
        listeners: Listeners,
    ) -> None:
        self._emit = emit
        self._driver = driver
        self.values = TappedValues(emit, driver.navigator, values)
        self._threads = threads
        self._frames = frames
        self._listeners = listeners
        self._state = state
        self._history_due = 0.0  # time of the next event about the history

    def report_stop(self, stop: StopReason) -> Stopped:
        """Emit events about the position of the navigator, and about the values at this position.

        Returns the event about the position.
        """
        navigator = self._driver.navigator
        for listener in self._listeners:  # first: threads that wait for the stop find these data
            listener.reach(stop, navigator)
        past = navigator.past
        thread = self._driver.journal.thread if past is None else past.record.thread
        number, name = self._threads.label(thread)
        event = stopped(stop, navigator)
        here = navigator.cursor
        counters = (self._frames.loop_counters(), iteration_text(() if here is None else here.iterations))
        event = replace(event, thread=number, thread_name=name, counters=", ".join(filter(None, counters)))
        self._state.stand_at(event, self._emit)
        if here is not None:
            for listener in self._listeners:
                listener.show(here)
        self.values.report()
        return event

    def report_continued(self, step: int) -> None:
        """Emit the event that the program continues. `step` is the step in which the program continues."""
        self.values.forget()
        self._emit(Continued(step=step))

    def report_history(self) -> None:
        """Emit the event about the steps that the journal (the recorded history) contains."""
        start = time.perf_counter()
        journal, live = self._driver.journal, self._driver.navigator.live
        kept = journal.kept_steps()
        if live is not None and live.record.step:
            kept = joined_ranges([*kept, (live.record.step, live.record.step)])
        first, last = (kept[0][0], kept[-1][1]) if kept else (0, 0)
        gaps = [edge for (_, end), (start, _) in itertools.pairwise(kept) for edge in (end + 1, start - 1)]
        self._emit(RecordedRangeChanged(first=first, last=last, bytes=journal.nbytes, gaps=tuple(gaps[-MAX_GAPS:])))
        end = time.perf_counter()
        self._history_due = end + max(HISTORY_INTERVAL, (end - start) / HISTORY_SHARE)

    def report_progress(self, now: float) -> None:
        """Emit the event about the history if enough time has passed since the last event about the history.

        `now` is from `time.perf_counter`.
        """
        if now > self._history_due:
            self.report_history()


def iteration_text(iterations: Sequence[int]) -> str:
    """Return the text `iteration 4`, or in nested loops `iterations 2, 4`; "" outside of while loops."""
    return f"iteration{'s' * (len(iterations) > 1)} {', '.join(map(str, iterations))}" if iterations else ""


def stopped(stop: StopReason, navigator: Navigator) -> Stopped:
    """Make the event about the position of a navigator."""
    here = navigator.shown_cursor
    at_line = navigator.line_frame is not None and navigator.past is None
    if at_line and stop.site is None and navigator.final_stop is not None:
        stop = stop._replace(site=navigator.final_stop.site)
    if here is None:  # nothing has run yet
        return replace(stopped_before(stop, None, step=0), at_line=at_line)
    record, inside = here.record, navigator.gradient
    depth, text = here.depth, stop.text
    operator, op_type, name = None if navigator.cursor is None else here.next_operator, None, None
    after = not at_line and here.behind is not None
    if at_line and (navigator.live is None or record.kind.interleaved):
        operator = None
    if after:
        operator = here.behind
    if inside is not None:
        inner = inside.cursor.next_operator
        depth += 1
        op_type = "" if inner is None else inner.type
        name = "" if inner is None else _output(inner)
        text = text or f"inside {inside.operator.type}"
    if navigator.changes:
        text = "; ".join(filter(None, (text, f"with {', '.join(navigator.changes)}")))
    event = stopped_before(stop, operator, step=record.step)
    called = name_beside(here.program, event.name, record.value_names()) if name is None else ""
    return Stopped(
        reason=stop.reason,
        op=event.op,
        op_type=event.op_type if op_type is None else op_type,
        name=event.name if name is None else name,
        called=called,
        step=record.step,
        site=event.site,
        text=text,
        run=record.run,
        tick=here.tick,
        depth=depth,
        block=here.frames()[-1].block.idx,
        role=event.role,
        past=navigator.past is not None,
        behind=after,
        path=event.path,
        line=event.line,
        source=event.source,
        at_line=at_line,
        breakpoint=stop.breakpoint,
    )


def stopped_before(stop: StopReason, operator: Operator | None, *, step: int) -> Stopped:
    """Make the event for a stop before an operator. If `operator` is None, the stop is at the end of a block."""
    site = stop.site or (None if operator is None else operator.site)
    return Stopped(
        reason=stop.reason,
        op=-1 if operator is None else operator.id,
        op_type="" if operator is None else operator.type,
        name="" if operator is None else _output(operator),
        step=step,
        site=site_text(site),
        text=stop.text,
        role="" if operator is None else operator.phase,
        path="" if site is None else display_name(site.filename),
        line=0 if site is None else site.line,
        source="" if site is None else site.code,
        breakpoint=stop.breakpoint,
    )


def _output(operator: Operator) -> str:
    return next((n for n in operator.outputs if n), "")
