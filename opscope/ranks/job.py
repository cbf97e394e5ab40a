"""Job: the ranks that a launcher has started together, as this rank sees them."""

from __future__ import annotations

import os
from typing import Any

from opscope.core.source import site
from opscope.errors import RankError, UnsupportedError
from opscope.ranks.channel import Channel
from opscope.ranks.collective import CONNECT, Collective
from opscope.ranks.job_state import CONNECTING, STATE
from opscope.ranks.launched_processes import launched_processes, require_one_process
from opscope.ranks.mpi import can_connect, load_mpi
from opscope.ranks.program_end import agree_at_exit


class Job:
    """A job of several ranks.

    `rank` is the number of this rank. `size` is the number of ranks. `world` is the channel of all ranks.
    """

    def __init__(self, mpi: Any) -> None:
        comm = mpi.COMM_WORLD
        self.rank, self.size = comm.Get_rank(), comm.Get_size()
        self.local_rank = comm.Split_type(mpi.COMM_TYPE_SHARED).Get_rank()
        self.state = STATE
        self.world = Channel(mpi, comm, range(self.size), self.state)
        self.channels: dict[int, Channel | None] = {0: self.world}  # of groups, by their number
        agree_at_exit(self.world)

    def channel(self, group: int, ranks: tuple[int, ...], step: int) -> Channel | None:
        """Make the channel of a group. Return None on a rank that is not in the group.

        Every rank of the job must call this method.
        """
        self.channels[group] = self.world.part(ranks, step, site())
        return self.channels[group]


_jobs: list[Job] = []  # the job of this process, once it is connected


def job(what: str) -> Job | None:
    """Return the job of this process. Return None if there is only one process.

    If the process is not connected to the other ranks yet, connect it first. `what` is the name of the calling
    function, which error texts contain. Raises UnsupportedError if a launcher has started several processes, but not as
    ranks of MPI.
    """
    if _jobs:
        if os.getpid() != _jobs[0].state.process:
            raise RankError(
                f"{what}: this process was forked by a rank and is not a rank itself", fix="make the call in the rank"
            )
        return _jobs[0]
    if not launched_processes(os.environ):
        return None
    if not can_connect(os.environ):
        require_one_process(what)
    STATE.enter(Collective(CONNECT, what, "", "", None, None, site()), (), CONNECTING)
    mpi = load_mpi()
    STATE.leave()
    if mpi.COMM_WORLD.Get_size() == 1:  # the launcher is of another MPI than the library
        raise UnsupportedError(
            f"{what}: a launcher has started several processes, but in each process the MPI library finds only this "
            "process",
            facts={**launched_processes(os.environ), "library": mpi.Get_library_version().partition(",")[0]},
            site=site(),
            fix="start the program with: python -m opscope launch -n 2 your_program.py",
        )
    _jobs.append(Job(mpi))
    return _jobs[0]


def connected_job() -> Job | None:
    """Return the job of this process if it is already connected to the other ranks. Otherwise, return None."""
    return _jobs[0] if _jobs and os.getpid() == _jobs[0].state.process else None
