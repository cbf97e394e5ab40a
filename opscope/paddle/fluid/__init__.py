"""paddle.fluid, the API of Paddle 1.x. Outside of dygraph.guard, its functions build programs."""

import sys

from opscope.core.checks.unsupported import unsupported_function
from opscope.ir.gradients.backward import append_backward, gradients
from opscope.ir.program import context
from opscope.paddle.base import (
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
from opscope.paddle.base.core import CPUPlace, CUDAPlace, LoDTensor, Scope, Tensor, is_compiled_with_cuda
from opscope.paddle.base.dygraph.base import guarded as in_dygraph_mode
from opscope.paddle.base.framework import (
    Program,
    Variable,
    cpu_places,
    cuda_pinned_places,
    cuda_places,
    default_main_program,
    default_startup_program,
    name_scope,
    program_guard,
)
from opscope.paddle.base.places import CUDAPinnedPlace
from opscope.paddle.fluid import (
    average,
    clip,
    dygraph,
    executor,
    incubate,
    io,
    layer_helper,
    layers,
    metrics,
    nets,
    op,
    optimizer,
    profiler,
    reader,
    regularizer,
)
from opscope.paddle.fluid.clip import (
    GradientClipByGlobalNorm,
    GradientClipByNorm,
    GradientClipByValue,
    set_gradient_clip,
)
from opscope.paddle.fluid.dygraph import Layer, disable_dygraph, enable_dygraph, load_dygraph, save_dygraph
from opscope.paddle.fluid.dygraph import nn as networks
from opscope.paddle.fluid.dygraph.nn import *
from opscope.paddle.fluid.executor import Executor, ParallelExecutor
from opscope.paddle.fluid.io import DataLoader, PyReader, load, load_program_state, save, set_program_state
from opscope.paddle.fluid.layers.networks import embedding_by as embedding
from opscope.paddle.fluid.layers.shaping import hot as one_hot
from opscope.paddle.fluid.reader import batch
from opscope.paddle.fluid.statically import device_guard, statically
from opscope.paddle.nn.param_attr import ParamAttr
from opscope.paddle.static.compiler import BuildStrategy, CompiledProgram, ExecutionStrategy
from opscope.paddle.static.lod_tensor import DataFeeder, create_lod_tensor, create_random_int_lodtensor
from opscope.paddle.static.weight_norm import WeightNormParamAttr
from opscope.paddle.utils import require_version
from opscope.runtime.flags import get_flags, set_flags
from opscope.runtime.scope import global_scope, scope_guard

data = statically(context.data)
enable_imperative, disable_imperative = enable_dygraph, disable_dygraph

_SERVERS = "opscope runs a program in one process", "run the program without a transpiler"
DistributeTranspiler = unsupported_function("DistributeTranspiler", *_SERVERS)
DistributeTranspilerConfig = unsupported_function("DistributeTranspilerConfig", *_SERVERS)
DatasetFactory = unsupported_function(
    "DatasetFactory", "opscope does not read files of slots", "read the files in Python, and feed the program"
)


def memory_optimize(
    input_program: Program,
    skip_opt_set: object = None,
    print_log: bool = False,
    level: int = 0,
    skip_grads: bool = True,
) -> None:
    """No effect: programs reuse memory by default, as in Paddle since 1.6."""


def release_memory(input_program: Program, skip_opt_set: object = None) -> None:
    """No effect, as in Paddle since 1.6."""


for _module in (
    backward,
    compiler,
    core,
    data_feeder,
    default_scope_funcs,
    framework,
    initializer,
    layer_helper,
    lod_tensor,
    param_attr,
    unique_name,
    wrapped_decorator,
):  # `from paddle.fluid.framework import Program`
    sys.modules.setdefault(f"{__name__}.{_module.__name__.rpartition('.')[2]}", _module)

__all__ = [
    "BuildStrategy",
    "CPUPlace",
    "CUDAPinnedPlace",
    "CUDAPlace",
    "CompiledProgram",
    "DataFeeder",
    "DataLoader",
    "DatasetFactory",
    "DistributeTranspiler",
    "DistributeTranspilerConfig",
    "ExecutionStrategy",
    "Executor",
    "GradientClipByGlobalNorm",
    "GradientClipByNorm",
    "GradientClipByValue",
    "Layer",
    "LoDTensor",
    "ParallelExecutor",
    "ParamAttr",
    "Program",
    "PyReader",
    "Scope",
    "Tensor",
    "Variable",
    "WeightNormParamAttr",
    "append_backward",
    "average",
    "backward",
    "batch",
    "clip",
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
    "embedding",
    "enable_dygraph",
    "enable_imperative",
    "executor",
    "framework",
    "get_flags",
    "global_scope",
    "gradients",
    "in_dygraph_mode",
    "incubate",
    "initializer",
    "io",
    "is_compiled_with_cuda",
    "layer_helper",
    "layers",
    "load",
    "load_dygraph",
    "load_program_state",
    "lod_tensor",
    "memory_optimize",
    "metrics",
    "name_scope",
    "nets",
    "one_hot",
    "op",
    "optimizer",
    "param_attr",
    "profiler",
    "program_guard",
    "reader",
    "regularizer",
    "release_memory",
    "require_version",
    "save",
    "save_dygraph",
    "scope_guard",
    "set_flags",
    "set_gradient_clip",
    "set_program_state",
    "unique_name",
    "wrapped_decorator",
]
__all__ += networks.__all__
