"""paddle.incubate.nn.functional: functions that combine several functions."""

from opscope.paddle.incubate.nn.functional.blocks import fused_feedforward, fused_multi_head_attention
from opscope.paddle.incubate.nn.functional.parts import (
    fused_bias_dropout_residual_layer_norm,
    fused_dropout_add,
    fused_layer_norm,
    fused_linear,
    fused_linear_activation,
    fused_matmul_bias,
    fused_rms_norm,
    swiglu,
)
from opscope.paddle.incubate.nn.functional.refused import (
    block_multihead_attention,
    fused_ec_moe,
    fused_gate_attention,
    fused_multi_transformer,
    masked_multihead_attention,
    variable_length_memory_efficient_attention,
)
from opscope.paddle.incubate.nn.functional.rotary import fused_rotary_position_embedding

__all__ = [
    "block_multihead_attention",
    "fused_bias_dropout_residual_layer_norm",
    "fused_dropout_add",
    "fused_ec_moe",
    "fused_feedforward",
    "fused_gate_attention",
    "fused_layer_norm",
    "fused_linear",
    "fused_linear_activation",
    "fused_matmul_bias",
    "fused_multi_head_attention",
    "fused_multi_transformer",
    "fused_rms_norm",
    "fused_rotary_position_embedding",
    "masked_multihead_attention",
    "swiglu",
    "variable_length_memory_efficient_attention",
]
