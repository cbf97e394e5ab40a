"""Primitives: the ops that kernels compute, each with its fusion rule and its code. Importing this fills the table.

An op is written as scalar operations by the formula of its own kernel.
"""

from opscope.runtime.lower.primitives import activation, elementwise, rows
from opscope.runtime.lower.primitives.registry import PRIMITIVES, fused_op_of

__all__ = ["PRIMITIVES", "activation", "elementwise", "fused_op_of", "rows"]
