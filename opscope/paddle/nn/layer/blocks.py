"""The layers of a transformer: attention and feed-forward, each with a residual connection and a norm."""

from __future__ import annotations

import copy
from typing import Any

from opscope.errors import ArgumentError
from opscope.paddle.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.layer.attention import Cache, MultiHeadAttention, StaticCache
from opscope.paddle.nn.layer.dropout import Dropout
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.nn.layer.linear import Linear
from opscope.paddle.nn.layer.norm import LayerNorm
from opscope.paddle.nn.param_attr import ParamAttr


def attrs_of(given: Any, count: int) -> list[Any]:
    """Return `count` attributes from a list of `count`, or from one attribute for all (a name gets a number)."""
    if isinstance(given, list | tuple):
        if len(given) != count:
            raise ArgumentError(
                f"a list of attributes for parameters should have {count} elements, but it has {len(given)}"
            )
        return list(given)
    made = []
    for number in range(count):
        one = given
        if isinstance(given, ParamAttr) and given.name:
            one = copy.copy(given)
            one.name = f"{given.name}_{number}"
        made.append(one)
    return made


class _Block(Layer):
    """Base of encoder and decoder layers: feed-forward part, residual connections and norms."""

    def __init__(
        self,
        parts: int,
        d_model: int,
        nhead: int,
        dim_feedforward: int,
        dropout: float,
        activation: str,
        attn_dropout: float | None,
        act_dropout: float | None,
        normalize_before: bool,
        weight_attr: Any,
        bias_attr: Any,
        layer_norm_eps: float,
    ) -> None:
        super().__init__()
        if not isinstance(activation, str) or not callable(getattr(F, activation, None)):
            raise ArgumentError(
                f"activation should be the name of a function of nn.functional, but it is {activation!r}"
            )
        self._config: dict[str, Any] = {  # what another one like it is made of
            "d_model": d_model,
            "nhead": nhead,
            "dim_feedforward": dim_feedforward,
            "dropout": dropout,
            "activation": activation,
            "attn_dropout": attn_dropout,
            "act_dropout": act_dropout,
            "normalize_before": normalize_before,
            "weight_attr": weight_attr,
            "bias_attr": bias_attr,
            "layer_norm_eps": layer_norm_eps,
        }
        self.normalize_before = normalize_before
        self.activation = getattr(F, activation)
        self._weights, self._biases = attrs_of(weight_attr, parts), attrs_of(bias_attr, parts)
        self._attn_dropout = dropout if attn_dropout is None else attn_dropout
        self._act_dropout = dropout if act_dropout is None else act_dropout

    def _attention(self, number: int) -> MultiHeadAttention:
        c = self._config
        return MultiHeadAttention(
            c["d_model"],
            c["nhead"],
            dropout=self._attn_dropout,
            weight_attr=self._weights[number],
            bias_attr=self._biases[number],
        )

    def _make_feed_forward(self) -> None:
        d_model, hidden = self._config["d_model"], self._config["dim_feedforward"]
        attrs = self._weights[-1], self._biases[-1]
        self.linear1 = Linear(d_model, hidden, *attrs)
        self.dropout = Dropout(self._act_dropout, mode="upscale_in_train")
        self.linear2 = Linear(hidden, d_model, *attrs)

    def _make_norms(self, count: int) -> None:
        for number in range(1, count + 1):
            setattr(self, f"norm{number}", LayerNorm(self._config["d_model"], self._config["layer_norm_eps"]))
        for number in range(1, count + 1):
            setattr(self, f"dropout{number}", Dropout(self._config["dropout"], mode="upscale_in_train"))

    def _residual(self, number: int, x: Any, function: Any) -> Any:
        """Return x + dropout(function(x)), with the norm before the function or after the sum."""
        norm, dropout = getattr(self, f"norm{number}"), getattr(self, f"dropout{number}")
        out = x + dropout(function(norm(x) if self.normalize_before else x))
        return out if self.normalize_before else norm(out)

    def _feed_forward(self, x: Any) -> Any:
        return self.linear2(self.dropout(self.activation(self.linear1(x))))


class _Taken:
    """First result of a function; the other results are stored."""

    def __init__(self, function: Any) -> None:
        self.function, self.rest = function, None

    def __call__(self, x: Any) -> Any:
        out = self.function(x)
        if isinstance(out, tuple):
            out, self.rest = out
        return out


class TransformerEncoderLayer(_Block):
    """Self-attention and two linear layers, each with a residual connection and a norm, on [batch, length, d_model].

    normalize_before: the norms come first. weight_attr, bias_attr: one for all, or two (attention, feed-forward).
    Source: Vaswani et al. 2017.
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int,
        dropout: float = 0.1,
        activation: str = "relu",
        attn_dropout: float | None = None,
        act_dropout: float | None = None,
        normalize_before: bool = False,
        weight_attr: Any = None,
        bias_attr: Any = None,
        layer_norm_eps: float = 1e-05,
    ) -> None:
        options = (dropout, activation, attn_dropout, act_dropout, normalize_before, weight_attr, bias_attr)
        super().__init__(2, d_model, nhead, dim_feedforward, *options, layer_norm_eps)
        self.self_attn = self._attention(0)
        self._make_feed_forward()
        self._make_norms(2)

    def forward(self, src: Any, src_mask: Any = None, cache: Any = None) -> Any:
        attention = _Taken(lambda x: self.self_attn(x, x, x, src_mask, cache))
        out = self._residual(2, self._residual(1, src, attention), self._feed_forward)
        return out if cache is None else (out, attention.rest)

    def gen_cache(self, src: Any) -> Cache:
        """Return an empty cache for the batch of src."""
        return self.self_attn.gen_cache(src, type=Cache)


class TransformerDecoderLayer(_Block):
    """Transformer layer with attention to the encoder's output between self-attention and the feed-forward part.

    weight_attr, bias_attr: one for all, or three (self-attention, cross-attention, feed-forward).
    """

    def __init__(
        self,
        d_model: int,
        nhead: int,
        dim_feedforward: int,
        dropout: float = 0.1,
        activation: str = "relu",
        attn_dropout: float | None = None,
        act_dropout: float | None = None,
        normalize_before: bool = False,
        weight_attr: Any = None,
        bias_attr: Any = None,
        layer_norm_eps: float = 1e-05,
    ) -> None:
        options = (dropout, activation, attn_dropout, act_dropout, normalize_before, weight_attr, bias_attr)
        super().__init__(3, d_model, nhead, dim_feedforward, *options, layer_norm_eps)
        self.self_attn = self._attention(0)
        self.cross_attn = self._attention(1)
        self._make_feed_forward()
        self._make_norms(3)

    def forward(self, tgt: Any, memory: Any, tgt_mask: Any = None, memory_mask: Any = None, cache: Any = None) -> Any:
        own, other = (None, None) if cache is None else cache
        first = _Taken(lambda x: self.self_attn(x, x, x, tgt_mask, own))
        second = _Taken(lambda x: self.cross_attn(x, memory, memory, memory_mask, other))
        out = self._residual(2, self._residual(1, tgt, first), second)
        out = self._residual(3, out, self._feed_forward)
        return out if cache is None else (out, (first.rest, second.rest))

    def gen_cache(self, memory: Any) -> tuple[Cache, StaticCache]:
        """Return an empty cache for the decoded sequence, and a cache of the encoder's output."""
        return (
            self.self_attn.gen_cache(memory, type=Cache),
            self.cross_attn.gen_cache(memory, memory, type=StaticCache),
        )
