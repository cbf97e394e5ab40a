"""Step of eager code: the records that contain the calls of the step.

A step has several records if programs ran between its calls, or if the step has too many values for one record.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from opscope.debug.eager.eager_record import EagerPlace, EagerRecord
from opscope.ir.program.program import Block
from opscope.names.binding import Names


class EagerStep:
    """The records of a step of eager code, in order.

    The list does not contain records that the history has dropped.
    """

    def __init__(self, records: Sequence[EagerRecord]) -> None:
        self.records = records

    @property
    def is_complete(self) -> bool:
        """True if the first record begins with the first call of the step."""
        return self.records[0].first_call == 0

    @property
    def number(self) -> int:
        """The number of the step, counted from 1."""
        return self.records[-1].step

    @property
    def block(self) -> Block:
        """The block to which the variables of the calls belong."""
        return self.records[-1].plan.block

    @property
    def places(self) -> Iterator[EagerPlace]:
        """The places of all records of the step."""
        for record in self.records:
            yield from record.places

    @property
    def names(self) -> Names:
        """The names that the values of the step have in the user's code."""
        if len(self.records) == 1:
            return self.records[0].names.names  # it grows until the step ends
        found: Names = {}
        for record in self.records:
            for value, names in record.names.names.items():
                found.setdefault(value, {}).update(names)
        return found

    def final_value(self, name: str) -> Any:
        """Return the last value of a name that was recorded; None if no value of the name was recorded."""
        found = (record.final_value(name) for record in reversed(self.records))
        return next((value for value in found if value is not None), None)
