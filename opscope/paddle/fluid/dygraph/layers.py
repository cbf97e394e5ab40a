"""fluid.dygraph.Layer: paddle.nn.Layer, whose mode also applies to functions without a layer."""

from __future__ import annotations

from opscope.paddle import nn
from opscope.paddle.base.dygraph.base import tracer


class _Kind(type):
    """Metaclass: every layer of paddle.nn is an instance of fluid's Layer."""

    def __instancecheck__(cls, instance: object) -> bool:
        return type.__instancecheck__(cls, instance) or (cls is Layer and isinstance(instance, nn.Layer))

    def __subclasscheck__(cls, subclass: type) -> bool:
        return type.__subclasscheck__(cls, subclass) or (cls is Layer and issubclass(subclass, nn.Layer))


class Layer(nn.Layer, metaclass=_Kind):
    """A network or a part of a network, as in Paddle 1.8. train() and eval() also set the mode of fluid.layers.dropout.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/dygraph/Layer.html
    """

    def train(self) -> None:
        """Set the training mode of this layer, of all sublayers, and of the functions without a layer."""
        tracer.train_mode()
        super().train()

    def eval(self) -> None:
        """Set the evaluation mode of this layer, of all sublayers, and of the functions without a layer."""
        tracer.eval_mode()
        super().eval()


__all__ = ["Layer"]
