"""Names in a step with several records: values that names got in the earlier records of the step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from opscope.core.source import UserCall
from opscope.names.binding import Binding, NamedPlace
from opscope.names.bound_names import BoundNames
from opscope.names.user_functions import is_called_by
from opscope.names.value_name import OF_STEP


class StepRecord(Protocol):
    """A record of a step, as an EagerRecord."""

    @property
    def places(self) -> Sequence[NamedPlace]:
        """The places of the record."""
        ...

    @property
    def names(self) -> BoundNames:
        """The names that the values of the record have in the user's code."""
        ...

    @property
    def earlier(self) -> Sequence[StepRecord]:
        """The earlier records of the step, latest record first."""
        ...

    def own_bindings(self, name: str, tick: int, call: UserCall | None) -> list[Binding]:
        """Return the bindings of a name in the record itself."""
        ...

    def writes_elsewhere(self, since: int, tick: int) -> bool:
        """Return True if a call may write to memory from before the record."""
        ...


def earlier_bindings(
    record: StepRecord, found: list[Binding], name: str, tick: int, call: UserCall | None
) -> list[Binding]:
    """Return the bindings of a name at a tick of a record, from `found` or from the earlier records of the step.

    `found` are the bindings in the record itself. A value in a function that is still running has priority over the
    values in functions that have ended. If the value of an earlier record may have changed, it is unknown.
    """
    by_locals = not record.names.reads_code
    if found and (not by_locals or any(is_called_by(call, b.call) for b in found)):
        return found
    is_written = record.writes_elsewhere(-1, tick)
    for earlier in record.earlier:
        running = _running_in(earlier, call) if by_locals else call
        older = earlier.own_bindings(name, len(earlier.places), running)
        if is_written and (by_locals or any(OF_STEP in b.value for b in older)):
            older = [b._replace(value="") for b in older]
        if older and (not by_locals or any(is_called_by(running, b.call) for b in older)):
            return older
        found = found or older
        is_written = is_written or (by_locals and earlier.writes_elsewhere(-1, len(earlier.places)))
    return found


def _running_in(record: StepRecord, call: UserCall | None) -> UserCall | None:
    """Return the innermost function at the end of a record that also runs in `call`, which may be of another record."""
    last = record.places[-1].caller[1] if record.places else None
    while call is not None:
        running = last
        while running is not None and not running.is_like(call):
            running = running.outer
        if running is not None:
            return running
        call = call.outer
    return None
