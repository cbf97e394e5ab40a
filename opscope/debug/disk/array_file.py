"""Array file of a segment: a file with the bytes of all arrays of the segment, one array after the other.

An entry of a recording describes an array: `[offset, size, crc32, dtype, shape]`. The CRC-32 checksum is computed from
the `size` bytes that begin at `offset`. The dtype `bfloat16` stands for elements that are stored as bfloat16. The dtype
`<f4 bfloat16` stands for float32 elements whose values are bfloat16 numbers (`core/formats/narrow_arrays.py`). The
bytes of an array are the elements in memory order, or the elements compressed with zstd if this is shorter. If an array
was transposed in memory, the entry has a sixth item: the `order` of the axes. The value of such an entry is
`stored.transpose(order)`, and `shape` is the shape of this value. The order in memory is stored because the last bits
of a sum over the array depend on it.
"""

from __future__ import annotations

import math
import re
import reprlib
import sys
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from opscope.core.files.untrusted_files import file_size, open_regular
from opscope.core.formats.narrow_arrays import STORED, dtype_text, held_in, is_stored, wide
from opscope.core.place import is_array, to_host
from opscope.debug.disk.checksummed_jsonl import DamagedFileError, file_context
from opscope.debug.disk.compression import can_compress, compress, decompress
from opscope.errors import RecordingError

Array = np.ndarray[Any, Any]
KINDS = "biufc"
_DTYPE = re.compile(rf"([<>|=]?[{KINDS}]\d\d?)(?: (\w+))?")
_RANK = 64  # maximum number of dims of a NumPy array
_JOINED = 64 << 10  # bytes; smaller arrays of a stack are written together
_SAMPLE = 16 << 10  # bytes compressed as a sample, to decide about the rest
_WORTH = 0.8  # maximum share of its size that a compressed sample may keep
# Limits of the claimed bytes of compressed elements: a constant, and a multiple of the bytes in the file.
EXPANDED, EXPANSION = 16 << 20, 32


class ArrayWriter:
    """Writer that collects arrays and writes them to a file. An array that is added twice is only written once."""

    def __init__(self) -> None:
        self._stacks: list[tuple[list[Any], Sequence[Any]]] = []  # entries and arrays, which keeps the ids unique
        self._by_id: dict[int, list[Any]] = {}
        self.max_bytes = 0  # maximum size of the file

    def add(self, value: Any) -> list[Any] | None:
        """Add a value, and return its entry in the array file. Return None for the value None.

        The returned entry is complete only after `write` was called. Raises RecordingError for an array of Python
        objects.
        """
        if value is None:
            return None
        if id(value) in self._by_id:
            return self._by_id[id(value)]
        array = value if is_array(value) else np.asarray(value)
        if not can_write(array):
            raise RecordingError(
                f"arrays of {array.dtype} cannot be written to a recording", fix="use numbers, or leave the value out"
            )
        entry = self._by_id[id(value)] = self._add([value], array.shape, array)
        return entry

    def add_stack(self, arrays: Sequence[Array]) -> list[Any]:
        """Add several arrays as one array, stacked along a new first axis, and return the entry of this array.

        All arrays are C-contiguous and have the same shape and dtype.
        """
        return self._add(arrays, (len(arrays), *arrays[0].shape), arrays[0])

    def _add(self, arrays: Sequence[Any], shape: Sequence[int], first: Array) -> list[Any]:
        found = getattr(first, "format", "")
        entry = [0, 0, 0, f"{first.dtype.str} {found}" if found else dtype_text(first.dtype), list(shape)]
        self._stacks.append((entry, arrays))
        self.max_bytes += len(arrays) * first.nbytes
        return entry

    def write(self, file: IO[bytes], compressing: bool = True) -> None:
        """Write the arrays and complete the entries."""
        offset, expanded = 0, 0
        for entry, arrays in self._stacks:
            buffers, order = _buffers(arrays)
            size = whole = sum(map(len, buffers))
            if compressing and _is_compressible(buffers, size):
                frame = compress(buffers)
                packed = sum(map(len, frame))
                if packed < whole and expanded + whole <= EXPANDED + EXPANSION * (offset + packed):
                    buffers, size, expanded = frame, packed, expanded + whole
            crc = 0
            for buffer in buffers:
                crc = zlib.crc32(buffer, crc)
                file.write(buffer)
            entry[:3] = offset, size, crc
            entry[5:] = [] if order is None else [order]
            offset += size


def _buffers(arrays: Sequence[Any]) -> tuple[Sequence[memoryview | bytes], list[int] | None]:
    """Return the bytes of some arrays in memory order.

    For a single transposed array, also return the order of the axes.
    """
    if len(arrays) == 1:
        array, order = _dense(arrays[0] if isinstance(arrays[0], np.ndarray) else to_host(arrays[0]))
        return [array.reshape(-1).view(np.uint8).data], order
    if arrays[0].nbytes < _JOINED:
        return [b"".join(arrays)], None
    return [array.reshape(-1).view(np.uint8).data for array in arrays], None


