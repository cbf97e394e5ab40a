"""paddle.tensor.stat: statistics."""

from opscope.ops.creation import numel
from opscope.ops.reduction import mean
from opscope.paddle.functions.quantiles import median, nanmedian, nanquantile, quantile, std, var

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
