"""paddle.tensor.search: searching, sorting and choosing."""

from opscope.ops.search.histogram import searchsorted
from opscope.ops.search.sorting import argmax, argmin, argsort
from opscope.paddle.functions.lookup import bucketize, index_sample, index_select, masked_select, nonzero
from opscope.paddle.functions.quantiles import kthvalue, mode, sort, topk
from opscope.paddle.functions.random_values import top_p_sampling as top_p_sampling
from opscope.paddle.functions.signatures import where

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
