"""Checks of inputs of old programs' layers, in static mode. In dygraph, the ops check the values themselves."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from opscope.core.dtype import as_dtype
from opscope.core.modes import in_dynamic_mode
from opscope.core.source import site
from opscope.errors import DTypeError, UsageError
from opscope.ir.program.program import Variable

Kinds = type | tuple[type, ...]


def check_type(input: Any, input_name: str, expected_type: Kinds, op_name: str, extra_message: str = "") -> None:
    """Raise UsageError (a TypeError) in static mode for a value of another type."""
    if not in_dynamic_mode() and not isinstance(input, expected_type):
        raise UsageError(
            f"The type of '{input_name}' in {op_name} must be {expected_type}, but received {type(input)}. "
            f"{extra_message}".rstrip(),
            site=site(),
        )


def check_dtype(
    input_dtype: object, input_name: str, expected_dtype: Collection[str], op_name: str, extra_message: str = ""
) -> None:
    """Raise DTypeError in static mode for a data type that is not in the list of names."""
    if not in_dynamic_mode() and (given := as_dtype(input_dtype).name) not in expected_dtype:
        raise DTypeError(
            f"The data type of '{input_name}' in {op_name} must be {expected_dtype}, but received {given}. "
            f"{extra_message}".rstrip(),
            site=site(),
        )


def check_variable_and_dtype(
    input: Any, input_name: str, expected_dtype: Collection[str], op_name: str, extra_message: str = ""
) -> None:
    """Raise UsageError or DTypeError (both TypeErrors) in static mode unless it is a variable of such a data type."""
    check_type(input, input_name, Variable, op_name, extra_message)
    check_dtype(input.dtype, input_name, expected_dtype, op_name, extra_message)


def check_shape(
    shape: Any,
    op_name: str,
    expected_shape_type: tuple[type, ...] = (list, tuple, Variable),
    expected_element_type: tuple[type, ...] | None = (int, Variable),
    expected_tensor_dtype: tuple[str, ...] | None = ("int32", "int64"),
) -> None:
    """Raise UsageError or DTypeError (both TypeErrors) in static mode for a value that is not a shape."""
    if in_dynamic_mode():
        return
    check_type(shape, "shape", expected_shape_type, op_name)
    members = [shape] if isinstance(shape, Variable) else list(shape)
    for member in members:
        if not isinstance(shape, Variable) and expected_element_type is not None:
            check_type(member, "element of shape", expected_element_type, op_name)
        if isinstance(member, Variable) and expected_tensor_dtype:
            check_dtype(member.dtype, "shape", expected_tensor_dtype, op_name)


__all__ = ["check_dtype", "check_shape", "check_type", "check_variable_and_dtype"]
