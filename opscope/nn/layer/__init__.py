"""paddle.nn.layer: the layers, a file for each family."""

from opscope.nn.layer.layers import Layer

__all__ = ["Layer"]
