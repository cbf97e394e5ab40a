"""Sink that writes messages of a run to a log.

If the level of the log `opscope` is INFO or lower, this log gets the messages automatically.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence

from opscope.events import Event, StepFinished, Stopped, Terminated, Warned
from opscope.sinks.event_sink import EventSink

EVERY = 10.0  # seconds between two lines of steps
LOG = logging.getLogger("opscope")
LOG.addHandler(logging.NullHandler())  # a program that configures no logging sees nothing


def logger(log: logging.Logger | None = None, every: float = EVERY) -> EventSink:
    """Make a sink that logs the fetched scalars periodically, and logs messages of the run at once.

    Messages about steps, stops and the end of the run have the level INFO. Warnings have the level WARNING, and the
    message about a failed run has the level ERROR.

    Args:
        log: the logger; None: `logging.getLogger("opscope")`.
        every: minimum number of seconds between two lines about steps.

    Returns:
        The sink, which you pass in the argument `sinks` of a run.

    Example:
        >>> import logging, sys
        >>> log = logging.Logger("my program")
        >>> log.addHandler(logging.StreamHandler(sys.stdout))
        >>> debug.start(train, sinks=[sinks.logger(log, every=60)]).wait()
        step 1: loss ...
        step 5: loss ...
        finished after 5 steps
    """
    return _Logger(LOG if log is None else log, every)


def with_log(sinks: Sequence[EventSink]) -> list[EventSink]:
    """Return the sinks of a run, to which a sink that logs may be added.

    The sink is added if the log `opscope` has the level INFO or lower, and no other sink logs.

    logging.basicConfig(level=logging.INFO)    # each run logs its progress
    """
    logs = LOG.isEnabledFor(logging.INFO) and not any(isinstance(sink, _Logger) for sink in sinks)
    return [*sinks, _Logger(LOG, EVERY)] if logs else [*sinks]


class _Logger(EventSink):
    def __init__(self, log: logging.Logger, every: float) -> None:
        super().__init__()
        self._log = log
        self._every = every
        self._next_at = 0.0  # of `time.monotonic`
        self._last: StepFinished | None = None  # if it is not logged yet

    def write(self, event: Event) -> None:
        if isinstance(event, StepFinished):
            self._last = event
            if time.monotonic() >= self._next_at:
                self._next_at = time.monotonic() + self._every
                self._log_step()
        elif isinstance(event, Warned):
            self._log.warning("%s: %s", event.subject, event.text)
        elif isinstance(event, Stopped):
            self._log_step()
            self._log.info("stopped %s", repr(event).strip("<>"))
        elif isinstance(event, Terminated):
            self._log_step()
            level = logging.ERROR if event.reason == "failed" else logging.INFO
            self._log.log(level, "%s after %d steps%s", event.reason, event.steps, event.error and f": {event.error}")

    def _log_step(self) -> None:
        step, self._last = self._last, None
        if step is not None:
            texts = ("not finite" if value is None else f"{value:.6g}" for value in step.scalars)
            values = ", ".join(f"{name} {text}" for name, text in zip(step.labels, texts, strict=True))
            self._log.info("step %d%s", step.step, values and f": {values}")
