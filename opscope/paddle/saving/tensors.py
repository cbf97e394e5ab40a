"""Tensors in the format of Paddle's runtime, concatenated: offsets of sequences, dtype and dims, bytes.

`save_vars`, and `save` with use_binary_format=True, write this format. A file of several tensors contains no names: the
caller of the reader passes the names.
"""

from __future__ import annotations

import io
import math
import struct
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np

from opscope.core.dtype import BY_NUMPY_DTYPE
from opscope.core.files.untrusted_files import BoundedSource
from opscope.errors import ArgumentError
from opscope.paddle.saving.reader import damaged
from opscope.paddle.saving.words import RANK

_NUMBERS = {
    "bool": 0, "int16": 1, "int32": 2, "int64": 3, "float16": 4, "float32": 5, "float64": 6, "uint8": 20, "int8": 21,
    "complex64": 23, "complex128": 24,
}  # fmt: skip
_DTYPES = {number: np.dtype(name) for name, number in _NUMBERS.items()}
_DTYPE, _DIM = b"\x08", b"\x10"  # fields 1 and 2 of the description, both varints
VARINT_BITS = 63


class Rows(NamedTuple):
    """An array, and the offsets of its sequences at each level."""

    array: Any
    lod: Sequence[Sequence[int]] = ()


def written(tensors: Iterable[Rows]) -> bytes:
    """Return the bytes of tensors. Raises ArgumentError for a dtype that the format does not have."""
    return b"".join(part for each in tensors for part in _parts(each))


def _parts(rows: Rows) -> list[bytes]:
    array = np.ascontiguousarray(rows.array).reshape(np.shape(rows.array))
    if array.dtype.name not in _NUMBERS:
        raise ArgumentError(
            f"an array with the dtype {array.dtype} cannot be saved", fix="convert the array to a dtype of numbers"
        )
    lod = [struct.pack(f"<Q{len(level)}Q", 8 * len(level), *level) for level in rows.lod]
    about = _DTYPE + _varint(_NUMBERS[array.dtype.name]) + b"".join(_DIM + _varint(d) for d in array.shape)
    head = struct.pack("<IQ", 0, len(lod)), *lod, struct.pack("<Ii", 0, len(about))
    return [*head, about, array.astype(array.dtype.newbyteorder("<"), copy=False).tobytes()]


def _varint(number: int) -> bytes:
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + _varint(rest) if rest else bytes([low])


def is_tensors(content: bytes | BoundedSource) -> bool:
    """Return True for bytes that begin like such tensors; no pickle begins with these bytes."""
    return content.startswith(bytes(4)) if isinstance(content, bytes) else content.starts_with(bytes(4))


def tensors_of(content: bytes | BoundedSource, most: int | None = None) -> list[Rows]:
    """Return the tensors in bytes, or the first `most` tensors. Raises ArgumentError for other bytes."""
    source = BoundedSource(io.BytesIO(content), len(content)) if isinstance(content, bytes) else content
    reader, found = _Reader(source), list[Rows]()
    try:
        while source.left and len(found) != most:
            found.append(reader.tensor())
    except ValueError as e:
        raise e if isinstance(e, ArgumentError) else damaged(str(e)) from None
    return found


class _Reader:
    """Reads bytes; each count is compared with the number of remaining bytes.

    Raises ArgumentError, or ValueError at the end.
    """

    def __init__(self, source: BoundedSource) -> None:
        self.source = source

    def numbers(self, layout: str) -> tuple[int, ...]:
        return struct.unpack(layout, self.source.read(struct.calcsize(layout)))

    def byte(self) -> int:
        found = self.source.read(1)
        if not found:
            raise damaged("the tensor data end too early")
        return found[0]

    def tensor(self) -> Rows:
        version, levels = self.numbers("<IQ")
        lod: list[list[int]] = []
        for _ in range(levels):
            (size,) = self.numbers("<Q")
            lod.append(np.frombuffer(self.source.read(size // 8 * 8), "<u8").tolist())
        second, size = self.numbers("<Ii")
        if version or second:
            raise damaged("the tensor data have an unknown version")
        dtype, shape = self._about(self.source.left - size)
        data = np.frombuffer(self.source.read(dtype.itemsize * math.prod(shape)), dtype.newbyteorder("<"))
        try:
            return Rows(data.astype(dtype).reshape(shape), lod)
        except ValueError:  # an empty tensor with a huge dim
            raise damaged("a tensor has a shape that no array can have") from None

    def _about(self, left: int) -> tuple[np.dtype[Any], list[int]]:
        dtype, shape = None, list[int]()
        while self.source.left > left:
            field, number = self.byte(), self._varint()
            if field == _DIM[0]:
                shape.append(number)
            elif field == _DTYPE[0]:
                dtype = _DTYPES.get(number)
            if len(shape) > RANK:
                raise damaged(f"a tensor has more than {RANK} dims")
        if dtype is None or dtype not in BY_NUMPY_DTYPE:
            raise damaged("a tensor has a dtype that a Tensor cannot have")
        return dtype, shape

    def _varint(self) -> int:
        found = shift = 0
        while (byte := self.byte()) & 128:
            found, shift = found | (byte & 127) << shift, shift + 7
            if shift > VARINT_BITS:
                raise damaged("a number has more than 64 bits")
        return found | byte << shift


__all__ = ["Rows", "is_tensors", "tensors_of", "written"]
