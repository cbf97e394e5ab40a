"""Editor: changes values at the current position of a program's run.

If a kind of program does not allow an edit, the editor raises an error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from opscope.core.annotations import Array
from opscope.core.checks.masked_arrays import unmasked
from opscope.core.place import Place, array_module, has_numbers, to_device, to_host
from opscope.debug.replay.edited_parts import part_text
from opscope.debug.replay.program_kind import Cursor
from opscope.eager.tape import Tracked
from opscope.errors import ArgumentError, RunError, UnsupportedError


class ValueDifference(NamedTuple):
    """Difference between a value of the edited run and the same value of the unedited run.

    `differing` is the number of elements that differ, and `largest` is the largest magnitude of a difference. `called`
    is the name of the value in the user's code; "" if this name is unknown.
    """

    name: str
    differing: int
    size: int
    largest: float
    called: str = ""


class Editor:
    """Edits that the user makes in the live run of a program.

    In this base class, all edits raise an error. For each kind of program, a subclass overrides the methods of the
    possible edits.
    """

    def __init__(self, cursor: Cursor) -> None:
        self._kind = cursor.record.kind
        self.find: Callable[[str], Tracked | None] = _find_nothing  # the Tensor of a path in the user's functions

    @property
    def descriptions(self) -> tuple[str, ...]:
        """The edits that can be undone at this position, as text, oldest edit first."""
        return ()

    @property
    def reruns(self) -> int:
        """The number of edits that have caused operators to be executed again."""
        return 0

    def hold(self, name: str, tensor: Tracked) -> None:
        """Store a reference to a Tensor of the user's code, so that the user can set it by the name of its value."""

    def set(self, name: str, value: Any, index: Any = ...) -> int:
        """Set a value, or only its elements at `index`.

        Returns the number of operators that were executed again because of the change.
        """
        raise self._refusal("values cannot be set", "change the code")

    def set_attr(self, op: int | str, name: str, value: Any) -> int:
        """Set an attribute of an operator for this run.

        Returns the number of operators that were executed again because of the change.
        """
        raise self._refusal("attributes cannot be changed", "set a value, or change the code")

    def undo(self) -> str:
        """Undo the latest edit, and return a text that describes this edit.

        Raises RunError if no edit can be undone at this position.
        """
        raise RunError("no value was set at this position")

    def compare(self) -> list[ValueDifference]:
        """Return the values at this position that differ from the unedited run, in the order of their operators."""
        raise self._refusal("runs cannot be compared", "run the code twice")

    def index_of(self, past: Cursor) -> int:
        """Return the index of the instruction at a past position. The method `rewind_to` needs this index.

        Raises RunError if the user cannot change the run at this position.
        """
        raise RunError(
            f"this position is in the past, so nothing can be changed: {self._kind.why_not}",
            fix="stop here in a new run, and set the value there",
        )

    def rewind_to(self, index: int) -> None:
        """Move the run back to the position before an instruction of the outermost block.

        Raises RunRewound if the run is inside a block of an operator.
        """

    def _refusal(self, what: str, fix: str) -> UnsupportedError:
        return UnsupportedError(f"{what}: {self._kind.why_not}", fix=fix)


def _find_nothing(path: str) -> None:
    return None


def converted(name: str, old: Any, value: Any, index: Any, place: Place) -> Any:
    """Return a copy of a variable's array `old` in which the elements at `index` are set to `value`.

    The copy has the dtype and shape of `old`. Raises ArgumentError if `value` does not match this dtype or shape.
    """
    if not has_numbers(old):
        raise UnsupportedError(f"{name} is not an array and cannot be set")
    unmasked(value)
    new = to_host(old).copy()
    try:
        given = np.asarray(to_host(value) if hasattr(value, "dtype") else value)
        if given.dtype == object or (new.dtype.kind in "iub" and given.dtype.kind == "f" and (given % 1).any()):
            raise ArgumentError(
                f"{name} cannot be set to {value!r}, because its dtype is {new.dtype}", fix="pass numbers of this dtype"
            )
        new[index] = given.astype(new.dtype) if given.dtype != new.dtype else given
    except (ValueError, TypeError, IndexError) as e:
        shape = "x".join(map(str, old.shape)) or "scalar"
        raise ArgumentError(f"{name} cannot be set to this value: {e}", facts={name: f"{old.dtype} {shape}"}) from e
    return to_device(new, place) if array_module(old) is not np else new


def set_text(name: str, index: Any, array: Array) -> str:
    """Format an edit as text: `h = 1.0` for a whole value, `h[0, :3] = 1.0` for a part of a value.

    `array` is the whole value after the edit.
    """
    if index is ...:
        return f"{name} = {short_text(array)}"
    return f"{part_text(name, index)} = {short_text(to_host(array)[index])}"


def short_text(array: Array) -> str:
    """Describe an array as text: one number if all elements are equal, otherwise the dtype and shape of the array."""
    elements = to_host(array).reshape(-1)
    is_one_number = elements.size and ((elements == elements[0]).all() or np.isnan(elements).all())
    return str(elements[0]) if is_one_number else f"{array.dtype} {list(array.shape)}"
