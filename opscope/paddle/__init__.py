"""Paddle's names. `from opscope import paddle` provides the names that programs written for Paddle use.

Namespaces that few programs need are loaded when they are first used.
"""

# The lazy names are in __all__ and nowhere else.
# pyright: reportUnsupportedDunderAll=false
from __future__ import annotations

import importlib
import os as _os
from typing import NoReturn

from opscope.core.checks.unsupported import absent as _absent_names
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
from opscope.core.lazy_names import lazy_names as _lazy_names
from opscope.core.modes import disable_static, enable_static, in_dynamic_mode
from opscope.core.place import CPUPlace, CUDAPlace, get_device, is_compiled_with_cuda, set_device
from opscope.core.random import seed
from opscope.core.state import get_default_dtype, set_default_dtype
from opscope.core.tensors.dense_tensor import DenseTensor, LoDTensor
from opscope.eager.autograd import enable_grad, is_grad_enabled, no_grad, set_grad_enabled
from opscope.eager.tensor import Tensor
from opscope.eager.tensor_kinds import sparse_conversions as _sparse_conversions
from opscope.eager.tensor_text import set_printoptions
from opscope.ir.compat import composite_ops as _composite_ops
from opscope.own_names import OWN as _OWN
from opscope.paddle import tensor
from opscope.paddle.autograd.ir_backward import grad
from opscope.paddle.tensor import *
from opscope.paddle.version import full_version as __version__  # noqa: F401 (programs ask)

# Composite operators are defined with Paddle's functions: load them when the first operator type is looked up.
_composite_ops.LOADERS.append(lambda: importlib.import_module("opscope.paddle.fluid.operators") and None)

# Flags of the environment hold from the import on, as in Paddle.
if [name for name in _os.environ if name.startswith("FLAGS_")]:
    importlib.import_module("opscope.runtime.flags")

# Loaded where they are first used: a program that trains needs nn, one that prints a tensor does not.
LATER = {
    "_legacy_C_ops": "opscope.paddle._legacy_C_ops",
    "amp": "opscope.paddle.amp",
    "async_save": "opscope.paddle.framework:async_save",
    "autograd": "opscope.paddle.autograd",
    "base": "opscope.paddle.base",
    "batch": "opscope.paddle.framework:batch",
    "callbacks": "opscope.paddle.callbacks",
    "check_shape": "opscope.paddle.framework:check_shape",
    "clear_async_save_task_queue": "opscope.paddle.framework:clear_async_save_task_queue",
    "create_parameter": "opscope.paddle.nn.param_attr:create_parameter",
    "CUDAPinnedPlace": "opscope.paddle.base.places:CUDAPinnedPlace",
    "CustomPlace": "opscope.paddle.base.places:CustomPlace",
    "DataParallel": "opscope.paddle.distributed.parallel:DataParallel",
    "device": "opscope.paddle.device",
    "disable_signal_handler": "opscope.paddle.framework:disable_signal_handler",
    "distributed": "opscope.paddle.distributed",
    "distribution": "opscope.paddle.distribution",
    "dtype": "opscope.paddle.framework:dtype",
    "fft": "opscope.paddle.fft",
    "finfo": "opscope.paddle.framework:finfo",
    "flops": "opscope.paddle.hapi:flops",
    "fluid": "opscope.paddle.fluid",
    "framework": "opscope.paddle.framework",
    "geometric": "opscope.paddle.geometric",
    "get_cuda_rng_state": "opscope.paddle.framework.random:get_cuda_rng_state",
    "get_flags": "opscope.paddle.framework:get_flags",
    "get_rng_state": "opscope.paddle.framework.random:get_rng_state",
    "hapi": "opscope.paddle.hapi",
    "iinfo": "opscope.paddle.framework:iinfo",
    "incubate": "opscope.paddle.incubate",
    "inference": "opscope.paddle.inference",
    "io": "opscope.paddle.io",
    "IPUPlace": "opscope.paddle.base.places:IPUPlace",
    "is_compiled_with_cinn": "opscope.paddle.base.core:is_compiled_with_cinn",
    "is_compiled_with_custom_device": "opscope.paddle.base.core:is_compiled_with_custom_device",
    "is_compiled_with_ipu": "opscope.paddle.base.core:is_compiled_with_ipu",
    "is_compiled_with_rocm": "opscope.paddle.base.core:is_compiled_with_rocm",
    "is_compiled_with_xpu": "opscope.paddle.base.core:is_compiled_with_xpu",
    "jit": "opscope.paddle.jit",
    "LazyGuard": "opscope.paddle.framework:LazyGuard",
    "linalg": "opscope.paddle.linalg",
    "load": "opscope.paddle.saving:load",
    "metric": "opscope.paddle.metric",
    "Model": "opscope.paddle.hapi:Model",
    "nn": "opscope.paddle.nn",
    "onnx": "opscope.paddle.onnx",
    "optimizer": "opscope.paddle.optimizer",
    "ParamAttr": "opscope.paddle.nn.param_attr:ParamAttr",
    "pir_utils": "opscope.paddle.pir_utils",
    "profiler": "opscope.paddle.profiler",
    "reader": "opscope.paddle.fluid.reader",
    "regularizer": "opscope.paddle.regularizer",
    "save": "opscope.paddle.saving:save",
    "set_cuda_rng_state": "opscope.paddle.framework.random:set_cuda_rng_state",
    "set_flags": "opscope.paddle.framework:set_flags",
    "set_rng_state": "opscope.paddle.framework.random:set_rng_state",
    "signal": "opscope.paddle.signal",
    "sparse": "opscope.paddle.sparse",
    "static": "opscope.paddle.static",
    "summary": "opscope.paddle.hapi:summary",
    "text": "opscope.paddle.text",
    "utils": "opscope.paddle.utils",
    "version": "opscope.paddle.version",
    "vision": "opscope.paddle.vision",
    "XPUPlace": "opscope.paddle.base.places:XPUPlace",
}

# Known, and refused where they are asked for: no module pretends to be one of them.
ABSENT = {
    "audio": "compute features with paddle.signal.stft",
    "cost_model": "use opscope.profile",
    "dataset": "use paddle.io.Dataset, or paddle.vision.datasets with files that are there",
    "hub": "import the model in Python: opscope downloads no models",
    "quantization": "use float32, or paddle.amp",
    "sysconfig": "delete the call: opscope has no header files or libraries for a compiler",
}

_sparse_conversions.update(
    coo=lambda x, sparse_dim: importlib.import_module("opscope.paddle.sparse.creation").to_sparse_coo(x, sparse_dim),
    csr=lambda x: importlib.import_module("opscope.paddle.sparse.creation").to_sparse_csr(x),
)


_absent = _absent_names("paddle", ABSENT)


def _missing(name: str) -> NoReturn:
    if name in _OWN and name not in ABSENT:
        raise AttributeError(f"module 'paddle' has no attribute {name!r}: use opscope.{name} instead")
    _absent(name)


__getattr__ = _lazy_names(__name__, LATER, _missing)


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
    "create_parameter",
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
    "is_compiled_with_custom_device",
    "is_compiled_with_ipu",
    "is_compiled_with_rocm",
    "is_compiled_with_xpu",
    "is_grad_enabled",
    "jit",
    "linalg",
    "load",
    "metric",
    "nn",
    "onnx",
    "no_grad",
    "optimizer",
    "pir_utils",
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
    "summary",
    "tensor",
    "text",
    "uint8",
    "utils",
    "version",
    "vision",
]
