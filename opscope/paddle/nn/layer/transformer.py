"""Transformer: stacks of encoder and decoder layers, and the whole model."""

from __future__ import annotations

from typing import Any

import numpy as np

from opscope.core.checks.number_checks import whole_number
from opscope.core.state import mode
from opscope.errors import ArgumentError
from opscope.paddle.functions import fill
from opscope.paddle.nn.layer.attention import Cache, converted_mask
from opscope.paddle.nn.layer.blocks import TransformerDecoderLayer, TransformerEncoderLayer, attrs_of
from opscope.paddle.nn.layer.container import LayerList
from opscope.paddle.nn.layer.layers import Layer
from opscope.paddle.nn.layer.norm import LayerNorm


def _copies(layer: Any, count: int) -> LayerList:
    """Return the layer, and new layers that are made with its arguments."""
    return LayerList(
        [layer if i == 0 else type(layer)(**layer._config) for i in range(whole_number(count, "num_layers"))]
    )


class TransformerEncoder(Layer):
    """Stack of num_layers encoder layers (the given layer and copies), then a norm if one is given."""

    def __init__(self, encoder_layer: Any, num_layers: int, norm: Any = None) -> None:
        super().__init__()
        self.layers = _copies(encoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(self, src: Any, src_mask: Any = None, cache: Any = None) -> Any:
        if cache is None and len(self.layers):
            *before, last = self.layers
            for layer in before:
                src = layer(src, src_mask)
            out = last(src, src_mask)
            return out if self.norm is None else self.norm(out)
        caches: list[Any] = []
        for layer, kept in zip(self.layers, cache or (), strict=True):
            src, new = layer(src, src_mask, kept)
            caches.append(new)
        out = src if self.norm is None else self.norm(src)
        return out if cache is None else (out, caches)

    def gen_cache(self, src: Any) -> list[Cache]:
        """Return an empty cache for each layer."""
        return [layer.gen_cache(src) for layer in self.layers]


class TransformerDecoder(Layer):
    """Stack of num_layers decoder layers (the given layer and copies), then a norm if one is given."""

    def __init__(self, decoder_layer: Any, num_layers: int, norm: Any = None) -> None:
        super().__init__()
        self.layers = _copies(decoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(self, tgt: Any, memory: Any, tgt_mask: Any = None, memory_mask: Any = None, cache: Any = None) -> Any:
        if cache is None and len(self.layers):
            *before, last = self.layers
            for layer in before:
                tgt = layer(tgt, memory, tgt_mask, memory_mask)
            out = last(tgt, memory, tgt_mask, memory_mask)
            return out if self.norm is None else self.norm(out)
        caches: list[Any] = []
        for layer, kept in zip(self.layers, cache or (), strict=True):
            tgt, new = layer(tgt, memory, tgt_mask, memory_mask, kept)
            caches.append(new)
        out = tgt if self.norm is None else self.norm(tgt)
        return out if cache is None else (out, caches)

    def gen_cache(self, memory: Any, do_zip: bool = False) -> list[Any]:
        """Return a pair of caches for each layer; with do_zip, a list of the first caches and a list of the second."""
        made = [layer.gen_cache(memory) for layer in self.layers]
        return list(zip(*made, strict=True)) if do_zip else made


class Transformer(Layer):
    """Encoder and decoder, on [batch, length, d_model]. Source: Vaswani et al. 2017, Attention is all you need.

    custom_encoder and custom_decoder replace the encoder and decoder that the other arguments describe.
    """

    def __init__(
        self,
        d_model: int = 512,
        nhead: int = 8,
        num_encoder_layers: int = 6,
        num_decoder_layers: int = 6,
        dim_feedforward: int = 2048,
        dropout: float = 0.1,
        activation: str = "relu",
        attn_dropout: float | None = None,
        act_dropout: float | None = None,
        normalize_before: bool = False,
        weight_attr: Any = None,
        bias_attr: Any = None,
        custom_encoder: Any = None,
        custom_decoder: Any = None,
    ) -> None:
        super().__init__()
        options = (dropout, activation, attn_dropout, act_dropout, normalize_before)
        weights, biases = _for_both(weight_attr), _for_both(bias_attr)
        if custom_encoder is None:
            layer = TransformerEncoderLayer(d_model, nhead, dim_feedforward, *options, weights[0], biases[0])
            custom_encoder = TransformerEncoder(layer, num_encoder_layers, LayerNorm(d_model))
        if custom_decoder is None:
            layer = TransformerDecoderLayer(d_model, nhead, dim_feedforward, *options, weights[1], biases[1])
            custom_decoder = TransformerDecoder(layer, num_decoder_layers, LayerNorm(d_model))
        self.encoder, self.decoder = custom_encoder, custom_decoder
        self.d_model, self.nhead = d_model, nhead

    def forward(self, src: Any, tgt: Any, src_mask: Any = None, tgt_mask: Any = None, memory_mask: Any = None) -> Any:
        return self.decoder(tgt, self.encoder(src, src_mask), tgt_mask, memory_mask)

    def generate_square_subsequent_mask(self, length: int) -> Any:
        """Return a mask [length, length] to add to scores: 0 up to the diagonal, and minus infinity above it."""
        return fill.assign(np.triu(np.full((length, length), -np.inf, dtype=mode.dtype.dtype), 1))


def _for_both(given: Any) -> tuple[Any, Any]:
    """Return the attributes of the encoder and of the decoder.

    given: one attribute for all, two (attention, feed-forward) or three (the decoder's order).
    """
    if not isinstance(given, list | tuple) or len(given) == 1:
        one = given[0] if isinstance(given, list | tuple) else given
        return one, one
    if len(given) == 2:
        return list(given), [given[0], given[0], given[1]]
    if len(given) == 3:
        return [given[0], given[2]], list(given)
    raise ArgumentError("weight_attr and bias_attr should have 1 to 3 elements if they are lists or tuples")


# Paddle's names, which programs import
_convert_attention_mask = converted_mask
_convert_param_attr_to_list = attrs_of
