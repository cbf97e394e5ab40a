"""while_loop in dygraph: a Python loop that writes its loop variables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from opscope.core.source import site
from opscope.core.state import mode
from opscope.errors import ArgumentError
from opscope.ir import nesting
from opscope.ir.control_flow.assign_to import assign_to_tensor
from opscope.ir.program.block_ops import eager_condition
from opscope.ops.registry import REGISTRY


def run_eagerly(cond: Callable[..., Any], body: Callable[..., Any], loop_vars: Any) -> Any:
    """Call cond and body until cond is false. Return the loop_vars, whose Tensors have their last values.

    The functions get the results of the previous iteration, and not the loop_vars, because backward needs the values of
    each iteration. As in Paddle, cond is called before the results are written to the loop_vars.
    """
    written: list[Any] = list(loop_vars)
    values = _with_copies(written, written)
    going = _holds(cond, values)
    while going:
        values = body_results(body(*values), loop_vars)
        going = _holds(cond, values)
        values = _last_of_each(written, _with_copies(values, written))
        written = [_write(given, value) for given, value in zip(written, values, strict=True)]
    return type(loop_vars)(written)


def _holds(cond: Callable[..., Any], values: list[Any]) -> bool:
    return eager_condition(cond(*values), "the variable returned by cond of while_loop")


def body_results(result: Any, loop_vars: Sequence[Any]) -> list[Any]:
    """Return the results of body as a list. Raises ArgumentError if their structure differs from loop_vars."""
    values: list[Any] = list(result) if isinstance(result, list | tuple) else [result]
    if len(values) != len(loop_vars) or (mode.static and nesting.difference(values, loop_vars)):
        raise ArgumentError(
            "body in while_loop should return the same arity (length and structure) as loop_vars: The length "
            "of loop_vars should be the same.",
            facts={"loop_vars": len(loop_vars), "returned": len(values)},
            site=site(),
        )
    return values


def _is_tensor(value: Any) -> bool:
    return hasattr(value, "rewrite")


def _with_copies(values: list[Any], written: list[Any]) -> list[Any]:
    """Return the values, with copies of Tensors that will be written, because body may exchange two loop variables."""
    tensors = {id(x) for x in nesting.flatten(written) if _is_tensor(x)}

    def copied(value: Any) -> Any:
        leaves = nesting.flatten(value)
        if not any(id(x) in tensors for x in leaves):  # also an empty list, which the body is to fill
            return value
        return nesting.pack(value, iter([REGISTRY["assign"](x) if id(x) in tensors else x for x in leaves]))

    first = values is written
    return [
        v if not first and v is own and not _is_tensor(v) else copied(v) for v, own in zip(values, written, strict=True)
    ]


def _last_of_each(given: list[Any], values: list[Any]) -> list[Any]:
    """Return the values. If a Tensor is given as several loop variables, all of them get its last value."""
    tensors = [v for v in given if _is_tensor(v)]
    if len({id(v) for v in tensors}) == len(tensors):
        return values
    last = {id(v): value for v, value in zip(given, values, strict=True) if _is_tensor(v)}
    return [last.get(id(v), value) for v, value in zip(given, values, strict=True)]


def _write(given: Any, value: Any) -> Any:
    """Write the result of an iteration to a loop variable, and return the variable.

    If the result is neither a Tensor nor a list, return the result.
    """
    if value is given:
        return given
    if nesting.difference(given, value):
        if not isinstance(given, list) or not isinstance(value, list):
            return value
        given[:] = value  # an array, which has grown
        return given
    leaves = zip(nesting.flatten(given), nesting.flatten(value), strict=True)
    return nesting.pack(given, iter([_write_leaf(x, new) for x, new in leaves]))


def _write_leaf(tensor: Any, value: Any) -> Any:
    if not _is_tensor(tensor) or value is None:
        return value
    if _is_tensor(value):
        return assign_to_tensor(tensor, REGISTRY["assign"], value)
    array = np.atleast_1d(np.asarray(value))
    array = array.astype(mode.dtype.dtype) if array.dtype == np.float64 else array
    return assign_to_tensor(tensor, REGISTRY["assign_value"], values=array)
