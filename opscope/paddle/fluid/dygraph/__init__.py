"""paddle.fluid.dygraph."""

import sys

from opscope.paddle.base.dygraph import base
from opscope.paddle.base.dygraph.base import disable_dygraph, enable_dygraph, guard, to_variable
from opscope.paddle.base.dygraph.base import guarded as enabled
from opscope.paddle.fluid.dygraph import checkpoint, gradients, layers, learning_rate_scheduler, nn, parallel
from opscope.paddle.fluid.dygraph.checkpoint import load_dygraph, save_dygraph
from opscope.paddle.fluid.dygraph.gradients import BackwardStrategy, grad, no_grad
from opscope.paddle.fluid.dygraph.layers import Layer
from opscope.paddle.fluid.dygraph.learning_rate_scheduler import *
from opscope.paddle.fluid.dygraph.nn import *
from opscope.paddle.fluid.dygraph.parallel import DataParallel, ParallelEnv, prepare_context
from opscope.paddle.fluid.dygraph.traced_layer import TracedLayer
from opscope.paddle.jit import ProgramTranslator, to_static
from opscope.paddle.nn import LayerList, ParameterList, Sequential

sys.modules.setdefault(f"{__name__}.base", base)  # `from paddle.fluid.dygraph.base import to_variable`

declarative = dygraph_to_static_func = to_static

__all__ = [
    "BackwardStrategy",
    "DataParallel",
    "Layer",
    "LayerList",
    "ParallelEnv",
    "ParameterList",
    "ProgramTranslator",
    "Sequential",
    "TracedLayer",
    "base",
    "checkpoint",
    "declarative",
    "disable_dygraph",
    "dygraph_to_static_func",
    "enable_dygraph",
    "enabled",
    "grad",
    "gradients",
    "guard",
    "layers",
    "learning_rate_scheduler",
    "load_dygraph",
    "nn",
    "no_grad",
    "parallel",
    "prepare_context",
    "save_dygraph",
    "to_variable",
]
__all__ += learning_rate_scheduler.__all__
__all__ += nn.__all__
