"""Variables of a program that follow a number of Python: their values are set anew before each run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

_followed: WeakKeyDictionary[Any, tuple[tuple[str, Callable[[], float]], ...]] = WeakKeyDictionary()


def follow(program: Any, name: str, number: Callable[[], float]) -> None:
    """From now on, before each run of `program` its variable `name` becomes what `number()` is."""
    kept = tuple(pair for pair in followed(program) if pair[0] != name)
    _followed[program] = (*kept, (name, number))


def followed(program: Any) -> tuple[tuple[str, Callable[[], float]], ...]:
    """(variable's name, what says the number) of each."""
    return _followed.get(program, ())


def hand_on(program: Any, copy: Any) -> None:
    """The copy of a program follows what the program does."""
    if program in _followed:
        _followed[copy] = _followed[program]
