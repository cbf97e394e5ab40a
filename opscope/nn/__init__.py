"""paddle.nn: initializers, functions and losses."""

from opscope.nn import functional, initializer
from opscope.nn.loss import CrossEntropyLoss
from opscope.nn.param_attr import ParamAttr

__all__ = ["CrossEntropyLoss", "ParamAttr", "functional", "initializer"]
