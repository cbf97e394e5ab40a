"""Operators of Paddle that are several ops in opscope: functions from slots and attributes for `append_op`.

A function defines a type, or a family of types; `opscope.ir.compat.composite_ops` describes how its parameters are
read. The rules are the rules of the kernels of Paddle 2.6:
https://github.com/PaddlePaddle/Paddle/tree/v2.6.2/paddle/phi/kernels/cpu
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
