"""Fusion for a GPU: nearly everything is fused, because kernel launches are expensive."""

from __future__ import annotations

from typing import Any

from opscope.runtime.lower.cuda.statements import LIBRARY_FUNCTIONS
from opscope.runtime.lower.fused_ops import FULL, FusedOp
from opscope.runtime.lower.fusion import FusionGroup
from opscope.runtime.lower.trace import TraceNode
from opscope.runtime.lower.translation import KERNEL, NUMPY, Translation, float_dtype_of, translate_op

KERNEL_DTYPES = ("float32", "float64")


def translation_of(node: TraceNode) -> Translation | None:
    """The kernel graph of one elementwise node with broadcast operands.

    None if the node has no code as scalar operations.
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
        """The number of elements from which on a group is profitable: a group of any size is profitable."""
        return 1

    @classmethod
    def backend_of(cls, member: FusedOp) -> tuple[str, Any]:
        """The backend of the node: a CUDA kernel, or NUMPY, which means that cupy runs the node."""
        dtype = float_dtype_of(member.node)
        is_supported = dtype is None or dtype.name in KERNEL_DTYPES
        return (
            (KERNEL, dtype)
            if is_supported and translate_op(member, dtype, LIBRARY_FUNCTIONS) is not None
            else (NUMPY, None)
        )

    @classmethod
    def can_start_with(cls, member: FusedOp) -> bool:
        """True if the op has code as scalar operations."""
        return super().can_start_with(member) and cls.backend_of(member)[0] == KERNEL

    @property
    def unfit_for_row_blocks(self) -> bool:
        """Return False, because rows are not divided into blocks."""
        return False

    @property
    def is_profitable(self) -> bool:
        """Return True if the array has elements to compute."""
        return any(not m.is_view for m in self.members)
