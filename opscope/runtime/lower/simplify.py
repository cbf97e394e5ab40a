"""Algebraic simplification, which finds ops whose result is equal to one of their inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.core.dtype import as_dtype
from opscope.ops.registry import Attrs, Op

IdentityTest = Callable[..., bool]


def _has_spec_of(x: Array, like: Any) -> bool:
    return x.shape == like.shape and x.dtype == like.dtype


def _scales_by_one(x: Array, scale: Any = 1.0, bias: Array = 0.0, **_: Any) -> bool:
    return type(scale) is not bool and scale == 1 and not bias


# trace values are assigned once, so a copy is the value itself
_IDENTITY_OPS: dict[str, IdentityTest] = {
    "assign": lambda x: True,
    "reshape_like": lambda x, like: x.shape == like.shape,
    "sum_to": _has_spec_of,
    "broadcast_like": _has_spec_of,
    "cast_like": lambda x, like: x.dtype == like.dtype,
    "cast": lambda x, dtype: x.dtype == as_dtype(dtype).dtype,
    "scale": _scales_by_one,
}


def simplify_application(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
    """Return the input that is equal to the result, or None."""
    is_identity = _IDENTITY_OPS.get(op.name)
    if is_identity is not None and _is_traced(inputs[0]) and is_identity(*inputs, **attrs):
        return inputs[0]
    if op.name == "multiply":
        return _times_one(*inputs)
    return None


def _is_traced(value: Any) -> bool:
    """Return True for a value of the trace.

    Only such values have a `constant`, which is None if the value is computed.
    """
    return hasattr(value, "constant")


def _times_one(x: Array, y: Array) -> Any:
    """Return x for x * 1 and for 1 * x."""
    for value, other in ((x, y), (y, x)):
        one = getattr(other, "constant", None)
        if one is None or not _is_traced(value) or value.dtype != other.dtype:
            continue
        wide = np.broadcast_shapes(value.shape, other.shape) == value.shape
        if wide and one.size <= 4096 and one.size and bool((one == 1).all()):
            return value
    return None
