"""Expand: ops as small operations of a kernel, by the formulas of their own kernels. One entry for each op.

An op that has none, or attributes that an entry does not know, is left to NumPy.
"""

from opscope.runtime.lower.llvm.decompositions import activation, elementwise, rows
from opscope.runtime.lower.llvm.decompositions.table import RULES

__all__ = ["RULES", "activation", "elementwise", "rows"]
