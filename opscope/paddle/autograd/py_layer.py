"""paddle.autograd.py_layer."""

from opscope.eager.pylayer import PyLayer, PyLayerContext, once_differentiable

__all__ = ["PyLayer", "PyLayerContext", "once_differentiable"]
