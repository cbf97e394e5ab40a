"""paddle.base.layer_helper."""

from opscope.paddle.nn.layer_helper import LayerHelper
from opscope.paddle.nn.param_attr import ParamAttr

__all__ = ["LayerHelper", "ParamAttr"]
