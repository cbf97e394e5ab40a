"""DenseTensor: what py_func functions receive, and what `return_numpy=False` fetches.

Paddle's own object has no arithmetic; this one adds none, but is a good NumPy citizen: `np.array(x)` copies,
`np.tanh(x)` works, `x.set(array, place)` replaces the value for everything that runs later.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.dtype import DType, as_dtype
from opscope.errors import ArgumentError


class DenseTensor:
    """An array with Paddle's LoDTensor interface. `shape()` and `lod()` are methods, as there."""

    __slots__ = ("__weakref__", "_array", "_lod", "changed", "home")

    epoch = 0  # grows whenever a value is replaced by another array: what was bound to the old one looks again

    def __init__(self, array: Any = None) -> None:
        self._array = array
        self.home: Any = None  # the array that lowered runs update in place (runtime.lower.homes)
        self._lod: list[list[int]] = []
        self.changed = False

    @property
    def array(self) -> Any:
        """The array itself, where it lives; a copy where runs update it in place. Raises ArgumentError without one."""
        if self._array is None:
            raise ArgumentError(
                "Tensor holds no memory. Call Tensor::mutable_data firstly.", fix="set() a value, or run what writes it"
            )
        return self._array if self._array is not self.home else self._array.copy()

    @property
    def held(self) -> Any:
        """The array, None if there is none: for those who run programs."""
        return self._array

    @held.setter
    def held(self, array: Any) -> None:
        self._array = array
        DenseTensor.epoch += 1

    def set(self, array: Any, place: object = None) -> None:
        """Replace the value by a copy of `array`, on `place` (default: the CPU).

        Raises ArgumentError for element types that no tensor can hold.
        """
        source = array.array if isinstance(array, DenseTensor) else array
        self.held = places.to_device(checked(np.array(places.to_host(source))), places.as_place(place or places.CPU))
        self.changed = True

    def shape(self) -> list[int]:
        """Dims as a list."""
        return list(self.array.shape)

    def lod(self) -> list[list[int]]:
        """Offsets of variable-length sequences, one list a level."""
        return [list(level) for level in self._lod]

    def set_lod(self, lod: list[list[int]]) -> None:
        """Set the offsets."""
        self._lod = [list(level) for level in lod]

    def recursive_sequence_lengths(self) -> list[list[int]]:
        """Lengths of the sequences, one list a level."""
        return [list(map(int, np.diff(level))) for level in self._lod]

    def set_recursive_sequence_lengths(self, lengths: list[list[int]]) -> None:
        """Set offsets by lengths."""
        self._lod = [[0, *map(int, np.cumsum(level))] for level in lengths]

    def has_valid_recursive_sequence_lengths(self) -> bool:
        """True if the lengths add up to the first dim."""
        levels = self.recursive_sequence_lengths()
        sizes = [*(len(level) for level in levels[1:]), self.array.shape[0] if self.array.ndim else 1]
        return all(sum(level) == size for level, size in zip(levels, sizes, strict=True))

    def _dtype(self) -> DType:
        return as_dtype(self.array.dtype)

    def _place(self) -> places.Place:
        return places.CPU if places.array_module(self.array) is np else places.CUDAPlace(int(self.array.device.id))

    def _is_initialized(self) -> bool:
        return self._array is not None

    def _numel(self) -> int:
        return int(self.array.size)

    def _clear(self) -> None:
        self.held = None

    def _slice(self, begin: int, end: int) -> DenseTensor:
        return DenseTensor(self.array[begin:end])

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        host = places.to_host(self.array)
        if copy is False:
            view = np.array(host, dtype=dtype, copy=False).view()
            view.flags.writeable = False  # values of a run are shared
            return view
        return np.array(host, dtype=dtype)

    def __getitem__(self, index: Any) -> DenseTensor:
        if isinstance(index, int):  # an int keeps the dim, as in Paddle
            index = slice(index, index + 1 if index != -1 else None)
        return DenseTensor(self.array[index])

    def __iter__(self) -> Any:
        return (self[i] for i in range(self.array.shape[0]))

    def __str__(self) -> str:
        if self._array is None:
            return "  - place: Undefined\n  - uninited"
        host = places.to_host(self._array)
        data = " ".join(
            f"{v:g}" if host.dtype.kind == "f" else str(int(v) if host.dtype.kind == "b" else v) for v in host.ravel()
        )
        shape = ", ".join(str(d) for d in host.shape)
        return (
            f"  - shape: [{shape}]\n  - layout: NCHW\n  - place: {self._place()}\n"
            f"  - dtype: {self._dtype().name}\n  - data: [{data}]"
        )


LoDTensor = DenseTensor


def checked(array: Any) -> Any:
    """The array, if its element type is one that tensors hold. Raises ArgumentError otherwise."""
    if array.dtype.name in _HELD and array.dtype.isnative:
        return array
    raise ArgumentError(
        "Input object type error or incompatible array data type. tensor.set() supports array with bool, float16, "
        "float32, float64, int8, int16, int32, int64, uint8, complex64 or complex128, "
        f"please check your input or input array data type: {array.dtype}",
        fix="convert it first, e.g. np.asarray(value, dtype='float32')",
    )


_HELD = frozenset(
    ("bool", "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "complex64", "complex128")
)
