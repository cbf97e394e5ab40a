"""The limit of this machine for matrix products and convolutions: one product of 1024 x 1024 with NumPy's BLAS."""

from __future__ import annotations

import numpy as np

from tests.bench.work import Step, Work, normal

FLOPS = 2.0 * 1024**3  # of one step


def make(work: Work, variant: str) -> Step:
    """One product into a buffer."""
    a = normal(np.random.default_rng(0), 1024, 1024)
    out = np.empty_like(a)
    return lambda: np.matmul(a, a, out=out)
