"""A transformer layer, and its two halves, as layers."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ModeError, UnsupportedError
from opscope.paddle.incubate.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.incubate.nn.parts import positive
from opscope.paddle.nn.initializer import Constant
from opscope.paddle.nn.layer.blocks import attrs_of
from opscope.paddle.nn.layer.layers import Layer


def _one_process(nranks: int, ring_id: int) -> None:
    if nranks != 1 or ring_id != -1:
        raise UnsupportedError(
            "a layer that is divided among several processes is not supported",
            site=site(),
            fix="pass nranks=1 and ring_id=-1",
        )


def _norm(layer: Layer, size: int, scale: Any, bias: Any) -> tuple[Any, Any]:
    return (
        layer.create_parameter([size], scale, default_initializer=Constant(1.0)),
        layer.create_parameter([size], bias, is_bias=True),
    )


class FusedMultiHeadAttention(Layer):
    """Self-attention of x [N, length, embed_dim], with dropout, residual connection and norm.

    Raises ModeError (an AssertionError) for a size that is not divisible, and for need_weights; UnsupportedError for
    kdim, vdim and several processes.
    """

    def __init__(
        self,
        embed_dim: int,
        num_heads: int,
        dropout_rate: float = 0.5,
        attn_dropout_rate: float = 0.5,
        kdim: int | None = None,
        vdim: int | None = None,
        normalize_before: bool = False,
        need_weights: bool = False,
        qkv_weight_attr: Any = None,
        qkv_bias_attr: Any = None,
        linear_weight_attr: Any = None,
        linear_bias_attr: Any = None,
        pre_ln_scale_attr: Any = None,
        pre_ln_bias_attr: Any = None,
        ln_scale_attr: Any = None,
        ln_bias_attr: Any = None,
        epsilon: float = 1e-5,
        nranks: int = 1,
        ring_id: int = -1,
        transpose_qkv_wb: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        _one_process(nranks, ring_id)
        positive("embed_dim", embed_dim)
        positive("nhead", num_heads)
        if embed_dim % num_heads:
            raise ModeError("embed_dim must be divisible by num_heads", site=site())
        if need_weights:
            raise ModeError("need_weights=True is not supported.", site=site())
        if kdim not in (None, embed_dim) or vdim not in (None, embed_dim):
            raise UnsupportedError(
                "kdim and vdim must be None or equal to embed_dim",
                site=site(),
                fix="use nn.MultiHeadAttention",
            )
        head = embed_dim // num_heads
        shape = [embed_dim, 3 * embed_dim] if transpose_qkv_wb else [3, num_heads, head, embed_dim]
        self.embed_dim, self.num_heads, self.head_dim = embed_dim, num_heads, head
        self.normalize_before, self.transpose_qkv_wb = normalize_before, transpose_qkv_wb
        self.qkv_weight = self.create_parameter(shape, qkv_weight_attr)
        self.qkv_bias = self.create_parameter(
            [3 * embed_dim] if transpose_qkv_wb else shape[:3], qkv_bias_attr, is_bias=True
        )
        self.linear_weight = self.create_parameter([embed_dim, embed_dim], linear_weight_attr)
        self.linear_bias = self.create_parameter([embed_dim], linear_bias_attr, is_bias=True)
        before = _norm(self, embed_dim, pre_ln_scale_attr, pre_ln_bias_attr) if normalize_before else (None, None)
        behind = (None, None) if normalize_before else _norm(self, embed_dim, ln_scale_attr, ln_bias_attr)
        self.pre_ln_scale, self.pre_ln_bias = before
        self.ln_scale, self.ln_bias = behind
        self.dropout_rate, self.attn_dropout_rate, self._epsilon, self.name = (
            dropout_rate, attn_dropout_rate, epsilon, name,
        )  # fmt: skip

    def forward(self, query: Any, key: Any = None, value: Any = None, attn_mask: Any = None, cache: Any = None) -> Any:
        """Return the self-attention of query; with a cache [2, N, heads, earlier, size], also the longer cache.

        Raises UnsupportedError if key or value is another tensor.
        """
        if any(other is not None and other is not query for other in (key, value)):
            raise UnsupportedError(
                "FusedMultiHeadAttention supports only self-attention, so key and value must be query",
                site=site(),
                fix="leave key and value out",
            )
        return F.fused_multi_head_attention(
            query, self.qkv_weight, self.linear_weight, self.normalize_before, self.pre_ln_scale, self.pre_ln_bias,
            self.ln_scale, self.ln_bias, self._epsilon, self.qkv_bias, self.linear_bias, cache, attn_mask,
            self.dropout_rate, self.attn_dropout_rate, self._epsilon, self.training, num_heads=self.num_heads,
            transpose_qkv_wb=self.transpose_qkv_wb,
        )  # fmt: skip


class FusedFeedForward(Layer):
    """Two linear layers with an activation between them, dropout, residual connection and norm."""

    def __init__(
        self,
        d_model: int,
        dim_feedforward: int,
        dropout_rate: float = 0.1,
        epsilon: float = 1e-05,
        activation: str = "relu",
        act_dropout_rate: float | None = None,
        normalize_before: bool = False,
        linear1_weight_attr: Any = None,
        linear1_bias_attr: Any = None,
        linear2_weight_attr: Any = None,
        linear2_bias_attr: Any = None,
        ln1_scale_attr: Any = None,
        ln1_bias_attr: Any = None,
        ln2_scale_attr: Any = None,
        ln2_bias_attr: Any = None,
        nranks: int = 1,
        ring_id: int = -1,
        name: str | None = None,
    ) -> None:
        super().__init__()
        _one_process(nranks, ring_id)
        positive("d_model", d_model)
        positive("dim_feedforward", dim_feedforward)
        self._rates = dropout_rate if act_dropout_rate is None else act_dropout_rate, dropout_rate
        self._act_method, self._normalize_before, self._epsilon, self.name = activation, normalize_before, epsilon, name
        self._linear1_weight = self.create_parameter([d_model, dim_feedforward], linear1_weight_attr)
        self._linear1_bias = self.create_parameter([dim_feedforward], linear1_bias_attr, is_bias=True)
        self._linear2_weight = self.create_parameter([dim_feedforward, d_model], linear2_weight_attr)
        self._linear2_bias = self.create_parameter([d_model], linear2_bias_attr, is_bias=True)
        before = _norm(self, d_model, ln1_scale_attr, ln1_bias_attr) if normalize_before else (None, None)
        behind = (None, None) if normalize_before else _norm(self, d_model, ln2_scale_attr, ln2_bias_attr)
        self._ln1_scale, self._ln1_bias = before
        self._ln2_scale, self._ln2_bias = behind

    def forward(self, src: Any, cache: Any = None) -> Any:
        if cache is not None:
            raise UnsupportedError(
                "FusedFeedForward does not support a cache, because it stores no values of earlier positions",
                site=site(),
                fix="pass cache=None",
            )
        return F.fused_feedforward(
            src, self._linear1_weight, self._linear2_weight, self._linear1_bias, self._linear2_bias, self._ln1_scale,
            self._ln1_bias, self._ln2_scale, self._ln2_bias, *self._rates, self._act_method, self._epsilon,
            self._epsilon, self._normalize_before, self.training,
        )  # fmt: skip


class FusedTransformerEncoderLayer(Layer):
    """nn.TransformerEncoderLayer, made of the two fused halves."""

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int,
        dropout_rate: float = 0.1,
        activation: str = "relu",
        attn_dropout_rate: float | None = None,
        act_dropout_rate: float | None = None,
        normalize_before: bool = False,
        weight_attr: Any = None,
        bias_attr: Any = None,
    ) -> None:
        super().__init__()
        weights, biases = attrs_of(weight_attr, 2), attrs_of(bias_attr, 2)
        self.normalize_before = normalize_before
        self.fused_attn = FusedMultiHeadAttention(
            d_model, nhead, dropout_rate, dropout_rate if attn_dropout_rate is None else attn_dropout_rate,
            None, None, normalize_before, False, *[weights[0], biases[0]] * 4,
        )  # fmt: skip
        self.ffn = FusedFeedForward(
            d_model, dim_feedforward, dropout_rate, 1e-5, activation, act_dropout_rate, normalize_before,
            *[weights[1], biases[1]] * 2,
        )  # fmt: skip

    def forward(self, src: Any, src_mask: Any = None, cache: Any = None) -> Any:
        out = self.fused_attn(src, attn_mask=src_mask, cache=cache)
        return self.ffn(out) if cache is None else (self.ffn(out[0]), out[1])
