"""JobState: the state of this rank in its job, with its current collective."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Sequence
from typing import NamedTuple

from opscope.core.source import site
from opscope.errors import RankError
from opscope.ranks.collective import Collective
from opscope.ranks.joint_pause import JointPause
from opscope.ranks.watched_row import WatchedRow


class Entered(NamedTuple):
    """The collective in which this rank is.

    number: the number of this collective in its group; 0 for a message from one rank to another rank.
    members: the ranks for which this collective waits.
    since: the time at which this rank entered it (time.monotonic()).
    """

    collective: Collective
    group: int
    number: int
    members: Sequence[int]
    since: float


class JobState:
    """The state of this rank in its job.

    The thread that sends the beats reads the state. So values that belong together are stored in one object.

    now: the current collective of this rank; None between collectives.
    parted: the reason why the ranks can make no more collective calls; "" if there is no such reason.
    lost: True if a rank is dead, so that MPI cannot be finalized normally.
    """

    def __init__(self) -> None:
        self.process, self.thread = os.getpid(), threading.main_thread().ident
        self.counts: dict[int, int] = {}  # collectives that this rank has entered, by group
        self.now: Entered | None = None
        self.waiting = self.transferring = 0.0  # seconds in all
        self.step: int | None = None  # of the last collective that has one
        self.row = WatchedRow()  # numbers of this rank that the launcher shows
        self.pause = JointPause()
        self.parted, self.lost = "", False
        self._since = 0.0

    @property
    def collectives(self) -> int:
        """The number of collectives that this rank has entered, in all groups."""
        return sum(self.counts.values())

    def enter(self, collective: Collective, members: Sequence[int], group: int | None) -> None:
        """Record that this rank enters a collective. If `group` is None, the rank sends or receives a message instead.

        Raises RankError if the ranks cannot continue together.
        """
        if self.parted:
            raise RankError(
                f"{collective.kind}: the ranks already differ since an earlier call: {self.parted}", site=site(),
                fix="let the program end at the first RankError",
            )  # fmt: skip
        number = 0
        if group is not None:
            number = self.counts[group] = self.counts.get(group, 0) + 1
        self.step = self.step if collective.step is None else collective.step
        self.thread = threading.get_ident()
        self.now = Entered(collective, group or 0, number, members, time.monotonic())
        self._since = time.perf_counter()

    def arrived(self) -> None:
        """Record that all ranks have reached the collective. From now on, data is transferred."""
        now = time.perf_counter()
        self.waiting, self._since = self.waiting + now - self._since, now

    def resumed(self) -> None:
        """Record that the rank continues after a pause.

        The time of the pause is neither waiting time nor transfer time.
        """
        self._since = time.perf_counter()

    def leave(self) -> None:
        """Record the end of a collective."""
        self.transferring += time.perf_counter() - self._since
        self.now = None

    def part(self, reason: str, lost: bool = False) -> None:
        """Record the reason why the ranks cannot continue together."""
        self.parted, self.lost = self.parted or reason, self.lost or lost
        self.now = None


STATE = JobState()  # of this process
CONNECTING = -1  # the group of the ranks that connect; 0 is the group of all
