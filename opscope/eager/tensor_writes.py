"""Checks and conversions for writes into a Tensor."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.annotations import Array
from opscope.core.checks.masked_arrays import unmasked
from opscope.core.source import site
from opscope.core.state import mode
from opscope.eager.eager_errors import with_op_context
from opscope.eager.tape import Tracked
from opscope.errors import ArgumentError, DTypeError, ModeError
from opscope.ops.index_keys import normalize_index
from opscope.ops.manipulation.setitem import assign_elements, assign_indexed
from opscope.ops.registry import REGISTRY, Op

ASSIGNABLE = (int, float, complex, list, tuple)
NUMBERS = frozenset((int, float, bool))
BASIC_INDEX = frozenset((int, slice, type(None), type(...)))  # index parts that NumPy reads as Paddle does


def needs_grad(value: object) -> bool:
    """Return True for a Tensor that needs a gradient."""
    return isinstance(value, Tracked) and not value.stop_gradient


def vjp_reads(function: Callable[..., Any], tensor: Tracked, args: Sequence[Any]) -> bool:
    """Return True if a gradient rule of an op reads the elements of the tensor.

    The result is also True for a function that is not an op.
    """
    if not isinstance(function, Op):
        return True
    read = {name for rule in (function.joint_vjp_params, *function.vjp_params.values()) for name in rule}
    return any(
        a is tensor and function.input_name(i) in read
        for i, a in enumerate(args)
        if i < len(function.inputs) or function.variadic
    )


def array_like(value: Any, like: Any) -> Any:
    """Return the elements as an array of the same array library and dtype as `like`."""
    return places.array_module(like).asarray(unmasked(value), dtype=like.dtype)  # type: ignore[attr-defined]


def check_leaf(tensor: Tracked, kind: str = "Var") -> None:
    """Raise ArgumentError if the tensor is a leaf that needs a gradient, and gradients are recorded."""
    if mode.grad and not tensor.stop_gradient and tensor._edge is None:
        raise ArgumentError(
            f"Leaf {kind} ({tensor.name}) that doesn't stop gradient can't use inplace strategy.",
            site=site(),
            fix="write under paddle.no_grad(), or to a clone()",
        )


def check_result_fits(tensor: Tracked, array: Array) -> None:
    """Raise ArgumentError or DTypeError if a result cannot be written into the tensor."""
    own = tensor._value
    if array.shape != own.shape:
        raise ArgumentError(
            f"The shape of broadcast output {list(array.shape)} is different from that of inplace tensor "
            f"{list(own.shape)} in the Inplace operation.",
            site=site(),
            fix="use the function without `_`: its result is a new tensor",
        )
    if array.dtype != own.dtype:
        raise DTypeError(
            f"the result is {array.dtype} and cannot be written to {tensor.name}, which is {own.dtype}",
            site=site(),
            fix="use the function without `_`, or cast_() the tensor first",
        )


def new_elements(tensor: Tracked, value: Any) -> Any:
    """Return the array that `set_value(value)` writes. Raises ModeError if the type, shape or dtype is wrong."""
    if not isinstance(value, Tracked) and not places.is_array(value) and not hasattr(value, "array"):
        raise ModeError(
            "Variable set_value function, arguments type only support Variable, numpy, Tensor, dict, string.",
            facts={"given": type(value).__name__},
            fix="pass a NumPy array or a Tensor",
        )
    array = value._value if isinstance(value, Tracked) else unmasked(getattr(value, "array", value))
    own = tensor._value
    if tuple(array.shape) != tuple(own.shape):
        raise ModeError(
            f"Variable Shape not match, Variable [ {tensor.name} ] need tensor with shape {list(own.shape)} but load "
            f"set tensor with shape {list(array.shape)}",
            fix=f"pass an array of shape {list(own.shape)}",
        )
    if array.dtype != own.dtype:
        raise ModeError(
            f"Variable dtype not match, Variable [ {tensor.name} ] need tensor with dtype {own.dtype} but load tensor "
            f"with dtype {array.dtype}",
            fix=f"convert the array to {own.dtype}",
        )
    return array


def basic_part(array: Any, index: Any) -> Any:
    """Return the part of an array at an index as a view. Return None if the index is not basic or is not valid."""
    parts = index if type(index) is tuple else (index,)
    if not BASIC_INDEX.issuperset(map(type, parts)) or not places.is_array(array):
        return None
    try:
        return array[parts if ... in parts else (*parts, ...)]  # with `...`, also a single element is a view
    except IndexError:
        return None


def elements_of(value: Any) -> Any:
    """Return the elements of a value as an array, for a write to a Tensor.

    Return None for a value that is neither an array nor a number, nor a list of numbers.
    """
    if isinstance(value, Tracked) or places.is_array(value):
        return value._value if isinstance(value, Tracked) else unmasked(value)
    are_numbers = NUMBERS.issuperset(map(type, value if type(value) in (list, tuple) else (value,)))
    return np.asarray(value) if are_numbers else None


def write_elements(tensor: Tracked, index: Any, value: Any) -> None:
    """Execute tensor[index] = value on the tensor's own array. The values and indices may be in any place.

    Raises the same errors as setitem.
    """
    array, place = tensor._value, places.place_of(tensor._value)
    given = value._value if isinstance(value, Tracked) else unmasked(value)
    given = places.to_device(given, place) if isinstance(given, np.ndarray) else given
    try:
        if type(index) in BASIC_INDEX or (type(index) is tuple and BASIC_INDEX.issuperset(map(type, index))):
            assign_elements(array, index, given)
        elif type(given) in NUMBERS and type(index) is not tuple:  # x[flags] = 0, mostly
            array[index._value if isinstance(index, Tracked) else index] = given
        else:
            key, arrays = normalize_index(index)
            held = [places.to_device(getattr(a, "_value", a), place) for a in arrays]
            assign_indexed(array, key, held, given)
    except (IndexError, OverflowError, TypeError, ValueError) as error:
        key, arrays = normalize_index(index)
        held = [getattr(a, "_value", a) for a in arrays]
        given = given if hasattr(given, "shape") else np.asarray(given)
        raise with_op_context(error, REGISTRY["setitem"], [array, given, *held], {"index": key}) from error
