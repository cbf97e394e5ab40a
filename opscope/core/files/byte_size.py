"""Parser of sizes that users write, such as `64MB` or `1 GiB`."""

from __future__ import annotations

import math
import re

from opscope.errors import ArgumentError

UNITS = {"": 1, "B": 1, "KB": 10**3, "MB": 10**6, "GB": 10**9, "KIB": 2**10, "MIB": 2**20, "GIB": 2**30}
_SIZE = re.compile(r"\s*(\d+(?:\.\d+)?)\s*([KMG]I?B|B|)\s*", re.ASCII | re.IGNORECASE)


def size(text: str) -> int:
    """Parse the text of a size, and return the number of bytes. Raises ArgumentError if the text is not a size.

    >>> size("256MB"), size("1 GiB")
    (256000000, 1073741824)
    """
    match = _SIZE.fullmatch(text)
    if match is None:
        raise ArgumentError(f"{text!r:.100} is not a size in bytes", fix="for example 256MB")
    found = float(match[1]) * UNITS[match[2].upper()]
    if not math.isfinite(found):
        raise ArgumentError(f"the size {text!r:.40} is too large", fix="for example 256MB")
    return int(found)
