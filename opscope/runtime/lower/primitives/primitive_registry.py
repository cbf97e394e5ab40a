"""Table of primitives. For each op that kernels compute, it has the fusion rule and the code as scalar operations.

Each op has exactly one entry in this table. Fusion, LLVM kernels and CUDA kernels read the table. If an op has no
kernel (no llvmlite, or attributes that the code does not support), the op's own kernel runs on blocks of rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from opscope.runtime.lower.fused_ops import ElementwiseRule, FusedOp, FusionRule, ValueKinds
from opscope.runtime.lower.trace import TraceNode

Decomposition = Callable[..., Any]  # (graph, *operands, **attributes) -> a value, several, or None


@dataclass(frozen=True, slots=True)
class Primitive:
    """Fusion rule and code of an op. If an op has no code, blocks of the op always run its own kernel."""

    fuse: FusionRule
    decompose: Decomposition | None = None
    reads_labels: bool = False  # an operand holds class labels, which every run checks

    @property
    def is_elementwise(self) -> bool:
        """True if each element of the output depends on one element of each operand."""
        return isinstance(self.fuse, ElementwiseRule)


PRIMITIVES: dict[str, Primitive] = {}


def primitive(*names: str, fuse: FusionRule, reads_labels: bool = False) -> Callable[[Decomposition], Decomposition]:
    """Register ops that are fused by a rule, with the function that writes them as scalar operations.

    The arguments of the function are the graph, the inputs of the op (values of the graph or Python numbers), and its
    attributes by name. The function returns the output, or a list for several outputs. It returns None for operands or
    attributes that it does not support. Without a reduction or a function such as exp, the results have the same bits
    as in the op's own kernel.
    """

    def register(decompose: Decomposition) -> Decomposition:
        PRIMITIVES.update(dict.fromkeys(names, Primitive(fuse, decompose, reads_labels)))
        return decompose

    return register


def elementwise(*names: str, expensive: bool = False) -> Callable[[Decomposition], Decomposition]:
    """Register ops that compute each element separately.

    `expensive` is True if NumPy needs several passes over memory for a whole array. A group of one such op saves time.
    """
    return primitive(*names, fuse=ElementwiseRule(expensive))


def fused_op_of(node: TraceNode, value_kinds: ValueKinds, iteration_space: tuple[int, int] | None) -> FusedOp | None:
    """Return the node as an op of a group with these values, or None if it cannot be fused.

    If the space is None, the op is the first op of the group.
    """
    found = PRIMITIVES.get(node.op.name)
    member = None if found is None else found.fuse(node, value_kinds)
    return None if member is None or (member.is_view and iteration_space is None) else member
