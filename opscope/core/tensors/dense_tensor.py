"""DenseTensor: the type of arguments of py_func functions, and of fetched values with `return_numpy=False`.

Like Paddle's own object, it has no arithmetic operators. But it works with NumPy: `np.array(x)` makes a copy,
`np.tanh(x)` computes, and `x.set(array, place)` replaces the value for all later operators.
"""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.annotations import Array
from opscope.core.checks.masked_arrays import unmasked
from opscope.core.dtype import DType, as_dtype
from opscope.core.tensors.dense_memory import Allocation, array_of_dlpack
from opscope.errors import ArgumentError


class DenseTensor(Allocation):
    """An array with Paddle's LoDTensor interface. `shape()` and `lod()` are methods, as in Paddle.

    If `array` is a list, it contains the lengths of sequences, and the tensor has no value yet.
    """

    __slots__ = ("__weakref__", "_array", "_dims", "_layout_name", "_lod", "changed", "home", "version")

    epoch = 0  # grows with every replacement of an array: bindings to arrays are checked again when it changes

    def __init__(self, array: Array = None) -> None:
        self._array = unmasked(array)
        self._dims: tuple[int, ...] = (0,)  # the shape, until there is an array
        self._layout_name = "NCHW"
        self.home: Any = None  # the array that lowered runs update in place (runtime.lower.persistent_buffers)
        self._lod: list[list[int]] = []
        self.changed = False
        self.version = 0  # number of values that were set, without updates in place by lowered runs
        if type(array) is list:
            self._array = None
            self.set_recursive_sequence_lengths(array)

    @property
    def array(self) -> Any:
        """The array, at its place. If runs update the array in place, the result is a copy.

        Raises ArgumentError if there is no array.
        """
        if self._array is None:
            raise ArgumentError(
                "Tensor holds no memory. Call Tensor::mutable_data firstly.",
                fix="set() a value, or run the program that writes the value",
            )
        return self._array if self._array is not self.home else self._array.copy()

    @property
    def storage(self) -> Any:
        """The array itself, or None. Only the runtime uses this property."""
        return self._array

    @storage.setter
    def storage(self, array: Array) -> None:
        self._array = array
        self.version += 1
        DenseTensor.epoch += 1

    def move_home(self, home: Any) -> None:
        """Move the value to the array `home`, which compiled (lowered) runs update in place."""
        self._array = self.home = home

    def set(self, array: Array, place: object = None) -> None:
        """Replace the value by a copy of `array` at `place` (default: the CPU).

        Raises ArgumentError if tensors do not support the element type.
        """
        source = array.array if isinstance(array, DenseTensor) else unmasked(array)
        self.storage = places.to_device(
            require_element_type(np.array(places.to_host(source), order="C")), places.as_place(place or places.CPU)
        )
        self.changed = True

    def shape(self) -> list[int]:
        """Return the dims as a list. The result is [0] if neither a value nor dims were set."""
        return self._get_dims()

    def lod(self) -> list[list[int]]:
        """Return the offsets of variable-length sequences, with a list for each level."""
        return [list(level) for level in self._lod]

    def set_lod(self, lod: list[list[int]]) -> None:
        """Set the offsets of variable-length sequences.

        Raises ArgumentError if the levels do not match, or if the last offset is not the size of the first dim.
        """
        self._lod = self._checked_offsets(lod, f"The provided LoD is invalid, the LoD is {_braces(lod)}")

    def recursive_sequence_lengths(self) -> list[list[int]]:
        """Return the lengths of variable-length sequences, with a list for each level."""
        return [list(map(int, np.diff(level))) for level in self._lod]

    def set_recursive_sequence_lengths(self, lengths: list[list[int]]) -> None:
        """Set the offsets from the lengths of sequences. Raises ArgumentError if the sums of the lengths are wrong."""
        offsets = [[0, *map(int, np.cumsum(level))] for level in lengths]
        what = "The provided recursive_sequence_lengths info is invalid, the LoD converted by recursive_sequence_"
        self._lod = self._checked_offsets(offsets, f"{what}lengths is {_braces(lengths)}")

    def _checked_offsets(self, offsets: list[list[int]], problem: str) -> list[list[int]]:
        """Check the offsets, and return them.

        A level must start at 0, be ascending, and end at the number of sequences of the next level.
        """
        rows = self._array.shape[0] if self._array is not None and self._array.ndim else None
        ends = [*(len(level) - 1 for level in offsets[1:]), rows]
        for level, end in zip(offsets, ends, strict=False):
            ascends = len(level) > 1 and level[0] == 0 and all(a <= b for a, b in itertools.pairwise(level))
            if not ascends or (end is not None and level[-1] != end):
                raise ArgumentError(
                    problem,
                    fix="the sequence lengths in a LoD level must add up to the number of sequences in the next level",
                )
        return [list(level) for level in offsets]

    def has_valid_recursive_sequence_lengths(self) -> bool:
        """Return True if the lengths of each level add up to the size of the next level, or of the first dim."""
        levels = self.recursive_sequence_lengths()
        if not levels:
            return True
        sizes = [*(len(level) for level in levels[1:]), self.shape()[0] if self.shape() else 1]
        return all(sum(level) == size for level, size in zip(levels, sizes, strict=True))

    def _dtype(self) -> DType:
        return as_dtype(self.array.dtype)

    def _place(self) -> places.Place:
        return places.place_of(self.array)

    def _is_initialized(self) -> bool:
        return self._array is not None

    def _numel(self) -> int:
        return math.prod(self._get_dims())

    def _clear(self) -> None:
        self.storage = None

    def _slice(self, begin: int, end: int) -> DenseTensor:
        """Return the rows from `begin` up to `end`. Raises ArgumentError if these rows do not exist."""
        return DenseTensor(self._rows(begin, end))

    def _copy(self, place: object = None) -> DenseTensor:
        """Return a copy at another place."""
        made = DenseTensor()
        made._copy_from(self, place)
        return made

    def _copy_from(self, other: DenseTensor, place: object = None, batch_size: int = -1) -> None:
        """Copy another DenseTensor, or its first batch_size rows, into this DenseTensor."""
        self.set(other if batch_size < 0 else other._slice(0, batch_size), place)
        self._lod = other.lod()

    def _as_type(self, dtype: Any) -> DenseTensor:
        """Return a copy in another dtype."""
        return DenseTensor(self.array.astype(as_dtype(dtype).dtype))

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        host = places.to_host(self.array)
        if copy is False:
            view = np.array(host, dtype=dtype, copy=False).view()
            view.flags.writeable = False  # values of a run are shared
            return view
        return np.array(host, dtype=dtype)

    def __getitem__(self, index: Any) -> DenseTensor:
        array = self.array
        parts = index if isinstance(index, tuple) else (index,)
        return DenseTensor(array[tuple(_keep_dim(i, array.shape, d) for d, i in enumerate(parts))])

    def __iter__(self) -> Any:
        return (self[i] for i in range(self.array.shape[0]))

    def __repr__(self) -> str:
        name = object.__repr__(self).strip("<>")  # as in Paddle, and what is in it
        if self._array is None:
            return f"<{name}: no value>"
        lod = f", lod {self._lod}" if self._lod else ""
        shape = ", ".join(map(str, self._array.shape))
        return f"<{name}: {self._array.dtype}[{shape}] on {self._place()}{lod}>"

    def __str__(self) -> str:
        if self._array is None:
            return "  - place: Undefined\n  - uninited"
        host = places.to_host(self._array)
        data = " ".join(map(_number_text, host.ravel().tolist() if host.dtype.kind != "f" else host.ravel()))
        shape = ", ".join(str(d) for d in host.shape)
        lod = f"  - lod: {_braces(self._lod)}\n" if self._lod else ""
        return (
            f"{lod}  - shape: [{shape}]\n  - layout: {self._layout_name}\n  - place: {self._place()}\n"
            f"  - dtype: {self._dtype().name}\n  - data: [{data}]"
        )


