"""paddle.static: programs, the functions that build programs, the executor, and the files of programs."""

from opscope.core.module_aliases import alias_in_submodules
from opscope.core.tensors.dense_tensor import DenseTensor, LoDTensor
from opscope.ir.gradients.backward import append_backward, gradients
from opscope.ir.program.context import (
    create_global_var,
    data,
    default_main_program,
    default_startup_program,
    name_scope,
    program_guard,
)
from opscope.ir.program.print_and_assert import Print
from opscope.ir.program.program import Operator, Program
from opscope.ir.program.py_func import py_func
from opscope.paddle.nn.param_attr import create_parameter
from opscope.paddle.static import amp, io, nn
from opscope.paddle.static.average import ExponentialMovingAverage
from opscope.paddle.static.compiler import (
    BuildStrategy,
    CompiledProgram,
    ExecutionStrategy,
    IpuCompiledProgram,
    IpuStrategy,
)
from opscope.paddle.static.inference import (
    deserialize_persistables,
    deserialize_program,
    load_from_file,
    load_inference_model,
    normalize_program,
    save_inference_model,
    save_to_file,
    serialize_persistables,
    serialize_program,
)
from opscope.paddle.static.input_spec import InputSpec
from opscope.paddle.static.lod_tensor import DataFeeder, create_lod_tensor, create_random_int_lodtensor
from opscope.paddle.static.metric import accuracy, auc, ctr_metric_bundle
from opscope.paddle.static.places import (
    cpu_places,
    cuda_places,
    device_guard,
    ipu_shard_guard,
    set_ipu_shard,
    xpu_places,
)
from opscope.paddle.static.setitem import setitem
from opscope.paddle.static.values import load, load_program_state, save, set_program_state
from opscope.paddle.static.variable import Parameter, Variable
from opscope.paddle.static.vars import is_persistable, load_vars, save_vars
from opscope.paddle.static.weight_norm import WeightNormParamAttr
from opscope.runtime.executor import Executor
from opscope.runtime.scope import Scope, global_scope, scope_guard

alias_in_submodules(
    __name__,
    {
        "input": "data InputSpec setitem",
    },
)

__all__ = [
    "BuildStrategy",
    "CompiledProgram",
    "DataFeeder",
    "DenseTensor",
    "ExecutionStrategy",
    "Executor",
    "ExponentialMovingAverage",
    "InputSpec",
    "IpuCompiledProgram",
    "IpuStrategy",
    "LoDTensor",
    "Operator",
    "Parameter",
    "Print",
    "Program",
    "Scope",
    "Variable",
    "WeightNormParamAttr",
    "accuracy",
    "amp",
    "append_backward",
    "auc",
    "cpu_places",
    "create_global_var",
    "create_lod_tensor",
    "create_parameter",
    "create_random_int_lodtensor",
    "ctr_metric_bundle",
    "cuda_places",
    "data",
    "default_main_program",
    "default_startup_program",
    "deserialize_persistables",
    "deserialize_program",
    "device_guard",
    "global_scope",
    "gradients",
    "io",
    "ipu_shard_guard",
    "is_persistable",
    "load",
    "load_from_file",
    "load_inference_model",
    "load_program_state",
    "load_vars",
    "name_scope",
    "nn",
    "normalize_program",
    "program_guard",
    "py_func",
    "save",
    "save_inference_model",
    "save_to_file",
    "save_vars",
    "scope_guard",
    "serialize_persistables",
    "serialize_program",
    "set_ipu_shard",
    "set_program_state",
    "setitem",
    "xpu_places",
]
