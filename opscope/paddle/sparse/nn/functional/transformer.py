"""Attention between the pairs of positions in a sparse mask."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from opscope.core import place as places
from opscope.core.public_calls import note_functions
from opscope.core.source import site
from opscope.errors import ShapeError
from opscope.ops.manipulation.reshape import reshape
from opscope.paddle.sparse import sites
from opscope.paddle.sparse.asked import refuse
from opscope.paddle.sparse.base import placed
from opscope.paddle.sparse.creation import dynamic
from opscope.paddle.sparse.formats import SparseCsrTensor
from opscope.paddle.sparse.nn.functional.activation import grouped_softmax
from opscope.paddle.sparse.products import masked_matmul, matmul

_NEVER = -1e9  # added to a score that a mask forbids


def attention(
    query: Any,
    key: Any,
    value: Any,
    sparse_mask: Any,
    key_padding_mask: Any = None,
    attn_mask: Any = None,
    name: str | None = None,
) -> Any:
    """Return softmax(query @ key^T / sqrt(head_dim)) @ value; softmax is over the pairs in the sparse mask.

    query, key and value are dense [batch, heads, length, head_dim]; sparse_mask is a SparseCsrTensor [batch * heads,
    length, length]. Where key_padding_mask [batch, length] or attn_mask [length, length] is 0, the weight is 0. The
    result is that of Paddle on a GPU. Raises ShapeError, UnsupportedError for a mask of another format.
    """
    dynamic("attention")
    if not isinstance(sparse_mask, SparseCsrTensor):
        refuse("attention", sparse_mask)
    if len(query.shape) != 4 or sparse_mask.shape != [query.shape[0] * query.shape[1], query.shape[2], query.shape[2]]:
        raise ShapeError(
            "attention: query must have the shape [batch, heads, length, head_dim], and sparse_mask the shape "
            "[batch * heads, length, length]",
            facts={"query": list(query.shape), "sparse_mask": sparse_mask.shape},
            site=site(),
        )
    batch, heads, length, width = query.shape
    q, k, v = (reshape(t, shape=[batch * heads, length, width]) for t in (query, key, value))
    scores = masked_matmul(q, k.transpose([0, 2, 1]), sparse_mask)
    which, row, column = where = scores.sites()
    allowed = np.ones(scores.nnz(), "bool")
    if key_padding_mask is not None:
        allowed &= places.to_host(key_padding_mask._value)[which // heads, column] != 0
    if attn_mask is not None:
        allowed &= places.to_host(attn_mask._value)[row, column] != 0
    barrier = placed(np.where(allowed, 0.0, _NEVER).astype(query.dtype.dtype), query)
    values = scores._values * (1.0 / math.sqrt(width)) + barrier
    group = sites.flat(where[:-1], scores.shape[:-1])
    weights = scores.like(grouped_softmax(values, group, batch * heads * length))
    return reshape(matmul(weights, v), shape=list(query.shape))


note_functions(__name__)
