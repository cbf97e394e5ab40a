"""The heap of the C library. Memory that arrays free is kept for the next arrays and is not returned to the system."""

from __future__ import annotations

import numpy as np

LARGEST = (1 << 25) - (1 << 16)  # bytes, just below the largest size from which glibc learns


def keep_freed_memory() -> None:
    """Let glibc keep free memory at the end of the heap: up to 64 MB instead of 128 kB.

    A step frees megabytes and allocates them again. If pages were returned to the system in between, the step gets new
    pages, whose first writes take more time than the arithmetic. glibc adapts its limits to the largest array that was
    freed until now, within a range. This function frees an array at the upper end of the range, without a write to it.
    With other C libraries, the function does nothing.
    """
    np.empty(LARGEST, "uint8")
