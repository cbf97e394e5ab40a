"""Test for NaN and Inf in arrays. All other modules use this test.

`events.is_healthy` does the same test with the counts of NaN and Inf.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.formats.narrow_arrays import is_stored, widened
from opscope.core.place import array_module, to_host

SMALL = 1024  # bytes


def is_on_host(array: Any) -> bool:
    """Return True for a NumPy array or a NumPy number."""
    return isinstance(array, np.ndarray | np.generic)


def surely_finite(arrays: Iterable[Any]) -> bool:
    """Return True if certainly no element is NaN or Inf.

    The result can be False although all elements are finite: for arrays on a device, or if a product overflows.
    """
    products: list[Any] = []
    small: dict[str, list[bytes]] = {}  # elements of small arrays by dtype: a product each would take longer
    for array in arrays:
        if type(array) is not np.ndarray and not is_on_host(array):
            return False
        dtype = array.dtype
        if dtype.char in "fdg":
            if array.nbytes > SMALL:
                products.append(array)
            else:
                small.setdefault(dtype.str, []).append(array.tobytes())
        elif dtype.kind not in "iub" and not ((dtype.kind in "fc" or is_stored(array)) and all_finite(array)):
            return False
    products += [np.frombuffer(b"".join(parts), kind) for kind, parts in small.items()]
    with np.errstate(over="ignore", invalid="ignore"):
        return all(map(math.isfinite, map(np.vdot, products, products)))


def all_finite(array: Array) -> bool:
    """Return True if no element is NaN or Inf. On the host, one dot product usually decides."""
    dtype = array.dtype
    if dtype.kind not in "fc":
        return not is_stored(array) or all_finite(widened(array))
    if type(array) is not np.ndarray:
        xp: Any = array_module(array)
        if xp is not np:
            return bool(to_host(xp.isfinite(array).all()))
    if array.size == 1 and dtype.char in "fd":
        return math.isfinite(array.item())
    # NaN and Inf always show; an overflow is checked below. vdot reads any shape, and raises no flags
    if dtype.kind == "f" and dtype.itemsize >= 4 and array.flags.c_contiguous and math.isfinite(np.vdot(array, array)):
        return True
    return bool(np.isfinite(array).all())
