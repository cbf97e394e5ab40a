"""The job of ranks that this process belongs to, and the number of the training step that its collectives are in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from opscope import ranks
from opscope.eager.backward_pass import Leaves, backward_listeners
from opscope.eager.optimizers.optimizer_steps import has_shared, is_shared, optimizer_steps
from opscope.eager.optimizers.optimizer_steps import share_parameters as share

_passes = {"backward": 0}  # since the job is known


def _count_pass(leaves: Leaves) -> None:
    if not has_shared() or any(is_shared(leaf) for leaf, _ in leaves.values()):
        _passes["backward"] += 1


def share_parameters(parameters: Iterable[Any]) -> None:
    """Count from now on only steps and passes that change parameters of a model which all ranks have in common."""
    if not has_shared():
        _passes["backward"] = 0
    share(parameters)


def step() -> int:
    """Count the steps of the optimizers; in a program without any, its backward passes."""
    return optimizer_steps() or _passes["backward"]


def job(what: str) -> ranks.Job | None:
    """Return the job that this process is a rank of; None where there is one process.

    Raises UnsupportedError, which names `what`, where the processes of a launcher are not ranks of MPI.
    """
    found = ranks.job(what)
    if found is not None and _count_pass not in backward_listeners:
        backward_listeners.append(_count_pass)
    return found
