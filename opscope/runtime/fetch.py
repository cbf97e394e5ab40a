"""Parser of fetch lists. A list contains the names of values to return, and the optimizer operators to run."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor
from opscope.errors import ModeError, UsageError
from opscope.ir.op_roles import OPTIMIZE
from opscope.ir.program.program import Operator, Variable


def parse_fetch_list(fetch_list: Any) -> tuple[list[str], tuple[Operator, ...]]:
    """Return the pair (names, optimizer operators) of a fetch list.

    The list contains Variables, names and Operators. Nested lists are flattened. The result of `minimize` is replaced
    by the operators of the optimizer. Raises ModeError (an AssertionError) if the argument is not a list. Raises
    UsageError, with the position, for an item of another type or for another operator.
    """
    if fetch_list is None:
        return [], ()
    if isinstance(fetch_list, Variable | str):
        fetch_list = [fetch_list]
    if not isinstance(fetch_list, list | tuple):
        raise ModeError(
            "The type of fetch_list must be list or tuple, but the input type is "
            f"{type(fetch_list)}.", site=site(), fix="pass a list of Variables or names",
        )  # fmt: skip
    names: list[str] = []
    updates: list[Operator] = []
    for position, item in enumerate(_flatten(fetch_list)):
        if isinstance(item, Variable):
            names.append(item.name)
        elif isinstance(item, str):
            names.append(item)
        elif not isinstance(item, Operator):
            raise UsageError(
                f"The type of fetch_list[{position}] must be one of (Variable, str), but received "
                f"{type(item).__name__}.", site=site(), fix="fetch a variable of the program, or its name",
            )  # fmt: skip
        elif item.role & OPTIMIZE:
            updates.append(item)
        else:
            raise UsageError("The operator in fetch_list is not an optimize_op", facts={"given": item}, site=site())
    return names, tuple(updates)


def _flatten(items: Sequence[Any]) -> Iterator[Any]:
    for item in items:
        if isinstance(item, tuple) and item and isinstance(item[0], list):
            yield from _flatten(item[0])  # the result of minimize: (operators, [(parameter, gradient)])
        elif isinstance(item, list | tuple):
            yield from _flatten(item)
        else:
            yield item


def list_of_elements(array: Any) -> list[Any]:
    """Return the elements of a fetched tensor array, as NumPy arrays or as DenseTensors."""
    if isinstance(array, DenseTensor):
        return [DenseTensor(element) for element in array.array]
    return list(array)
