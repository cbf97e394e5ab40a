"""fleet of a single process: model and optimizer stay unchanged."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.paddle.base.launched_processes import in_one_process
from opscope.paddle.base.role_maker import RoleMakerBase


@in_one_process
def init(role_maker: Any = None, is_collective: bool = False, strategy: Any = None, log_level: Any = "INFO") -> None:
    """Nothing: there are no other processes. Raises UnsupportedError for a role maker of one's own, or a strategy."""
    if strategy is not None or not isinstance(role_maker, RoleMakerBase | None):
        raise UnsupportedError(
            "fleet has one role and no strategies", site=site(), fix="fleet.init(is_collective=True)"
        )


@in_one_process
def init_worker() -> None:
    """Nothing: there are no servers to wait for."""


def stop_worker() -> None:
    """Do nothing: there are no servers."""


@in_one_process
def distributed_model(model: Any) -> Any:
    """The model: every process has it."""
    return model


@in_one_process
def distributed_optimizer(optimizer: Any, strategy: Any = None) -> Any:
    """The optimizer. Raises UnsupportedError for a strategy."""
    if strategy is not None:
        raise UnsupportedError("fleet has no strategies", site=site(), fix="leave it out")
    return optimizer


@in_one_process
def worker_index() -> int:
    """0: the number of this process."""
    return 0


@in_one_process
def worker_num() -> int:
    """1: the number of processes."""
    return 1


@in_one_process
def is_first_worker() -> bool:
    """True."""
    return True


@in_one_process
def is_worker() -> bool:
    """True."""
    return True


@in_one_process
def is_server() -> bool:
    """False."""
    return False


@in_one_process
def barrier_worker() -> None:
    """Wait for the other processes, of which there are none."""
