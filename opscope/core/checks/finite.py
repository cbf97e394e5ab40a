"""Finiteness of an array: the only test on elements; `events.is_healthy` is the same test on counts of NaN and Inf."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.place import array_module, to_host


def is_on_host(array: Any) -> bool:
    """Return True for an array or number of NumPy."""
    return isinstance(array, np.ndarray | np.generic)


def surely_finite(arrays: Iterable[Any]) -> bool:
    """Return True if no element is NaN or Inf; False also where a product overflows, and for arrays on a device."""
    with np.errstate(over="ignore", invalid="ignore"):
        for array in arrays:
            kind = array.dtype.kind if is_on_host(array) else "O"
            if kind == "f" and array.dtype.itemsize >= 4:
                if not math.isfinite(np.vdot(array, array)):
                    return False
            elif kind in "iub":
                continue
            elif kind not in "fc" or not np.isfinite(array).all():
                return False
    return True


def all_finite(array: Array) -> bool:
    """Return True if no element is NaN or Inf. On the host, one dot product usually decides."""
    dtype = array.dtype
    if dtype.kind not in "fc":
        return True
    if type(array) is not np.ndarray:
        xp: Any = array_module(array)
        if xp is not np:
            return bool(to_host(xp.isfinite(array).all()))
    # NaN and Inf always show; an overflow is checked below. vdot reads any shape, and raises no flags
    if dtype.kind == "f" and dtype.itemsize >= 4 and array.flags.c_contiguous and math.isfinite(np.vdot(array, array)):
        return True
    return bool(np.isfinite(array).all())
