"""Records that refer to all later changes of arrays, until they are sealed.

A record that is not condensed refers to the part of the changes in which it begins, and each part refers to the next
one. A run that continues after a stop would keep all its changes. Such a record needs only the elements that its own
arrays had, so it is sealed when a later step was condensed.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any
from weakref import WeakValueDictionary

from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.logged_calls import LoggedCalls
from opscope.eager.array_versions import ArrayVersions, WrittenArray
from opscope.eager.held_arrays import Held


class UnsealedRecords:
    """The records of one thread that refer to all later changes."""

    def __init__(self, versions: ArrayVersions) -> None:
        self._versions = versions
        self._records: WeakValueDictionary[int, EagerRecord] = WeakValueDictionary()  # by their ids
        self._logs: WeakValueDictionary[int, LoggedCalls] = WeakValueDictionary()  # by the ids of their records

    def add(self, record: EagerRecord, logged: LoggedCalls | None = None) -> None:
        """Add a record that is not condensed, with its log of calls if its places are made from the log."""
        self._records[id(record)] = record
        if logged is None:
            self._logs.pop(id(record), None)  # of an ended record that had this id
        else:
            self._logs[id(record)] = logged

    def seal(self) -> None:
        """Let the records refer to the changes of their own arrays only."""
        for key, record in [*self._records.items()]:
            logged, start = self._logs.get(key), record.start
            if logged is not None:
                logged.writes = self._versions.sealed(logged.writes, _arrays_of(logged), logged.until)
                record.start = None if start is None else logged.writes
            elif start is not None:
                record.start = self._versions.sealed(start, _arrays_held(start.initial.values()), start.first)
        self._records.clear()
        self._logs.clear()


def _arrays_held(states: Iterable[Held]) -> Iterable[Any]:
    return chain.from_iterable((held.array, held.gradient) for held in states)


def _arrays_of(logged: LoggedCalls) -> Iterable[Any]:
    """Yield the arrays of the log, and the arrays from which changes have taken their elements."""
    yield from _arrays_held(logged.writes.initial.values())
    yield from logged.arrays()
    for each in logged.returned:
        yield from (*each.given.values(), *each.made.values())
    for change in logged.changes():
        if not isinstance(change, Held):
            yield change.source if isinstance(change, WrittenArray) else change.of
