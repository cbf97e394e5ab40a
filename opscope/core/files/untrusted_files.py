"""Reading of untrusted files. Only regular files are read, and never more bytes than the file has.

A path can refer to a pipe, to a device, or to a link to a pipe or device. Such a read could wait forever.
"""

from __future__ import annotations

import os
import stat
from typing import BinaryIO

CHUNK = 1 << 20


class NotRegularFile(OSError):
    """Error for a path that refers to a pipe, a device, a socket or a directory."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        super().__init__(None, "it is not a regular file", os.fspath(path))


NO_PATH = (OSError, ValueError, RuntimeError)
"""Errors that the use of a path can raise: the file does not exist, permissions are missing, the path contains a zero
byte, or links form a circle."""


def path_problem(error: Exception) -> str:
    """Return the reason why a path cannot be read, from an error in `NO_PATH`.

    The text does not contain the path.
    """
    return (error.strerror if isinstance(error, OSError) else None) or f"{error}".partition(" from ")[0]


def open_regular(path: str | os.PathLike[str]) -> BinaryIO:
    """Open a regular file, or a link to a regular file, for reading.

    Raises NotRegularFile, or an OSError like `open`.
    """
    if not stat.S_ISREG(os.stat(path).st_mode):  # before opening: opening a device can have effects
        raise NotRegularFile(path)
    # a pipe that has replaced the file since then must not block
    file = os.fdopen(os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)), "rb")
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise NotRegularFile(path)
    return file


def regular_size(path: str | os.PathLike[str]) -> int:
    """Return the number of bytes of a regular file. Raises NotRegularFile or OSError."""
    found = os.stat(path)
    if not stat.S_ISREG(found.st_mode):
        raise NotRegularFile(path)
    return found.st_size


def file_size(file: BinaryIO) -> int:
    """Return the number of bytes of an open file."""
    return os.fstat(file.fileno()).st_size


def read_file(path: str | os.PathLike[str], most: int | None = None) -> bytes:
    """Read a regular file.

    Raises ValueError if the file has more than `most` bytes, or an OSError like `open_regular`.
    """
    with open_regular(path) as file:
        size = file_size(file)
        if most is not None and size > most:
            raise ValueError(f"the file has {size} bytes, but at most {most} are allowed")
        return file.read(size)


def read_text(path: str | os.PathLike[str], most: int | None = None) -> bytes:
    """Read the bytes of a text file. Raises ValueError at the first zero byte, without reading more bytes.

    Text contains no zero bytes, but the holes of a sparse file contain only zero bytes.
    """
    with open_regular(path) as file:
        size = file_size(file)
        if most is not None and size > most:
            raise ValueError(f"the file has {size} bytes, but at most {most} are allowed")
        return text_bytes(file, size)


def text_bytes(file: BinaryIO, size: int) -> bytes:
    """Read the next `size` bytes of a text file. Raises ValueError at the first zero byte."""
    parts: list[bytes] = []
    while size > 0 and (part := file.read(min(size, CHUNK))):
        if b"\0" in part:
            raise ValueError("the file contains zero bytes, so it is not text")
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


class BoundedSource:
    """The remaining bytes of a file from its current position on. `left` is the number of these bytes.

    `read` and `readline` work as in files. A request for more bytes than the file has raises ValueError at once. So a
    wrong size that is stored in the file allocates no memory.
    """

    def __init__(self, file: BinaryIO, size: int) -> None:
        self._file = file
        self.size = self.left = size

    def read(self, size: int) -> bytes:
        """Read the next `size` bytes.

        Raises ValueError if the file has fewer bytes. If `size` is 1, return b"" at the end of the file.
        """
        if not 0 <= size <= self.left:
            if size == 1:
                return b""
            raise ValueError("the file ends too early")
        found = self._file.read(size)
        if len(found) != size:
            raise ValueError("the file ends too early")
        self.left -= size
        return found

    def readline(self, most: int = 512) -> bytes:
        """Read the bytes up to a newline, but at most `most` bytes."""
        found = self._file.readline(min(most, self.left))
        self.left -= len(found)
        return found

    def text(self) -> bytes:
        """Read all remaining bytes. Raises ValueError at the first zero byte."""
        found = text_bytes(self._file, self.left)
        self.left = 0
        return found

    def starts_with(self, start: bytes) -> bool:
        """Return True if the file continues with the bytes `start`. The position in the file does not change."""
        at = self._file.tell()
        found = self._file.read(min(len(start), self.left))
        self._file.seek(at)
        return found == start
