"""paddle.fluid, as programs of Paddle 1.x spell it. It builds programs whatever the mode: static was the default."""

from opscope.core.dense import LoDTensor
from opscope.core.place import CPUPlace, CUDAPlace
from opscope.fluid import layers
from opscope.fluid.executor import Executor
from opscope.ir.backward import append_backward, gradients
from opscope.ir.context import default_main_program, default_startup_program, name_scope, program_guard
from opscope.ir.program import Program, Variable
from opscope.nn import initializer
from opscope.nn.param_attr import ParamAttr
from opscope.runtime.scope import Scope, global_scope, scope_guard

__all__ = [
    "CPUPlace",
    "CUDAPlace",
    "Executor",
    "LoDTensor",
    "ParamAttr",
    "Program",
    "Scope",
    "Variable",
    "append_backward",
    "default_main_program",
    "default_startup_program",
    "global_scope",
    "gradients",
    "initializer",
    "layers",
    "name_scope",
    "program_guard",
    "scope_guard",
]
