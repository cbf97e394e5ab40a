"""paddle.common_ops_import: the names with which Paddle's functions are written, in one module.

The module defines no names itself.
"""

from opscope.paddle import base as base
from opscope.paddle.base import core as core
from opscope.paddle.base.core import VarDesc as VarDesc
from opscope.paddle.base.data_feeder import check_dtype as check_dtype
from opscope.paddle.base.data_feeder import check_type as check_type
from opscope.paddle.base.data_feeder import check_variable_and_dtype as check_variable_and_dtype
from opscope.paddle.base.data_feeder import convert_dtype as convert_dtype
from opscope.paddle.base.framework import Variable as Variable
from opscope.paddle.base.framework import convert_np_dtype_to_dtype_ as convert_np_dtype_to_dtype_
from opscope.paddle.base.framework import default_main_program as default_main_program
from opscope.paddle.base.framework import device_guard as device_guard
from opscope.paddle.base.framework import dygraph_only as dygraph_only
from opscope.paddle.base.framework import in_dygraph_mode as in_dygraph_mode
from opscope.paddle.base.layer_helper import LayerHelper as LayerHelper
from opscope.paddle.base.param_attr import ParamAttr as ParamAttr
