"""Variables of the user's functions while the program waits in its own code, behind the last place of a record.

The names of values are derived from the calls. A statement without a call, such as `best = loss`, may have bound a
variable since the last call. Therefore, the variables of the waiting functions themselves are read here.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from types import FrameType
from typing import Any

from opscope.core.formats.narrow_arrays import widened
from opscope.eager.foreign.tensors import as_tracked, as_writable

_ELEMENT = re.compile(r"([^\W\d]\w*)((?:\[[^\[\]]+\])*)")
_KEY = re.compile(r"\[([^\[\]]+)\]")


class StandingVariables:
    """The variables of the functions that wait, innermost first, and the position behind which they wait.

    `name_of` is a function that returns the name of a Tensor's value, or "" if the value has no name.
    """

    def __init__(self, tick: int, frames: Iterable[FrameType], name_of: Callable[[Any], str]) -> None:
        self.tick = tick
        self._name_of = name_of
        self._variables: dict[str, Any] = {}
        for frame in frames:
            for name, value in frame.f_locals.items():
                self._variables.setdefault(name, value)

    def has(self, name: str) -> bool:
        """Return True for the name of a variable, and for an element of a variable, such as `outs[2]`."""
        path = _ELEMENT.fullmatch(name)
        return path is not None and path[1] in self._variables

    def array(self, name: str) -> Any:
        """Return the array of a variable or an element; None if it is no tensor."""
        tracked = as_writable(self._object(name))
        return None if tracked is None else widened(tracked._value)

    def value_of(self, name: str) -> str:
        """Return the name of the value of a variable or an element; "" if the run has no name for this value."""
        tracked = as_tracked(self._object(name))
        return "" if tracked is None else self._name_of(tracked)

    def __iter__(self) -> Iterator[str]:
        """Yield the names of the variables that are tensors."""
        return (name for name, value in self._variables.items() if as_tracked(value) is not None)

    def _object(self, name: str) -> Any:
        path = _ELEMENT.fullmatch(name)
        if path is None or path[1] not in self._variables:
            return None
        found = self._variables[path[1]]
        for key in _KEY.findall(path[2]):
            if not isinstance(found, list | tuple | dict):
                return None
            try:
                found = found[ast.literal_eval(key)]
            except (LookupError, SyntaxError, TypeError, ValueError):
                return None
        return found
