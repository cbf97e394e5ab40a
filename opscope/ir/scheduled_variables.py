"""Scheduled variables: Before each run, Python functions compute their values, such as learning rates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

_scheduled: WeakKeyDictionary[Any, tuple[tuple[str, Callable[[], float]], ...]] = WeakKeyDictionary()


def schedule(program: Any, name: str, value: Callable[[], float]) -> None:
    """Set the variable `name` to `value()` before each run of `program`."""
    others = tuple(pair for pair in scheduled(program) if pair[0] != name)
    _scheduled[program] = (*others, (name, value))


def scheduled(program: Any) -> tuple[tuple[str, Callable[[], float]], ...]:
    """Return (name, value function) of each scheduled variable."""
    return _scheduled.get(program, ())


def copy_schedule(program: Any, copy: Any) -> None:
    """Copy the schedule of a program to its copy."""
    if program in _scheduled:
        _scheduled[copy] = _scheduled[program]
