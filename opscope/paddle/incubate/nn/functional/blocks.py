"""The two halves of a transformer layer, each as one function."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ArgumentError, ModeError, UnsupportedError
from opscope.ops.manipulation import concat_split
from opscope.ops.manipulation.reshape import reshape, transpose
from opscope.ops.public_functions import public
from opscope.paddle.functions.neural import dropout, layer_norm
from opscope.paddle.incubate.nn.functional.parts import activated, fused_matmul_bias
from opscope.paddle.nn.functional.attention import additive, attend


def _one_process(ring_id: int) -> None:
    if ring_id != -1:
        raise UnsupportedError(
            "ring_id is not supported: there is only one process", site=site(), fix="pass ring_id=-1"
        )


def _normed(x: Any, weight: Any, bias: Any, epsilon: float) -> Any:
    return layer_norm(x, [x.shape[-1]], weight, bias, epsilon)


@public
def fused_feedforward(
    x: Any,
    linear1_weight: Any,
    linear2_weight: Any,
    linear1_bias: Any = None,
    linear2_bias: Any = None,
    ln1_scale: Any = None,
    ln1_bias: Any = None,
    ln2_scale: Any = None,
    ln2_bias: Any = None,
    dropout1_rate: float = 0.5,
    dropout2_rate: float = 0.5,
    activation: str = "relu",
    ln1_epsilon: float = 1e-5,
    ln2_epsilon: float = 1e-5,
    pre_layer_norm: bool = False,
    training: bool = True,
    mode: str = "upscale_in_train",
    ring_id: int = -1,
    add_residual: bool = True,
    name: str | None = None,
) -> Any:
    """Return x + dropout2(linear2(dropout1(activation(linear1(x))))), with a layer norm of x or of the result.

    x is [N, length, size]; without add_residual, x is not added. Raises UnsupportedError for a ring of processes.
    """
    _one_process(ring_id)
    out = _normed(x, ln1_scale, ln1_bias, ln1_epsilon) if pre_layer_norm else x
    out = activated(fused_matmul_bias(out, linear1_weight, linear1_bias), activation)
    out = dropout(out, dropout1_rate, training=training, mode=mode)
    out = fused_matmul_bias(out, linear2_weight, linear2_bias)
    out = dropout(out, dropout2_rate, training=training, mode=mode)
    out = x + out if add_residual else out
    return out if pre_layer_norm else _normed(out, ln2_scale, ln2_bias, ln2_epsilon)


def _heads(x: Any, weight: Any, bias: Any, num_heads: int, plain: bool) -> list[Any]:
    """Return q, k and v [N, heads, length, size] of x [N, length, all].

    Raises ModeError (an AssertionError), as Paddle.
    """
    whole = x.shape[-1]
    if plain:
        if num_heads <= 0:
            raise ModeError("With transpose_qkv_wb=True, num_heads must be greater than 0.", site=site())
        heads = num_heads
    else:
        if len(weight.shape) != 4 or weight.shape[0] != 3 or weight.shape[3] != whole:
            raise ModeError(
                "The shape of qkv_weight should be [3, num_head, head_dim, embed_dim].", site=site(),
                facts={"qkv_weight": list(weight.shape), "embed_dim": whole},
            )  # fmt: skip
        heads = weight.shape[1]
        weight = transpose(reshape(weight, shape=[-1, whole]), perm=[1, 0])
    if whole % heads or weight.shape[1] != 3 * whole:
        raise ModeError("embed_dim must be divisible by num_heads.", site=site())
    out = fused_matmul_bias(x, weight, None if bias is None else reshape(bias, shape=[-1]))
    out = transpose(reshape(out, shape=[0, 0, 3, heads, whole // heads]), perm=[2, 0, 3, 1, 4])
    return [out[0], out[1], out[2]]


@public
def fused_multi_head_attention(
    x: Any,
    qkv_weight: Any,
    linear_weight: Any,
    pre_layer_norm: bool = False,
    pre_ln_scale: Any = None,
    pre_ln_bias: Any = None,
    ln_scale: Any = None,
    ln_bias: Any = None,
    pre_ln_epsilon: float = 1e-5,
    qkv_bias: Any = None,
    linear_bias: Any = None,
    cache_kv: Any = None,
    attn_mask: Any = None,
    dropout_rate: float = 0.5,
    attn_dropout_rate: float = 0.5,
    ln_epsilon: float = 1e-5,
    training: bool = True,
    mode: str = "upscale_in_train",
    ring_id: int = -1,
    add_residual: bool = True,
    num_heads: int = -1,
    transpose_qkv_wb: bool = False,
    name: str | None = None,
) -> Any:
    """Return x + dropout(linear(self-attention of x)), with a layer norm of x or of the result.

    x is [N, length, size]; qkv_weight is [3, heads, size of a head, size], or with transpose_qkv_wb [size, 3 size] and
    num_heads; attn_mask has the form of scaled_dot_product_attention. cache_kv [2, N, heads, earlier, size of a head]
    contains the keys and values of earlier positions; then the result is a pair of the output and the longer cache.
    Raises ModeError (an AssertionError) for shapes that do not match, UnsupportedError for a ring of processes.
    """
    _one_process(ring_id)
    if len(x.shape) != 3:
        raise ArgumentError(f"x must have rank 3, but it has rank {len(x.shape)}.", site=site())
    if mode != "upscale_in_train" and attn_dropout_rate:
        raise UnsupportedError(
            "fused_multi_head_attention supports dropout only with mode='upscale_in_train'",
            site=site(),
            fix="pass mode='upscale_in_train'",
        )
    out = _normed(x, pre_ln_scale, pre_ln_bias, pre_ln_epsilon) if pre_layer_norm else x
    query, key, value = _heads(out, qkv_weight, qkv_bias, num_heads, transpose_qkv_wb)
    if cache_kv is not None:
        key, value = (concat_split.concat([cache_kv[i], new], axis=2) for i, new in enumerate((key, value)))
    seen = attend(query, key, value, additive(attn_mask, query), attn_dropout_rate, training)[0]
    out = fused_matmul_bias(reshape(transpose(seen, perm=[0, 2, 1, 3]), shape=[0, 0, -1]), linear_weight, linear_bias)
    out = dropout(out, dropout_rate, training=training, mode=mode)
    out = x + out if add_residual else out
    out = out if pre_layer_norm else _normed(out, ln_scale, ln_bias, ln_epsilon)
    return out if cache_kv is None else (out, concat_split.stack([key, value], axis=0))
