"""Layers of paddle.nn, with a file for each family."""

from opscope.paddle.nn.layer.layers import Layer

__all__ = ["Layer"]
