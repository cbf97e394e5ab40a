"""Sink that passes the numbers of each step to a function, for example to an experiment tracker."""

from __future__ import annotations

from collections.abc import Callable

from opscope.events import Event, StepFinished, ValueSeen
from opscope.sinks.event_sink import EventSink, ValueLabels, numbers_of


def numbers(function: Callable[[int, dict[str, float]], object]) -> EventSink:
    """Make a sink that calls a function with the numbers of each step.

    You can use this sink for MLflow, for Weights & Biases, or to fill your own list. The numbers are the fetched and
    tapped scalars, and the statistics of other tapped values. The names of the numbers come from your code: `loss`,
    `h/mean`, `h/std`, `h/min`, `h/max`, `h/zeros` (a share), `h/nan` and `h/inf` (counts). Numbers that are not finite
    are omitted. If a second value has the same name, its numbers have names such as `h (relu_2.tmp_0)/mean`. Steps
    count from 1. The function is not called for steps without numbers. If the function raises an error, the run issues
    a warning and continues without the sink.

    Args:
        function: a function that is called as `function(step, values)`. `values` maps names to numbers.

    Returns:
        The sink, which you pass in the argument `sinks` of a run.

    Example:
        >>> rows = []
        >>> debug.start(train, sinks=[sinks.numbers(lambda step, values: rows.append((step, *values)))]).wait()
        >>> rows[0]
        (1, 'loss')
    """
    return _Numbers(function)


class _Numbers(EventSink):
    def __init__(self, function: Callable[[int, dict[str, float]], object]) -> None:
        super().__init__()
        self._function = function
        self._step = 0
        self._values: dict[str, float] = {}
        self._labels = ValueLabels()

    def write(self, event: Event) -> None:
        if not isinstance(event, StepFinished | ValueSeen):
            return
        if event.step != self._step:
            self._pass_on()
            self._step = event.step
        self._values.update(numbers_of(event, self._labels))

    def close(self) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        values, self._values = self._values, {}
        if values:
            self._function(self._step, values)
