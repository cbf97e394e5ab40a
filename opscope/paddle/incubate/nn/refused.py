"""Layers around kernels that only Paddle has: refused where they are made."""

from __future__ import annotations

from opscope.core.refused import refused

FusedEcMoe = refused("FusedEcMoe", "it is one kernel of Paddle's for some GPUs", "compute the experts one by one")
FusedMultiTransformer = refused(
    "FusedMultiTransformer", "it is one kernel of Paddle's for generating text on GPUs", "use nn.TransformerEncoder"
)
