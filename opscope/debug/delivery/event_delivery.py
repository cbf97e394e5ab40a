"""Delivery of a run's events to the sinks (the receivers of events), in batches and in a separate thread.

Because of the separate thread, sinks that are functions do not slow down the run. The thread ends after the run. The
user can still inspect the history after the run. Events that occur after the run are delivered immediately.
"""

from __future__ import annotations

import contextlib
import math
import threading
import time
from collections.abc import Callable, Iterable

from opscope.debug.delivery.event_queue import EventQueue
from opscope.events import Event
from opscope.sinks.event_sink import EventSink
from opscope.sinks.logger import with_log

Sink = Callable[[list[Event]], None]


class EventDelivery:
    """The sinks of a run, and the events that the sinks have not received yet.

    A sink that is a function receives at most `rate` batches of events per second. If several events in a batch have
    the same name, such a sink receives only the newest of them. Sinks of `opscope.sinks` receive each event
    immediately. If a sink raises an error, the sink is removed, and `warn(subject, text)` is called.
    """

    def __init__(self, sinks: Iterable[Sink], rate: float, warn: Callable[[str, str], None]) -> None:
        sinks = list(sinks)
        self.queue = EventQueue()
        self.histograms: tuple[str, ...] = ()  # patterns of values whose histograms a sink needs
        self._batched = [sink for sink in sinks if not isinstance(sink, EventSink)]
        self._immediate: list[EventSink] = with_log([sink for sink in sinks if isinstance(sink, EventSink)])
        self._interval = 1.0 / rate
        self._warn = warn
        self._hurried = threading.Event()  # set while a thread waits for queued events
        self._hurried_at = -math.inf  # time of the last early delivery (the clock may have started just now)
        self._awaited = threading.Event()  # the run is over, and a thread waits for its last events
        self._lock = threading.Lock()  # held by the delivering thread
        self._handing_on: int | None = None  # the id of that thread
        self._ended = threading.Event()  # the run is over, and its last events were delivered
        self._note_histograms()

    @property
    def has_sinks(self) -> bool:
        """True if the run has a sink, such as a panel, a prompt or a file."""
        return bool(self._batched or self._immediate)

    def start(self, name: str, is_over: Callable[[], bool]) -> None:
        """Start the thread that delivers events. The thread ends after the function `is_over` has returned True."""
        threading.Thread(target=self._flush_until, args=(is_over,), name=name, daemon=True).start()

    def _flush_until(self, is_over: Callable[[], bool]) -> None:
        while True:
            over = is_over()  # before the flush, which delivers everything that came until then
            self.queue.wait_for_events(0.0 if over else 0.2)
            self.flush()
            if over and not len(self.queue):
                self._ended.set()
                self.flush()  # later events are flushed by the threads that put them
                return
            self._wait_until_due()

    def _wait_until_due(self) -> None:
        if self._hurried.wait(self._interval):
            self._awaited.wait(max(0.0, self._hurried_at + self._interval - time.monotonic()))
            self._hurried_at = time.monotonic()
            self._hurried.clear()

    def hurry(self) -> None:
        """Deliver queued events now, and do not wait for the next batch. This happens at most once in each interval."""
        self._hurried.set()

    def put(self, event: Event) -> None:
        """Queue an event for the sinks that are functions, and pass it at once to the sinks of `opscope.sinks`."""
        self.queue.put(event)
        for sink in self._immediate:
            self._hand_to(sink, [event])

    def flush_if_ended(self) -> None:
        """Deliver the queued events if the thread that delivers events has ended.

        If another thread is delivering events now, that thread also delivers the queued events.

        This method never waits, because the caller may hold a lock for which a sink waits.
        """
        while self._ended.is_set() and len(self.queue) and self._lock.acquire(blocking=False):
            try:
                self._hand_on()
            finally:
                self._lock.release()

    def flush(self) -> None:
        """Deliver the queued events now, in this thread, to the sinks that are functions.

        Sinks receive the events in the original order. If a sink calls this method, the call does nothing. Events that
        are added during the delivery follow after all sinks have received the current events.
        """
        if self._handing_on == threading.get_ident():
            return
        with self._lock:
            self._hand_on()
        self.flush_if_ended()

    def _hand_on(self) -> None:
        self._handing_on = threading.get_ident()
        try:
            batch = self.queue.take()
            for sink in list(self._batched) if batch else ():
                self._hand_to(sink, batch)
        finally:
            self._handing_on = None

    def wait_until_ended(self, timeout: float) -> None:
        """Wait until the last events of a finished run are delivered. The usual interval between batches is skipped."""
        self._awaited.set()
        self.hurry()
        self._ended.wait(timeout)

    def _hand_to(self, sink: Sink, batch: list[Event]) -> None:
        try:
            sink(batch)
        except Exception as e:  # noqa: BLE001 (the failure of a sink does not end the run)
            with contextlib.suppress(Exception):  # a failed sink may fail again when closed
                self.unsubscribe(sink)
            self._warn("sink", f"removed, because it failed: {type(e).__name__}: {e}")

    def subscribe(self, sink: Sink) -> None:
        """Add a sink. From now on, the sink is called with each event."""
        if isinstance(sink, EventSink):
            self._immediate = [*self._immediate, sink]
            self._note_histograms()
        else:
            self._batched.append(sink)

    def unsubscribe(self, sink: Sink) -> None:
        """Remove a sink. From now on, the sink is not called.

        A sink of `opscope.sinks` is also closed, and its file is completed.
        """
        if sink in self._batched:
            self._batched.remove(sink)
        self._immediate = [each for each in self._immediate if each is not sink]
        self._note_histograms()
        if isinstance(sink, EventSink):
            sink.end()

    def _note_histograms(self) -> None:
        self.histograms = tuple(pattern for sink in self._immediate for pattern in sink.histograms)
