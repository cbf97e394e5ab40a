"""Lines of JSON with a checksum, such as `{"crc":"352441c2","data":"abc"}`.

The checksum is the CRC-32 of the bytes between `"data":` and the last brace. The checksum is written in eight
lower-case hexadecimal digits. The text is ASCII. Numbers are written as in Python's json module, with NaN and
Infinity. A newline ends each line.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from opscope.core.files.untrusted_files import read_text

_HEAD, _MIDDLE, _END = b'{"crc":"', b'","data":', b"}\n"
_DATA = len(_HEAD) + 8 + len(_MIDDLE)


class DamagedFileError(Exception):
    """Error: a file of a recording is damaged. `file` is the name of the damaged file, if it is known."""

    def __init__(self, what: str, file: str = "") -> None:
        super().__init__(what)
        self.file = file


@contextmanager
def file_context(file: str) -> Iterator[None]:
    """Inside the `with` block, convert errors from reading a file to DamagedFileError.

    `file` is the name of the file in the error.
    """
    try:
        yield
    except FileNotFoundError as e:
        raise DamagedFileError("is missing", file) from e
    except OSError as e:
        raise DamagedFileError(f"cannot be read ({e.strerror})", file) from e
    except DamagedFileError as e:
        e.file = e.file or file
        raise


def read_lines(path: Path, most: int | None = None) -> bytes:
    """Return the bytes of a file that contains lines of JSON.

    Raises DamagedFileError if the file is empty or has more than `most` bytes. Raises OSError if it cannot be read.
    """
    try:
        return read_text(path, most)
    except ValueError as e:
        raise DamagedFileError(f"is not readable: {e}") from e


def encode_line(data: Any) -> bytes:
    """Encode JSON data as a line with a checksum."""
    text = json.dumps(data, separators=(",", ":")).encode()
    return b"%b%08x%b%b%b" % (_HEAD, zlib.crc32(text), _MIDDLE, text, _END)


def decode_line(line: bytes) -> Any:
    """Return the data of a line with a checksum.

    Raises DamagedFileError if the line differs from the line that was written.

    >>> decode_line(encode_line("abc"))
    'abc'
    """
    text = line[_DATA : -len(_END)]
    if not line.endswith(_END):
        raise DamagedFileError("has a line that is cut off")
    if line[:_DATA] != b"%b%08x%b" % (_HEAD, zlib.crc32(text), _MIDDLE):
        raise DamagedFileError("has a line that does not match its checksum")
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as e:
        raise DamagedFileError(f"has a line that is not JSON ({type(e).__name__})") from e
