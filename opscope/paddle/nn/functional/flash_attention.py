"""Functions of paddle.nn.functional.flash_attention: attention with heads before the last dim, and its weights."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import UnsupportedError
from opscope.ops.manipulation.reshape import transpose
from opscope.paddle.nn.functional.attention import attend, scaled_dot_product_attention
from opscope.paddle.nn.functional.attention import causal as earlier


def flash_attention(
    query: Any,
    key: Any,
    value: Any,
    dropout: float = 0.0,
    causal: bool = False,
    return_softmax: bool = False,
    *,
    fixed_seed_offset: Any = None,
    rng_name: str = "",
    training: bool = True,
    name: str | None = None,
) -> tuple[Any, Any]:
    """Return softmax(query @ key / sqrt(size)) @ value, and the weights [N, heads, length, length] or None.

    All inputs are [N, length, heads, size]. causal: hide later positions, which Paddle supports only on GPUs. Raises
    ArgumentError for causal attention of unknown lengths, and UnsupportedError for fixed_seed_offset.
    Source: Dao et al. 2022, computed by its definition.
    """
    if fixed_seed_offset is not None:
        raise UnsupportedError(
            "flash_attention: fixed_seed_offset is not supported",
            site=site(),
            fix="call paddle.seed before flash_attention",
        )
    q, k, v = (transpose(t, perm=[0, 2, 1, 3]) for t in (query, key, value))
    out, weights = attend(q, k, v, earlier(query, key) if causal else None, dropout, training)
    return transpose(out, perm=[0, 2, 1, 3]), weights if return_softmax else None


__all__ = ["flash_attention", "scaled_dot_product_attention"]
