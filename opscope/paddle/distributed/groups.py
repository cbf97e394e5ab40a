"""Groups of processes: a single process, or ranks of a job on MPI."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NoReturn

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.paddle.base.job_steps import job as job_of_process
from opscope.paddle.base.job_steps import step
from opscope.ranks import Channel, Collective, Job


def alone(what: str) -> NoReturn:
    """Raise an error for a call that needs a second process."""
    raise UnsupportedError(
        f"{what}: only one process is running", site=site(),
        fix="use only rank 0, or start several processes: python -m opscope launch -n 2 your_program.py",
    )  # fmt: skip


def job(what: str) -> Job | None:
    """Return the job of which this process is a rank; None for a single process."""
    found = job_of_process(what)
    if found is not None and _groups[0].channel is None:
        _groups[0] = Group(0, found.world.ranks, found.world)
    return found


class Group:
    """A group of ranks. Without a channel: a single process, or a group without this rank."""

    def __init__(self, id: int, ranks: Sequence[int] = (0,), channel: Channel | None = None) -> None:
        self.id = id
        self.ranks = list(ranks)
        self.channel = channel
        self.nranks = self.world_size = len(self.ranks)
        self.rank = channel.rank if channel is not None else 0 if self.ranks == [0] and not _in_job() else -1

    @property
    def name(self) -> str:
        """`_default_pg<id>`."""
        return f"_default_pg{self.id}"

    def is_member(self) -> bool:
        """Return True if this process is in the group."""
        return self.rank >= 0

    def get_group_rank(self, rank: int) -> int:
        """Return the position of a rank of the job within the group; -1 if the group does not contain the rank."""
        return self.ranks.index(rank) if rank in self.ranks else -1

    def __repr__(self) -> str:
        ranks = ", ".join(map(str, self.ranks))
        return f"rank: {self.rank}, nranks: {self.nranks}, id: {self.id}, ranks: {ranks}; name: {self.name}"


def _in_job() -> bool:
    return _groups[0].channel is not None if _groups else False


_ids = itertools.count(1)
_groups: dict[int, Group] = {}
_groups[0] = Group(0)


def group_of(what: str, group: Group | None) -> Group:
    """Return the group of a call; None means the default group. The first call connects this process to its job."""
    job(what)
    return _groups[0] if group is None else group


def new_group(ranks: Sequence[int] | None = None, backend: str | None = None, timeout: Any = None) -> Group:
    """Make a group of some ranks; None means all ranks. Every rank of the job must call it, in the same order.

    Raises UnsupportedError for ranks that do not exist, and for a timeout, because a missing rank is reported.
    """
    found = job("new_group")
    size = 1 if found is None else found.size
    if ranks is not None and any(rank not in range(size) for rank in ranks):
        if size == 1:
            alone(f"new_group({list(ranks)})")
        raise UnsupportedError(
            f"new_group({list(ranks)}): the job has only the ranks 0 to {size - 1}", site=site(), fix="start more ranks"
        )
    if found is not None and timeout is not None:
        raise UnsupportedError("new_group does not support timeout", site=site(), fix="leave timeout out")
    members = tuple(sorted(set(ranks))) if ranks and size > 1 else tuple(range(size))
    id = next(_ids)
    made = Group(id, members, None if found is None else found.channel(id, members, step()))
    _groups[made.id] = made
    return made


def get_group(id: int = 0) -> Group | None:
    """Return the group with an id, or None."""
    job("get_group")
    return _groups.get(id)


def destroy_process_group(group: Group | None = None) -> None:
    """Delete a group; None deletes all groups but the default group."""
    for id in [group.id] if group is not None else list(_groups):
        if id:
            _groups.pop(id, None)


def get_rank(group: Group | None = None) -> int:
    """Return the number of this process in the group; -1 outside of the group."""
    return group_of("get_rank", group).rank


def get_world_size(group: Group | None = None) -> int:
    """Return the number of processes in the group."""
    return group_of("get_world_size", group).nranks


def init_parallel_env() -> Group:
    """Connect this process to the ranks of its job, and return the group of all processes."""
    return group_of("init_parallel_env", None)


def is_initialized() -> bool:
    """Return True if this process is connected to the other processes of a job."""
    return _in_job()


def is_available() -> bool:
    """Return True: the functions exist."""
    return True


def get_backend(group: Group | None = None) -> str:
    """Return MPI among ranks, and UNDEFINED in a single process."""
    return "MPI" if _in_job() else "UNDEFINED"


def described(
    kind: str, tensor: Any = None, detail: str = "", shape: Sequence[int] | None = None, name: str = ""
) -> Collective:
    """Return the description of a call of this rank on a tensor, with the user's line."""
    if tensor is None:
        return Collective(kind, detail, name, "", None if shape is None else tuple(shape), step(), site())
    own = tensor._name  # the property would make a name; generated ones count what each rank has made
    name = name or ("" if not own or own.startswith("generated_tensor") else own)
    return Collective(kind, detail, name, tensor.dtype.name, tuple(tensor.shape), step(), site())


class ReduceOp(Described):
    """Reductions of tensors of several processes."""

    SUM, MAX, MIN, PROD, AVG = range(5)


class ParallelMode(Described):
    """Kinds of parallelism."""

    DATA_PARALLEL, TENSOR_PARALLEL, PIPELINE_PARALLEL, SHARDING_PARALLEL = range(4)
