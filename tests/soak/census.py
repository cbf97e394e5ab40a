"""Census: what this process holds, counted."""

from __future__ import annotations

import gc
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from types import FunctionType
from typing import NamedTuple

from opscope.runtime.lower.llvm import kernel_cache

TIMED = ("opscope.events", "opscope.ui.points")  # how many of these a run has depends on how fast it was
GOES_ON = "goes on"  # the title of a run that nothing waits for
OF_THE_PROCESS = ("opscope-worker", "opscope-heartbeat")  # threads that serve all runs, and stay
PATIENCE = 10.0  # seconds for threads that are about to end


class Census(NamedTuple):
    """Resident memory in bytes, Python's memory blocks, and numbers of things."""

    resident: int
    blocks: int
    threads: int
    descriptors: int
    comms: int
    kernels: int
    instances: Counter[str]

    def __str__(self) -> str:
        return (
            f"{self.resident / 1e6:8.1f} MB  {self.blocks:9,} blocks  {self.threads} threads  "
            f"{self.descriptors} descriptors  {self.comms} comms  {self.kernels} kernels  "
            f"{self.instances.total():,} objects"
        )

    def counts(self) -> Counter[str]:
        """All numbers of things by name."""
        return self.instances + Counter({n: getattr(self, n) for n in ("threads", "descriptors", "comms", "kernels")})


def growing(censuses: Sequence[Census]) -> dict[str, list[int]]:
    """The numbers that grow from each census to the next."""
    counts = [census.counts() for census in censuses]
    series = {name: [c[name] for c in counts] for name in counts[-1]}
    return {name: found for name, found in series.items() if all(a < b for a, b in pairwise(found))}


def take_census() -> Census:
    """Count, after collecting garbage and waiting for the threads of runs that are over."""
    end = time.monotonic() + PATIENCE
    while (ending := [t for t in threading.enumerate() if _is_of_a_run(t)]) and time.monotonic() < end:
        ending[0].join(0.1)
    gc.collect()
    gc.collect()  # what the finalizers of the first one let go
    return Census(
        resident(), sys.getallocatedblocks(), threading.active_count(), _descriptors(), _comms(),
        len(kernel_cache.compiled), instances(),
    )  # fmt: skip


def _is_of_a_run(thread: threading.Thread) -> bool:
    name = thread.name
    return name.startswith("opscope-") and name not in OF_THE_PROCESS and not name.endswith(GOES_ON)


def resident() -> int:
    """Bytes of memory in use, 0 where the system does not say."""
    path = Path("/proc/self/statm")
    return int(path.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") if path.exists() else 0


def _descriptors() -> int:
    path = Path("/proc/self/fd")
    return len(list(path.iterdir())) if path.exists() else 0


def _comms() -> int:
    comm = sys.modules.get("comm")
    return 0 if comm is None else len(comm.get_comm_manager().comms)


def instances() -> Counter[str]:
    """The instances of opscope's classes, and the functions that its functions have made, by name."""
    found: Counter[str] = Counter()
    for each in gc.get_objects():
        kind = type(each)
        if kind is FunctionType and "<locals>" in each.__qualname__:
            kind = each
        if str(kind.__module__).startswith("opscope.") and kind.__module__ not in TIMED:
            found[f"{kind.__module__}.{kind.__qualname__}"] += 1
    return found
