"""Reader of untrusted compressed files, with a limit on the ratio of expanded to compressed bytes."""

from __future__ import annotations

import gzip
import os
import zlib
from typing import Any, Self

from opscope.core.files.untrusted_files import CHUNK, file_size, open_regular

EXPANDED, EXPANSION = 1 << 20, 32  # limit of the expanded bytes: a constant, and a multiple of the file's bytes
_GZIP = b"\x1f\x8b"


class ExpandedFile:
    """The bytes of a regular file, decompressed if it is a gzip file.

    The methods raise ValueError if the file is damaged, or if the expanded content is much larger than the file allows.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self._stored = open_regular(path)
        self._left = file_size(self._stored)
        self._file: Any = self._stored
        if self._stored.read(len(_GZIP)) == _GZIP:
            self._file = gzip.GzipFile(fileobj=self._stored, mode="rb")
            self._left = EXPANDED + EXPANSION * self._left
        self._stored.seek(0)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stored.close()

    def read_up_to(self, size: int) -> bytes:
        """Read the next `size` bytes. At the end of the file, return fewer bytes."""
        parts: list[bytes] = []
        while size > 0:
            try:
                part = self._file.read(min(size, CHUNK))
            except (EOFError, OSError, zlib.error) as e:
                raise ValueError(f"the compressed content is damaged: {e}") from None
            if not part:
                break
            size -= len(part)
            self._left -= len(part)
            if self._left < 0:
                raise ValueError(f"the content would expand to more than {EXPANSION} times its size")
            parts.append(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def read(self, size: int) -> bytes:
        """Read the next `size` bytes. Raises ValueError if the file has fewer bytes."""
        found = self.read_up_to(size)
        if len(found) != size:
            raise ValueError("the compressed content ends too early")
        return found

    def skip(self, size: int) -> None:
        """Skip `size` bytes. Raises ValueError if the file has fewer bytes."""
        while size > 0:
            self.read(min(size, CHUNK))
            size -= CHUNK
