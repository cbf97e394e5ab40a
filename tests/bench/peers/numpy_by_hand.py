"""The same in straight NumPy calls on buffers that are made once: what the plan is measured against."""

from __future__ import annotations

from tests.bench.work import Step, Work


def make(work: Work, variant: str) -> Step:
    """One step, as the work writes it."""
    return work.by_hand()
