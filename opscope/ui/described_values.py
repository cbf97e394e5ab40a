"""Compact messages for pages.

The constant description of a value (name, shape, ...) is sent once. After that, only eight numbers are sent for this
value. `js/src/protocol.js` combines the description and the numbers.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable

import numpy as np

from opscope.events import Message, ValueSeen

LARGEST = 2.0**24  # counts up to this number are exact as float32; a value with a larger number is sent whole
NUMBERS = ("step", "min", "max", "mean", "std", "zeros", "nan", "inf")
numbers_of = operator.attrgetter(*NUMBERS)


class DescribedValues:
    """The descriptions of values that the views have received since the last snapshot, numbered in order."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, tuple[object, ...]]] = {}
        self._count = 0

    def split(self, messages: Iterable[Message]) -> tuple[list[Message], bytes]:
        """Return the messages that are sent unchanged, and the numbers of the values whose descriptions are known.

        The numbers are stored as float32, column by column. The first column contains the indices of the descriptions.
        The other columns are `NUMBERS`. NaN stands for None.
        """
        whole: list[Message] = []
        rows: list[list[float]] = []
        for message in messages:
            number = None
            if isinstance(message, ValueSeen):
                row = [math.nan if x is None else x for x in numbers_of(message)]
                number = self._number_of(message, all(-LARGEST < x < LARGEST for x in row if x == x))
                if number is not None:
                    rows.append([number, *row])
            if number is None:
                whole.append(message)
        return whole, np.array(rows, dtype="<f4").T.tobytes()

    def _number_of(self, value: ValueSeen, is_exact: bool) -> int | None:
        """Return the index of the value's description.

        Return None if the whole value must be sent, with a new description.
        """
        description = (
            value.op, value.op_type, value.role, value.shape, value.dtype, value.grad_of, value.parameter, value.site,
            value.called, value.named, value.program, value.eager,
        )  # fmt: skip
        known = self._known.get(value.name)
        if is_exact and known is not None and known[1] == description:
            return known[0]
        self._known[value.name] = self._count, description
        self._count += 1
        return None
