"""Variables of a program that follow a number of Python: their values are set anew before each run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

_scheduled: WeakKeyDictionary[Any, tuple[tuple[str, Callable[[], float]], ...]] = WeakKeyDictionary()


def schedule(program: Any, name: str, number: Callable[[], float]) -> None:
    """From now on, before each run of `program` its variable `name` becomes what `number()` is."""
    kept = tuple(pair for pair in scheduled(program) if pair[0] != name)
    _scheduled[program] = (*kept, (name, number))


def scheduled(program: Any) -> tuple[tuple[str, Callable[[], float]], ...]:
    """(variable's name, what says the number) of each."""
    return _scheduled.get(program, ())


def copy_schedule(program: Any, copy: Any) -> None:
    """The copy of a program follows what the program does."""
    if program in _scheduled:
        _scheduled[copy] = _scheduled[program]
