"""paddle.framework.random: the state of random numbers, and the seed of programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.random import default, seed
from opscope.core.source import site
from opscope.errors import ArgumentError
from opscope.ir.program.context import default_main_program, default_startup_program
from opscope.ir.program.program import Program


def get_rng_state(device: str | None = None) -> list[Any]:
    """Return the state of the random numbers of all devices, in a list with one entry.

    Numbers on a GPU come from the host's stream.
    """
    return [default.get_state()]


def set_rng_state(state_list: Sequence[Any], device: str | None = None) -> None:
    """Restore the state that get_rng_state has returned. Raises ArgumentError for a list of another length."""
    _check(state_list, 1, "generators")
    default.set_state(state_list[0])


def get_cuda_rng_state() -> list[Any]:
    """Return an empty list. GPUs have no separate random state. get_rng_state returns the whole state."""
    return []


def set_cuda_rng_state(state_list: Sequence[Any]) -> None:
    """Accept the empty list of get_cuda_rng_state. Raises ArgumentError for a list that contains states."""
    _check(state_list, 0, "cuda devices")


def _check(states: Sequence[Any], count: int, what: str) -> None:
    if len(states) != count:
        raise ArgumentError(
            f"The list of states must have {count} elements, which is the number of {what}, but it has {len(states)}",
            site=site(),
        )


def _manual_program_seed(seed: int) -> None:
    for program in (default_main_program(), default_startup_program()):
        program.random_seed = seed
    Program.global_seed(seed)


__all__ = ["_manual_program_seed", "get_cuda_rng_state", "get_rng_state", "seed", "set_cuda_rng_state", "set_rng_state"]
