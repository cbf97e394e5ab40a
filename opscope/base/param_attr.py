"""paddle.base.param_attr."""

from opscope.nn.param_attr import ParamAttr

__all__ = [
    "ParamAttr",
]
