"""paddle.base.layer_helper."""

from opscope.nn.layer_helper import LayerHelper
from opscope.nn.param_attr import ParamAttr

__all__ = ["LayerHelper", "ParamAttr"]
