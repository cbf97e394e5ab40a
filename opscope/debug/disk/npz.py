"""The npz file of a segment: all arrays are written at once and read one by one, with every byte checked.

Members are `0.npy`, `1.npy`, ... in npy format 1.0, C-contiguous, neither compressed nor pickled. An entry describes a
value: `[number of the member, dtype, shape, crc32]`; the CRC-32 is that of the zip, of the member with its npy header.
If the array was transposed in memory, a fifth element is the `order`: the value, which has `shape`, is
`member.transpose(order)`. The order in memory matters because sums over it must be equal to the bit.
"""

from __future__ import annotations

import io
import math
import re
import struct
import tokenize
import zipfile
import zlib
from pathlib import Path
from typing import IO, Any, NamedTuple

import numpy as np

from opscope.core.place import is_array, to_host
from opscope.debug.disk.checksummed_jsonl import DamagedFileError, file_context
from opscope.errors import RecordingError

Array = np.ndarray[Any, Any]
_KINDS = "biufc"
_DTYPE = re.compile(rf"[<>|=]?[{_KINDS}]\d\d?")
_ZIP_MEMBER, _ZIP = 128, 128  # bytes, at most: headers of a member, apart from its name and npy header; of the archive
_NPY = 512  # bytes, at most: the header of an npy of few dimensions
_LOCAL = struct.Struct("<4s22xHH")  # a member's local header: signature, lengths of name and extra
_MALFORMED = (zipfile.BadZipFile, ValueError, NotImplementedError, EOFError, struct.error, OverflowError)


class NpzWriter:
    """Collects arrays and writes them as an npz. An array that is added twice becomes one member."""

    def __init__(self) -> None:
        self._values: list[Any] = []  # also keeps the arrays alive, so that ids stay unique
        self._entries: list[list[Any]] = []
        self._member: dict[int, int] = {}
        self.max_bytes = _ZIP  # bytes that the npz will have at most

    def add(self, value: Any) -> list[Any] | None:
        """The entry of a value, complete after `write`; None for None. Raises RecordingError for Python objects."""
        if value is None:
            return None
        if id(value) in self._member:
            return self._entries[self._member[id(value)]]
        array = value if is_array(value) else np.asarray(value)
        if array.dtype.kind not in _KINDS:
            raise RecordingError(
                f"arrays of {array.dtype} cannot be written to a recording", fix="use numbers, or leave the value out"
            )
        member = self._member[id(value)] = len(self._values)
        self._values.append(value)
        self._entries.append([member, array.dtype.str, list(array.shape), 0])
        self.max_bytes += array.nbytes + _NPY + 32 * array.ndim + _ZIP_MEMBER + 2 * len(f"{member}.npy")
        return self._entries[member]

    def write(self, file: IO[bytes]) -> None:
        """Write the npz and complete the entries."""
        with zipfile.ZipFile(file, "w", zipfile.ZIP_STORED) as archive:
            for entry, value in zip(self._entries, self._values, strict=True):
                array, order = _dense(to_host(value))
                header = io.BytesIO()
                layout = {"descr": array.dtype.str, "fortran_order": False, "shape": array.shape}
                np.lib.format.write_array_header_1_0(header, layout)
                info = zipfile.ZipInfo(f"{entry[0]}.npy")
                info.file_size = len(header.getvalue()) + array.nbytes  # above 2 GiB the zip needs other headers
                with archive.open(info, "w") as member:
                    member.write(header.getvalue())
                    member.write(array.reshape(-1).view(np.uint8).data)
                entry[3:] = [info.CRC] if order is None else [info.CRC, order]


def _dense(array: Array) -> tuple[Array, list[int] | None]:
    """The array in memory order, C-contiguous, and the transposition back to its shape (None: not needed)."""
    if array.flags.c_contiguous:
        return array, None
    axes = sorted(range(array.ndim), key=lambda axis: -abs(array.strides[axis]))
    order = [axes.index(axis) for axis in range(array.ndim)]
    stored = np.asarray(array.transpose(axes), order="C")
    return stored, None if axes == sorted(axes) else order


