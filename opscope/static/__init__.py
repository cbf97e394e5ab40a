"""paddle.static: programs, what builds them, and the executor that runs them."""

from opscope.core.dense import DenseTensor, LoDTensor
from opscope.ir.backward import append_backward, gradients
from opscope.ir.context import (
    create_global_var,
    data,
    default_main_program,
    default_startup_program,
    name_scope,
    program_guard,
)
from opscope.ir.custom import py_func
from opscope.ir.program import Operator, Parameter, Program, Variable
from opscope.nn.param_attr import create_parameter
from opscope.runtime.executor import Executor
from opscope.runtime.scope import Scope, global_scope, scope_guard
from opscope.static import nn
from opscope.static.metric import accuracy

__all__ = [
    "DenseTensor",
    "Executor",
    "LoDTensor",
    "Operator",
    "Parameter",
    "Program",
    "Scope",
    "Variable",
    "accuracy",
    "append_backward",
    "create_global_var",
    "create_parameter",
    "data",
    "default_main_program",
    "default_startup_program",
    "global_scope",
    "gradients",
    "name_scope",
    "nn",
    "program_guard",
    "py_func",
    "scope_guard",
]
