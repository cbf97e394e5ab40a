"""Sink that writes a file with a line of JSON for each event."""

from __future__ import annotations

import os
from collections.abc import Collection

from opscope.events import Event, to_json
from opscope.sinks.event_sink import EventSink

KINDS = ("RunStarted", "StepFinished", "ValueSeen", "Stopped", "Continued", "Warned", "Terminated")


def json_lines(path: str | os.PathLike[str], kinds: Collection[str] = KINDS) -> EventSink:
    """Make a sink that writes a line of JSON for each event.

    Each line is a JSON object with `kind` and the fields of the event. A number that does not exist is null.

    Args:
        path: path of the file. The former content of the file is replaced.
        kinds: names of the event classes in `opscope.events` whose events are written.

    Returns:
        The sink, which you pass in the argument `sinks` of a run.

    Raises:
        ValueError: a name in `kinds` is not the name of an event class.
        OSError: the file cannot be written.

    Example:
        >>> debug.start(train, sinks=[sinks.json_lines("run.jsonl", ["StepFinished"])]).wait()
        >>> import pathlib
        >>> print(pathlib.Path("run.jsonl").read_text()[:32])
        {"kind":"StepFinished","step":1,
    """
    unknown = [kind for kind in kinds if kind not in Event.registry]
    if unknown:
        raise ValueError(
            f"unknown kinds of events: {', '.join(unknown)}; the known kinds are {', '.join(Event.registry)}"
        )
    return _JsonLines(path, frozenset(kinds))


class _JsonLines(EventSink):
    def __init__(self, path: str | os.PathLike[str], kinds: frozenset[str]) -> None:
        super().__init__()
        self._kinds = kinds
        self._file = open(path, "w", encoding="utf-8", buffering=1)  # noqa: SIM115 (closed when the run ends)

    def write(self, event: Event) -> None:
        if event.kind in self._kinds:
            self._file.write(to_json(event) + "\n")

    def close(self) -> None:
        self._file.close()
