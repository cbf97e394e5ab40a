"""The job of ranks to which this process belongs, and the number of the training step of its collectives."""

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
    """From now on, count only steps and passes that change parameters of a model which all ranks have in common."""
    if not has_shared():
        _passes["backward"] = 0
    share(parameters)


def step() -> int:
    """Return the number of steps of the optimizers.

    In a program without optimizers, return the number of backward passes.
    """
    return optimizer_steps() or _passes["backward"]


def job(what: str) -> ranks.Job | None:
    """Return the job of which this process is a rank. Return None if there is only one process.

    Raises UnsupportedError, which names `what`, if the processes of a launcher are not ranks of MPI.
    """
    found = ranks.job(what)
    if found is not None and _count_pass not in backward_listeners:
        backward_listeners.append(_count_pass)
    return found
