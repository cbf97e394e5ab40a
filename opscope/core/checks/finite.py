"""Finiteness of an array: the only test on elements; `events.is_healthy` is the same test on counts of NaN and Inf."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.place import array_module, to_host


def all_finite(array: Array) -> bool:
    """Return True if no element is NaN or Inf. On the host, one dot product usually decides."""
    if array.dtype.kind not in "fc":
        return True
    xp: Any = array_module(array)
    if xp is not np:
        return bool(to_host(xp.isfinite(array).all()))
    if array.dtype.kind == "f" and array.dtype.itemsize >= 4 and array.flags.c_contiguous:
        flat = array.reshape(-1)
        with np.errstate(over="ignore", invalid="ignore"):
            if math.isfinite(float(np.dot(flat, flat))):  # NaN and Inf always show; an overflow is checked below
                return True
    return bool(np.isfinite(array).all())
