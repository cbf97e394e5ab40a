"""Errors of eager ops. Each error contains the op, its values and the user's line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import OpscopeError, UnsupportedError
from opscope.ops.op_errors import describe_arguments, user_error
from opscope.ops.registry import Attrs, Op


def with_op_context(error: Exception, op: Op, inputs: Sequence[Any], attrs: Attrs) -> Exception:
    """Return an error with details about the op, to be raised instead of the op's own `error`.

    An error of the user's own function is returned unchanged.
    """
    if op.opaque:
        return error
    if isinstance(error, MemoryError):
        where, values = site(), ", ".join(f"{n} {v}" for n, v in describe_arguments(op, inputs, attrs).items())
        error.add_note(f"raised in {op.name}({values})" + ("" if where is None else f" at {where.where}"))
        return error
    made = user_error(error, op, inputs, attrs)
    if isinstance(made, OpscopeError):
        made.site = made.site or site()
        if not isinstance(made, UnsupportedError):
            made.facts = {**describe_arguments(op, inputs, attrs), **made.facts}
            if not made.summary.startswith(op.name):
                made.summary = f"{op.name}: {made.summary}"
                made.args = (made.summary,)
    return made
