"""The text and the type of a value, in one line of bounded length."""

from __future__ import annotations

import reprlib
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.place import has_numbers, is_array, to_host
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.debug.frames.variables import summary
from opscope.eager.tensor import Tensor
from opscope.errors import printable

SHORT = 200  # characters of a value in a list
LONG = 100_000  # characters of a value that is printed or copied


def array_of(value: Any) -> Any:
    """The array of numbers that a value is, or holds; None if it is something else."""
    if isinstance(value, Tensor):
        value = value._value
    elif isinstance(value, DenseTensor):  # what a py_func is called with
        value = value.storage
    return value if (is_array(value) or isinstance(value, np.generic)) and has_numbers(value) else None


def type_text(value: Any) -> str:
    """`float32[4, 5]` for arrays and Tensors, the name of the type for others."""
    array = array_of(value)
    return type(value).__name__ if array is None else f"{array.dtype}{dims.text(array.shape)}"


def value_text(value: Any) -> str:
    """A value in one short line: of a large array its type and statistics, of one element the number.

    >>> import numpy as np
    >>> value_text(np.arange(3.0)), value_text(np.float32(0.1)), value_text({"a": 1})
    ('float64[3] = [0. 1. 2.]', '0.1', "{'a': 1}")
    """
    array = array_of(value)
    if array is None:
        return summary(value, SHORT)
    return summary(array, SHORT) if array.ndim else str(to_host(array)[()])


def full_text(value: Any) -> str:
    """A value as it is printed or copied: up to ten thousand elements of an array, in lines."""
    array = array_of(value)
    if array is not None and array.ndim:
        return printable(np.array2string(to_host(array), separator=", ", threshold=10_000, precision=8))[:LONG]
    if array is not None:
        return value_text(value)
    if isinstance(value, str):
        return repr(value)[:LONG]
    long = reprlib.Repr()
    long.maxlist = long.maxtuple = long.maxdict = long.maxset = 1000
    long.maxstring = long.maxother = LONG
    try:
        return printable(long.repr(value))[:LONG]
    except Exception as e:  # noqa: BLE001 (a `__repr__` of the user's)
        return f"<{type(value).__name__}, whose repr raises {type(e).__name__}: {e}>"
