"""Fusion for a GPU. Nearly all ops are fused, because kernel launches take much time."""

from __future__ import annotations

from typing import Any

from opscope.runtime.lower.cuda.statements import LIBRARY_FUNCTIONS
from opscope.runtime.lower.fused_ops import FULL, FusedOp
from opscope.runtime.lower.fusion import FusionGroup
from opscope.runtime.lower.trace import TraceNode
from opscope.runtime.lower.translation import KERNEL, NUMPY, Translation, float_dtype_of, translate_op

KERNEL_DTYPES = ("float32", "float64")


def translation_of(node: TraceNode) -> Translation | None:
    """Return the kernel graph of one elementwise node with broadcast operands.

    Return None if the op of the node cannot be written as scalar operations.
    """
    dtype = float_dtype_of(node)
    if dtype is None or dtype.name not in KERNEL_DTYPES:
        return None
    member = FusedOp(node, (FULL,) * len(node.inputs), (FULL,), node.op, node.attrs)
    return translate_op(member, dtype, LIBRARY_FUNCTIONS)


class CudaFusionGroup(FusionGroup):
    """A fusion group that becomes CUDA kernels."""

    @staticmethod
    def min_size() -> int:
        """Return the smallest number of elements for a profitable group. Here, a group of any size is profitable."""
        return 1

    @classmethod
    def backend_of(cls, member: FusedOp) -> tuple[str, Any]:
        """Return the backend of the node: a CUDA kernel, or NUMPY. In the second case, cupy runs the node."""
        dtype = float_dtype_of(member.node)
        is_supported = dtype is None or dtype.name in KERNEL_DTYPES
        return (
            (KERNEL, dtype)
            if is_supported and translate_op(member, dtype, LIBRARY_FUNCTIONS) is not None
            else (NUMPY, None)
        )

    @classmethod
    def can_start_with(cls, member: FusedOp) -> bool:
        """Return True if the op has code as scalar operations."""
        return super().can_start_with(member) and cls.backend_of(member)[0] == KERNEL

    @property
    def unfit_for_row_blocks(self) -> bool:
        """False, because rows are not divided into blocks."""
        return False

    @property
    def is_profitable(self) -> bool:
        """True if the array has elements to compute."""
        return any(not m.is_view for m in self.members)
