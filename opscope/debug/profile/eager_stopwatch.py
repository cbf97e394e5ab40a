"""Stopwatch of a profile for eager code: measures the times of the calls of one thread, in some of the steps.

A step ends when an optimizer has updated the parameters. A step takes longer if its calls are timed, so most steps are
timed only as a whole. The time outside of operators is the median time of whole steps minus the time of the calls. If
the timing of calls is switched on, it stays on for several steps. The first step after such a switch is slower, because
Python's caches of attributes are then empty.
"""

from __future__ import annotations

import statistics
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from opscope.core.source import site_of
from opscope.debug.profile.attribution import CallOrigin
from opscope.debug.profile.costs import Cost, call_cost
from opscope.debug.profile.stopwatch import Span, TimedRun
from opscope.debug.taps.sampling_rate import SHARE
from opscope.eager.op_calls import active_watches, thread_state
from opscope.eager.optimizers.optimizer_steps import on_optimizer_step
from opscope.eager.timed_calls import CallCost, CallTimer, Switch, TimedCall, timed_calls

BLOCK = 4  # steps with the same switch, of which the first does not count
FIRST = 6  # sampled steps before their cost decides
KEPT = 1000  # steps from which medians are computed

OUTSIDE = CallOrigin(("python", "eager"), "python (between operators)", "python", "python")


class EagerStopwatch:
    """Stopwatch for the eager calls of a thread. It passes each step with timed calls to the function `done`.

    The calls after the last step of an optimizer are also passed to `done`. `steps` is the number of steps so far.
    `plain` contains the seconds of steps without timed calls. The time of program runs in these steps is not included.
    `is_untimed` is True if a debugger received the calls, because then the calls were not timed.
    """

    def __init__(self, done: Callable[[TimedRun], None], clock: Callable[[], float] = time.perf_counter) -> None:
        self.done = done
        self.clock = clock
        self.steps = 0
        self.plain: deque[float] = deque(maxlen=KEPT)
        self.is_untimed = False
        self._timer = CallTimer(clock)
        self._origins: dict[tuple[object, ...], CallOrigin] = {}
        self._switch: Switch = _off
        self._is_sampling = False
        self._same = 0  # finished steps since the switch
        self._sampled: list[float] = []  # seconds of all steps with timing
        self._start = self._opened = 0.0
        self._inside = 0.0  # seconds of runs of programs in this step
        self._thread_is_open = False

    @contextmanager
    def on(self) -> Iterator[None]:
        """Time the calls that this thread makes inside the `with` block, unless a debugger receives these calls."""
        if self._thread_is_open or thread_state.log is not None or active_watches():
            self.is_untimed = self.is_untimed or not self._thread_is_open
            yield
            return
        self._thread_is_open = True
        try:
            with timed_calls(self._timer) as self._switch, on_optimizer_step(self._optimizer_step):
                self._opened = self.clock()
                self._begin()
                try:
                    yield
                finally:
                    self._end(is_step=False)
                    self._switch(False)
        finally:
            self._switch = _off
            self._thread_is_open = self._is_sampling = False
            self._timer.take()

    def add_inner(self, start: float, end: float) -> None:
        """Record the time of a program run in the step, because the operators of the program are timed separately."""
        self._inside += end - start

    @contextmanager
    def _optimizer_step(self) -> Iterator[None]:
        self._timer.updating += 1
        try:
            yield
        finally:
            self._timer.updating -= 1
            if not self._timer.updating:
                self._end(is_step=True)
                self._begin()

    def _begin(self) -> None:
        is_due = self._is_due()
        self._same = self._same + 1 if is_due == self._is_sampling else 0
        self._is_sampling = is_due
        self._switch(is_due)
        self._inside, self._start = 0.0, self.clock()

    def _is_due(self) -> bool:
        if not self.steps:
            return True
        if self._same < BLOCK - 1:
            return self._is_sampling
        if self._is_sampling or not self.plain:
            return False
        extra = sum(self._sampled) - len(self._sampled) * statistics.median(self.plain)
        return len(self._sampled) < FIRST or extra <= SHARE * (self.clock() - self._opened)

    def _end(self, is_step: bool) -> None:
        end = self.clock()
        self.steps += is_step
        seconds = end - self._start - self._inside
        if not self._is_sampling:
            if is_step and self._same:
                self.plain.append(seconds)
            return
        if is_step:
            self._sampled.append(seconds)
        calls, overhead = self._timer.take()
        if not calls or (not self._same and self.steps > 1):
            return
        run = TimedRun(self._start if is_step and self.steps > 1 else calls[0].start, step=max(self.steps, 1))
        run.lowered = self.steps > 1 or not is_step  # the first step prepares others, and is left out if there are any
        run.end = end if is_step else max(call.end for call in calls)
        run.overhead = overhead + self._inside
        run.spans = [Span(self._origin(call), call.start, call.end, call.own) for call in calls]
        self.done(run)

    def outside(self, seconds: float) -> float | None:
        """Return the seconds that a step takes outside of its calls. Return None if the calls of all steps were timed.

        `seconds` is the time that the calls have taken.
        """
        return max(statistics.median(self.plain) - seconds, 0.0) if self.plain else None

    def _origin(self, call: TimedCall) -> CallOrigin:
        layer = "" if call.layer is None else call.layer.path
        cost = Cost(*call.work) if isinstance(call.work, CallCost) else call_cost(call.op, *call.work)
        key = (call.op.name, call.phase, call.position, layer)
        found = self._origins.get((*key, cost))
        if found is None:
            found = CallOrigin(key, call.op.name, call.op.name, call.phase, calls=1, cost=cost)
            found.site, found.layer = site_of(call.position), layer
            self._origins[*key, cost] = found
        return found


def _off(on: bool) -> None:
    """Do nothing, because no source of calls is open."""
