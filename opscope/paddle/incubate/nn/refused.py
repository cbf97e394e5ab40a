"""Layers of kernels that only Paddle has: the constructor raises UnsupportedError."""

from __future__ import annotations

from opscope.core.checks.unsupported import unsupported_function

FusedEcMoe = unsupported_function(
    "FusedEcMoe", "it is one kernel of Paddle's for some GPUs", "compute the experts one by one"
)
FusedMultiTransformer = unsupported_function(
    "FusedMultiTransformer", "it is one kernel of Paddle's for generating text on GPUs", "use nn.TransformerEncoder"
)
