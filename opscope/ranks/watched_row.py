"""WatchedRow: the numbers of a rank that the launcher shows, as a row of float32 numbers with names.

The numbers are sent with each beat. The names are sent only when they change. So 1,000 ranks with 100 numbers send 4 MB
a second.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

MOST = 400  # numbers of a row; a beat is a line of at most 64 KB
LONGEST = 80  # characters of a name


class Number(NamedTuple):
    """A column of a row: the name of a value, and the measured quantity.

    measure: "" for a number that the program watches; "mean" or "std" for a value; "gradient" for the root mean square
    of a gradient.
    """

    name: str
    measure: str = ""


class WatchedRow:
    """The numbers of a row. Any thread may set numbers, and the thread of the beats reads them."""

    def __init__(self) -> None:
        self._numbers: dict[Number, float] = {}
        self._sent: tuple[Number, ...] = ()
        self.left_out = 0  # numbers beyond MOST

    def set(self, number: Number, value: float) -> None:
        """Set a number. NaN means that the value contains NaN or Inf."""
        if number not in self._numbers and len(self._numbers) >= MOST:
            self.left_out += 1
            return
        self._numbers[number] = value

    def clear(self, but: str = "") -> None:
        """Remove all numbers, except the numbers with the measure `but`."""
        for number in [each for each in list(self._numbers) if each.measure != but]:
            del self._numbers[number]

    def encoded(self) -> dict[str, Any]:
        """Return the numbers as fields of a beat."""
        numbers = dict(self._numbers)
        names = tuple(numbers)
        with np.errstate(over="ignore"):
            row = np.array(list(numbers.values()), np.float64).astype("<f4")
        found: dict[str, Any] = {"row": base64.b64encode(row.tobytes()).decode("ascii")}
        if names != self._sent:
            self._sent = names
            found["numbers"] = [[number.name[:LONGEST], number.measure] for number in names]
        return found


def decoded_numbers(found: Sequence[Any]) -> tuple[Number, ...]:
    """Return the columns that a beat describes. Raises ValueError or TypeError if the data has another form."""
    return tuple(Number(str(name), str(measure)) for name, measure in found)


def decoded_row(report: Mapping[str, Any], columns: int) -> np.ndarray[Any, Any]:
    """Return the row of numbers of a beat.

    Raises ValueError if the number of values differs from the number of columns.
    """
    row = np.frombuffer(base64.b64decode(report.get("row", ""), validate=True), "<f4")
    if row.size != columns:
        raise ValueError(f"a row must have {columns} numbers, one for each column, but has {row.size}")
    return row
