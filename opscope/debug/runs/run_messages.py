"""Messages of a run to the user: events, and lines on stderr."""

from __future__ import annotations

import sys
from collections import Counter

from opscope.debug.delivery.event_delivery import EventDelivery
from opscope.debug.delivery.event_queue import Emit
from opscope.debug.state.listener import Listener
from opscope.errors import printable
from opscope.events import Warned

MAX_WARNINGS = 1000  # different ones that are counted


class RunMessages(Listener):
    """Object that emits the messages of a run.

    Messages that the user must see are also printed to stderr, because it is possible that no front end reads events.
    """

    def __init__(self, title: str, emit: Emit, delivery: EventDelivery) -> None:
        self._title = title
        self._emit = emit
        self._delivery = delivery
        self.given: Counter[tuple[str, str]] = Counter()  # how often each warning was given

    def warn(self, subject: str, text: str) -> None:
        """Emit a warning, and count the repetitions of this warning."""
        if len(self.given) > MAX_WARNINGS:  # messages with numbers in them differ each time
            self.given.clear()
        self.given[subject, text] += 1
        self._emit(Warned(subject=subject, text=text, count=self.given[subject, text]))

    def say(self, subject: str, text: str) -> None:
        """Show a message to the user at once, even if no front end reads the events."""
        self.warn(subject, text)
        self._print(text)

    def log(self, subject: str, text: str) -> None:
        """Report the message of a log breakpoint, which does not stop the run.

        If the run has no sink, the message is printed to stderr.
        """
        self.warn(subject, text)
        if not self._delivery.has_sinks:
            self._print(f"{subject}, {text}")

    def tell_finding(self, text: str) -> None:
        self._print(text)

    def report_recording(self, problem: str) -> None:
        """Show a problem of the recording on disk: print the problem to stderr, and send it to the panel."""
        print(f"opscope: {self._title}: {problem}", file=sys.stderr)  # noqa: T201 (nobody may look at the run for hours)
        self.warn("recording", problem)

    def _print(self, text: str) -> None:
        print(f"{self._title}: {printable(text)}", file=sys.stderr)  # noqa: T201 (the program's own thread: no warning)


class ScriptMessages(RunMessages):
    """Messages of a script that runs under the prompt of the debugger.

    The prompt prints the events of the script. If there is no prompt, this object prints the messages itself.
    """

    def say(self, subject: str, text: str) -> None:
        self.warn(subject, text)
        if not self._delivery.has_sinks:
            self._print(text)