class ArrayEntry(NamedTuple):
    """The description of a member."""

    member: str
    dtype: np.dtype[Any]
    shape: tuple[int, ...]
    crc: int
    order: tuple[int, ...] | None


class NpzReader:
    """Reads the members of an npz. Raises DamagedFileError if it has no directory of members."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with file_context(path.name):
            try:
                self._size = path.stat().st_size
                with zipfile.ZipFile(path) as archive:
                    self._infos = {info.filename: info for info in archive.infolist()}
            except _MALFORMED as e:
                raise DamagedFileError(f"is no npz that can be read ({e})") from e

    def entry(self, data: Any) -> ArrayEntry:
        """The entry of JSON data, checked against the directory (no member is read). Raises DamagedFileError."""
        entry = _entry(data)
        with file_context(self.path.name):
            self._check(entry)
        return entry

    def _check(self, entry: ArrayEntry) -> None:
        info = self._infos.get(entry.member)
        if info is None:
            raise DamagedFileError(f"member {entry.member} is missing")
        if info.compress_type != zipfile.ZIP_STORED or info.flag_bits & 1:
            raise DamagedFileError(f"member {entry.member} is compressed or encrypted: recordings never are")
        if info.file_size != info.compress_size or info.file_size > self._size:
            raise DamagedFileError(f"member {entry.member} claims more bytes than the file has")
        if math.prod(entry.shape) * entry.dtype.itemsize >= info.file_size:
            raise DamagedFileError(f"member {entry.member} is too small for {entry.dtype}{list(entry.shape)}")
        if entry.crc != info.CRC:
            raise DamagedFileError(f"member {entry.member} is not the one that was written")

    def read(self, entry: ArrayEntry) -> Array:
        """The array, read-only. Raises DamagedFileError if it is not bit for bit what was written."""
        with file_context(self.path.name):
            return self._array(entry)

    def _array(self, entry: ArrayEntry) -> Array:
        data = self._bytes(self._infos[entry.member])
        if zlib.crc32(data) != entry.crc:
            raise DamagedFileError(f"member {entry.member} does not match its checksum")
        shape = entry.shape
        if entry.order is not None:
            shape = tuple(shape[entry.order.index(axis)] for axis in range(len(shape)))
        stream = io.BytesIO(data)
        try:
            version = np.lib.format.read_magic(stream)
            found = np.lib.format.read_array_header_1_0(stream) if version == (1, 0) else None
            if found != (shape, False, entry.dtype):
                raise ValueError(f"it is npy {version} {found}")
            array: Array = np.ndarray(shape, entry.dtype, data, stream.tell())
        except (ValueError, TypeError, SyntaxError, RecursionError, tokenize.TokenError) as e:  # of NumPy's parser
            raise DamagedFileError(
                f"member {entry.member} is not the array {entry.dtype}{list(entry.shape)} ({e})"
            ) from e
        return array if entry.order is None else array.transpose(entry.order)

    def _bytes(self, info: zipfile.ZipInfo) -> bytes:
        try:
            with self.path.open("rb") as file:
                file.seek(info.header_offset)
                signature, name, extra = _LOCAL.unpack(file.read(_LOCAL.size))
                if signature != b"PK\3\4":
                    raise DamagedFileError(f"member {info.filename} is not where the directory says")
                file.seek(name + extra, io.SEEK_CUR)
                return file.read(info.file_size)
        except _MALFORMED as e:
            raise DamagedFileError(f"member {info.filename} cannot be read ({e})") from e


def _entry(data: Any) -> ArrayEntry:
    try:
        member, dtype, shape, crc, *rest = data
        (order,) = rest or (None,)
        if not all(type(n) is int and n >= 0 for n in (member, crc, *shape, *(order or ()))):
            raise ValueError("not a count")
        if not _DTYPE.fullmatch(dtype) or (order is not None and sorted(order) != list(range(len(shape)))):
            raise ValueError("not a dtype, or not an order of the axes")
        return ArrayEntry(f"{member}.npy", np.dtype(dtype), tuple(shape), crc, None if order is None else tuple(order))
    except (TypeError, ValueError) as e:
        raise DamagedFileError(f"holds no entry of an array in {str(data)[:80]}") from e
