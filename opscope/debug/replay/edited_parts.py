"""Part of a variable: the elements that an edit sets. A replay can set the same elements in a new value.

A part has one of three forms. It is `...` (all elements), or a tuple of integers, slices, None and `...`, or a mask (a
bool array with the variable's shape). All other NumPy indices are converted to masks, so that a write to a part never
takes longer than a write to the whole variable.
"""

from __future__ import annotations

import operator
from types import EllipsisType
from typing import Any, SupportsIndex

import numpy as np

from opscope.core.place import array_module, has_numbers, place_of, to_device, to_host
from opscope.errors import RunError

Part = Any


def part_of(index: Any, shape: tuple[int, ...]) -> Part:
    """Convert a NumPy index into an array with the shape `shape` to a part."""
    positions = index if isinstance(index, tuple) else (index,)
    if not positions or (len(positions) == 1 and positions[0] is ...):
        return ...
    if all(map(_is_basic, positions)):
        return tuple(map(_basic, positions))
    mask = np.zeros(shape, bool)
    mask[index] = True
    return mask


def _is_basic(position: Any) -> bool:
    if isinstance(position, bool | np.bool_) or getattr(position, "ndim", 0):
        return False
    return position is None or isinstance(position, slice | EllipsisType | SupportsIndex)


def _basic(position: Any) -> Any:
    if isinstance(position, slice):
        ends = (position.start, position.stop, position.step)
        return slice(*(None if end is None else operator.index(end) for end in ends))
    return position if position is None or position is ... else operator.index(position)


def values_of(array: Any, part: Part) -> Any:
    """Return the elements of a part of an array, on the device of the array.

    The result is a new array, except for the part `...`.
    """
    if part is ...:
        return array
    values = np.array(to_host(array)[part])
    return values if array_module(array) is np else to_device(values, place_of(array))


def with_part(value: Any, part: Part, values: Any, name: str) -> Any:
    """Return a copy of a value in which the elements of a part have the new values `values`.

    Raises RunError if the part does not match the shape of the value.
    """
    if not has_numbers(value):
        raise RunError(
            f"a part of {name} was set by hand, but {name} is not an array in this replay",
            fix="undo the edit of this part first",
        )
    new, values = to_host(value).copy(), to_host(values)
    try:
        if isinstance(part, np.ndarray) and part.shape != new.shape:
            raise IndexError(f"the shape was {list(part.shape)} before")
        if new[part].shape != values.shape:
            raise IndexError(f"the part has shape {list(new[part].shape)}, but had {list(values.shape)} before")
        new[part] = values
    except (IndexError, ValueError, TypeError) as e:
        shape = list(new.shape)
        raise RunError(
            f"{part_text(name, part)} was set by hand, but {name} has shape {shape} in this replay: {e}",
            fix="replay up to the step before that edit, or undo it first",
        ) from e
    return new if array_module(value) is np else to_device(new, place_of(value))


def part_text(name: str, part: Part) -> str:
    """Format a part of a variable as Python code: `h[0, :3]`; `h[...]` for a mask; `h` for the whole variable."""
    if part is ...:
        return name
    positions = part if isinstance(part, tuple) else (part,)
    return f"{name}[{', '.join(map(_position_text, positions))}]"


def _position_text(position: Any) -> str:
    if isinstance(position, np.ndarray) and position.size > 8:
        return "..."
    if not isinstance(position, slice):
        return "..." if position is ... else str(position)
    ends = ["" if end is None else str(end) for end in (position.start, position.stop, position.step)]
    return ":".join(ends if ends[2] else ends[:2])
