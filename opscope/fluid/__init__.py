"""paddle.fluid, as programs of Paddle 1.x spell it. It builds programs whatever the mode: static was the default."""

import sys

from opscope.base import (
    backward,
    compiler,
    core,
    data_feeder,
    default_scope_funcs,
    framework,
    initializer,
    lod_tensor,
    param_attr,
    unique_name,
    wrapped_decorator,
)
from opscope.base.core import CPUPlace, CUDAPlace, LoDTensor, Scope, is_compiled_with_cuda
from opscope.base.framework import (
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
from opscope.fluid import clip, dygraph, executor, io, layers, optimizer, regularizer
from opscope.fluid.dygraph import disable_dygraph, enable_dygraph
from opscope.fluid.executor import Executor
from opscope.fluid.layers import embedding, one_hot
from opscope.fluid.statically import statically
from opscope.ir import context
from opscope.ir.backward import append_backward, gradients
from opscope.nn.param_attr import ParamAttr
from opscope.runtime.scope import global_scope, scope_guard
from opscope.static.compiler import BuildStrategy, CompiledProgram, ExecutionStrategy
from opscope.static.lod_tensor import DataFeeder, create_lod_tensor, create_random_int_lodtensor
from opscope.static.values import load, load_program_state, save, set_program_state

data = statically(context.data)

for _module in (
    backward,
    compiler,
    core,
    data_feeder,
    default_scope_funcs,
    framework,
    initializer,
    lod_tensor,
    param_attr,
    unique_name,
    wrapped_decorator,
):  # `from paddle.fluid.framework import Program`
    sys.modules.setdefault(f"{__name__}.{_module.__name__.rpartition('.')[2]}", _module)

__all__ = [
    "BuildStrategy",
    "CPUPlace",
    "CUDAPlace",
    "CompiledProgram",
    "DataFeeder",
    "ExecutionStrategy",
    "Executor",
    "LoDTensor",
    "ParamAttr",
    "Program",
    "Scope",
    "Variable",
    "append_backward",
    "backward",
    "clip",
    "compiler",
    "core",
    "cpu_places",
    "create_lod_tensor",
    "create_random_int_lodtensor",
    "cuda_places",
    "data",
    "data_feeder",
    "default_main_program",
    "default_scope_funcs",
    "default_startup_program",
    "device_guard",
    "disable_dygraph",
    "dygraph",
    "embedding",
    "enable_dygraph",
    "executor",
    "framework",
    "global_scope",
    "gradients",
    "in_dygraph_mode",
    "initializer",
    "io",
    "is_compiled_with_cuda",
    "layers",
    "load",
    "load_program_state",
    "lod_tensor",
    "name_scope",
    "one_hot",
    "optimizer",
    "param_attr",
    "program_guard",
    "regularizer",
    "save",
    "scope_guard",
    "set_program_state",
    "unique_name",
    "wrapped_decorator",
]
