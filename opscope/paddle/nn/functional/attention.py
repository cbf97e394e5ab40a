"""Attention: sums of values, weighted by the similarity of keys and queries."""

from __future__ import annotations

import math
from typing import Any

from opscope.errors import ArgumentError
from opscope.ops import creation
from opscope.ops.elementwise import arithmetic
from opscope.ops.linalg import matmul
from opscope.ops.manipulation.reshape import transpose, tril
from opscope.ops.nn import activation
from opscope.ops.public_functions import public
from opscope.paddle.functions.neural import dropout


def additive(mask: Any, like: Any) -> Any:
    """Return a mask to add to scores: False (or 0 in an integer mask) becomes -1e9; a float mask is unchanged."""
    if mask is None:
        return None
    if mask.dtype.kind in "biu":
        return (arithmetic.cast_like(arithmetic.cast(mask, dtype="bool"), like) - 1.0) * 1e9
    return arithmetic.cast_like(mask, like)


def causal(query: Any, key: Any) -> Any:
    """Return a mask to add to scores [N, heads, length, length] that hides later positions.

    query and key are [N, length, heads, size]. Raises ArgumentError for unknown lengths.
    """
    rows, columns = query.shape[1], key.shape[1]
    if -1 in (rows, columns):
        raise ArgumentError(
            "attention: with is_causal=True, the lengths of the sequences must be known when the program is built",
            fix="pass attn_mask",
        )
    ones = creation.full(shape=(rows, columns), fill_value=1.0, dtype=query.dtype.name)
    return (tril(ones) - 1.0) * 1e9


def attend(query: Any, key: Any, value: Any, mask: Any, p: float, training: bool) -> tuple[Any, Any]:
    """Return the output and the weights for heads [N, heads, length, size]; mask is added to the scores."""
    scores = matmul.matmul(query * (1.0 / math.sqrt(query.shape[-1])), key, transpose_y=True)
    weights = activation.softmax(scores if mask is None else scores + mask)
    if p:
        weights = dropout(weights, p, training=training)
    return matmul.matmul(weights, value), weights


@public
def scaled_dot_product_attention(
    query: Any,
    key: Any,
    value: Any,
    attn_mask: Any = None,
    dropout_p: float = 0.0,
    is_causal: bool = False,
    training: bool = True,
    name: str | None = None,
) -> Any:
    """Return softmax(query @ key / sqrt(size) + attn_mask) @ value, all [N, length, heads, size].

    attn_mask: a float mask is added; a bool mask hides positions where it is False. is_causal: hide later positions.
    Source: Vaswani et al. 2017.
    """
    if is_causal and attn_mask is not None:
        raise ArgumentError("scaled_dot_product_attention needs either attn_mask or is_causal=True, but not both")
    q, k, v = (transpose(t, perm=[0, 2, 1, 3]) for t in (query, key, value))
    mask = causal(query, key) if is_causal else additive(attn_mask, q)
    return transpose(attend(q, k, v, mask, dropout_p, training)[0], perm=[0, 2, 1, 3])
