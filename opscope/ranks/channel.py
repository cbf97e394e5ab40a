"""Channel: the connection of the ranks of a group. Each collective call of these ranks uses this class.

Before data is transferred, the ranks compare the fingerprints of their calls. The smallest and the largest fingerprint
of all ranks must be equal. If a rank omits a call, or uses another order, shape or dtype, every rank gets an error at
this call. So a sum never contains values from two different steps. During this comparison, a rank also waits for the
other ranks. The waiting time is measured separately.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NoReturn, TypeVar

import numpy as np

from opscope.core.source import Site
from opscope.errors import RankError
from opscope.ranks.collective import END, Collective, described_by_rank, named_ranks
from opscope.ranks.job_state import JobState

R = TypeVar("R")
Array = np.ndarray[Any, Any]
RAISED = "raised "  # begin of the kind of the last call of a rank that an error has ended
DIFFERENT = "the ranks do not make the same call"
SAME_CALLS = "make the same calls on every rank, in the same order, with equal names, shapes and dtypes"
_HEADER, _DATA = 1, 2  # tags of messages


class Channel:
    """Channel of a group of ranks.

    `ranks` contains the numbers that the ranks of the group have in the job. `rank` is this rank's number in the group.
    """

    def __init__(self, mpi: Any, comm: Any, ranks: Sequence[int], state: JobState, group: int = 0) -> None:
        self._mpi, self._comm, self.state, self._group = mpi, comm, state, group
        self._parts = 0
        self.ranks = tuple(ranks)
        self.size = len(self.ranks)
        self.rank = comm.Get_rank()

    def perform(self, collective: Collective, transfer: Callable[[Any, Any], R]) -> R:
        """Check that the other ranks make the same call, and then call `transfer(MPI, communicator)`.

        Raises RankError on every rank if a rank makes another call or is lost.
        """
        self.agree(collective)
        with self._failures(collective):
            result = transfer(self._mpi, self._comm)
        self.state.leave()
        return result

    def agree(self, collective: Collective) -> None:
        """Wait until every rank has reached the call, and check that all ranks make the same call.

        If a rank makes another call, raise RankError with the descriptions of all calls.
        """
        self.state.enter(collective, self.ranks, self._group)
        mine, pause = collective.fingerprint(), self.state.pause
        asked = pause.asked if self._group == 0 else 0  # only all ranks can pause together
        agreed = np.array([mine, -mine, -asked], np.int64)
        with self._failures(collective):
            self._comm.Allreduce(self._mpi.IN_PLACE, agreed, op=self._mpi.MIN)
            if agreed[0] != -agreed[1]:
                self._refuse(collective)
            self.state.arrived()
            if agreed[2] and collective.kind != END:
                pause.agree(-int(agreed[2]))
                self.state.resumed()

    def send(self, collective: Collective, array: Array, to: int) -> Callable[[], None]:
        """Start to send an array, and before it a description of the array, to a rank of the group.

        Returns a function that waits until the array has been sent.
        """
        self.state.enter(collective, [self.ranks[to]], None)
        with self._failures(collective):
            header = self._comm.isend((tuple(collective[:-2]), collective.where), dest=to, tag=_HEADER)
            data = self._comm.Isend(as_bytes(array), dest=to, tag=_DATA)
        self.state.leave()

        def finish() -> None:
            self.state.enter(collective, [self.ranks[to]], None)
            with self._failures(collective):
                header.wait()
                data.Wait()
            self.state.leave()

        return finish

    def receive(self, collective: Collective, array: Array, source: int) -> None:
        """Receive an array from a rank into `array`. Raises RankError if the rank has sent another shape or dtype."""
        self.state.enter(collective, [self.ranks[source]], None)
        with self._failures(collective):
            call, where = self._comm.recv(source=source, tag=_HEADER)
            sent = as_sent(call)
            if (sent.dtype, sent.shape) != (collective.dtype, collective.shape):
                mine = self.ranks[self.rank], collective.text, collective.where
                theirs = self.ranks[source], sent.text, where
                self._raise(
                    f"recv: the data that rank {theirs[0]} has sent does not match this call",
                    [mine, theirs],
                    SAME_CALLS,
                )
            self._comm.Recv(as_bytes(array), source=source, tag=_DATA)
        self.state.leave()

    def part(self, ranks: tuple[int, ...], step: int, at: Site | None) -> Channel | None:
        """Make a channel of some of the ranks. Return None on the other ranks.

        Every rank of this channel must call this method.
        """
        call = Collective("new_group", str(list(ranks)), "", "", None, step, at)
        made = self.perform(call, lambda _, comm: comm.Create(comm.Get_group().Incl(list(ranks))))
        self._parts += 1  # equal on every rank: all have made the same calls
        return None if made == self._mpi.COMM_NULL else Channel(self._mpi, made, ranks, self.state, self._parts)

    def _refuse(self, collective: Collective) -> None:
        """Raise RankError with the descriptions of the calls of all ranks.

        Every rank of the group executes this method.
        """
        calls = self._comm.allgather((tuple(collective[:-2]), collective.where))
        described = [(self.ranks[i], as_sent(call), where) for i, (call, where) in enumerate(calls)]
        summary, fix = DIFFERENT, SAME_CALLS
        if ended := [rank for rank, call, _ in described if call.kind == END]:
            summary = f"{named_ranks(ended)} reached the end of the program, but the other ranks did not"
            fix = "give every rank the same number of steps: use DistributedBatchSampler"
        if raised := [(rank, call) for rank, call, _ in described if call.kind.startswith(RAISED)]:
            rank, call = raised[0]
            summary, fix = f"rank {rank} {call.kind}", f"correct the error of rank {rank}: its output has the traceback"
        self._raise(summary, [(rank, call.text, where) for rank, call, where in described], fix)

    def part_with(self, summary: str, described: Sequence[tuple[int, str, str]], fix: str) -> NoReturn:
        """Raise RankError on each rank, because calls with equal descriptions have data that does not match."""
        self._raise(summary, described, fix)

    def _raise(self, summary: str, described: Sequence[tuple[int, str, str]], fix: str) -> NoReturn:
        self.state.part(summary)
        raise RankError(summary, facts=described_by_rank(described), fix=fix)

    @contextlib.contextmanager
    def _failures(self, collective: Collective) -> Iterator[None]:
        """Convert an error of MPI to a RankError, which lists the ranks that are lost."""
        try:
            yield
        except self._mpi.Exception as error:
            lost = self._lost_ranks()
            what = f"{named_ranks(lost)} died" if lost else f"MPI failed: {error}"
            self.state.part(what, lost=True)
            raise RankError(
                f"{what}: rank {self.ranks[self.rank]} was in {collective.text}",
                fix="read the output of the other ranks, or the kernel's log (was memory exhausted?)",
            ) from None
        except BaseException:
            self.state.now = None
            raise

    def _lost_ranks(self) -> list[int]:
        """Return the ranks of the group that Open MPI reports as dead.

        Return [] if the library does not report them.
        """
        with contextlib.suppress(self._mpi.Exception, NotImplementedError, AttributeError):
            dead = self._comm.Get_failed()
            numbers = self._mpi.Group.Translate_ranks(dead, list(range(dead.Get_size())), self._comm.Get_group())
            return [self.ranks[number] for number in numbers]
        return []


def as_sent(fields: Sequence[Any]) -> Collective:
    """Return the description of a call from the fields that another rank has sent.

    The source line of the call is sent separately, as text.
    """
    kind, detail, name, dtype, shape, step = fields
    return Collective(kind, detail, name, dtype, shape, step, None)


def as_bytes(array: Array) -> Array:
    """Return the memory of a contiguous array as an array of bytes. MPI can send bytes for any dtype.

    >>> as_bytes(np.zeros([2, 3], "float16")).shape
    (12,)
    """
    return array.reshape(-1).view(np.uint8)
