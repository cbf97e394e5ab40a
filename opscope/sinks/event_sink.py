"""Base class of the sinks, which receive one event at a time, from any thread."""

from __future__ import annotations

import threading
from collections.abc import Sequence

from opscope.events import Event, StepFinished, Terminated, ValueSeen

STATISTICS = ("mean", "std", "min", "max", "zeros", "nan", "inf")  # of a `ValueSeen`


class EventSink:
    """Receives every event of a run, in the thread in which the event happens.

    The sink is closed when the run ends, or when the run removes the sink.

    Your own class defines `write`, and also `close` if the sink must close something. `write` must not request values
    from the run, because the run waits until `write` returns. A function that is used as a sink may request values from
    the run. `histograms` contains patterns of tapped values. With each summary of such a value, the sink also receives
    its histogram (`events.DetailSeen`).

    Example:
        >>> class Ends(EventSink):
        ...     def write(self, event):
        ...         if event.kind == "Terminated":
        ...             print(event.reason)
        >>> debug.start(train, sinks=[Ends()]).wait()
        finished
    """

    histograms: Sequence[str] = ()

    def __init__(self) -> None:
        self._lock = threading.RLock()  # a function of the user may cause events
        self._is_closed = False

    def __call__(self, events: Sequence[Event]) -> None:
        """Write events to the sink. The oldest event comes first. Events after the end of the run are ignored."""
        with self._lock:
            for event in events:
                if not self._is_closed:
                    self.write(event)
                if isinstance(event, Terminated):
                    self.end()

    def end(self) -> None:
        """Close the sink, unless it is already closed. Later events are ignored. `Run.unsubscribe` calls this method.

        Example:
            >>> class Farewell(EventSink):
            ...     def close(self):
            ...         print("over")
            >>> sink = Farewell()
            >>> sink.end()
            over
            >>> sink.end()
        """
        with self._lock:
            if not self._is_closed:
                self._is_closed = True
                self.close()

    def write(self, event: Event) -> None:
        """Receive one event. Your own class defines this method.

        Args:
            event: an object of an event class in `opscope.events`.

        Raises:
            NotImplementedError: the class does not define `write`.

        Example:
            >>> class Count(EventSink):
            ...     seen = 0
            ...     def write(self, event):
            ...         self.seen += 1
            >>> count = Count()
            >>> count([StepFinished(step=1, seconds=0.1), StepFinished(step=2, seconds=0.1)])
            >>> count.seen
            2
        """
        raise NotImplementedError

    def close(self) -> None:
        """Close the sink. This method is called once, when the run is over or when the run removes the sink.

        Your own class may define this method.

        Example:
            >>> class Farewell(EventSink):
            ...     def write(self, event): ...
            ...     def close(self):
            ...         print("over")
            >>> debug.start(train, sinks=[Farewell()]).wait()
            over
        """


class ValueLabels:
    """Labels of the values in a sink. A label does not change during the run. No two values have the same label."""

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}
        self._taken: set[str] = set()

    def of(self, seen: ValueSeen) -> str:
        """Return the label of a value: its name in the user's code.

        If another value has this name, add the value's own name.
        """
        label = self._labels.get(seen.name)
        if label is None:
            label = seen.title
            label = f"{label} ({seen.name})" if label in self._taken else label
            self._labels[seen.name] = label
            self._taken.add(label)
        return label

    def known(self, name: str) -> str:
        """Return the label of the value with the name `name`.

        If the value has no summary, the label is the name itself.
        """
        return self._labels.get(name, name)


def numbers_of(event: Event, labels: ValueLabels | None = None) -> dict[str, float]:
    """Return the finite numbers of an event.

    The keys are labels for scalars, and texts such as `label/mean` for statistics.

    >>> numbers_of(StepFinished(step=3, seconds=0.1, names=("loss",), scalars=(0.5,)))
    {'loss': 0.5}
    """
    if isinstance(event, StepFinished):
        tapped = zip(event.tapped, event.tapped_scalars, strict=True)
        fetched = dict(zip(event.labels, event.scalars, strict=True))
        own = {
            name if labels is None else labels.known(name): value for name, value in tapped if name not in event.names
        }
        return {label: value for label, value in (own | fetched).items() if value is not None}
    if isinstance(event, ValueSeen) and event.is_scalar:  # its number comes with the step; what that cannot say:
        label = event.name if labels is None else labels.of(event)
        counts = {"nan": event.nan, "inf": event.inf}
        return {f"{label}/{name}": float(n) for name, n in counts.items() if n}
    if isinstance(event, ValueSeen):
        found = {statistic: getattr(event, statistic) for statistic in STATISTICS}
        label = event.name if labels is None else labels.of(event)
        return {f"{label}/{statistic}": float(v) for statistic, v in found.items() if v is not None}
    return {}
