"""WorkingClock: measures the seconds that a program works, without waits; taps may use a share of these seconds."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

WAIT = 0.1  # seconds of a wait that count: for input, for another process, for a processor


class WorkingClock:
    """Sum of the seconds between calls of the clock; a wait between two calls counts at most `WAIT` seconds.

    Therefore, a long wait of the program does not give taps much more time. The function `clock` returns seconds, and
    `work` returns the processor seconds of this thread. The work of a thread before the thread first calls the clock
    counts as a wait.
    """

    def __init__(self, clock: Callable[[], float], work: Callable[[], float] = time.thread_time) -> None:
        self._clock = clock
        self._work = work
        self._thread = 0  # ident of the thread of the last call
        self._last = self._worked = 0.0
        self._seconds = 0.0

    def __call__(self) -> float:
        """Return the seconds that the program has worked."""
        now, worked, thread = self._clock(), self._work(), threading.get_ident()
        if self._thread:
            work = worked - self._worked if thread == self._thread else 0.0
            self._seconds += min(now - self._last, work + WAIT)
        self._last, self._worked, self._thread = now, worked, thread
        return self._seconds