LoDTensor = DenseTensor


def _keep_dim(index: Any, shape: tuple[int, ...], dim: int) -> Any:
    """Return an index that keeps the dim, as in Paddle: an int becomes a slice of length 1."""
    if not isinstance(index, int):
        return index
    if not -shape[dim] <= index < shape[dim]:
        raise IndexError(
            f"(OutOfRange) The start {index} of slice is out of bounds, it should be in the range of "
            f"[{-shape[dim]}, {shape[dim]})"
        )
    return slice(index, index + 1 if index != -1 else None)


def _number_text(value: Any) -> str:
    """Format a number as a C++ stream does."""
    if isinstance(value, complex):
        return f"{value.real:g}{value.imag:+g}j"
    return f"{value:g}" if isinstance(value, float | np.floating) else str(int(value))


def from_dlpack(dlpack: Any) -> DenseTensor:
    """Make a DenseTensor with a copy of a DLPack capsule's array.

    Raises UsageError if the argument is not a capsule.
    """
    return DenseTensor(array_of_dlpack(dlpack))


def _braces(levels: list[list[int]]) -> str:
    return "{" + ", ".join("{" + ", ".join(map(str, level)) + "}" for level in levels) + "}"


def require_element_type(array: Array) -> Any:
    """Return the array. Raises ArgumentError if tensors do not support its element type."""
    if array.dtype.name in _ELEMENT_TYPES and array.dtype.isnative:
        return array
    raise ArgumentError(
        "Input object type error or incompatible array data type. tensor.set() supports array with bool, float16, "
        "float32, float64, int8, int16, int32, int64, uint8, complex64 or complex128, "
        f"please check your input or input array data type: {array.dtype}",
        fix="convert the array first, e.g. np.asarray(value, dtype='float32')",
    )


_ELEMENT_TYPES = frozenset(
    ("bool", "float16", "float32", "float64", "int8", "int16", "int32", "int64", "uint8", "complex64", "complex128")
)
