"""Errors of ops that run at once: which op, on which values, on which line of the user's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from opscope.core.source import site
from opscope.errors import OpscopeError, UnsupportedError
from opscope.ops.op_errors import refusal, shown
from opscope.ops.registry import Attrs, Op


def explained(error: Exception, op: Op, inputs: Sequence[Any], attrs: Attrs) -> Exception:
    """The error to raise instead of `error`, which the op raised; what the user's own function raised stays itself."""
    if op.opaque:
        return error
    made = refusal(error, op, inputs, attrs)
    if isinstance(made, OpscopeError):
        made.site = made.site or site()
        if not isinstance(made, UnsupportedError):
            made.facts = {**shown(op, inputs, attrs), **made.facts}
            if not made.summary.startswith(op.name):
                made.summary = f"{op.name}: {made.summary}"
                made.args = (made.summary,)
    return made
