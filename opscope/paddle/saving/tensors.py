"""Tensors in the format of Paddle's runtime, one behind the other: offsets of sequences, dtype and dims, the bytes.

What `save_vars` writes, and `save` with use_binary_format=True. A file of several has no names: who reads it knows
them.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.dtype import BY_NUMPY_DTYPE
from opscope.errors import ArgumentError
from opscope.paddle.saving.reader import damaged

_NUMBERS = {
    "bool": 0, "int16": 1, "int32": 2, "int64": 3, "float16": 4, "float32": 5, "float64": 6, "uint8": 20, "int8": 21,
    "complex64": 23, "complex128": 24,
}  # fmt: skip
_DTYPES = {number: np.dtype(name) for name, number in _NUMBERS.items()}
_DTYPE, _DIM = b"\x08", b"\x10"  # fields 1 and 2 of the description, both varints


class Rows(NamedTuple):
    """An array, and the offsets of its sequences at each level."""

    array: Any
    lod: Sequence[Sequence[int]] = ()


def written(tensors: Iterable[Rows]) -> bytes:
    """The bytes of tensors. Raises ArgumentError for a dtype that has no number there."""
    return b"".join(part for each in tensors for part in _parts(each))


def _parts(rows: Rows) -> list[bytes]:
    array = np.ascontiguousarray(rows.array).reshape(np.shape(rows.array))
    if array.dtype.name not in _NUMBERS:
        raise ArgumentError(f"an array of {array.dtype} cannot be saved", fix="convert it to a number type")
    lod = [struct.pack(f"<Q{len(level)}Q", 8 * len(level), *level) for level in rows.lod]
    about = _DTYPE + _varint(_NUMBERS[array.dtype.name]) + b"".join(_DIM + _varint(d) for d in array.shape)
    head = struct.pack("<IQ", 0, len(lod)), *lod, struct.pack("<Ii", 0, len(about))
    return [*head, about, array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()]


def _varint(number: int) -> bytes:
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + _varint(rest) if rest else bytes([low])


def is_tensors(content: bytes) -> bool:
    """True for bytes that begin as such tensors do, and as no pickle does."""
    return content.startswith(bytes(4))


def tensors_of(content: bytes) -> list[Rows]:
    """The tensors in bytes. Raises ArgumentError for others."""
    reader, found = _Reader(content), list[Rows]()
    while reader.at < len(content):
        found.append(reader.tensor())
    return found


class _Reader:
    """Goes through bytes; every count is held against what is left."""

    def __init__(self, content: bytes) -> None:
        self.content, self.at = content, 0

    def take(self, size: int) -> bytes:
        if not 0 <= size <= len(self.content) - self.at:
            raise damaged("it ends too early")
        self.at += size
        return self.content[self.at - size : self.at]

    def numbers(self, layout: str) -> tuple[int, ...]:
        return struct.unpack(layout, self.take(struct.calcsize(layout)))

    def tensor(self) -> Rows:
        version, levels = self.numbers("<IQ")
        lod: list[list[int]] = []
        for _ in range(levels):
            (size,) = self.numbers("<Q")
            lod.append(np.frombuffer(self.take(size // 8 * 8), "<u8").tolist())
        second, size = self.numbers("<Ii")
        if version or second:
            raise damaged("it is of another version")
        dtype, shape = self._about(self.at + size)
        data = np.frombuffer(self.take(dtype.itemsize * math.prod(shape)), dtype.newbyteorder("<"))
        return Rows(data.astype(dtype).reshape(shape), lod)

    def _about(self, end: int) -> tuple[np.dtype[Any], list[int]]:
        dtype, shape = None, list[int]()
        while self.at < end:
            field, number = self.take(1), self._varint()
            if field == _DIM:
                shape.append(number)
            elif field == _DTYPE:
                dtype = _DTYPES.get(number)
        if dtype is None or dtype not in BY_NUMPY_DTYPE:
            raise damaged("it has a tensor of a dtype that no Tensor holds")
        return dtype, shape

    def _varint(self) -> int:
        found = shift = 0
        while (byte := self.take(1)[0]) & 128:
            found, shift = found | (byte & 127) << shift, shift + 7
        return found | byte << shift


__all__ = ["Rows", "is_tensors", "tensors_of", "written"]
