"""Comparison of parameters between ranks with checksums.

If a parameter differs between ranks, every rank raises an error that contains the name of the parameter.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.ranks.channel import Channel
from opscope.ranks.collective import Collective

EVERY = "OPSCOPE_CHECKSUMS"  # the variable that `opscope launch --checksums` sets
DEFAULT = 100  # steps
FIX = "opscope launch --record FOLDER, then opscope diff FOLDER: the first difference, with its line"


def is_due(step: int, environment: Mapping[str, str] = os.environ) -> bool:
    """Return True if the ranks compare their parameters in this step.

    >>> [step for step in range(1, 7) if is_due(step, {"OPSCOPE_CHECKSUMS": "3"})]
    [3, 6]
    """
    text = environment.get(EVERY, "")
    every = int(text) if text.isdecimal() else DEFAULT
    return every > 0 and step % every == 0


def compare_parameters(channel: Channel, step: int, names: Sequence[str], arrays: Sequence[Any]) -> None:
    """Raise RankError on every rank of the channel if a parameter differs in any bit between ranks."""
    own = np.array([zlib.crc32(np.ascontiguousarray(array).tobytes()) for array in arrays], np.int64)

    def transfer(_: Any, comm: Any) -> None:
        table = np.empty((channel.size, own.size), np.int64)
        comm.Allgather(own, table)
        differ = np.flatnonzero((table != table[0]).any(axis=0))
        if differ.size:
            first = int(differ[0])
            what = (
                f"{names[first]} differs" if differ.size == 1 else f"{names[first]} and {differ.size - 1} more differ"
            )
            described = [
                (rank, f"{names[first]} has the checksum {sums[first]:08x}", "")
                for rank, sums in zip(channel.ranks, table, strict=True)
            ]
            channel.part_with(f"the ranks have drifted apart: in step {step} {what}", described, FIX)

    size = int(sum(array.size for array in arrays))
    channel.perform(Collective("checksums", "of the parameters", "", "", (size,), step, site()), transfer)
