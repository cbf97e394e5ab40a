"""Texts that show the type and the content of a value."""

from __future__ import annotations

import reprlib
from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.core.formats.narrow_arrays import dtype_name, widened
from opscope.core.place import has_numbers, is_array, to_host
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.debug.frames.variables import summary
from opscope.eager.foreign.tensors import foreign_tensor, missing_elements
from opscope.eager.tensor import Tensor
from opscope.errors import printable

SHORT = 200  # characters of a value in a list
LONG = 100_000  # characters of a printed or copied value


def array_of(value: Any) -> Any:
    """Return the array of a value that contains numbers. Return None for other values."""
    if isinstance(value, Tensor):
        value = widened(value._value)
    elif isinstance(value, DenseTensor):  # argument of a py_func
        value = value.storage
    elif (seen := foreign_tensor(value)) is not None:
        value = widened(seen.array)
    return value if (is_array(value) or isinstance(value, np.generic)) and has_numbers(value) else None


def type_text(value: Any) -> str:
    """Return the type of a value as text: dtype and shape, such as `float32[4, 5]`, or the name of its Python type."""
    array = array_of(value)
    return type(value).__name__ if array is None else f"{dtype_name(array)}{dims.text(array.shape)}"


def value_text(value: Any) -> str:
    """Format a value in one short line.

    A large array is shown by its type and statistics. An array with a single element is shown as a number.

    >>> import numpy as np
    >>> value_text(np.arange(3.0)), value_text(np.float32(0.1)), value_text({"a": 1})
    ('float64[3] = [0. 1. 2.]', '0.1', "{'a': 1}")
    """
    array = array_of(value)
    if array is None:
        return summary(value, SHORT)
    return summary(array, SHORT) if array.ndim else str(to_host(array)[()])


def full_text(value: Any) -> str:
    """Format a value for printing or copying, in several lines.

    Arrays with up to 10,000 elements are shown completely.
    """
    array = array_of(value)
    if array is not None and array.ndim:
        return printable(np.array2string(to_host(array), separator=", ", threshold=10_000, precision=8))[:LONG]
    if array is not None:
        return value_text(value)
    if isinstance(value, str):
        return repr(value)[:LONG]
    if missing := missing_elements(value):
        return missing
    long = reprlib.Repr()
    long.maxlist = long.maxtuple = long.maxdict = long.maxset = 1000
    long.maxstring = long.maxother = LONG
    try:
        return printable(long.repr(value))[:LONG]
    except Exception as e:  # noqa: BLE001 (a user's `__repr__` may raise anything)
        return f"<{type(value).__name__}, whose repr raises {type(e).__name__}: {e}>"
