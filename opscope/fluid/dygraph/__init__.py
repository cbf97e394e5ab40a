"""paddle.fluid.dygraph."""

from opscope.base.dygraph import base
from opscope.base.dygraph.base import (
    disable_dygraph,
    enable_dygraph,
    enabled,
    grad,
    guard,
    no_grad,
    to_variable,
)
from opscope.fluid.dygraph import nn
from opscope.fluid.dygraph.nn import Conv2D, Dropout, Embedding, LayerNorm, Linear
from opscope.nn import Layer, LayerList, ParameterList, Sequential

__all__ = [
    "Conv2D", "Dropout", "Embedding", "Layer", "LayerList", "LayerNorm", "Linear", "ParameterList", "Sequential",
    "base", "disable_dygraph", "enable_dygraph", "enabled", "grad", "guard", "nn", "no_grad", "to_variable",
]  # fmt: skip
