"""Arrays with a single element that are also numbers, as in NumPy before 2.4 and in programs for Paddle 1.x."""

from __future__ import annotations

from typing import Any

import numpy as np


class NumberArray(np.ndarray[Any, Any]):
    """An array that is also a number if it has one element: `"%f" % loss`, `float(loss)`.

    The rows of a [n, 1] array are also of this class: `["%.2f" % row for row in predicted]`. When it is pickled, it
    becomes a plain array.
    """

    def __float__(self) -> float:
        return float(self.item()) if self.size == 1 else super().__float__()

    def __int__(self) -> int:
        return int(self.item()) if self.size == 1 else super().__int__()

    def __repr__(self) -> str:
        return repr(np.asarray(self))

    def __reduce__(self) -> Any:
        return np.asarray(self).__reduce__()


def number_array(array: Any, wanted: bool = True) -> Any:
    """Return the array, as a NumberArray if this is requested and its last dim is 1. Return other values unchanged."""
    return array.view(NumberArray) if wanted and type(array) is np.ndarray and array.shape[-1:] == (1,) else array


__all__ = ["NumberArray", "number_array"]
