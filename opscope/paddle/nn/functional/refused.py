"""What only a kernel of Paddle's for GPUs has."""

from __future__ import annotations

from opscope.core.refused import refused

sparse_attention = refused(
    "sparse_attention", "it is a kernel for GPUs", "use scaled_dot_product_attention with a mask"
)
