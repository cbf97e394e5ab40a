"""paddle.nn.layer: the layers, a file for each family."""

from opscope.paddle.nn.layer.layers import Layer

__all__ = ["Layer"]
