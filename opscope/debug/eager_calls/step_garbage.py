"""StepGarbage: runs Python's garbage collection when a log of calls has ended, such as at the end of a step.

The log of a step has thousands of objects, which are deleted at the end of the step. A garbage collection in the
middle of a step would treat the objects of the log as long-lived objects. With so many long-lived objects, Python
would search all objects of the process for garbage every hundred steps. In a loop without steps, such as the generation
of text, a log ends when it takes too much memory.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

LONG_LOG = 500  # calls of a log during which Python looks for garbage less often
IN_STEP = 50_000  # new objects after which Python looks for garbage in the middle of a step
FULL_SHARE = 50  # full collections take at most 1 / FULL_SHARE of the time
EXPECTED = 0.1  # seconds of the first full collection


class StepGarbage:
    """Controls when this process collects garbage while eager calls are logged."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._own = gc.get_threshold()  # of the program
        self._raised = False
        self._next_full = 0.0

    @contextmanager
    def at_log_ends(self) -> Iterator[None]:
        """Inside the `with` block, collect garbage at the ends of long logs, unless the program has disabled gc."""
        with self._lock:
            self._users += 1
        try:
            yield
        finally:
            with self._lock:
                self._users -= 1
                if not self._users:
                    self._lower()

    def end_log(self) -> None:
        """Allow Python to collect garbage at any time, because calls are reported one by one from now on."""
        with self._lock:
            self._lower()

    def delay(self) -> None:
        """Let Python look for garbage less often, because a log of calls grows."""
        with self._lock:
            self._raise()

    def collect(self) -> None:
        """Collect garbage if enough objects were made since the last collection.

        The next collection takes place after another log has ended.
        """
        with self._lock:
            self._raise()
            if not self._raised or not gc.isenabled():
                return
            young, middle, old = (count > most for count, most in zip(gc.get_count(), self._own, strict=True))
            start = time.monotonic()
            is_full = young and middle and old and start >= self._next_full
        if is_full:
            gc.collect()
            now = time.monotonic()
            self._next_full = now + FULL_SHARE * (now - start)
        elif young:
            gc.collect(int(middle))

    def _raise(self) -> None:
        now = gc.get_threshold()
        if self._raised and now[0] == IN_STEP:
            return
        self._own = now
        self._raised = gc.isenabled() and 0 < now[0] < IN_STEP
        if self._raised:
            gc.set_threshold(IN_STEP, *now[1:])
            self._next_full = self._next_full or time.monotonic() + FULL_SHARE * EXPECTED

    def _lower(self) -> None:
        if self._raised and gc.get_threshold()[0] == IN_STEP:  # the program has not set another number
            gc.set_threshold(*self._own)
        self._raised = False


STEP_GARBAGE = StepGarbage()
