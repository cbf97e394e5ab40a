"""Predicates of tensors: kind of dtype, number of dims, emptiness."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import shape as dims
from opscope.errors import UsageError
from opscope.ops import creation
from opscope.ops.public_functions import public
from opscope.ops.tensor_operators import TensorOperators


@public
def rank(input: Any) -> Any:
    """Return the number of dims of a tensor, as an int32 tensor of rank 0."""
    if not isinstance(input, TensorOperators):
        raise UsageError(f"The type of 'input' in rank must be Tensor, but received {type(input)}.")
    return creation.assign_value(values=np.array(len(input.shape), "int32"))  # type: ignore[attr-defined]


def _kind(x: Any) -> str:
    if not isinstance(x, TensorOperators):
        raise UsageError(f"x must be a Tensor, but received {type(x)}", fix="convert x with to_tensor")
    return x.dtype.kind  # type: ignore[attr-defined]


@public
def is_tensor(x: Any) -> bool:
    """Return True if x is a Tensor or a Variable."""
    return isinstance(x, TensorOperators)


@public
def is_integer(x: Any) -> bool:
    """Return True for a tensor of integers, but not of booleans. Raises UsageError if x is not a tensor."""
    return _kind(x) in "iu"


@public
def is_floating_point(x: Any) -> bool:
    """Return True for a tensor of floats. Raises UsageError if x is not a tensor."""
    return _kind(x) == "f"


@public
def is_complex(x: Any) -> bool:
    """Return True for a tensor of complex numbers. Raises UsageError if x is not a tensor."""
    return _kind(x) == "c"


@public
def broadcast_shape(x_shape: Any, y_shape: Any) -> list[int]:
    """Return the broadcast shape of two shapes; -1 is an unknown dim. Raises ShapeError if they do not fit."""
    shapes = [tuple(None if d == -1 else int(d) for d in s) for s in (x_shape, y_shape)]
    return [-1 if d is None else d for d in dims.broadcast(*shapes)]
