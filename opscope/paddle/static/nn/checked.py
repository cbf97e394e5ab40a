"""Checks that the inputs of a program's layers are Variables of the right dtypes."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import DTypeError
from opscope.ir.program.block_ops import check_variable

FLOATS = ("float16", "float32", "float64")


def check_input(value: Any, what: str, where: str, dtypes: tuple[str, ...] = FLOATS) -> None:
    """Raise UsageError if the input is not a Variable, DTypeError if its dtype is not in the list."""
    check_variable(value, what, where)
    if value.dtype.name not in dtypes:
        raise DTypeError(
            f"The data type of '{what}' in {where} must be {list(dtypes)}, but received {value.dtype.name}.",
            facts={value.name: value.spec},
            site=site(),
            fix=f"cast the variable first: {value.name}.astype('{dtypes[-1] if dtypes is not FLOATS else 'float32'}')",
        )
