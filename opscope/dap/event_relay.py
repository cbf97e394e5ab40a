"""Event relay: sends the events of a run to the client, as events of the protocol."""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager

from opscope.dap.messages import Body, MessageWriter
from opscope.events import Continued, Event, SearchProgressed, StepFinished, Stopped, Terminated, Warned

THREAD = 1  # number of the thread of the program's body


class EventRelay:
    """A sink of a run.

    While a request moves the program, the relay stores events about the new place until the client has received the
    response. `on_stop` is called at each stop, and returns additional fields for the client. `on_end` is called when
    the program has ended, and `on_step` when a step has finished.
    """

    def __init__(
        self,
        writer: MessageWriter,
        features: Callable[[], Collection[str]],
        on_stop: Callable[[Stopped], Body | None],
        on_step: Callable[[], None],
        on_end: Callable[[Terminated], None],
    ) -> None:
        self._writer = writer
        self._features = features
        self._on_stop = on_stop
        self._on_step = on_step
        self._on_end = on_end
        self._lock = threading.RLock()
        self._held: list[Callable[[], None]] | None = None
        self._search = 0  # number of the search in progress, or of the last one
        self._searching = False

    def __call__(self, events: Sequence[Event]) -> None:
        """Send events of the run to the client. Any thread may call this method."""
        for event in events:
            match event:
                case Stopped():
                    self._in_order(lambda event=event: self._stop(event))
                case Continued():
                    self._continue()
                case Terminated():
                    self._in_order(lambda event=event: self._on_end(event))
                case StepFinished():
                    self._on_step()
                case Warned():
                    self.output("console", f"{event.subject}: {event.text}\n")
                case SearchProgressed():
                    self._progress(event)
                case _:
                    pass

    @contextmanager
    def holding(self) -> Iterator[None]:
        """Store the events about the program's place that occur inside the block. Send these events after the block."""
        with self._lock:
            self._held = []
        try:
            yield
        finally:
            with self._lock:
                held, self._held = self._held, None
                for send in held:
                    send()

    def report(self, event: Stopped) -> None:
        """Send the current place to the client, as if the program had just stopped."""
        self._in_order(lambda: self._stop(event))

    def end(self, exit_code: int) -> None:
        """Report the end of the program to the client."""
        self._in_order(lambda: self._writer.event("exited", {"exitCode": exit_code}))
        self._in_order(lambda: self._writer.event("terminated"))

    def _in_order(self, send: Callable[[], None]) -> None:
        with self._lock:
            if self._held is None:
                send()
            else:
                self._held.append(send)

    def _stop(self, event: Stopped) -> None:
        body = self._on_stop(event)
        if body is not None:
            self._writer.event("stopped", {"allThreadsStopped": True, **body})

    def _continue(self) -> None:
        """Report to the client that the run has continued, unless the client itself has requested this."""
        with self._lock:
            if self._held is None:
                self._writer.event("continued", {"threadId": THREAD, "allThreadsContinued": True})

    def output(self, category: str, text: str) -> None:
        """Print a text in the client's console. category: console, stdout, stderr."""
        self._writer.event("output", {"category": category, "output": text})

    def _progress(self, event: SearchProgressed) -> None:
        if "supportsProgressReporting" not in self._features():
            return
        if not event.total:
            if self._searching:
                self._searching = False
                self._writer.event("progressEnd", {"progressId": f"search{self._search}"})
            return
        percentage = round(100 * event.done / event.total, 1)
        message = f"{event.done} of {event.total} runs"
        if not self._searching:
            self._searching = True
            self._search += 1
            self._writer.event(
                "progressStart",
                {"progressId": f"search{self._search}", "title": event.text, "cancellable": True, "message": message}
                | {"percentage": percentage},
            )
            return
        self._writer.event(
            "progressUpdate",
            {"progressId": f"search{self._search}", "message": message, "percentage": percentage},
        )
