"""Numbers by step, for experiment trackers."""

from __future__ import annotations

from collections.abc import Callable

from opscope.events import Event, StepFinished, ValueSeen
from opscope.sinks.event_sink import EventSink, numbers_of


def numbers(function: Callable[[int, dict[str, float]], object]) -> EventSink:
    """A sink that calls `function(step, values)` once a step.

    `values` are the fetched scalars and the statistics of tapped values, by name, without those that are not finite:
    `loss`, `h/mean`, `h/std`, `h/min`, `h/max`, `h/zeros` (a share), `h/nan` and `h/inf` (counts). Steps count from 1;
    those without numbers are left out. If `function` raises, the run goes on without the sink, with a warning.

        sinks=[sinks.numbers(lambda step, values: mlflow.log_metrics(values, step=step))]
    """
    return _Numbers(function)


class _Numbers(EventSink):
    def __init__(self, function: Callable[[int, dict[str, float]], object]) -> None:
        super().__init__()
        self._function = function
        self._step = 0
        self._values: dict[str, float] = {}

    def write(self, event: Event) -> None:
        if not isinstance(event, StepFinished | ValueSeen):
            return
        if event.step != self._step:
            self._pass_on()
            self._step = event.step
        self._values.update(numbers_of(event))

    def close(self) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        values, self._values = self._values, {}
        if values:
            self._function(self._step, values)
