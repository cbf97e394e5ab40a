"""opscope: run Paddle-style programs under an instrumented executor, and see into them.

    import opscope as paddle      # existing programs run unchanged
    import opscope                # debug.attach, debug.start, live, profile, as_paddle

Heavy and optional parts (debug, viz, ui, notebook) load when they are first used.
"""

# The lazy names are in __all__ and nowhere else: an import, even one for types, would tie cli to notebook.
# pyright: reportUnsupportedDunderAll=false
from __future__ import annotations

import importlib
from typing import Any

from opscope import _legacy_C_ops as _legacy_C_ops
from opscope import amp, autograd, base, fluid, io, nn, optimizer, pir_utils, regularizer, static, tensor, version
from opscope.as_paddle import as_paddle, install
from opscope.core.dense import DenseTensor, LoDTensor
from opscope.core.dtype import bool_ as bool
from opscope.core.dtype import complex64, complex128, float16, float32, float64, int8, int16, int32, int64, uint8
from opscope.core.modes import disable_static, enable_static, in_dynamic_mode
from opscope.core.place import CPUPlace, CUDAPlace, get_device, is_compiled_with_cuda, set_device
from opscope.core.random import seed
from opscope.core.state import get_default_dtype, set_default_dtype
from opscope.core.strict import strict
from opscope.eager.autograd import enable_grad, grad, is_grad_enabled, no_grad, set_grad_enabled
from opscope.eager.tensor import Tensor
from opscope.nn.param_attr import ParamAttr
from opscope.saving import load, save
from opscope.tensor import *

__version__ = "0.1.0"

LAZY = {
    "debug": "opscope.debug",
    "live": "opscope.notebook.live:live",
    "notebook": "opscope.notebook",
    "profile": "opscope.debug.profile:profile",
    "viz": "opscope.viz",
}

install()


def __getattr__(name: str) -> Any:
    if name not in LAZY:
        raise AttributeError(f"module 'opscope' has no attribute {name!r}")
    module, _, member = LAZY[name].partition(":")
    found = importlib.import_module(module)
    return getattr(found, member) if member else found


def load_ipython_extension(ip: Any) -> None:
    """`%load_ext opscope`: the magics."""
    importlib.import_module("opscope.notebook.magics").load(ip)


def unload_ipython_extension(ip: Any) -> None:
    """`%unload_ext opscope`."""
    importlib.import_module("opscope.notebook.magics").unload(ip)


__all__ = [
    *tensor.__all__,
    "CPUPlace",
    "CUDAPlace",
    "DenseTensor",
    "LoDTensor",
    "ParamAttr",
    "Tensor",
    "amp",
    "as_paddle",
    "autograd",
    "base",
    "bool",
    "complex64",
    "complex128",
    "debug",
    "disable_static",
    "enable_grad",
    "enable_static",
    "float16",
    "float32",
    "float64",
    "fluid",
    "get_default_dtype",
    "get_device",
    "grad",
    "in_dynamic_mode",
    "int8",
    "int16",
    "int32",
    "int64",
    "io",
    "is_compiled_with_cuda",
    "is_grad_enabled",
    "live",
    "load",
    "nn",
    "no_grad",
    "notebook",
    "optimizer",
    "pir_utils",
    "profile",
    "regularizer",
    "save",
    "seed",
    "set_default_dtype",
    "set_device",
    "set_grad_enabled",
    "static",
    "strict",
    "tensor",
    "uint8",
    "version",
    "viz",
]
