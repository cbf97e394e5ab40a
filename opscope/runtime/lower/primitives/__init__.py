"""Primitives, the ops that kernels compute. Each has a fusion rule and code.

The import of this package fills the table of primitives. The code of an op uses scalar operations and the formula of
the op's own kernel.
"""

from opscope.runtime.lower.primitives import activation_primitives, elementwise_primitives, row_primitives
from opscope.runtime.lower.primitives.primitive_registry import PRIMITIVES, fused_op_of

__all__ = ["PRIMITIVES", "activation_primitives", "elementwise_primitives", "fused_op_of", "row_primitives"]
