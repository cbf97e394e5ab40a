"""to_tensor, which converts numbers, nested lists, arrays and Tensors to a Tensor or a Variable."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.checks.masked_arrays import unmasked
from opscope.core.dtype import as_dtype
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.core.state import mode
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.eager.tensor import Tensor
from opscope.errors import ArgumentError, UsageError
from opscope.ops.registry import REGISTRY


def to_tensor(data: Any, dtype: object = None, place: object = None, stop_gradient: bool = True) -> Any:
    """Convert numbers, nested lists, arrays or Tensors to a Tensor. In static mode, return a Variable.

    Python floats are converted to the default dtype (float32), and ints to int64. Arrays keep their dtype. Raises
    UsageError (a TypeError) for other values.
    """
    if mode.static and not isinstance(data, Tensor | DenseTensor):
        return _constant(data, dtype, stop_gradient)
    array = _array(data, dtype)
    xp: Any = places.place_module(places.as_place(place))
    array = places.to_device(array, places.as_place(place))
    wanted = as_dtype(array.dtype if dtype is None else dtype).dtype
    return Tensor(xp.array(array, dtype=wanted), stop_gradient)


def _constant(data: Any, dtype: object, stop_gradient: bool) -> Any:
    """Return the Variable for the data in static mode. An operator of the current program computes the Variable."""
    if hasattr(data, "__apply_op__"):  # a Variable
        out = REGISTRY["assign"](data) if dtype is None else REGISTRY["cast"](data, dtype=as_dtype(dtype).name)
    else:
        array = _array(data, dtype)
        out = REGISTRY["assign_value"](values=array if dtype is None else array.astype(as_dtype(dtype).dtype))
    out.stop_gradient = stop_gradient
    return out


def _array(data: Any, dtype: object) -> Any:
    """Return the data as an array.

    Raises UsageError for a wrong type, and ArgumentError for elements that are not numbers.
    """
    if isinstance(data, Tensor):
        array = data._value
    elif isinstance(data, DenseTensor):
        array = data.array
    elif places.is_array(data):
        array = unmasked(data)
    elif isinstance(data, list | tuple | int | float | complex):
        array = _of_python(_without_tensors(unmasked(data)))
        if dtype is None and array.dtype == np.float64:
            array = array.astype(mode.dtype.dtype)
        elif dtype is None and array.dtype == np.complex128:
            array = array.astype(np.complex64)
    else:
        raise UsageError(
            f"Can't constructs a 'paddle.Tensor' with data type {type(data)}, data type must be "
            "scalar|list|tuple|np.ndarray|paddle.Tensor",
            site=site(),
            fix="pass numbers",
        )
    if array.dtype.kind not in "biufc":
        raise ArgumentError(
            f"Can't constructs a 'paddle.Tensor' with data type {type(data)}, its elements are {array.dtype}",
            site=site(),
            fix="pass numbers, without None and texts",
        )
    return array


def _of_python(data: Any) -> Any:
    try:
        return np.array(data)
    except ValueError as e:
        raise ArgumentError(
            "Faild to convert input data to a regular ndarray: the nested lists have different lengths",
            facts={"because": str(e).partition(". The detected")[0]},
            site=site(),
            fix="pad the lists to one length, or make a Tensor from each list",
        ) from e


def _without_tensors(data: Any) -> Any:
    """Return nested lists with NumPy arrays instead of Tensors."""
    if isinstance(data, list | tuple):
        return [_without_tensors(d) for d in data]
    return data.numpy() if isinstance(data, Tensor) else data


note_functions(__name__)
