"""fluid.layers: arrays of tensors with a LoD. Each level of offsets has an array of its own."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.core.state import names
from opscope.errors import ArgumentError
from opscope.ir.control_flow import tensor_array
from opscope.ir.program.lod import lod_of
from opscope.ir.program.program import Variable
from opscope.ops.registry import REGISTRY
from opscope.paddle.fluid.statically import statically


@statically
def array_write(x: Any, i: Any, array: Any = None) -> Any:
    """Write an element as paddle.tensor.array_write; the array also stores the LoD of x.

    Raises ArgumentError if the first element has a LoD, and x does not have the same number of levels.
    """
    first = array is None or (isinstance(array, Variable) and array.spec.shape == (0,))
    array = tensor_array.array_write(x, i, array)
    if not isinstance(array, Variable):
        return array
    levels, known = lod_of(x), element_levels(array)
    if not known and not first:
        return array
    if not known:
        known = tuple(_beside(array, k) for k in range(len(levels)))
    if len(levels) != len(known):
        raise ArgumentError(
            f"array_write: the LoD of {x.name} has {len(levels)} levels, but the elements of {array.name} have "
            f"{len(known)} levels", site=site(), fix="use lod_reset(x, y), which gives x the LoD of y",
        )  # fmt: skip
    for offsets, level in zip(known, levels, strict=True):
        tensor_array.array_write(level, i, offsets)
    return array


@statically
def array_read(array: Any, i: Any) -> Any:
    """Read an element as paddle.tensor.array_read; the element has its stored LoD."""
    read = tensor_array.array_read(array, i)
    levels = element_levels(array) if isinstance(array, Variable) else ()
    if not levels:
        return read
    with names.naming(names("array_read")):
        return REGISTRY["lod_reset"](read, *(tensor_array.array_read(level, i) for level in levels))


def element_levels(array: Variable) -> tuple[Variable, ...]:
    """Return the arrays of offsets of an array's elements, outermost level first; () without LoD."""
    found: list[Variable] = []
    while (level := array.block.find(_name(array, len(found)))) is not None:
        found.append(level)
    return tuple(found)


def _name(array: Variable, level: int) -> str:
    return f"{array.name}@OFFSETS_{level}"


def _beside(array: Variable, level: int) -> Variable:
    """Create the array of a level in the block of the array.

    A loop that writes both arrays then finds both arrays outside of the loop.
    """
    return tensor_array.empty_array(array.block, "int64", _name(array, level))


__all__ = ["array_read", "array_write", "element_levels"]
