"""Paddle's operators that are several of ours, by type: what `append_op` makes of slots and attributes.

One function a type, or family of types; `opscope.ir.compat.composite_ops` describes how its parameters are read. The
rules are those of the kernels of Paddle 2.6: https://github.com/PaddlePaddle/Paddle/tree/v2.6.2/paddle/phi/kernels/cpu
"""

from opscope.paddle.fluid.operators import (
    activations,
    elementwise,
    images,
    losses,
    making,
    matrices,
    norms,
    picking,
    pooling,
    recurrent,
    reducing,
    sequences,
    shaping,
    updates,
)

__all__ = [
    "activations", "elementwise", "images", "losses", "making", "matrices", "norms", "picking", "pooling", "recurrent",
    "reducing", "sequences", "shaping", "updates",
]  # fmt: skip
