"""Arrays that are also numbers if they have one element, as in NumPy before 2.4. Programs for Paddle 1.x need them."""

from __future__ import annotations

from typing import Any

import numpy as np


class NumberArray(np.ndarray[Any, Any]):
    """An array that can be used as a number if it has one element, as in `"%f" % loss` and `float(loss)`.

    The rows of a [n, 1] array also have this class, as in `["%.2f" % row for row in predicted]`. If such an array is
    pickled, the loaded object is a plain array.
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
    """Return an array as a NumberArray if `wanted` is True and its last dim is 1. Return other values unchanged."""
    return array.view(NumberArray) if wanted and type(array) is np.ndarray and array.shape[-1:] == (1,) else array


__all__ = ["NumberArray", "number_array"]
