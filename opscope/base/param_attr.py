"""paddle.base.param_attr."""

from opscope.nn.param_attr import ParamAttr
from opscope.static.weight_norm import WeightNormParamAttr

__all__ = [
    "ParamAttr",
    "WeightNormParamAttr",
]
