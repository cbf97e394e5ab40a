"""paddle.base: the old names of fluid that Paddle 2.6 has."""

from opscope.ir.program.context import data
from opscope.paddle.base import (
    backward,
    compiler,
    core,
    data_feeder,
    default_scope_funcs,
    dygraph,
    executor,
    framework,
    initializer,
    layer_helper,
    lod_tensor,
    param_attr,
    trainer_factory,
    unique_name,
    wrapped_decorator,
)
from opscope.paddle.base.backward import append_backward, gradients
from opscope.paddle.base.compiler import BuildStrategy, CompiledProgram, ExecutionStrategy
from opscope.paddle.base.core import CPUPlace, CUDAPlace, DenseTensor, LoDTensor, Scope, Tensor, is_compiled_with_cuda
from opscope.paddle.base.data_feeder import DataFeeder
from opscope.paddle.base.dygraph.base import disable_dygraph, enable_dygraph
from opscope.paddle.base.executor import Executor, global_scope, scope_guard
from opscope.paddle.base.framework import (
    Program,
    Variable,
    cpu_places,
    cuda_places,
    default_main_program,
    default_startup_program,
    device_guard,
    in_dygraph_mode,
    name_scope,
    program_guard,
)
from opscope.paddle.base.initializer import set_global_initializer
from opscope.paddle.base.lod_tensor import create_lod_tensor, create_random_int_lodtensor
from opscope.paddle.base.param_attr import ParamAttr
from opscope.paddle.base.places import CUDAPinnedPlace, CustomPlace, IPUPlace, XPUPlace
from opscope.paddle.static.places import cuda_pinned_places, xpu_places
from opscope.runtime.flags import get_flags, set_flags

enable_imperative, disable_imperative = enable_dygraph, disable_dygraph

__all__ = [
    "BuildStrategy",
    "CPUPlace",
    "CUDAPinnedPlace",
    "CUDAPlace",
    "CompiledProgram",
    "CustomPlace",
    "DataFeeder",
    "DenseTensor",
    "ExecutionStrategy",
    "Executor",
    "IPUPlace",
    "LoDTensor",
    "ParamAttr",
    "Program",
    "Scope",
    "Tensor",
    "Variable",
    "XPUPlace",
    "append_backward",
    "backward",
    "compiler",
    "core",
    "cpu_places",
    "create_lod_tensor",
    "create_random_int_lodtensor",
    "cuda_pinned_places",
    "cuda_places",
    "data",
    "data_feeder",
    "default_main_program",
    "default_scope_funcs",
    "default_startup_program",
    "device_guard",
    "disable_dygraph",
    "disable_imperative",
    "dygraph",
    "enable_dygraph",
    "enable_imperative",
    "executor",
    "framework",
    "get_flags",
    "global_scope",
    "gradients",
    "in_dygraph_mode",
    "initializer",
    "is_compiled_with_cuda",
    "layer_helper",
    "lod_tensor",
    "name_scope",
    "param_attr",
    "program_guard",
    "scope_guard",
    "set_flags",
    "set_global_initializer",
    "trainer_factory",
    "unique_name",
    "wrapped_decorator",
    "xpu_places",
]
