"""Names of the results of operators in programs, as in Paddle: `tmp_0`, `x_slice_0`, `mean_0.tmp_0`."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any

from opscope.core.public_calls import OWNER, code_of, note_return, wrappers
from opscope.core.state import names
from opscope.ir.compat import op_types
from opscope.ir.program.inferred_specs import Declared
from opscope.ops.registry import Op

BINARY = ("add", "sub", "mul", "truediv", "div", "floordiv", "mod", "pow", "matmul")
COMPARISONS = ("lt", "le", "gt", "ge", "eq", "ne")
REVERSED = tuple(f"r{name}" for name in BINARY)


def result_prefix(op: Op, variables: Sequence[Declared | None]) -> str:
    """Return Paddle's name prefix of results: tmp, x_slice, mean_0.tmp, elementwise_add, or the argument `name=`."""
    if names.result_name:
        return f"{names.result_name}.tmp"
    if names.in_operator and op.name in op_types.PYTHON_OPERATORS:
        return "tmp"
    if op.name in op_types.NAMED_BY_TYPE:
        return op_types.result_prefix(op)
    if op.name == "getitem" and variables[0] is not None:
        return f"{variables[0].name}_slice"
    return f"{names(op_types.result_prefix(op))}.tmp"


def name_results_tmp(variable: type[Any]) -> None:
    """Name the results of the Python operators of a class of variables tmp_N."""
    for name in (*(f"__{n}__" for n in (*BINARY, *REVERSED, *COMPARISONS, "neg")), "astype"):
        setattr(variable, name, _named_tmp(getattr(variable, name), name.strip("_") in REVERSED))


def _named_tmp(method: Callable[..., Any], is_reversed: bool) -> Callable[..., Any]:
    """Wrap the method of a Python operator, so that its results have the name tmp_N, as in Paddle."""

    @functools.wraps(method)
    def method_with_tmp_names(self: Any, *other: Any) -> Any:
        with names.block(in_operator=True):
            result = method(self, *other)
        left, *right = (*other, self) if is_reversed else (self, *other)
        note_return(tuple(right), {OWNER: left}, result)
        return result

    wrappers.add(code_of(method_with_tmp_names))
    return method_with_tmp_names
