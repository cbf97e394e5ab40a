"""Ops that only programs have, by name: what prints, checks, and works on tensor arrays.

They are no part of the registry: their effects or lengths depend on values, and eager code has Python for all of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from opscope.ops.registry import Infer, Op, Rule

OWN: dict[str, Op] = {}


def own_op(
    name: str,
    kernel: Callable[..., Any],
    infer: Infer,
    vjp: Mapping[str, Rule] | None = None,
    outputs: Sequence[str] = ("out",),
) -> Op:
    """An op of programs, entered by name."""
    made = OWN[name] = Op(kernel, infer=infer, vjp=vjp, outputs=outputs, name=name)
    return made
