"""Calls of public functions that have built a program, with the variables in their arguments and results."""

from __future__ import annotations

from types import FrameType
from typing import Any, NamedTuple

from opscope.core.public_calls import Path, leaves, listeners
from opscope.core.source import CalledPosition, callers_of


class NotedCall(NamedTuple):
    """A call by the user's code, after which the next operator had the number `until`.

    `given` maps paths to the names of variables in the arguments. The path of a positional argument begins with its
    number, such as 0. The path of a keyword argument begins with its name, such as "x". `made` maps paths to the names
    of variables in the result. `length` is the number of elements of the result.
    """

    position: CalledPosition
    until: int
    given: dict[Path, str]
    made: dict[Path, str]
    length: int


_noted: list[type[Any]] = []  # the class of variables, once there is a program


def note_calls_with(variable: type[Any]) -> None:
    """From now on, note the calls whose arguments or results contain variables of this class."""
    if not _noted:
        _noted.append(variable)
        listeners.append(_note)


def _note(frame: FrameType, args: tuple[Any, ...], kwargs: dict[str, Any], result: Any) -> None:
    made = leaves(result, _noted[0])
    given = leaves(args, _noted[0]) | leaves(kwargs, _noted[0])
    some = next(iter((*made.values(), *given.values())), None)
    if some is None:
        return
    program = some.block.program
    count = len(result) if isinstance(result, list | tuple) else 0
    names = [{path: variable.name for path, variable in found.items()} for found in (given, made)]
    program.public_calls.append(NotedCall(callers_of(frame), program._next_op, names[0], names[1], count))
