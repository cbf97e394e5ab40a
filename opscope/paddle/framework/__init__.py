"""paddle.framework: modes, seeds, flags and files, under the names of Paddle 2.x."""

from opscope.core.modes import disable_static, enable_static, in_dynamic_mode
from opscope.core.module_aliases import alias_in_submodules
from opscope.core.place import CPUPlace, CUDAPlace
from opscope.core.random import seed
from opscope.core.state import get_default_dtype, set_default_dtype
from opscope.eager.autograd import grad, no_grad
from opscope.paddle.base import core
from opscope.paddle.base.framework import (
    Block,
    Parameter,
    Program,
    _current_expected_place,
    _dygraph_tracer,
    convert_np_dtype_to_dtype_,
    dygraph_not_support,
    dygraph_only,
    in_dynamic_or_pir_mode,
    in_pir_mode,
    use_pir_api,
)
from opscope.paddle.base.layer_helper import LayerHelper
from opscope.paddle.base.places import CUDAPinnedPlace, CustomPlace, IPUPlace, XPUPlace
from opscope.paddle.framework import io, io_utils, random
from opscope.paddle.framework.info import dtype, finfo, iinfo
from opscope.paddle.framework.io import async_save, clear_async_save_task_queue
from opscope.paddle.framework.io_utils import is_belong_to_optimizer, is_parameter, is_persistable
from opscope.paddle.framework.switches import LazyGuard, batch, check_shape, disable_signal_handler
from opscope.paddle.nn.param_attr import ParamAttr
from opscope.paddle.saving import load, save
from opscope.runtime.flags import get_flags, set_flags

alias_in_submodules(
    __name__,
    {
        "dtype": "iinfo finfo",
        "framework": "set_default_dtype get_default_dtype",
    },
)

__all__ = [
    "Block",
    "CPUPlace",
    "CUDAPinnedPlace",
    "CUDAPlace",
    "CustomPlace",
    "IPUPlace",
    "LayerHelper",
    "LazyGuard",
    "ParamAttr",
    "Parameter",
    "Program",
    "XPUPlace",
    "_current_expected_place",
    "_dygraph_tracer",
    "async_save",
    "batch",
    "check_shape",
    "clear_async_save_task_queue",
    "convert_np_dtype_to_dtype_",
    "core",
    "disable_signal_handler",
    "disable_static",
    "dtype",
    "dygraph_not_support",
    "dygraph_only",
    "enable_static",
    "finfo",
    "get_default_dtype",
    "get_flags",
    "grad",
    "iinfo",
    "in_dynamic_mode",
    "in_dynamic_or_pir_mode",
    "in_pir_mode",
    "io",
    "io_utils",
    "is_belong_to_optimizer",
    "is_parameter",
    "is_persistable",
    "load",
    "no_grad",
    "random",
    "save",
    "seed",
    "set_default_dtype",
    "set_flags",
    "use_pir_api",
]
