"""Local variables of the user's functions at the time of an op call, which were read from the stack frames."""

from __future__ import annotations

import dis
import functools
import weakref
from collections.abc import Callable, Iterable, Mapping
from types import CodeType
from typing import Any, NamedTuple

from opscope.core.source import UserCall


class FunctionLocals(NamedTuple):
    """The local variables of a running call of a user's function.

    A name without a value is not included. The names in `left` still refer to the same objects as at the end of the
    previous step, and nothing was written into these objects since then.
    """

    call: UserCall
    bound: Mapping[str, Any]
    left: frozenset[str] = frozenset()


class FrameLocals(NamedTuple):
    """The local variables of the running calls of the user's functions. The innermost call comes first.

    A function is included only if its variables may have changed since the last op call. The values are arrays. In a
    record, the names of the values replace the arrays.
    """

    frames: tuple[FunctionLocals, ...]

    def replaced(self, values: Callable[[FunctionLocals], dict[str, Any]]) -> FrameLocals:
        """Return a copy in which the names have other values."""
        return FrameLocals(tuple([each._replace(bound=values(each)) for each in self.frames]))

    def renamed(self, name_of: Callable[[Any], str]) -> FrameLocals:
        """Return a copy in which the names of values replace the values."""
        return self.replaced(lambda of: {text: name for text, array in of.bound.items() if (name := name_of(array))})


class FormerLocals:
    """The arrays in local variables at the end of the previous record of a step. The references to them are weak.

    A record does not have the names of the values of earlier records. A name that still refers to the same array has
    the value that it had in the earlier record. If a name refers to another array without a name, its value is unknown.
    """

    def __init__(self, arrays: Mapping[UserCall, Mapping[str, Any]] | None = None) -> None:
        self._arrays = {} if arrays is None else arrays

    def after(self, called: Iterable[Any]) -> FormerLocals:
        """Return the local variables after calls of the next record, each with its FrameLocals."""
        looks = [of for each in called if isinstance(each, FrameLocals) for of in each.frames]
        return FormerLocals({**self._arrays, **{of.call: _references(of.bound) for of in looks}})

    def renamed(self, found: FrameLocals, name_of: Callable[[Any], str]) -> FrameLocals:
        """Return a copy of local variables in which the names of values replace the values.

        The name "" replaces an unknown value.
        """
        return found.replaced(lambda of: self._names(of, name_of))

    def _names(self, of: FunctionLocals, name_of: Callable[[Any], str]) -> dict[str, str]:
        named = {text: name_of(array) for text, array in of.bound.items()}
        former = self._arrays.get(of.call)
        if former is None:
            return {text: name for text, name in named.items() if name}
        changed = {text for text, known in former.items() if known() is None or known() is not of.bound.get(text)}
        changed |= {text for text, name in named.items() if not name and text not in former}
        return {**dict.fromkeys(changed - of.left, ""), **{text: name for text, name in named.items() if name}}


def _references(arrays: Mapping[str, Any]) -> dict[str, Callable[[], Any]]:
    return {name: _reference(array) for name, array in arrays.items()}


def _reference(array: Any) -> Callable[[], Any]:
    try:
        return weakref.ref(array)
    except TypeError:  # a number
        return lambda: None


def attributes_of_self(variables: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the attributes of the object `self` among the local variables of a function. Return {} if there are none.

    The methods for attribute access of the object are not called: a method of a proxy object may fail, or may depend
    on the state of the program.
    """
    if "self" not in variables:
        return {}
    try:
        return object.__getattribute__(variables["self"], "__dict__")
    except Exception:  # noqa: BLE001 (objects with slots have no attributes, and `__dict__` may be a property)
        return {}


@functools.lru_cache(maxsize=4096)
def names_in(code: CodeType, *instructions: str) -> tuple[str, ...]:
    """Return the names of variables in some instructions of a function, such as LOAD_GLOBAL. Each name occurs once."""
    return tuple(dict.fromkeys(i.argval for i in dis.get_instructions(code) if i.opname in instructions))
