"""Rejection of masked arrays. Tensors have no mask, so masked elements would be used like other elements."""

from __future__ import annotations

import sys
from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError


def unmasked(value: Any) -> Any:
    """Return the value if it contains no masked elements.

    Raises ArgumentError if the value is, or contains, an array with masked elements.
    """
    masked = sys.modules.get("numpy.ma")  # else no module has made one
    if masked is not None and _has_mask(value, masked):
        raise ArgumentError(
            "the array has masked elements, but a tensor cannot have a mask",
            facts={"given": f"{type(value).__name__} {getattr(value, 'shape', '')}".strip()}, site=site(),
            fix="pass array.filled(0), or array.compressed()",
        )  # fmt: skip
    return value


def _has_mask(value: Any, masked: Any) -> bool:
    if isinstance(value, masked.MaskedArray):
        return bool(masked.is_masked(value))
    return isinstance(value, list | tuple) and any(_has_mask(v, masked) for v in value)
