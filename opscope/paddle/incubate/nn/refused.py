"""Layers of kernels that only Paddle has: the constructor raises UnsupportedError."""

from __future__ import annotations

from opscope.core.checks.unsupported import unsupported_function

FusedEcMoe = unsupported_function(
    "FusedEcMoe", "it is a kernel of Paddle for some GPUs", "compute the experts one by one"
)
FusedMultiTransformer = unsupported_function(
    "FusedMultiTransformer", "it is a GPU kernel of Paddle for text generation", "use nn.TransformerEncoder"
)
