"""A bounded queue of events between a run and its readers.

A newer summary of a value replaces the unread older one, so a slow reader neither slows the run nor fills the memory.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable

from opscope.debug.taps.event_history import NEWEST_ONLY
from opscope.events import DetailSeen, Event, GraphDrawn, SliceSeen, StepFinished, ValueSeen

Emit = Callable[[Event], None]


class EventQueue:
    """At most `limit` unread events, in the order in which they were last put.

    A newer event replaces an unread older one of the same kind and name. `dropped` counts events that were replaced,
    or removed because the queue was full.
    """

    def __init__(self, limit: int = 4096) -> None:
        self.limit = limit
        self.dropped = 0
        self._events: OrderedDict[object, Event] = OrderedDict()
        self._lock = threading.Lock()
        self._ready = threading.Event()
        self._count = 0

    def __repr__(self) -> str:
        return f"<EventQueue: {len(self)} unread events, {self.dropped} dropped>"

    def put(self, event: Event) -> None:
        """Add an event; never blocks."""
        with self._lock:
            key = self._key(event)
            if self._events.pop(key, None) is not None:
                self.dropped += 1
            self._events[key] = event
            if len(self._events) > self.limit:
                self._events.popitem(last=False)
                self.dropped += 1
        if not self._ready.is_set():
            self._ready.set()

    def wait_for_events(self, timeout: float | None = None) -> None:
        """Wait until there is an event, at most `timeout` seconds."""
        self._ready.wait(timeout)

    def take(self) -> list[Event]:
        """Remove and return all events."""
        with self._lock:
            events = list(self._events.values())
            self._events.clear()
            self._ready.clear()
        return events

    def __len__(self) -> int:
        return len(self._events)

    def _key(self, event: Event) -> object:
        if isinstance(event, StepFinished):
            return "step", event.names  # an evaluation does not replace the step before it
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
        self._count += 1
        return self._count
