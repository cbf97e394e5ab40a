"""paddle.base.param_attr."""

from opscope.paddle.nn.param_attr import ParamAttr
from opscope.paddle.static.weight_norm import WeightNormParamAttr

__all__ = [
    "ParamAttr",
    "WeightNormParamAttr",
]
