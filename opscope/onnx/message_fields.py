"""Checks the fields of a protobuf file without their contents, before the whole file is read.

A file can claim to have a gigabyte, and consist of holes, which are read as zeros. No field begins with a zero byte, so
the check finds a hole between fields after a few reads. Only large messages are checked; protobuf itself checks small
messages.
"""

from __future__ import annotations

from typing import Any, BinaryIO

from opscope.core.files.untrusted_files import CHUNK, text_bytes

LARGE = CHUNK  # bytes: smaller messages and texts are not looked at
MAX_DEPTH = 100  # of messages in messages: protobuf's own limit
_SIZES = {1: 8, 5: 4}  # of numbers of fixed size, by wire type
_VARINT, _DELIMITED = 0, 2
_GROUPS = (3, 4)  # the start and the end of a group, an old form that protobuf still skips


def require_fields(file: BinaryIO, size: int, descriptor: Any, depth: int = 0) -> None:
    """Check that the next `size` bytes of a file are a message. Raises ValueError for other bytes.

    `descriptor` describes the message: `onnx.ModelProto.DESCRIPTOR`.
    """
    if depth > MAX_DEPTH:
        raise ValueError(f"the messages are nested deeper than {MAX_DEPTH} levels")
    end = file.tell() + size
    while (at := file.tell()) < end:
        tag = _varint(file)
        number, wire = tag >> 3, tag & 7
        if not number or wire not in (_VARINT, _DELIMITED, *_SIZES, *_GROUPS):
            raise ValueError(f"no field begins at byte {at:,}")
        if wire == _VARINT:
            _varint(file)
        elif wire == _DELIMITED:
            length = _varint(file)
            _require_room(file, length, end)
            _delimited(file, length, descriptor.fields_by_number.get(number), depth)
        elif wire in _SIZES:
            _require_room(file, _SIZES[wire], end)
            file.seek(_SIZES[wire], 1)
    if file.tell() > end:
        raise ValueError(f"a message ends at byte {end:,}, inside a field")


def _delimited(file: BinaryIO, length: int, field: Any, depth: int) -> None:
    """Check the contents of a field that has a length."""
    after = file.tell() + length
    if length >= LARGE and field is not None:
        if field.type == field.TYPE_MESSAGE:
            require_fields(file, length, field.message_type, depth + 1)
        elif field.type == field.TYPE_STRING:
            text_bytes(file, length)
    file.seek(after)


def _require_room(file: BinaryIO, length: int, end: int) -> None:
    if file.tell() + length > end:
        raise ValueError("the file ends too early")


def _varint(file: BinaryIO) -> int:
    value = 0
    for position in range(10):  # bytes, at most, of 64 bits
        byte = file.read(1)
        if not byte:
            raise ValueError("the file ends too early")
        value |= (byte[0] & 0x7F) << 7 * position
        if byte[0] < 0x80:
            return value
    raise ValueError(f"the number at byte {file.tell():,} has more than 64 bits")
