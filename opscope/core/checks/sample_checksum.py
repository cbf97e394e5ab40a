"""Checksum of an array. For a large array, the checksum covers a sample of the elements."""

from __future__ import annotations

import zlib
from typing import Any

SAMPLE = 4096  # bytes of an array in its sample


def sample_checksum(array: Any) -> int:
    """Return the checksum of an array.

    The checksum of a large array covers only some elements from all parts of the array.
    """
    if array.nbytes > SAMPLE:
        array = array.ravel(order="K")[:: array.nbytes // SAMPLE]
    return zlib.crc32(array.tobytes())
