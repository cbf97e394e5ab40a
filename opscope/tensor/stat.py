"""paddle.tensor.stat: statistics."""

from opscope.ops.api import std, var
from opscope.ops.creation import numel
from opscope.ops.reduction import mean

__all__ = ["mean", "numel", "std", "var"]
