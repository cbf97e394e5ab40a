"""Compression with Zstandard, from the standard library (Python 3.14 and later) or the package backports.zstd.

opscope loads the Zstandard library at its first use. Without Zstandard, new recordings are not compressed, and
compressed recordings cannot be read.
"""

from __future__ import annotations

import functools
import sys
from collections.abc import Iterable
from typing import Any

from opscope.errors import UnsupportedError

LEVEL = 1  # 0.4 to 11 GB/s; zlib's fastest level: 0.04 to 0.4 GB/s and larger files


@functools.cache
def _zstd() -> Any:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ModuleNotFoundError:
        return None
    return zstd


def can_compress() -> bool:
    """Return True if Zstandard is available."""
    return _zstd() is not None


def compress(buffers: Iterable[memoryview | bytes]) -> list[bytes]:
    """Compress several buffers, one after the other, into one Zstandard frame.

    The result is a list of byte strings. The frame consists of these byte strings, one after the other.
    """
    compressor = _zstd().ZstdCompressor(level=LEVEL)
    return [*map(compressor.compress, buffers), compressor.flush()]


def decompress(frame: bytes, size: int) -> bytes:
    """Decompress a Zstandard frame, and return its `size` bytes.

    Raises ValueError if the frame is damaged or does not contain `size` bytes. Raises UnsupportedError if Zstandard is
    missing.

    >>> decompress(b"".join(compress([bytes(1000)])), 1000) == bytes(1000)
    True
    """
    zstd = _zstd()
    if zstd is None:
        raise UnsupportedError("the recording is compressed with Zstandard", fix="pip install backports.zstd")
    decompressor = zstd.ZstdDecompressor()
    try:
        data = decompressor.decompress(frame, max_length=size + 1)
    except (zstd.ZstdError, EOFError) as e:
        raise ValueError(f"the content is not a zstd frame: {e}") from e
    if len(data) != size or not decompressor.eof or decompressor.unused_data:
        raise ValueError(f"the zstd frame does not have the {size} bytes of the array")
    return data
