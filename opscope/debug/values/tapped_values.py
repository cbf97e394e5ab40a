"""Tapped values at the position where a run has stopped."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from opscope.core.place import has_numbers
from opscope.debug.delivery.event_queue import Emit
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.replay.program_kind import Cursor
from opscope.debug.taps.latest_values import Observation
from opscope.debug.taps.statistics import statistics_of_all
from opscope.debug.taps.value_events import finite_or_none, summary
from opscope.debug.values.place_values import written_in_blocks
from opscope.debug.values.summaries import MAX_TICKS
from opscope.debug.values.value_monitor import ValueMonitor
from opscope.events import PlaceSeen

MAX_SHOWN = 1000  # values emitted at a stop


class TappedValues:
    """Reporter that finds and emits the tapped values at the current position of a navigator.

    A value is `absent` if it does not exist yet at this position. In place of an absent value, a substitute is shown.
    For a past position, the substitute is the value at the end of the step. For the present position, the substitute is
    the latest tapped value.
    """

    def __init__(self, emit: Emit, navigator: Navigator, values: ValueMonitor) -> None:
        self._emit = emit
        self._navigator = navigator
        self._values = values
        self._run: int | None = None  # the run whose values were emitted
        self._emitted: dict[str, Any] = {}  # the emitted arrays of that run, by name
        self._end: Cursor | None = None  # at the last place that the past run has reached
        self._end_key: tuple[int, int] | None = None  # that run, and its progress
        self._end_of_blocks: dict[str, Any] | None = None  # values that blocks had written there

    def report(self) -> None:
        """Emit the values that have changed since the last stop, and the names of the values that are absent."""
        here = self._navigator.cursor
        if here is not None and not here.record.step:  # values of a startup program or an evaluation are not tapped
            here = None
        run = None if here is None else here.record.run
        if run != self._run:
            self.forget()
            self._run = run
        absent: list[str] = []
        changed: list[tuple[Observation, Any, int]] = []
        latest = list(self._values.latest.values())[:MAX_SHOWN]
        inside = {s.variable.name for s in latest if s.variable.block.parent_idx >= 0}
        of_blocks = self._of_blocks(here, inside)
        for seen in latest:
            name = seen.variable.name
            value, step = (None, 0) if here is None else (here.lookup_own(name), here.record.step)
            if not has_numbers(value):
                value = of_blocks.get(name)
            if not has_numbers(value):
                value, step = self._elsewhere(seen, inside)
                if here is not None:
                    absent.append(name)
            if has_numbers(value) and self._emitted.get(name) is not value:
                self._emitted[name] = value
                changed.append((seen, value, step))
        found = statistics_of_all([value for _, value, _ in changed])
        for (seen, value, step), numbers in zip(changed, found, strict=True):
            description = self._values.cache.descriptions.describe(seen.variable, seen.operator, value)
            self._emit(summary(description, step, numbers))
        returned, computed = self._returned(), {} if here is None else self._computed(here)
        scalars = returned | computed
        self._emit(
            PlaceSeen(
                step=0 if here is None else here.record.step,
                absent=tuple(absent),
                names=tuple(scalars),
                scalars=tuple(map(finite_or_none, scalars.values())),
                later=tuple(name for name in scalars if name not in computed),
            )
        )

    def find(self, name: str) -> tuple[Any, int]:
        """Return the value of a name at this position (or a substitute for the value), and its step.

        Return (None, 0) if there is neither a value nor a substitute.
        """
        here = self._navigator.cursor
        if here is not None and has_numbers(value := here.lookup(name)):
            return value, here.record.step
        if (end := self._end_of_past()) is not None and has_numbers(value := end.lookup(name)):
            return value, end.record.step
        seen = self._values.latest.get(name)
        return (None, 0) if seen is None else (seen.value, seen.step)

    def forget(self) -> None:
        """Forget which values were emitted, because the run continues or is in another step."""
        self._emitted.clear()
        self._run = self._end = self._end_key = None

    def _of_blocks(self, here: Cursor | None, names: Collection[str]) -> dict[str, Any]:
        """Return the values that blocks have written before a position.

        Return {} if the position is too far from the start of the run.
        """
        if here is None or here.tick > MAX_TICKS or not names:
            return {}
        return written_in_blocks(here, names)

    def _elsewhere(self, seen: Observation, inside: Collection[str]) -> tuple[Any, int]:
        """Return the substitute for a value that does not exist at this position, and the step of the substitute.

        `inside` contains the names of the values of inner blocks.
        """
        end, name = self._end_of_past(), seen.variable.name
        if end is None:
            return seen.value, seen.step
        value = end.lookup_own(name)
        if value is None and name in inside:
            if self._end_of_blocks is None:
                self._end_of_blocks = self._of_blocks(end, inside)
            value = self._end_of_blocks.get(name)
        return value, end.record.step

    def _end_of_past(self) -> Cursor | None:
        """Return a cursor at the end of the past run that is shown. Return None if no past run is shown."""
        past = self._navigator.past
        if past is None:
            return None
        live = self._navigator.live
        key = past.record.run, past.record.ticks if live is None else live.tick
        if self._end is None or self._end_key != key:
            self._end, self._end_key, self._end_of_blocks = self._navigator.fork_at_end(past), key, None
        return self._end

    def _returned(self) -> dict[str, float]:
        """Return the numbers that the past run has returned, as a dict by name."""
        past = self._navigator.past
        return _numbers({} if past is None else past.record.fetched)

    def _computed(self, here: Cursor) -> dict[str, float]:
        """Return the numbers among a run's fetches that are computed at this position, as a dict by name."""
        return _numbers({name: here.lookup_own(name) for name, _ in here.record.plan.fetches})


def _numbers(values: Mapping[str, Any]) -> dict[str, float]:
    return {name: float(value.reshape(())) for name, value in values.items() if _is_real_number(value)}


def _is_real_number(value: Any) -> bool:
    return getattr(value, "size", 0) == 1 and value.dtype.kind in "biuf"
