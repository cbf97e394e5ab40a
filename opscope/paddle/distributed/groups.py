"""Groups of processes: there is one process, and every group is made of it."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any, NoReturn

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.paddle.base.launched_processes import in_one_process


def alone(what: str) -> NoReturn:
    """Refuse what needs a second process."""
    raise UnsupportedError(f"{what}: there is one process", site=site(), fix="run with one process, which is rank 0")


class Group:
    """A group of the one process: rank 0 of 1."""

    rank, nranks, world_size = 0, 1, 1

    def __init__(self, id: int) -> None:
        self.id = id
        self.ranks = [0]

    @property
    def name(self) -> str:
        """`_default_pg<id>`."""
        return f"_default_pg{self.id}"

    def is_member(self) -> bool:
        """True."""
        return True

    def get_group_rank(self, rank: int) -> int:
        """0 for the process, -1 for any other."""
        return 0 if rank == 0 else -1

    def __repr__(self) -> str:
        return f"rank: {self.rank}, nranks: {self.nranks}, id: {self.id}, ranks: 0; name: {self.name}"


_ids = itertools.count(1)
_groups = {0: Group(0)}


@in_one_process
def new_group(ranks: Sequence[int] | None = None, backend: str | None = None, timeout: Any = None) -> Group:
    """A group of the one process. Raises UnsupportedError for ranks other than 0."""
    if ranks is not None and any(rank != 0 for rank in ranks):
        alone(f"new_group({list(ranks)})")
    made = Group(next(_ids))
    _groups[made.id] = made
    return made


@in_one_process
def get_group(id: int = 0) -> Group | None:
    """The group of an id; None if there is none."""
    return _groups.get(id)


def destroy_process_group(group: Group | None = None) -> None:
    """Forget a group, None: all but the one there always is."""
    for id in [group.id] if group is not None else list(_groups):
        if id:
            _groups.pop(id, None)


@in_one_process
def get_rank(group: Group | None = None) -> int:
    """0: the number of this process."""
    return 0


@in_one_process
def get_world_size(group: Group | None = None) -> int:
    """1: the number of processes."""
    return 1


@in_one_process
def init_parallel_env() -> Group:
    """The group of all processes, of which there is one."""
    return _groups[0]


def is_initialized() -> bool:
    """False: no group of several processes was made."""
    return False


def is_available() -> bool:
    """True: the functions are there, for one process."""
    return True


def get_backend(group: Group | None = None) -> str:
    """UNDEFINED: nothing is sent anywhere."""
    return "UNDEFINED"


class ReduceOp(Described):
    """Reductions of tensors of several processes."""

    SUM, MAX, MIN, PROD, AVG = range(5)


class ParallelMode(Described):
    """Kinds of parallelism."""

    DATA_PARALLEL, TENSOR_PARALLEL, PIPELINE_PARALLEL, SHARDING_PARALLEL = range(4)
