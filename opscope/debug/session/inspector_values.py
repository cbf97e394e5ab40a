"""Content of the panel's inspector: slices of values, and the pinned value.

A pinned value is a copy for comparisons.
"""

from __future__ import annotations

from typing import Any

from opscope.core.place import to_host
from opscope.debug.navigation.navigator import Navigator
from opscope.debug.taps.slices import Users, slice_seen
from opscope.debug.values.place_values import readers_of, writers_of
from opscope.errors import RunError
from opscope.events import FetchSlice, PinChanged, SliceSeen
from opscope.names.value_name import OF_STEP

NO_OPERATOR = -1  # number of a non-existent operator among the readers and writers


class InspectorValues:
    """Owner of the pinned value. The pinned value is a copy of a value, to which other values are compared."""

    def __init__(self) -> None:
        self._pinned: Any = None
        self._changed = PinChanged()

    def pin(self, name: str, value: Any, step: int) -> PinChanged:
        """Pin a value under its name. The name "" removes the pinned value."""
        self._pinned = to_host(value).copy() if name else None
        shape = tuple(int(n) for n in value.shape) if name else ()
        self._changed = PinChanged(name=name, step=step if name else 0, shape=shape)
        return self._changed

    def slice(self, command: FetchSlice, value: Any, step: int, navigator: Navigator) -> SliceSeen:
        """Return the slice of a value that a command requests.

        Raises ArgumentError; raises RunError if the command needs a pinned value that does not exist.
        """
        if not command.difference:
            return slice_seen(command, value, step, _users(navigator, command.name, step))
        if self._pinned is None:
            raise RunError(
                "no value was pinned for a comparison", fix="pin a value, then look at another value or another step"
            )
        called = f"{self._changed.name} of step {self._changed.step}"
        users = _users(navigator, command.name, step)
        return slice_seen(command, to_host(value), step, users, self._pinned, called)


def _users(navigator: Navigator, name: str, step: int) -> Users:
    """Return the operators that read or write the value of a step."""
    here = navigator.shown_cursor
    if here is None:
        return Users()
    name = here.own_name(name).partition(OF_STEP)[0]
    readers, complete = readers_of(navigator, here, name, step)
    numbers = tuple(o.id for o in readers) or ((NO_OPERATOR,) if complete else ())
    # later calls of eager code are unknown at this place
    writers = () if "foresee" not in here.can else tuple(o.id for o in writers_of(here, name)) or (NO_OPERATOR,)
    return Users(numbers, tuple(o.type for o in readers), writers)
