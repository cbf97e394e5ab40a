"""JobState: the collective that this rank is in, and what has ended the common work of the ranks."""

from __future__ import annotations

import os
import time

from opscope.core.source import site
from opscope.errors import RankError
from opscope.ranks.collective import Collective


class JobState:
    """The state of this rank's job.

    now: the collective that this rank is in, None between collectives. parted: the reason why no further collective is
    possible, "" while there is none; lost: True if a rank is dead, so that MPI cannot be left in an orderly way.
    """

    def __init__(self) -> None:
        self.process = os.getpid()
        self.collectives = 0
        self.now: Collective | None = None
        self.waiting = self.transferring = 0.0  # seconds in all
        self.parted, self.lost = "", False
        self._since = 0.0

    def enter(self, collective: Collective) -> None:
        """Note the begin of a collective. Raises RankError if the ranks have parted."""
        if self.parted:
            raise RankError(
                f"{collective.kind}: the ranks have parted before: {self.parted}", site=site(),
                fix="let the program end at the first RankError",
            )  # fmt: skip
        self.collectives += 1
        self.now, self._since = collective, time.perf_counter()

    def arrived(self) -> None:
        """Note that all ranks are in the collective: from now on data move."""
        now = time.perf_counter()
        self.waiting, self._since = self.waiting + now - self._since, now

    def leave(self) -> None:
        """Note the end of a collective."""
        self.transferring += time.perf_counter() - self._since
        self.now = None

    def part(self, reason: str, lost: bool = False) -> None:
        """Note why the ranks cannot go on together."""
        self.parted, self.lost = self.parted or reason, self.lost or lost
        self.now = None
