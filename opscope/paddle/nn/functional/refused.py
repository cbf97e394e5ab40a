"""Functions that Paddle supports only on GPUs."""

from __future__ import annotations

from opscope.core.checks.unsupported import unsupported_function

sparse_attention = unsupported_function(
    "sparse_attention", "it is a kernel for GPUs", "use scaled_dot_product_attention with a mask"
)
