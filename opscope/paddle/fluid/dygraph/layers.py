"""fluid.dygraph.Layer: as paddle.nn.Layer; whether any model trains is what functions without a state go by."""

from __future__ import annotations

from opscope.paddle import nn
from opscope.paddle.base.dygraph.base import tracer


class _Kind(type):
    """Every layer of paddle.nn is one of fluid's."""

    def __instancecheck__(cls, instance: object) -> bool:
        return type.__instancecheck__(cls, instance) or (cls is Layer and isinstance(instance, nn.Layer))

    def __subclasscheck__(cls, subclass: type) -> bool:
        return type.__subclasscheck__(cls, subclass) or (cls is Layer and issubclass(subclass, nn.Layer))


class Layer(nn.Layer, metaclass=_Kind):
    """A network or a part of one, as in Paddle 1.8: train() and eval() set the mode of fluid.layers.dropout, too.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/1.8/api/dygraph/Layer.html
    """

    def train(self) -> None:
        """Training mode for this layer, all below, and the functions that have no layer."""
        tracer.train_mode()
        super().train()

    def eval(self) -> None:
        """Evaluation mode for this layer, all below, and the functions that have no layer."""
        tracer.eval_mode()
        super().eval()


__all__ = ["Layer"]
