"""fleet: the workers of a job are its ranks, or a single process. There are no servers."""

from __future__ import annotations

from typing import Any

from opscope.core.modes import in_dynamic_mode
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.paddle.base.job_steps import job
from opscope.paddle.base.role_maker import RoleMakerBase
from opscope.paddle.distributed.communication import barrier
from opscope.paddle.distributed.fleet.distributed_strategy import DistributedStrategy
from opscope.paddle.distributed.fleet.program_optimizer import RankOptimizer
from opscope.paddle.distributed.groups import group_of
from opscope.paddle.distributed.parallel import DataParallel


def init(role_maker: Any = None, is_collective: bool = False, strategy: Any = None, log_level: Any = "INFO") -> None:
    """Connect this process to the other processes. Raises UnsupportedError for a custom role maker."""
    _check_strategy(strategy)
    if not isinstance(role_maker, RoleMakerBase | None):
        raise UnsupportedError(
            "fleet supports only processes with the role of a worker",
            site=site(),
            fix="call fleet.init(is_collective=True)",
        )
    job("init")


def _check_strategy(strategy: Any) -> None:
    """Raise UnsupportedError for a strategy of another class. A DistributedStrategy checks its values itself."""
    if not isinstance(strategy, DistributedStrategy | None):
        raise UnsupportedError(
            f"fleet needs a DistributedStrategy, not {type(strategy).__name__}",
            site=site(),
            fix="call fleet.DistributedStrategy()",
        )


def init_worker() -> None:
    """No effect: there are no servers."""
    job("init_worker")


def stop_worker() -> None:
    """No effect: there are no servers."""


def distributed_model(model: Any) -> Any:
    """Return the model as DataParallel among ranks; the model itself in a single process."""
    return model if job("distributed_model") is None else DataParallel(model)


def distributed_optimizer(optimizer: Any, strategy: Any = None) -> Any:
    """Return the optimizer. In dygraph, DataParallel averages the gradients; in programs, its `minimize`."""
    _check_strategy(strategy)
    if job("distributed_optimizer") is not None and not in_dynamic_mode():
        return RankOptimizer(optimizer, group_of("distributed_optimizer", None))
    return optimizer


def worker_index() -> int:
    """Return the number of this process."""
    found = job("worker_index")
    return 0 if found is None else found.rank


def worker_num() -> int:
    """Return the number of processes."""
    found = job("worker_num")
    return 1 if found is None else found.size


def is_first_worker() -> bool:
    """Return True on rank 0."""
    found = job("is_first_worker")
    return found is None or found.rank == 0


def is_worker() -> bool:
    """Return True."""
    job("is_worker")
    return True


def is_server() -> bool:
    """Return False."""
    job("is_server")
    return False


def barrier_worker() -> None:
    """Wait for the other processes."""
    barrier()
