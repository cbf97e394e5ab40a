"""ReplayScope: executes past runs again in a separate scope, at their original speed."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from typing import Any

from opscope.core.place import to_device, to_host
from opscope.core.random import Generator
from opscope.debug.replay.call_log import CallPlayer
from opscope.debug.replay.program_kind import Arrays, OnPlace, RunRecord, ignore_place
from opscope.debug.replay.run_cursor import RunCursor
from opscope.debug.taps.probes import ProbePass
from opscope.errors import RunError
from opscope.runtime.frame import Context, Frame
from opscope.runtime.lower.lowered_plan import LoweredPlan
from opscope.runtime.lower.observed_frame import ObservedFrame, observed_frame
from opscope.runtime.plan import Plan
from opscope.runtime.plan_cache import CachedPlan
from opscope.runtime.scope import Scope


class ReplayScope:
    """Scope with the persistent values as they were before a past run.

    The method `run` executes the run, which updates these values. If compiler passes `passes` are given, lowered
    (compiled) runs contain the probes that these passes add.
    """

    def __init__(self, passes: Sequence[ProbePass] = ()) -> None:
        self.scope = Scope()
        self._passes = tuple(passes)
        self._plans: weakref.WeakKeyDictionary[Plan, CachedPlan] = weakref.WeakKeyDictionary()
        self._probed_plans: weakref.WeakKeyDictionary[Plan, CachedPlan] = weakref.WeakKeyDictionary()

    def restore(self, values: Arrays) -> None:
        """Set persistent values to the values of a keyframe, or to values that were set from outside the run."""
        for name in values:
            self.scope.store(name, values[name])

    def run(self, record: RunRecord) -> bool:
        """Execute a run again. Returns True if the run was executed as a lowered (compiled) run."""
        self.restore(record.scope_changes)
        if record.error:  # a failed run stores nothing
            return False
        lowered = None if record.edits or not _is_lowered(record) else self._lowered(record, self._passes)
        if lowered is None:
            cursor = self.open(record, ignore_place)
            cursor.run_to_end()
            frame = cursor.stack[0].frame
            verify(record, ((name, frame.env[slot]) for name, slot in frame.plan.fetches))
            for name, slot in frame.stores:
                self.scope.store(name, frame.env[slot])
            return False
        rng = _rng_of(record)
        calls = CallPlayer(lowered.plan, record, rng)
        lowered.run(Context(calls.drive, rng, record.executor_step, scope=self.scope, calls=calls))
        names = (name for name, _ in lowered.plan.fetches)
        verify(record, zip(names, lowered.fetched_arrays, strict=True))
        return True

    def open(self, record: RunRecord, on_place: OnPlace) -> RunCursor:
        """Return a cursor at the start of a recorded run."""
        self.restore(record.scope_changes)
        cursor = RunCursor(record, on_place)
        context = Context(cursor.call_frame, _rng_of(record), record.executor_step)
        lowered = self._lowered(record, ()) if record.lowered else None
        if lowered is None:
            frame = self._frame(record, context)
        else:
            frame = observed_frame(lowered, context)
            if isinstance(frame, ObservedFrame):
                frame.until = record.lowered
        cursor.start(frame)
        return cursor

    def _frame(self, record: RunRecord, context: Context) -> Frame:
        plan = record.plan
        frame = Frame(plan, context, [to_device(record.feeds[name], plan.place) for name, _ in plan.feeds])
        for name, slot in plan.extra_feeds:
            frame.env[slot] = to_device(record.feeds[name], plan.place)
        for name, slot in plan.loads:
            frame.env[slot] = to_device(self.scope.snapshot(name), plan.place)
        return frame

    def _lowered(self, record: RunRecord, passes: Sequence[ProbePass]) -> LoweredPlan | None:
        """Return the lowered (compiled) plan for the run of a record. The plan has the feeds of the record.

        The result is None if the plan cannot be lowered on this machine.
        """
        plans = self._probed_plans if passes else self._plans
        cached = plans.get(record.plan)
        if cached is None:
            plan = record.plan
            for each in passes:
                plan = each(plan)
            cached = plans[record.plan] = CachedPlan(plan)
        feeds: dict[str, Any] = {name: record.feeds[name] for name, _ in record.plan.feeds}
        if (latest := cached.feed(feeds, self.scope)) is not None:
            return latest
        slots = record.plan.slots
        cached.set_profile(feeds, self.scope, {slots[name]: shape for name, shape in record.shapes.items()})
        return cached.lower(feeds, self.scope)


def verify(record: RunRecord, fetched: Iterable[tuple[str, Any]]) -> None:
    """Raise RunError if the values that a replay has computed differ from the values that the run returned."""
    for name, value in fetched:
        known = record.fetched.get(name)
        if known is None or record.edits:
            continue
        found = to_host(value)
        if found.tobytes() != to_host(known).tobytes():
            raise RunError(
                f"step {record.step} cannot be replayed: {name} is {found.tolist()} now, "
                f"but was {to_host(known).tolist()} in the run",
                fix="check if an op or function depends on the machine, the time or threads, which are not recorded",
            )


def _is_lowered(record: RunRecord) -> bool:
    return record.lowered == len(record.plan.instructions)


def _rng_of(record: RunRecord) -> Generator:
    rng = Generator()
    if record.rng_state is not None:
        rng.set_state(record.rng_state)
    return rng
