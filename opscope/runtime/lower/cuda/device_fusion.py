"""Members: which nodes of a trace a CUDA kernel can do together. Almost every one is worth it: launches are dear."""

from __future__ import annotations

from typing import Any

from opscope.runtime.lower.fused_ops import FULL, Member
from opscope.runtime.lower.fusion import Chain
from opscope.runtime.lower.llvm.decompositions.table import RULES, Rule
from opscope.runtime.lower.llvm.kernel_graph import FLOAT, Program, Value
from opscope.runtime.lower.llvm.translation import MACHINE, NUMPY, Translation, float_of, translated
from opscope.runtime.lower.trace import Node

KERNELS = ("float32", "float64")


def _library(op: str) -> Rule:
    return lambda p, x: p.do(op, x) if x.what == FLOAT else None


def _power(p: Program, x: Value, factor: Any) -> Any:
    return RULES["pow"](p, x, factor=factor) or p.do("power", x, float(factor))


# what CUDA's library has beside what our own kernels do
RULES_HERE = {**RULES, **{op: _library(op) for op in ("sin", "cos", "expm1", "log2", "log10")}, "pow": _power}


def translation_of(node: Node) -> Translation | None:
    """The program of one elementwise node, all of whose operands are spread to its shape; None if it has no code."""
    dtype = float_of(node)
    if dtype is None or dtype.name not in KERNELS:
        return None
    member = Member(node, (FULL,) * len(node.inputs), (FULL,), node.op, node.attrs)
    return translated(member, dtype, RULES_HERE)


class DeviceChain(Chain):
    """A chain whose kernels are CUDA's."""

    @staticmethod
    def least() -> int:
        """Of how many elements a value is that is worth a chain."""
        return 1

    @classmethod
    def code_of(cls, member: Member) -> tuple[str, Any]:
        """A kernel, or the node is done alone."""
        dtype = float_of(member.node)
        known = dtype is None or dtype.name in KERNELS
        return (MACHINE, dtype) if known and translated(member, dtype, RULES_HERE) is not None else (NUMPY, None)

    @classmethod
    def takes(cls, member: Member) -> bool:
        """True if it has code."""
        return super().takes(member) and cls.code_of(member)[0] == MACHINE

    @property
    def odd(self) -> bool:
        """False: rows are not cut in blocks."""
        return False

    @property
    def worth(self) -> bool:
        """True if it has work."""
        return any(not m.alias for m in self.members)
