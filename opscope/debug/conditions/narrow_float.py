"""Numbers that come from narrow floats such as float32, and are printed with the digits of the narrow float."""

from __future__ import annotations

from typing import Any, Self

import numpy as np


class NarrowFloat(float):
    """A Python number that is printed like a narrow float: `0.1` instead of `0.10000000149011612`, its 64-bit value.

    >>> NarrowFloat(float(np.float32(0.1)), "0.1"), NarrowFloat(0.5, "0.5") + 1
    (0.1, 1.5)
    """

    __slots__ = ("_text",)

    def __new__(cls, value: float, text: str) -> Self:
        made = super().__new__(cls, value)
        made._text = text
        return made

    def __getnewargs__(self) -> Any:
        return float(self), self._text

    def __repr__(self) -> str:
        return self._text

    def __str__(self) -> str:
        return self._text


def narrowed(value: float, dtype: Any) -> float:
    """Return a number that is printed like a float of a dtype, if the dtype can represent the number."""
    with np.errstate(all="ignore"):
        narrow = dtype.type(value)
    is_same = abs(float(narrow) - value) <= float(np.finfo(dtype).eps) * abs(value)  # else it is out of range
    return NarrowFloat(value, str(narrow)) if is_same else value
