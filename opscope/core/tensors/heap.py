"""Setting for the heap of the C library: memory of freed arrays is kept for new arrays, not returned to the system."""

from __future__ import annotations

import numpy as np

LARGEST = (1 << 25) - (1 << 16)  # bytes, just below the largest size from which glibc learns


def keep_freed_memory() -> None:
    """Make glibc keep up to 64 MB of free memory at the end of the heap, instead of 128 kB.

    A step frees megabytes of memory and allocates them again. If the memory was returned to the system in between, the
    step gets new pages. The first writes to new pages take more time than the arithmetic. glibc adapts its limits to
    the largest array that was freed, up to a maximum. So this function frees an array of the maximum size, without
    writing to it. With other C libraries, the function has no effect.
    """
    np.empty(LARGEST, "uint8")
