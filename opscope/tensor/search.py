"""paddle.tensor.search: searching, sorting and choosing."""

from opscope.ops.api import index_select, masked_select, sort, topk
from opscope.ops.compare import where
from opscope.ops.indexing import argmax, argmin, argsort

__all__ = ["argmax", "argmin", "argsort", "index_select", "masked_select", "sort", "topk", "where"]
