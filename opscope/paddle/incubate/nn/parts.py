"""Layers that combine functions: linear, dropout, norm."""

from __future__ import annotations

from typing import Any

from opscope.core.source import site
from opscope.errors import ModeError
from opscope.paddle.incubate.nn import functional as F  # noqa: N812 (as everywhere)
from opscope.paddle.nn.initializer import Constant
from opscope.paddle.nn.layer.dropout import Dropout
from opscope.paddle.nn.layer.layers import Layer


class FusedLinear(Layer):
    """x @ weight + bias; weight is [out_features, in_features] if transpose_weight."""

    def __init__(
        self,
        in_features: int,
        out_features: int,
        weight_attr: Any = None,
        bias_attr: Any = None,
        transpose_weight: bool = False,
        name: str | None = None,
    ) -> None:
        super().__init__()
        shape = [out_features, in_features] if transpose_weight else [in_features, out_features]
        self.weight = self.create_parameter(shape, weight_attr)
        self.bias = self.create_parameter([out_features], bias_attr, is_bias=True)
        self.transpose_weight, self.name = transpose_weight, name

    def forward(self, input: Any) -> Any:
        return F.fused_linear(input, self.weight, self.bias, self.transpose_weight)


class FusedDropoutAdd(Layer):
    """dropout(x) + y."""

    def __init__(self, p: float = 0.5, mode: str = "upscale_in_train", name: str | None = None) -> None:
        super().__init__()
        self.p, self.mode, self.name = p, mode, name

    def forward(self, x: Any, y: Any) -> Any:
        return F.fused_dropout_add(x, y, self.p, self.training, self.mode)

    def extra_repr(self) -> str:
        return f"p={self.p}, mode={self.mode}" + (f", name={self.name}" if self.name else "")


class FusedBiasDropoutResidualLayerNorm(Layer):
    """layer_norm(residual + dropout(bias + x)), x [..., embed_dim]."""

    def __init__(
        self,
        embed_dim: int,
        dropout_rate: float = 0.5,
        weight_attr: Any = None,
        bias_attr: Any = None,
        epsilon: float = 1e-5,
        name: str | None = None,
    ) -> None:
        super().__init__()
        positive("embed_dim", embed_dim)
        self.embed_dim, self.dropout_rate, self.name = embed_dim, dropout_rate, name
        self.linear_bias = self.create_parameter([embed_dim], bias_attr, is_bias=True)
        self.ln_scale = self.create_parameter([embed_dim], weight_attr, default_initializer=Constant(1.0))
        self.ln_bias = self.create_parameter([embed_dim], bias_attr, is_bias=True)
        self._epsilon = epsilon

    def forward(self, x: Any, residual: Any) -> Any:
        return F.fused_bias_dropout_residual_layer_norm(
            x, residual, self.linear_bias, self.ln_scale, self.ln_bias, self.dropout_rate, self._epsilon, self.training
        )


def positive(name: str, value: int) -> None:
    """Check a size. Raises ModeError (an AssertionError, as in Paddle)."""
    if value <= 0:
        raise ModeError(f"Expected {name} to be greater than 0, but received {value}", site=site())


FusedDropout = Dropout  # one kernel here as there
