"""Schedules of the steps that a profiler records."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any, cast

from opscope.core.source import site
from opscope.errors import ModeError, UsageError


class ProfilerState(Enum):
    """State of a profiler at a step; after a step with RECORD_AND_RETURN, on_trace_ready gets the records."""

    CLOSED = 0
    READY = 1
    RECORD = 2
    RECORD_AND_RETURN = 3

    @property
    def records(self) -> bool:
        """True if the step is recorded."""
        return self in (ProfilerState.RECORD, ProfilerState.RECORD_AND_RETURN)


Scheduler = Callable[[int], ProfilerState]


def make_scheduler(*, closed: int, ready: int, record: int, repeat: int = 0, skip_first: int = 0) -> Scheduler:
    """Return the state of each step: after skip_first steps, cycles of closed, ready and record steps.

    `repeat` is the number of cycles (0: endless). Raises ModeError (an AssertionError) for negative numbers, and for
    record=0.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/profiler/make_scheduler_en.html
    """
    if min(closed, ready, repeat, skip_first) < 0 or record <= 0:
        raise ModeError(
            "record must be at least 1, and closed, ready, repeat and skip_first at least 0",
            site=site(),
            fix="pass record=1 or more, and no negative number",
        )
    period = closed + ready + record

    def state(step: int) -> ProfilerState:
        step -= skip_first
        if step < 0 or (repeat and step // period >= repeat) or step % period < closed:
            return ProfilerState.CLOSED
        if step % period < closed + ready:
            return ProfilerState.READY
        return ProfilerState.RECORD_AND_RETURN if step % period == period - 1 else ProfilerState.RECORD

    return state


def scheduler_of(given: Any) -> Scheduler:
    """Return the function of Profiler(scheduler=): None means all steps, (start, end) the steps before end.

    Raises UsageError for another type, ModeError (an AssertionError) for an end that is not after the start.
    """
    if given is None:
        return lambda step: ProfilerState.RECORD
    if callable(given):
        return cast("Scheduler", given)
    if not isinstance(given, tuple | list) or len(given) != 2:
        raise UsageError(
            f"scheduler must be a pair (first step, step after the last) or a function, but received {given!r}",
            site=site(),
        )
    start, end = max(given[0], 0), given[1]
    if end <= start:
        raise ModeError(
            f"scheduler: the end step {end} must be greater than the first step {start}",
            site=site(),
            fix="pass (first step, step after the last)",
        )

    def state(step: int) -> ProfilerState:
        if start <= step < end:
            return ProfilerState.RECORD_AND_RETURN if step == end - 1 else ProfilerState.RECORD
        return ProfilerState.READY if step == start - 1 else ProfilerState.CLOSED

    return state
