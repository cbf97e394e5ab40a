"""Read attributes that may be tensors: sizes, shapes, numbers and dtypes.

Eager tensors are read at once. A Variable has a value only when the program runs. A shape with Variables therefore
becomes a template, with DYNAMIC_DIM in place of each Variable (see `dynamic_shape`).
"""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.core.dtype import DType, as_dtype
from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import UnsupportedError, UsageError
from opscope.ops import infer

DYNAMIC_DIM = "?"  # a dim of a shape template whose size is an element of a tensor


def static_sizes(shape: Any, where: str) -> tuple[int, ...]:
    """Return a shape attribute as ints.

    Raises UnsupportedError if a dim is a Variable, and UsageError if a dim is not an integer.
    """
    template, tensors = shape_template(shape, where)
    if tensors:
        raise UnsupportedError(
            f"{where}: a tensor as a dim of the shape is not supported",
            fix="pass numbers; -1 stands for an unknown dim",
        )
    return template


def shape_template(shape: Any, where: str) -> tuple[Any, list[Any]]:
    """Return a shape attribute as a tuple, with DYNAMIC_DIM in place of each Variable, and a list of the Variables.

    Raises UsageError if a dim is not an integer, and ShapeError for a Variable with an unknown number of elements.
    """
    if is_symbolic(shape):
        count = infer.require_known_dim(
            dims.product(None if d == -1 else d for d in shape.shape), where, "how long the shape is"
        )
        return (DYNAMIC_DIM,) * count, [shape]
    if hasattr(shape, "tolist"):
        shape = shape.tolist()
    given = list(shape) if isinstance(shape, list | tuple) else [shape]
    if not all(d is None or hasattr(d, "__index__") or is_symbolic(d) for d in given):
        raise UsageError(f"{where}: the shape must consist of integers, not {shape!r}", fix="pass integers")
    template = tuple(DYNAMIC_DIM if is_symbolic(d) else -1 if d is None else int(d) for d in given)
    return template, [d for d in given if is_symbolic(d)]


def is_symbolic(value: Array) -> bool:
    """Return True for a Variable, because its value is known only when the program runs."""
    return hasattr(value, "__apply_op__") and not hasattr(value, "__index__")


def eager_number(value: Array) -> Any:
    """Return the number in an eager tensor of one element; other values are returned unchanged."""
    return value.item() if hasattr(value, "item") and not is_symbolic(value) else value


def known_number(value: Array, where: str) -> Any:
    """Return a number on which a shape depends; for a Variable, return its constant value.

    Raises UnsupportedError for a Variable without a constant value.
    """
    if not is_symbolic(value):
        return eager_number(value)
    known = value.constant_value() if hasattr(value, "constant_value") else None
    if known is not None and known.size == 1:
        return known.item()
    raise UnsupportedError(f"{where} must be known when the program is built", site=site(), fix="pass a number")


def dtype_or_default(dtype: Any) -> DType:
    """Return the DType for a spelling, and the default floating dtype for None."""
    return mode.dtype if dtype is None else as_dtype(dtype)
