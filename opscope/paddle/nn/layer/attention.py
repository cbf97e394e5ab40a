"""Multi-head attention, with caches for decoding step by step."""

from __future__ import annotations

from typing import Any, NamedTuple

from opscope.core.checks.number_checks import whole_numbers
from opscope.errors import ArgumentError
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import reshape, transpose
from opscope.paddle.functions.arithmetic import cast
from opscope.paddle.nn.functional.attention import additive, attend
from opscope.paddle.nn.layer.cells import zeros_for
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.nn.layer.linear import Linear


def converted_mask(attn_mask: Any, dtype: Any) -> Any:
    """Return a mask to add to scores of a dtype: False, or 0, becomes -1e9; a float mask is cast."""
    if attn_mask is None:
        return None
    if attn_mask.dtype.kind in "biu":
        return (cast(cast(attn_mask, "bool"), dtype) - 1.0) * 1e9
    return cast(attn_mask, dtype)


class Cache(NamedTuple):
    """Keys and values of all previous steps, [batch, heads, length, size]; each step adds to them."""

    k: Any
    v: Any


class StaticCache(NamedTuple):
    """Constant keys and values of the encoder's output, [batch, heads, length, size]."""

    k: Any
    v: Any


class MultiHeadAttention(Layer):
    """Attention with num_heads projections of query, key and value, [batch, length, embed_dim].

    need_weights: also return the weights. With a cache, also return the new cache. Source: Vaswani et al. 2017.
    """

    Cache = Cache
    StaticCache = StaticCache

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout: float = 0.0,
        kdim: int | None = None,
        vdim: int | None = None,
        need_weights: bool = False,
        weight_attr: Any = None,
        bias_attr: Any = None,
    ) -> None:
        super().__init__()
        whole_numbers(embed_dim=embed_dim, num_heads=num_heads)
        if embed_dim <= 0 or num_heads <= 0 or embed_dim % num_heads:
            raise ArgumentError(
                f"embed_dim must be positive and divisible by num_heads, but embed_dim is {embed_dim} and "
                f"num_heads is {num_heads}"
            )
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, embed_dim // num_heads
        self.kdim, self.vdim = kdim or embed_dim, vdim or embed_dim
        self.dropout, self.need_weights = dropout, need_weights
        self.q_proj = Linear(embed_dim, embed_dim, weight_attr, bias_attr)
        self.k_proj = Linear(self.kdim, embed_dim, weight_attr, bias_attr)
        self.v_proj = Linear(self.vdim, embed_dim, weight_attr, bias_attr)
        self.out_proj = Linear(embed_dim, embed_dim, weight_attr, bias_attr)

    def _heads(self, x: Any) -> Any:
        return transpose(reshape(x, shape=[0, 0, self.num_heads, self.head_dim]), perm=[0, 2, 1, 3])

    def compute_kv(self, key: Any, value: Any) -> tuple[Any, Any]:
        """Return the keys and values of the heads, [batch, heads, length, size]."""
        return self._heads(self.k_proj(key)), self._heads(self.v_proj(value))

    def gen_cache(self, key: Any, value: Any = None, type: Any = Cache) -> Any:
        """Return a StaticCache or a Cache of key and value, or an empty Cache for the batch of key."""
        if type is StaticCache:
            return StaticCache(*self.compute_kv(key, key if value is None else value))
        if value is not None:
            return Cache(key, value)
        shape = [self.num_heads, 0, self.head_dim]
        return Cache(*(zeros_for(key, shape, self._dtype, 0.0, 0) for _ in range(2)))

    def _prepare_qkv(self, query: Any, key: Any, value: Any, cache: Any = None) -> tuple[Any, ...]:
        """Return queries, keys and values of the heads, and the new cache if there is a cache."""
        q = self._heads(self.q_proj(query))
        k, v = cache if isinstance(cache, StaticCache) else self.compute_kv(key, value)
        if isinstance(cache, Cache):
            k, v = concat_split.concat([cache.k, k], axis=2), concat_split.concat([cache.v, v], axis=2)
            cache = Cache(k, v)
        return (q, k, v) if cache is None else (q, k, v, cache)

    def forward(self, query: Any, key: Any = None, value: Any = None, attn_mask: Any = None, cache: Any = None) -> Any:
        key = query if key is None else key
        value = query if value is None else value
        q, k, v, *caches = self._prepare_qkv(query, key, value, cache)
        out, weights = attend(q, k, v, additive(attn_mask, q), self.dropout, self.training)
        out = self.out_proj(reshape(transpose(out, perm=[0, 2, 1, 3]), shape=[0, 0, self.embed_dim]))
        outs = [out, *([weights] if self.need_weights else []), *caches]
        return out if len(outs) == 1 else tuple(outs)
