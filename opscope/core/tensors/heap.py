"""The heap of the C library: memory that arrays free is kept for the next arrays, not given back to the system."""

from __future__ import annotations

import numpy as np

LARGEST = (1 << 25) - (1 << 16)  # bytes, just below the largest size from which glibc learns


def keep_freed_memory() -> None:
    """Let glibc keep what is free at the end of the heap, up to 64 MB, instead of 128 kB.

    A step frees megabytes and takes them again: pages that went back in between are new ones, whose first writes cost
    more than the arithmetic. glibc adapts its limits to the largest array that was freed so far, within a range. This
    frees one at the upper end of the range, without having written to it. Other C libraries do nothing here.
    """
    np.empty(LARGEST, "uint8")
