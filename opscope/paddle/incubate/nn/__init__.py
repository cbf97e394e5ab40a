"""paddle.incubate.nn: layers that combine several functions."""

from opscope.paddle.incubate.nn import functional, loss
from opscope.paddle.incubate.nn.parts import (
    FusedBiasDropoutResidualLayerNorm,
    FusedDropout,
    FusedDropoutAdd,
    FusedLinear,
)
from opscope.paddle.incubate.nn.refused import FusedEcMoe, FusedMultiTransformer
from opscope.paddle.incubate.nn.transformer import (
    FusedFeedForward,
    FusedMultiHeadAttention,
    FusedTransformerEncoderLayer,
)

__all__ = [
    "FusedBiasDropoutResidualLayerNorm",
    "FusedDropout",
    "FusedDropoutAdd",
    "FusedEcMoe",
    "FusedFeedForward",
    "FusedLinear",
    "FusedMultiHeadAttention",
    "FusedMultiTransformer",
    "FusedTransformerEncoderLayer",
    "functional",
    "loss",
]
