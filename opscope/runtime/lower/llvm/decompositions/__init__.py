"""Decompositions: each op as scalar operations of a kernel, by the formula of its own kernel.

NumPy runs an op that has no decomposition, or attributes that its decomposition does not support.
"""

from opscope.runtime.lower.llvm.decompositions import activation, elementwise, rows
from opscope.runtime.lower.llvm.decompositions.registry import DECOMPOSITIONS

__all__ = ["DECOMPOSITIONS", "activation", "elementwise", "rows"]
