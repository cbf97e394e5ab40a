"""Numbers by step, for experiment trackers."""

from __future__ import annotations

from collections.abc import Callable

from opscope.events import Event, StepFinished, ValueSeen
from opscope.sinks.event_sink import EventSink, ValueLabels, numbers_of


def numbers(function: Callable[[int, dict[str, float]], object]) -> EventSink:
    """A sink that calls a function with the numbers of each step: for MLflow, Weights & Biases or a list of your own.

    The numbers are the scalars, fetched or tapped, and the statistics of other tapped values, by the names that the
    code gives, without values that are not finite: `loss`, `h/mean`, `h/std`, `h/min`, `h/max`, `h/zeros` (a share),
    `h/nan` and `h/inf` (counts). A second value of that name is `h (relu_2.tmp_0)/mean`. Steps count from 1; those
    without numbers are left out. If the function raises, the run goes on without the sink, with a warning.

    Args:
        function: called as `function(step, values)`, `values` by name.

    Returns:
        The sink, for `sinks=`.

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
