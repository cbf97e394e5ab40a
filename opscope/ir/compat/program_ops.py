"""Ops that exist only in programs, by name: printing, assertions, tensor arrays, random seeds.

These ops are not in the registry, because they have side effects, or output shapes that depend on values. Eager code
uses Python instead. The general tests of ops also cover these ops, with samples in tests/laws/own.py.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from opscope.ops.registry import Infer, Op, Vjp

PROGRAM_OPS: dict[str, Op] = {}


def program_op(
    name: str,
    kernel: Callable[..., Any],
    infer: Infer,
    vjp: Mapping[str, Vjp] | None = None,
    outputs: Sequence[str] = ("out",),
    dtype_kinds: str | Mapping[str, str] = "",
) -> Op:
    """Define an op that exists only in programs. `dtype_kinds` are the dtype kinds of its inputs, as for other ops."""
    op = PROGRAM_OPS[name] = Op(kernel, infer=infer, vjp=vjp, outputs=outputs, name=name, dtype_kinds=dtype_kinds)
    return op
