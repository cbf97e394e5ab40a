"""Memory methods of a DenseTensor, as in Paddle's C++ interface: dims, allocation, access to elements, DLPack."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.dtype import as_dtype
from opscope.core.source import site
from opscope.errors import ArgumentError, UsageError

LAYOUTS = ("NCHW", "NHWC", "Undefined(AnyLayout)")


class Allocation:
    """Mixin class of DenseTensor. A write to an element replaces the whole array, because runs share their values."""

    __slots__ = ()

    array: Any
    storage: Any
    changed: bool
    _dims: tuple[int, ...]
    _layout_name: str

    def _get_dims(self) -> list[int]:
        return list(self._dims if self.storage is None else self.storage.shape)

    def _set_dims(self, dims: Any) -> None:
        """Set the shape of the next allocation.

        If the existing memory has the same size, it is reshaped. Otherwise, it is freed.
        """
        self._dims = tuple(int(d) for d in dims)
        if self.storage is not None:
            kept = self.array
            self.storage = kept.reshape(self._dims) if kept.size == math.prod(self._dims) else None

    def _mutable_data(self, place: Any, dtype: Any = "float32") -> int:
        """Allocate zeros of a dtype at `place`, unless memory of this dtype exists.

        Returns the address of the memory.
        """
        self._allocated(place, as_dtype(dtype).name)
        return self._ptr()

    def _allocated(self, place: Any, dtype: str) -> None:
        if self.storage is None or self.storage.dtype.name != dtype:
            made = np.zeros(self._get_dims(), dtype)
            self.storage = places.to_device(made, places.as_place(place or places.CPU))
            self.changed = True

    def _alloc_float(self, place: Any = None) -> None:
        self._allocated(place, "float32")

    def _alloc_double(self, place: Any = None) -> None:
        self._allocated(place, "float64")

    def _alloc_int(self, place: Any = None) -> None:
        self._allocated(place, "int32")

    def _ptr(self) -> int:
        """Return the address of the first element."""
        array = self.array
        return int(array.ctypes.data if places.array_module(array) is np else array.data.ptr)

    # --- elements -----------------------------------------------------------------------------------

    def _element(self, dtype: str, index: int) -> Any:
        array = self._of(dtype, index)
        return places.to_host(array.reshape(-1)[index]).item()

    def _set_element(self, dtype: str, index: int, value: Any) -> None:
        made = self._of(dtype, index).copy()
        made.reshape(-1)[index] = value
        self.storage = made
        self.changed = True

    def _of(self, dtype: str, index: int) -> Any:
        array = self.array
        if array.dtype.name != dtype:
            raise ArgumentError(f"Tensor holds the wrong type, it holds {array.dtype}, but desires to be {dtype}.")
        if type(index) is not int or index < 0:
            raise UsageError(f"the number of an element must be an int, 0 or more, but is {index!r}", site=site())
        if index >= array.size:
            raise ArgumentError("The offset exceeds the size of tensor.", facts={"size": array.size}, site=site())
        return array

    def _get_float_element(self, offset: int) -> float:
        return self._element("float32", offset)

    def _set_float_element(self, offset: int, value: float) -> None:
        self._set_element("float32", offset, value)

    def _get_double_element(self, offset: int) -> float:
        return self._element("float64", offset)

    def _set_double_element(self, offset: int, value: float) -> None:
        self._set_element("float64", offset, value)

    def _get_complex64_element(self, offset: int) -> complex:
        return self._element("complex64", offset)

    def _set_complex64_element(self, offset: int, value: complex) -> None:
        self._set_element("complex64", offset, value)

    def _get_complex128_element(self, offset: int) -> complex:
        return self._element("complex128", offset)

    def _set_complex128_element(self, offset: int, value: complex) -> None:
        self._set_element("complex128", offset, value)

    # --- copies -------------------------------------------------------------------------------------

    def _rows(self, begin: int, end: int) -> Any:
        array = self.array
        if not array.ndim or begin < 0 or end > array.shape[0]:
            raise ArgumentError("The end row index is out of bound.", facts={"shape": list(array.shape), "end": end})
        if begin >= end:
            raise ArgumentError(
                "The start row index must be less than the end row index. But received the start index = "
                f"{begin}, the end index = {end}.", site=site(),
            )  # fmt: skip
        return array[begin:end]

    def _layout(self) -> str:
        return self._layout_name

    def _set_layout(self, layout: str) -> None:
        """Set the layout, which is only returned and printed. Raises ArgumentError for an unknown layout."""
        if layout not in LAYOUTS:
            what = f"Unknown data layout type string: {layout}."
            raise ArgumentError(what, site=site(), fix=" or ".join(LAYOUTS[:2]))
        self._layout_name = layout

    def _to_dlpack(self) -> Any:
        """Return a PyCapsule with a copy of the array. The function `from_dlpack` of any library can read it once."""
        return self.array.copy().__dlpack__()


class Capsule:
    """Wrapper of a DLPack capsule in main memory, with the methods that NumPy needs."""

    def __init__(self, capsule: Any) -> None:
        self._capsule = capsule

    def __dlpack__(self, **_: Any) -> Any:
        return self._capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return (1, 0)  # kDLCPU


def array_of_dlpack(capsule: Any) -> Any:
    """Return a host copy of the array in a DLPack capsule. Raises UsageError if the argument is not a capsule."""
    if type(capsule).__name__ != "PyCapsule":
        raise UsageError(
            f"The type of 'dlpack' in from_dlpack must be PyCapsule object, but received {type(capsule)}.", site=site()
        )
    return np.array(np.from_dlpack(Capsule(capsule)))
