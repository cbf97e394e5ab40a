"""A file with a line of JSON for each event."""

from __future__ import annotations

import os
from collections.abc import Collection

from opscope.events import Event, to_json
from opscope.sinks.event_sink import EventSink

KINDS = ("RunStarted", "StepFinished", "ValueSeen", "Stopped", "Continued", "Warned", "Terminated")


def json_lines(path: str | os.PathLike[str], kinds: Collection[str] = KINDS) -> EventSink:
    """A sink that writes a line of JSON for each event of some `kinds` (names of classes in `opscope.events`).

    The file is written anew. Each line is an object: `kind` and the fields of the event, null for numbers that do not
    exist. Raises OSError if the file cannot be written, and ValueError for an unknown kind.

        sinks=[sinks.json_lines("run.jsonl")]    # {"kind":"StepFinished","step":1,"seconds":0.002,"names":["loss"],...
    """
    unknown = [kind for kind in kinds if kind not in Event.registry]
    if unknown:
        raise ValueError(f"unknown kinds of events: {', '.join(unknown)}; there are {', '.join(Event.registry)}")
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
