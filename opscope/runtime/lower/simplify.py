"""What needs no work at all: applications whose result is one of their inputs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.dtype import as_dtype
from opscope.ops.registry import Attrs, Op

Rule = Callable[..., bool]


def _as_like(x: Any, like: Any) -> bool:
    return x.shape == like.shape and x.dtype == like.dtype


def _scaled(x: Any, scale: Any = 1.0, bias: Any = 0.0, **_: Any) -> bool:
    return type(scale) is not bool and scale == 1 and not bias


# values are assigned once, so a copy is as good as the value itself
_SAME: dict[str, Rule] = {
    "assign": lambda x: True,
    "reshape_like": lambda x, like: x.shape == like.shape,
    "sum_to": _as_like,
    "broadcast_like": _as_like,
    "cast_like": lambda x, like: x.dtype == like.dtype,
    "cast": lambda x, dtype: x.dtype == as_dtype(dtype).dtype,
    "scale": _scaled,
}


def simplified(op: Op, inputs: Sequence[Any], attrs: Attrs) -> Any:
    """The input that the result is equal to, or None."""
    rule = _SAME.get(op.name)
    if rule is not None and hasattr(inputs[0], "trace") and rule(*inputs, **attrs):
        return inputs[0]
    if op.name == "multiply":
        return _unit(*inputs)
    return None


def _unit(x: Any, y: Any) -> Any:
    """x * 1 and 1 * y."""
    for value, other in ((x, y), (y, x)):
        one = getattr(other, "constant", None)
        if one is None or not hasattr(value, "trace") or value.dtype != other.dtype:
            continue
        wide = np.broadcast_shapes(value.shape, other.shape) == value.shape
        if wide and one.size <= 4096 and one.size and bool((one == 1).all()):
            return value
    return None
