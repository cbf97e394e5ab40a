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
from opscope import (
    amp,
    autograd,
    io,
    linalg,
    nn,
    optimizer,
    pir_utils,
    regularizer,
    static,
    tensor,
    version,
)
from opscope.as_paddle import as_paddle, install
from opscope.core.dense import DenseTensor, LoDTensor
from opscope.core.dtype import (
    bfloat16,
    complex64,
    complex128,
    float8_e4m3fn,
    float8_e5m2,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
)
from opscope.core.dtype import bool_ as bool
from opscope.core.modes import disable_static, enable_static, in_dynamic_mode
from opscope.core.place import CPUPlace, CUDAPlace, get_device, is_compiled_with_cuda, set_device
from opscope.core.random import seed
from opscope.core.refused import RefusedName as _RefusedName
from opscope.core.source import site as _site
from opscope.core.state import get_default_dtype, set_default_dtype
from opscope.core.strict import strict
from opscope.eager import memory as _memory
from opscope.eager.autograd import enable_grad, grad, is_grad_enabled, no_grad, set_grad_enabled
from opscope.eager.tensor import Tensor
from opscope.eager.text import set_printoptions
from opscope.nn.param_attr import ParamAttr
from opscope.saving import load, save
from opscope.tensor import *

__version__ = "0.1.0"

# opscope's own, and Paddle's that few programs need: loaded where they are first used
LAZY = {
    "debug": "opscope.debug",
    "distribution": "opscope.distribution",
    "live": "opscope.notebook.live:live",
    "notebook": "opscope.notebook",
    "profile": "opscope.debug.profile:profile",
    "viz": "opscope.viz",
}
LATER = {
    "CUDAPinnedPlace": "opscope.base.places:CUDAPinnedPlace",
    "CustomPlace": "opscope.base.places:CustomPlace",
    "DataParallel": "opscope.distributed.parallel:DataParallel",
    "IPUPlace": "opscope.base.places:IPUPlace",
    "LazyGuard": "opscope.framework:LazyGuard",
    "Model": "opscope.hapi:Model",
    "XPUPlace": "opscope.base.places:XPUPlace",
    "async_save": "opscope.framework:async_save",
    "base": "opscope.base",
    "batch": "opscope.framework:batch",
    "callbacks": "opscope.callbacks",
    "check_shape": "opscope.framework:check_shape",
    "clear_async_save_task_queue": "opscope.framework:clear_async_save_task_queue",
    "device": "opscope.device",
    "disable_signal_handler": "opscope.framework:disable_signal_handler",
    "distributed": "opscope.distributed",
    "dtype": "opscope.framework:dtype",
    "fft": "opscope.fft",
    "finfo": "opscope.framework:finfo",
    "flops": "opscope.hapi:flops",
    "fluid": "opscope.fluid",
    "framework": "opscope.framework",
    "geometric": "opscope.geometric",
    "get_cuda_rng_state": "opscope.framework.random:get_cuda_rng_state",
    "get_flags": "opscope.framework:get_flags",
    "get_rng_state": "opscope.framework.random:get_rng_state",
    "hapi": "opscope.hapi",
    "iinfo": "opscope.framework:iinfo",
    "incubate": "opscope.incubate",
    "inference": "opscope.inference",
    "is_compiled_with_cinn": "opscope.base.core:is_compiled_with_cinn",
    "is_compiled_with_ipu": "opscope.base.core:is_compiled_with_ipu",
    "is_compiled_with_rocm": "opscope.base.core:is_compiled_with_rocm",
    "is_compiled_with_xpu": "opscope.base.core:is_compiled_with_xpu",
    "jit": "opscope.jit",
    "metric": "opscope.metric",
    "profiler": "opscope.profiler",
    "reader": "opscope.fluid.reader",
    "set_cuda_rng_state": "opscope.framework.random:set_cuda_rng_state",
    "set_flags": "opscope.framework:set_flags",
    "set_rng_state": "opscope.framework.random:set_rng_state",
    "signal": "opscope.signal",
    "sparse": "opscope.sparse",
    "summary": "opscope.hapi:summary",
    "text": "opscope.text",
    "utils": "opscope.utils",
    "vision": "opscope.vision",
}

# Known, and refused where they are asked for: no module pretends to be one of them.
ABSENT = {
    "audio": "compute features with paddle.signal.stft",
    "cost_model": "use opscope.profile",
    "dataset": "use paddle.io.Dataset, or paddle.vision.datasets with files that are there",
    "hub": "nothing is downloaded: import the model",
    "onnx": "use paddle.jit.save",
    "quantization": "use float32, or paddle.amp",
    "sysconfig": "there is nothing to compile against",
}

install()

_memory.made_sparse.update(
    coo=lambda x, sparse_dim: importlib.import_module("opscope.sparse.creation").to_sparse_coo(x, sparse_dim),
    csr=lambda x: importlib.import_module("opscope.sparse.creation").to_sparse_csr(x),
)


def __getattr__(name: str) -> Any:
    where = LAZY.get(name) or LATER.get(name)
    if name in ABSENT:
        raise _RefusedName(f"paddle.{name} is not supported", site=_site(), fix=ABSENT[name])
    if where is None:
        raise AttributeError(f"module 'opscope' has no attribute {name!r}")
    module, _, member = where.partition(":")
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
    "CUDAPinnedPlace",
    "CUDAPlace",
    "CustomPlace",
    "DataParallel",
    "DenseTensor",
    "IPUPlace",
    "LazyGuard",
    "LoDTensor",
    "Model",
    "ParamAttr",
    "Tensor",
    "XPUPlace",
    "amp",
    "as_paddle",
    "async_save",
    "autograd",
    "base",
    "batch",
    "bfloat16",
    "bool",
    "callbacks",
    "check_shape",
    "clear_async_save_task_queue",
    "complex128",
    "complex64",
    "debug",
    "device",
    "disable_signal_handler",
    "disable_static",
    "distribution",
    "distributed",
    "dtype",
    "enable_grad",
    "enable_static",
    "finfo",
    "float16",
    "float32",
    "float64",
    "float8_e4m3fn",
    "float8_e5m2",
    "flops",
    "fft",
    "fluid",
    "framework",
    "geometric",
    "get_cuda_rng_state",
    "get_default_dtype",
    "get_device",
    "get_flags",
    "get_rng_state",
    "grad",
    "hapi",
    "iinfo",
    "in_dynamic_mode",
    "incubate",
    "inference",
    "int16",
    "int32",
    "int64",
    "int8",
    "io",
    "is_compiled_with_cinn",
    "is_compiled_with_cuda",
    "is_compiled_with_ipu",
    "is_compiled_with_rocm",
    "is_compiled_with_xpu",
    "is_grad_enabled",
    "jit",
    "linalg",
    "live",
    "load",
    "metric",
    "nn",
    "no_grad",
    "notebook",
    "optimizer",
    "pir_utils",
    "profile",
    "profiler",
    "regularizer",
    "save",
    "seed",
    "set_cuda_rng_state",
    "set_default_dtype",
    "set_device",
    "set_flags",
    "set_grad_enabled",
    "set_printoptions",
    "set_rng_state",
    "signal",
    "sparse",
    "static",
    "strict",
    "summary",
    "tensor",
    "text",
    "uint8",
    "utils",
    "version",
    "vision",
    "viz",
]
