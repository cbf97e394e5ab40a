"""Error context: the operator, its input values, and the user's line that created it. An error gets it only once."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.errors import ArgumentError, OpscopeError, RunError, UsageError, layout
from opscope.ir.program.program import Operator, Variable
from opscope.runtime.plan import Instruction


def with_context(error: Exception, instruction: Instruction, env: list[Any]) -> Exception:
    """Return an error with details about the instruction, to be raised instead of `error`.

    An exception of the user's own function stays the same, but gets a note. An exception of a kernel becomes an opscope
    error of the same built-in type.
    """
    if getattr(error, "_opscope_located", False):
        return error
    operator = instruction.operator
    names = [n for n in operator.inputs if n is not None]
    slots = instruction.reads
    facts: dict[str, object] = {n: describe(env[s]) for n, s in zip(names, slots, strict=False)}
    if operator.onnx_node:
        facts["ONNX node"] = operator.onnx_node
    called = f"{operator.type}({', '.join(names)})"
    if isinstance(error, OpscopeError):
        error.facts = {**facts, **error.facts}
        error.site = error.site or operator.site
        if not error.summary.startswith(operator.type):
            error.summary = f"{called}: {error.summary}"
            error.args = (error.summary,)
        made: Exception = error
    elif operator.op.opaque:
        outs = ", ".join(n for n in operator.outputs if n is not None)
        error.add_note(layout(f"raised in {operator.type} that makes {outs or 'no output'}", facts, operator.site, ""))
        made = error
    elif isinstance(error, ValueError | TypeError | IndexError):
        kind = UsageError if isinstance(error, TypeError) else ArgumentError
        made = kind(
            f"{called}: {error} [operator < {operator.type} > error]",
            facts=facts,
            site=operator.site,
            fix="compare the received values with the declarations; tap the inputs to see their values",
        )
    else:
        error.add_note(layout(f"raised in {called}", facts, operator.site, ""))
        made = error
    made._opscope_located = True  # type: ignore[attr-defined]
    return made


def missing_output_error(operator: Operator, position: int) -> ArgumentError:
    """Return the error for a function that returns None instead of a value that is needed."""
    return ArgumentError(
        f"Output tensor {position} should not be nullptr: None was returned for {operator.outputs[position]}",
        fix="return an array; in a backward function, None is allowed only for inputs without a gradient",
    )


def valueless_error(variable: Variable) -> RunError:
    """Return the error for a read of a variable without a value. Only a branch that has not run writes the variable."""
    return RunError(
        f"Tensor holds no memory: no executed branch has written {variable.name}",
        facts={variable.name: variable.spec},
        site=variable.site,
        fix="write the variable before the cond, or in both branches",
    )


def describe(value: Array) -> str:
    """Return a text that describes the value of a slot, such as `float32[2, 3]`."""
    if value is None:
        return "no value"
    if not hasattr(value, "dtype"):
        return type(value).__name__
    return f"{value.dtype}{dims.text(value.shape)}"
