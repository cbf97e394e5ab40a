"""A bounded queue of events between a run and its readers.

A newer summary of a value replaces an older summary that was not read yet. So a slow reader neither slows down the run
nor fills the memory.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from opscope.debug.taps.event_history import NEWEST_ONLY
from opscope.events import DetailSeen, Event, GraphDrawn, SliceSeen, StepFinished, ValueSeen

STEPS = 1 << 16  # steps kept for an inactive reader: seconds of the fastest programs
Emit = Callable[[Event], None]


class EventQueue:
    """The events that were not read yet, in the order in which they were added.

    A newer event replaces an older event with the same kind and name that was not read yet. Events about the end of a
    step are never replaced, because they contain the scalars of the step. `dropped` is the number of events that were
    replaced, or removed because the queue was full.

    Args:
        limit: the maximum number of events, without events about steps. If the queue has more events, the oldest events
            are dropped. If there are too many events about steps, every second event about a step is dropped.
    """

    def __init__(self, limit: int = 4096) -> None:
        self.limit = limit
        self.dropped = 0
        self._events: OrderedDict[object, tuple[int, Event]] = OrderedDict()  # with their positions in the order
        self._steps: list[tuple[int, Event]] = []
        self._lock = threading.Lock()
        self._ready = threading.Event()
        self._count = 0

    def __repr__(self) -> str:
        return f"<EventQueue: {len(self)} unread events, {self.dropped} dropped>"

    def put(self, event: Event) -> None:
        """Add an event to the queue. This method never blocks.

        Args:
            event: an event of `opscope.events`.

        Example:
            >>> queue = debug.EventQueue()
            >>> queue.put(StepFinished(step=1, seconds=0.1))
            >>> len(queue)
            1
        """
        with self._lock:
            self._count += 1
            if isinstance(event, StepFinished):
                self._steps.append((self._count, event))
                if len(self._steps) > STEPS:
                    self.dropped += len(self._steps) // 2
                    del self._steps[-2::-2]  # the newest stays
            else:
                key = self._key(event)
                if self._events.pop(key, None) is not None:
                    self.dropped += 1
                self._events[key] = self._count, event
                if len(self._events) > self.limit:
                    self._events.popitem(last=False)
                    self.dropped += 1
        if not self._ready.is_set():
            self._ready.set()

    def wait_for_events(self, timeout: float | None = None) -> None:
        """Wait until the queue contains an event.

        Args:
            timeout: the maximum number of seconds. None means no limit.

        Example:
            >>> debug.EventQueue().wait_for_events(timeout=0.01)
        """
        self._ready.wait(timeout)

    def take(self) -> list[Event]:
        """Remove and return all events.

        Returns:
            The removed events, oldest event first.

        Example:
            >>> queue = debug.EventQueue()
            >>> queue.put(StepFinished(step=1, seconds=0.1))
            >>> [event.step for event in queue.take()], len(queue)
            ([1], 0)
        """
        with self._lock:
            numbered = [*self._events.values(), *self._steps]
            self._events.clear()
            self._steps = []
            self._ready.clear()
        return [event for _, event in sorted(numbered, key=lambda each: each[0])]

    def __len__(self) -> int:
        return len(self._events) + len(self._steps)

    def _key(self, event: Event) -> object:
        if isinstance(event, ValueSeen):
            return "value", event.name
        if isinstance(event, DetailSeen) and not event.request:
            return "detail", event.name
        if isinstance(event, SliceSeen):
            return "slice", event.name
        if isinstance(event, GraphDrawn):
            return "graph", event.program
        if isinstance(event, NEWEST_ONLY):
            return "newest", event.kind
        return self._count
