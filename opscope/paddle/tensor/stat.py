"""paddle.tensor.stat: statistics."""

from opscope.ops.creation import numel
from opscope.ops.quantiles import median, nanmedian, nanquantile, quantile, std, var
from opscope.ops.reduction import mean

__all__ = [
    "mean",
    "median",
    "nanmedian",
    "nanquantile",
    "numel",
    "quantile",
    "std",
    "var",
]
