"""paddle.tensor.search: searching, sorting and choosing."""

from opscope.ops.counting import searchsorted
from opscope.ops.drawing import top_p_sampling as top_p_sampling
from opscope.ops.order import argmax, argmin, argsort
from opscope.ops.picking import bucketize, index_sample, index_select, masked_select, nonzero
from opscope.ops.quantiles import kthvalue, mode, sort, topk
from opscope.ops.spelled import where

__all__ = [
    "argmax",
    "argmin",
    "argsort",
    "bucketize",
    "index_sample",
    "index_select",
    "kthvalue",
    "masked_select",
    "mode",
    "nonzero",
    "searchsorted",
    "sort",
    "topk",
    "where",
]
