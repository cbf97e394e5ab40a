"""Paddle 2.6.2, static; needs numpy < 2 and so an environment of its own. Variant: number of threads."""

from __future__ import annotations

import os

from tests.bench.peers import static
from tests.bench.work import Step, Work


def make(work: Work, variant: str) -> Step:
    """One step of the static program, or of the loop."""
    os.environ["OMP_NUM_THREADS"] = variant or "1"  # which Paddle reads as it is imported; 1 if it is not set
    import paddle

    return static.make(paddle, work)[1]
