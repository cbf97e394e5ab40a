"""Primitives: the ops that kernels compute, each with its fusion rule and its code.

The import of this package fills the table of primitives. An op is written as scalar operations by the formula of its
own kernel.
"""

from opscope.runtime.lower.primitives import activation_primitives, elementwise_primitives, row_primitives
from opscope.runtime.lower.primitives.primitive_registry import PRIMITIVES, fused_op_of

__all__ = ["PRIMITIVES", "activation_primitives", "elementwise_primitives", "fused_op_of", "row_primitives"]