def _is_compressible(buffers: Sequence[memoryview | bytes], size: int) -> bool:
    if size < 64 or not can_compress():
        return False
    sample = buffers[len(buffers) // 2]
    middle = len(sample) // 2
    sample = sample[max(0, middle - _SAMPLE // 2) : middle + _SAMPLE // 2]
    return sum(map(len, compress([sample]))) < _WORTH * len(sample)


def _dense(array: Array) -> tuple[Array, list[int] | None]:
    """Return the array as a C-contiguous array in memory order, and the order of the axes for a transposition back.

    The order is None if no transposition is needed.
    """
    if array.flags.c_contiguous:
        return array, None
    axes = sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))
    order = [axes.index(axis) for axis in range(array.ndim)]
    stored = np.asarray(array.transpose(axes), order="C")
    return stored, None if axes == sorted(axes) else order


class ArrayEntry(NamedTuple):
    """The position of an array in the array file, the shape and the dtype."""

    offset: int
    size: int
    crc: int
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    order: tuple[int, ...] | None
    format: str = ""  # of which NumPy lacks a dtype

    @property
    def nbytes(self) -> int:
        """Number of bytes of the array's elements."""
        return math.prod(self.shape) * self.dtype.itemsize

    @property
    def place(self) -> tuple[int, int, int, int]:
        """The position of the array's elements in the file.

        Entries with equal positions have equal elements, but their shapes may differ.
        """
        return self.offset, self.size, self.crc, self.nbytes


class ArrayReader:
    """Reader of the arrays of a segment's array file.

    The entries come from lines with valid checksums, but a line may still contain harmful data.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        with file_context(path.name), open_regular(path) as file:
            self._size = file_size(file)
        # for all entries together: arrays that share bytes would take more memory than the file
        self._left, self._expandable = self._size, EXPANDED + EXPANSION * self._size
        self._places: set[tuple[int, int, int, int]] = set()

    def entry(self, data: Any) -> ArrayEntry:
        """Make an entry from JSON data. The entry is checked against the size of the file.

        Raises DamagedFileError.
        """
        entry = _entry(data)
        if entry.place not in self._places:
            self._places.add(entry.place)
            self._left -= entry.size
            self._expandable -= entry.nbytes if entry.size < entry.nbytes else 0
        if entry.offset + entry.size > self._size or self._left < 0:
            raise DamagedFileError("has fewer bytes than the arrays in it need", self.path.name)
        if entry.size > entry.nbytes or self._expandable < 0:
            raise DamagedFileError(f"has only {entry.size} bytes of an array that has {entry.nbytes}", self.path.name)
        return entry

    def read(self, entry: ArrayEntry) -> Array:
        """Return the elements of an array as bytes in memory order.

        The function `as_described` converts the bytes to an array. Raises DamagedFileError if the bytes differ from the
        bytes that were written.
        """
        with file_context(self.path.name):
            with open_regular(self.path) as file:
                file.seek(entry.offset)
                data = file.read(entry.size)
            if len(data) != entry.size or zlib.crc32(data) != entry.crc:
                raise DamagedFileError(f"does not match its checksum at byte {entry.offset}")
            if entry.size < entry.nbytes:
                try:
                    data = decompress(data, entry.nbytes)
                except ValueError as e:
                    raise DamagedFileError(f"is damaged at byte {entry.offset}: {e}") from e
            return np.frombuffer(data, np.uint8)


def as_described(elements: Array, entry: ArrayEntry) -> Array:
    """Return the array that an entry describes: a read-only view of the bytes that `read` returned."""
    if entry.order is None:
        return _in_format(elements.view(entry.dtype).reshape(entry.shape), entry)
    stored = [entry.shape[entry.order.index(axis)] for axis in range(len(entry.shape))]
    return _in_format(elements.view(entry.dtype).reshape(stored).transpose(entry.order), entry)


def _in_format(array: Array, entry: ArrayEntry) -> Array:
    return wide(array, entry.format) if entry.format else array


def can_write(array: Any) -> bool:
    """Return True for an array of numbers. The number format may be a format that NumPy does not have."""
    return array.dtype.kind in KINDS or is_stored(array)


def dtype_of_text(text: str) -> np.dtype[Any]:
    """Return the dtype that a text describes. Raises ValueError if the text is not the name of a number dtype."""
    return _dtype(text)[0]


def _dtype(text: str) -> tuple[np.dtype[Any], str]:
    if text in STORED:
        return STORED[text], ""
    match = _DTYPE.fullmatch(text)
    if match is None or (match[2] and (match[2] not in STORED or match[1] != held_in(match[2]))):
        raise ValueError("the dtype is not a dtype of numbers")
    return np.dtype(match[1]), match[2] or ""


def _entry(data: Any) -> ArrayEntry:
    try:
        offset, size, crc, dtype, shape, *rest = data
        (order,) = rest or (None,)
        if len(shape) > _RANK or not all(
            type(n) is int and 0 <= n <= sys.maxsize for n in (offset, size, crc, *shape, *(order or ()))
        ):
            raise ValueError("the offset, size or shape is not valid, or there are too many dims")
        if order is not None and sorted(order) != list(range(len(shape))):
            raise ValueError("the order of the axes is not valid")
        order = None if order is None else tuple(order)
        found, format_ = _dtype(dtype)
        return ArrayEntry(offset, size, crc, found, tuple(shape), order, format_)
    except (TypeError, ValueError) as e:
        raise DamagedFileError(f"contains an invalid entry of an array: {reprlib.repr(data)[:80]}") from e
