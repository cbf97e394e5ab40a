"""Role makers of fleet: the role of this process in a training job.

All processes are workers, and there is no server.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from opscope.core.described import Described
from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.paddle.base.job_steps import job
from opscope.ranks.launched_processes import require_one_process


class Role(IntEnum):
    """The role of a process."""

    WORKER, SERVER, HETER_WORKER, ALL, COORDINATOR = 1, 2, 3, 4, 5


class RoleMakerBase(Described):
    """The role of this process: a rank of the job, or the only worker."""

    def _worker_index(self) -> int:
        found = job("worker_index")
        return 0 if found is None else found.rank

    def _worker_num(self) -> int:
        found = job("worker_num")
        return 1 if found is None else found.size

    def _server_num(self) -> int:
        return 0

    def _is_worker(self) -> bool:
        return True

    def _is_server(self) -> bool:
        return False

    def _is_first_worker(self) -> bool:
        return self._worker_index() == 0

    def _role_id(self) -> int:
        return self._worker_index()

    def _generate_role(self) -> None:
        """Do nothing, because the role is already known."""

    # the names of fluid.incubate
    is_worker, is_server, is_first_worker = _is_worker, _is_server, _is_first_worker
    worker_index, worker_num, server_num, generate_role = _worker_index, _worker_num, _server_num, _generate_role


def _refuse(what: str, facts: dict[str, Any], fix: str) -> UnsupportedError:
    return UnsupportedError(f"{what}; there is only one process, which is a worker", facts=facts, site=site(), fix=fix)


class PaddleCloudRoleMaker(RoleMakerBase):
    """The role that the environment defines. Raises UnsupportedError for another role than the only worker."""

    def __init__(self, is_collective: bool = False, **kwargs: Any) -> None:
        self._is_collective = is_collective
        role = os.environ.get("TRAINING_ROLE", "TRAINER")
        if role != "TRAINER":
            raise _refuse(
                "the environment sets a role that is not supported", {"TRAINING_ROLE": role}, "unset TRAINING_ROLE"
            )
        job("PaddleCloudRoleMaker")
        if kwargs:
            raise _refuse("PaddleCloudRoleMaker has no options", kwargs, f"leave {next(iter(kwargs))} out")


class UserDefinedRoleMaker(RoleMakerBase):
    """The role that the arguments define. Raises UnsupportedError for another role than the only worker."""

    def __init__(
        self, current_id: int = 0, role: Role = Role.WORKER, worker_num: int = 1,
        server_endpoints: Sequence[str] | None = None, is_collective: bool = False, init_gloo: bool = False,
        path: str | None = None,
    ) -> None:  # fmt: skip
        require_one_process(type(self).__name__)
        self._is_collective = is_collective
        given = {"current_id": current_id, "role": role, "worker_num": worker_num, "server_endpoints": server_endpoints}
        if current_id != 0 or role != Role.WORKER or worker_num != 1 or server_endpoints:
            raise _refuse(
                "the arguments set a role that is not supported", given, "call UserDefinedRoleMaker(0, Role.WORKER, 1)"
            )
        if init_gloo or path:
            raise _refuse(
                "init_gloo and path need other processes, and there are none",
                {"init_gloo": init_gloo, "path": path},
                "leave init_gloo and path out",
            )


class UserDefinedCollectiveRoleMaker(UserDefinedRoleMaker):
    """Name in fluid.incubate for a role without servers."""

    def __init__(self, current_id: int = 0, worker_endpoints: Sequence[str] | None = None) -> None:
        if len(worker_endpoints or ()) > 1:
            raise _refuse(
                "the arguments set more than one endpoint", {"worker_endpoints": worker_endpoints}, "pass one endpoint"
            )
        super().__init__(current_id, is_collective=True)


__all__ = [
    "PaddleCloudRoleMaker", "Role", "RoleMakerBase", "UserDefinedCollectiveRoleMaker", "UserDefinedRoleMaker",
]  # fmt: skip
