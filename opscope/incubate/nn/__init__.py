"""paddle.incubate.nn: layers of several functions in one call."""

from opscope.incubate.nn import functional, loss
from opscope.incubate.nn.parts import FusedBiasDropoutResidualLayerNorm, FusedDropout, FusedDropoutAdd, FusedLinear
from opscope.incubate.nn.refused import FusedEcMoe, FusedMultiTransformer
from opscope.incubate.nn.transformer import FusedFeedForward, FusedMultiHeadAttention, FusedTransformerEncoderLayer

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
