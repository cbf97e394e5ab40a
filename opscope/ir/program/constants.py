"""Constants of programs. Numbers and arrays become calls of ops without inputs, or values of attributes."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.checks.masked_arrays import unmasked
from opscope.core.dtype import DType, as_dtype
from opscope.core.spec import TensorSpec
from opscope.ops.grad_ops import abstract_spec
from opscope.ops.registry import REGISTRY, Attrs, Op
from opscope.ops.tensor_operators import is_number


def constant_call(value: Any, like: TensorSpec | None) -> tuple[Op, Attrs] | None:
    """Return the op and the attributes that create a number or an array. Return None for other values.

    `like` is the spec of the other operand, if there is one.
    """
    if is_number(value):
        own = as_dtype(bool if isinstance(value, bool) else "float32" if isinstance(value, float) else "int64")
        dtype = own if like is None or (isinstance(value, float) and not like.dtype.floating) else like.dtype
        return REGISTRY["full"], {"shape": (), "fill_value": value, "dtype": dtype.name}
    if isinstance(value, complex):
        dtype = abstract_spec(value, like).dtype  # type: ignore[union-attr]
        return REGISTRY["full"], {"shape": (), "fill_value": value, "dtype": dtype.name}
    if isinstance(value, np.ndarray | list | tuple):
        return REGISTRY["assign_value"], {"values": np.asarray(unmasked(value))}
    return None


def normalized(value: Any) -> Any:
    """Return an attribute in the form that programs store: tuples, Python numbers, names of dtypes."""
    if isinstance(value, list):
        return tuple(normalized(v) for v in value)
    return value.item() if isinstance(value, np.generic) else value.name if isinstance(value, DType) else value


def fold_constants(value: Any) -> Any:
    """Replace a Variable among attributes by its value, if the value is a known constant."""
    if type(value) is tuple:
        return tuple(map(fold_constants, value))
    constant_value = getattr(value, "constant_value", None)
    constant = None if constant_value is None else constant_value()
    if constant is None:
        return value
    return constant.item() if constant.size == 1 else constant.tolist()
