"""Ops that only programs have, by name: what prints, checks, and works on tensor arrays.

They are no part of the registry: their effects or lengths depend on values, and eager code has Python for all of it.
The laws of the test suite hold for them as for all ops; their samples are in tests/laws/own.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from opscope.ops.registry import Infer, Op, Rule

PROGRAM_OPS: dict[str, Op] = {}


def program_op(
    name: str,
    kernel: Callable[..., Any],
    infer: Infer,
    vjp: Mapping[str, Rule] | None = None,
    outputs: Sequence[str] = ("out",),
    kinds: str | Mapping[str, str] = "",
) -> Op:
    """An op of programs, entered by name; kinds are the dtypes of its inputs, as for any op."""
    made = PROGRAM_OPS[name] = Op(kernel, infer=infer, vjp=vjp, outputs=outputs, name=name, kinds=kinds)
    return made
