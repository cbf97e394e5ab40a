"""Unsealed records: records of eager calls that refer to all later changes of arrays.

The list of array changes consists of parts, and each part refers to the next part. A record that is not condensed
refers to the part in which the record begins, so the record keeps all later changes in memory. The record needs only
the changes of its own arrays. After the record is sealed, the record refers only to these changes. The journal can
count the bytes of later changes as bytes of other records. In this case, no record is sealed, because most records are
condensed or dropped earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any
from weakref import WeakValueDictionary

from opscope.core.frame_locals import FrameLocals
from opscope.debug.eager.eager_record import EagerRecord
from opscope.debug.eager.logged_calls import LoggedCalls
from opscope.eager.array_versions import ArrayVersions, WritesPart, WrittenArray
from opscope.eager.held_arrays import Held

CHANGE_BYTES = 300  # bytes of a change without the arrays


class UnsealedRecords:
    """The records of one thread that refer to all later changes of arrays.

    The function `share` returns the number of bytes that later changes may take before records are sealed. The function
    `is_kept` returns True for a record in the journal.
    """

    def __init__(
        self, versions: ArrayVersions, share: Callable[[], int], is_kept: Callable[[EagerRecord], bool]
    ) -> None:
        self._versions = versions
        self._share = share
        self._is_kept = is_kept
        self._nbytes = 0  # of the changes since records were sealed that the journal has dropped
        self._uncounted = 0  # of the changes that no record counts, since all records were sealed
        self._records: WeakValueDictionary[int, EagerRecord] = WeakValueDictionary()  # by their ids
        self._logs: WeakValueDictionary[int, LoggedCalls] = WeakValueDictionary()  # by the ids of their records

    def add(self, record: EagerRecord, logged: LoggedCalls | None = None) -> None:
        """Add a record that is not condensed yet; `logged` is the log of its calls, if there is a log."""
        self._records[id(record)] = record
        if logged is None:
            self._logs.pop(id(record), None)  # of an ended record that had this id
        else:
            self._logs[id(record)] = logged

    def note_changes(self, part: WritesPart | None, are_counted: bool) -> None:
        """Count the bytes of the changes of arrays from the part `part` on, and seal earlier records if necessary.

        `part` is the part of the list of array changes at which the record that has just ended begins. `are_counted` is
        True if the journal counts these bytes as bytes of this record.
        """
        if part is None or not self._records:
            return
        nbytes = sum(map(_size_of, part.following()))
        self._nbytes += nbytes
        self._uncounted += 0 if are_counted else nbytes
        if self._uncounted > self._share():  # also records that will be condensed when the journal needs memory
            self._seal(lambda _: True)
            self._nbytes = self._uncounted = 0
        elif not are_counted:
            self._seal(lambda record: record.condenser is None)
        elif self._nbytes > self._share():
            self._seal(lambda record: not self._is_kept(record))
            self._nbytes = 0

    def _seal(self, is_due: Callable[[EagerRecord], bool]) -> None:
        """Seal the records for which `is_due` returns True: they then refer only to the changes of their own arrays."""
        for key, record in [*self._records.items()]:
            if is_due(record):
                self._seal_record(record, self._logs.pop(key, None))
                del self._records[key]

    def _seal_record(self, record: EagerRecord, logged: LoggedCalls | None) -> None:
        start = record.start
        if logged is not None:
            logged.writes = self._versions.sealed(logged.writes, _arrays_of(logged), logged.until)
            record.start = None if start is None else logged.writes
        elif start is not None:
            record.start = self._versions.sealed(start, _arrays_held(start.initial.values()), start.first)


def _size_of(part: WritesPart) -> int:
    return part.nbytes + CHANGE_BYTES * len(part.changes) + sum([getattr(a, "nbytes", 0) for a in part.replaced])


def _arrays_held(states: Iterable[Held]) -> Iterable[Any]:
    return chain.from_iterable((held.array, held.gradient) for held in states)


def _arrays_of(logged: LoggedCalls) -> Iterable[Any]:
    """Yield the arrays in a log of calls, and the arrays whose former elements the changes contain."""
    # first: a call of another library makes its arrays now, in the order of the calls
    found = [each for each in logged.called() if isinstance(each, FrameLocals)]
    functions = {id(of.bound): of for each in found for of in each.frames}  # several calls may have the same object
    yield from chain.from_iterable(of.bound.values() for of in functions.values())
    yield from _arrays_held(logged.writes.initial.values())
    yield from logged.arrays()
    for each in logged.returned:
        yield from (*each.given.values(), *each.made.values())
    for change in logged.changes():
        if not isinstance(change, Held):
            yield change.source if isinstance(change, WrittenArray) else change.of
