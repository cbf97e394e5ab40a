"""A bounded queue between a run and its readers: latest wins, so a slow reader neither slows nor swells the run."""

from __future__ import annotations

import threading
from collections import OrderedDict

from opscope.events import DetailSeen, Event, GraphDrawn, StepFinished, ValueSeen


class EventQueue:
    """Events by key: a newer summary of a value replaces the unread older one; what happens once is kept.

    `dropped` counts what was replaced or pushed out. Events keep the order in which they were last put.
    """

    def __init__(self, limit: int = 4096) -> None:
        self.limit = limit
        self.dropped = 0
        self._events: OrderedDict[object, Event] = OrderedDict()
        self._lock = threading.Lock()
        self._ready = threading.Event()
        self._count = 0

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
        self._ready.set()

    def await_news(self, timeout: float | None = None) -> None:
        """Wait until there are events, or for `timeout` seconds."""
        self._ready.wait(timeout)

    def take(self) -> list[Event]:
        """All events that wait."""
        with self._lock:
            events = list(self._events.values())
            self._events.clear()
            self._ready.clear()
        return events

    def __len__(self) -> int:
        return len(self._events)

    def _key(self, event: Event) -> object:
        if isinstance(event, ValueSeen):
            return "value", event.name
        if isinstance(event, DetailSeen) and not event.request:
            return "detail", event.name
        if isinstance(event, GraphDrawn):
            return "graph", event.program
        if isinstance(event, StepFinished):
            return "step", event.names  # an evaluation does not replace the step before it
        self._count += 1
        return self._count
