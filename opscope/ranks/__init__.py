"""Ranks: the processes of a data-parallel job on MPI. Each collective call of the ranks uses the class `Channel`."""

from __future__ import annotations

import importlib
from typing import Any

from opscope.ranks.channel import Channel
from opscope.ranks.collective import Collective
from opscope.ranks.job import Job, job
from opscope.ranks.watched_numbers import watch

__all__ = ["Channel", "Collective", "Job", "connect", "job", "watch"]  # pyright: ignore[reportUnsupportedDunderAll]

_NOTEBOOK = "opscope.notebook.rank_cluster"  # a name: an import would tie the engine to notebooks


def __getattr__(name: str) -> Any:
    if name != "connect":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return importlib.import_module(_NOTEBOOK).connect
