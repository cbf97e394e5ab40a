"""A line of JSON that carries its own checksum: `{"crc":"352441c2","data":"abc"}`.

The checksum is the CRC-32 of the bytes between `"data":` and the last brace, in eight lower-case hexadecimal digits.
All is ASCII, numbers are as Python's json writes them (NaN and Infinity included), and a newline ends the line.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_HEAD, _MIDDLE, _END = b'{"crc":"', b'","data":', b"}\n"
_DATA = len(_HEAD) + 8 + len(_MIDDLE)


class Damaged(Exception):
    """What is wrong with a file of a recording, and which file it is where that is known."""

    def __init__(self, what: str, file: str = "") -> None:
        super().__init__(what)
        self.file = file


@contextmanager
def reading(file: str) -> Iterator[None]:
    """What cannot be read in here, or is damaged, is in this file."""
    try:
        yield
    except FileNotFoundError as e:
        raise Damaged("is missing", file) from e
    except OSError as e:
        raise Damaged(f"cannot be read ({e.strerror})", file) from e
    except Damaged as e:
        e.file = e.file or file
        raise


def line_of(data: Any) -> bytes:
    """The line of some JSON-ready data."""
    text = json.dumps(data, separators=(",", ":")).encode()
    return b"%b%08x%b%b%b" % (_HEAD, zlib.crc32(text), _MIDDLE, text, _END)


def data_of(line: bytes) -> Any:
    """The data of a line. Raises Damaged if it is not exactly as it was written.

    >>> data_of(line_of("abc"))
    'abc'
    """
    text = line[_DATA : -len(_END)]
    if not line.endswith(_END):
        raise Damaged("has a line that is cut off")
    if line[:_DATA] != b"%b%08x%b" % (_HEAD, zlib.crc32(text), _MIDDLE):
        raise Damaged("has a line that does not match its checksum")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as e:
        raise Damaged(f"has a line that is not JSON ({type(e).__name__})") from e
