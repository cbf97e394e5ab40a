"""Memory of a Tensor: views with strides, the DenseTensor of the memory, and a placeholder for freed memory."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.annotations import Array
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.eager.tape import Tracked
from opscope.errors import ArgumentError, RunError
from opscope.ops.registry import Op


def address(array: Array) -> int:
    """Return the address of the first element, on the device of the array."""
    if places.array_module(array) is np:
        return int(array.__array_interface__["data"][0])
    return int(array.data.ptr)


def owner_of(array: Array) -> Any:
    """Return the array that owns the memory. If the array is not a view, this is the array itself."""
    base = getattr(array, "base", None)
    while base is not None:
        if type(base) is not np.ndarray and not places.is_array(base):
            break
        array, base = base, base.base
    return array


def contiguous_strides(shape: Sequence[int]) -> list[int]:
    """Return the strides of a contiguous array of this shape, in elements."""
    return [math.prod(shape[i + 1 :]) for i in range(len(shape))]


def view_like(copy: Array, owner: Array, view: Array) -> Any:
    """Return the part of `copy` that corresponds to `view`. `copy` is a copy of `owner`, and `view` is a view of it."""
    xp: Any = places.array_module(copy)
    start = address(view) - address(owner)
    memory: Any = copy.ravel(order="K").view("u1")[start:]
    elements = memory[: memory.size // view.itemsize * view.itemsize].view(view.dtype)
    return xp.lib.stride_tricks.as_strided(elements, view.shape, view.strides)


def strided_view(owner: Any, shape: list[int], stride: list[int], start: int) -> Any:
    """Return a view of the memory of `owner` from byte `start` on. Raises ArgumentError if it exceeds the memory."""
    xp: Any = places.array_module(owner)
    item = owner.dtype.itemsize
    last = sum((d - 1) * s for d, s in zip(shape, stride, strict=True)) if 0 not in shape else -1
    if len(shape) != len(stride) or start < 0 or start % item or min(stride, default=0) < 0:
        raise ArgumentError(f"set_: shape {shape}, stride {stride} and offset {start} are not a valid combination")
    if start + (last + 1) * item > owner.size * item:
        raise ArgumentError(
            f"set_: shape {shape} and stride {stride} reach outside the memory of the source",
            facts={"elements in the source": owner.size, "elements needed": start // item + last + 1},
        )
    flat = owner.reshape(-1)[start // item :] if owner.flags.c_contiguous else owner.ravel(order="K")[start // item :]
    strides = tuple(s * item for s in stride)
    if xp is np:  # np.ndarray keeps `base`, which as_strided hides
        return np.ndarray(tuple(shape), owner.dtype, flat, strides=strides)
    return xp.lib.stride_tricks.as_strided(flat, tuple(shape), strides)


def view_from(array: Array, shape: Sequence[int] | None, stride: Sequence[int] | None, offset: int) -> Any:
    """Return a view of the memory of an array. The view begins `offset` bytes after the first element.

    The default shape is the shape of the array. The default stride is the stride of the array if the shape is the same,
    and otherwise the contiguous stride.
    """
    owner = owner_of(array)
    shape = list(array.shape if shape is None else shape)
    if stride is None:
        own = [s // array.itemsize for s in array.strides]
        stride = own if shape == list(array.shape) else contiguous_strides(shape)
    return strided_view(owner, shape, list(stride), offset + address(array) - address(owner))


# The results of these ops are views of their input, as in Paddle; the results of all other ops own their memory.
_VIEWS = frozenset((
    "reshape", "reshape_like", "flatten", "flatten_to_2d", "squeeze", "unsqueeze", "transpose", "getitem", "unbind",
    "diagonal", "as_strided", "view", "view_dtype", "tensor_unfold",
))  # fmt: skip


def link_view_or_copy(op: Op, view: Tracked, inputs: Sequence[Any]) -> None:
    """If a result is a view of an input, let both use the same version counter.

    Other results that show the memory of an input are copied.
    """
    for value in inputs:
        if isinstance(value, Tracked) and any(view._value.base is a for a in (value._value, value._value.base)):
            if op.name in _VIEWS:
                view._version = value._version
                if op.name == "diagonal":  # NumPy's view is read-only, Paddle's is not
                    view._value.setflags(write=view._value.base.flags.writeable)
            else:
                view._value = view._value.copy()  # of a new Tensor: nobody knows it yet
            return


class TensorMemory(DenseTensor):
    """The memory of a Tensor as a DenseTensor, like Paddle's C++ tensor. A write to it changes the Tensor."""

    __slots__ = ("_tensor",)

    def __init__(self, tensor: Tracked) -> None:
        self._tensor = tensor
        super().__init__(tensor._value)

    @property
    def _array(self) -> Any:  # pyright: ignore[reportIncompatibleVariableOverride]
        return None if isinstance(self._tensor._value, ClearedArray) else self._tensor._value

    @_array.setter
    def _array(self, array: Array) -> None:
        if array is not self._tensor._value:
            self._tensor._take_array(array)
            self._tensor._version[0] += 1


class ClearedArray(np.lib.mixins.NDArrayOperatorsMixin):
    """Placeholder for an array with freed memory. It has a shape and a dtype, but no elements."""

    __slots__ = ("base", "dtype", "ndim", "shape", "size")

    def __init__(self, array: Array) -> None:
        self.shape, self.dtype, self.ndim, self.size = array.shape, array.dtype, array.ndim, array.size
        self.base = None

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        raise RunError(
            "Tensor holds no memory. Call Tensor::mutable_data firstly.",
            fix="call set_value(): the data of the Tensor was cleared",
        )

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **kwargs: Any) -> Any:
        return self.__array__()

    def __getitem__(self, index: Any) -> Any:
        return self.__array__()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.__array__()
