"""Names of Paddle's kernels for inference on GPUs: a call raises UnsupportedError."""

from __future__ import annotations

from opscope.core.checks.unsupported import unsupported_function

_KERNEL = "it is a GPU kernel of Paddle for text generation"

block_multihead_attention = unsupported_function(
    "block_multihead_attention", _KERNEL, "use scaled_dot_product_attention"
)
fused_ec_moe = unsupported_function(
    "fused_ec_moe", "it is a kernel of Paddle for some GPUs", "compute the experts one by one"
)
fused_gate_attention = unsupported_function("fused_gate_attention", _KERNEL, "use scaled_dot_product_attention")
fused_multi_transformer = unsupported_function("fused_multi_transformer", _KERNEL, "use nn.TransformerEncoder")
masked_multihead_attention = unsupported_function(
    "masked_multihead_attention", _KERNEL, "use fused_multi_head_attention"
)
variable_length_memory_efficient_attention = unsupported_function(
    "variable_length_memory_efficient_attention", _KERNEL, "use scaled_dot_product_attention with a mask"
)
