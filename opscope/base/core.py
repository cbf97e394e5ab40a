"""paddle.base.core: what Paddle's C++ side is asked for."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from opscope.core.dense import DenseTensor, LoDTensor
from opscope.core.dtype import (
    bool_,
    complex64,
    complex128,
    float16,
    float32,
    float64,
    int8,
    int16,
    int32,
    int64,
    uint8,
)
from opscope.core.place import CPUPlace, CUDAPlace, Place, gpu_count, is_compiled_with_cuda
from opscope.eager.tensor import Tensor
from opscope.errors import OpscopeError
from opscope.ir.operator_surface import AttrType
from opscope.ir.variable_surface import GRAD, LOD_TENSOR, LOD_TENSOR_ARRAY, VarKind
from opscope.runtime.scope import Scope


class VarDesc:
    """Kinds of variables and elements."""

    class VarType:
        """dtypes are paddle's own: `VarType.FP32 == paddle.float32`."""

        BOOL, UINT8, INT8, INT16, INT32, INT64 = bool_, uint8, int8, int16, int32, int64
        FP16, FP32, FP64, COMPLEX64, COMPLEX128 = float16, float32, float64, complex64, complex128
        LOD_TENSOR, LOD_TENSOR_ARRAY = LOD_TENSOR, LOD_TENSOR_ARRAY
        DENSE_TENSOR, DENSE_TENSOR_ARRAY = LOD_TENSOR, LOD_TENSOR_ARRAY
        SELECTED_ROWS, STEP_SCOPES = VarKind("SELECTED_ROWS"), VarKind("STEP_SCOPES")
        STRINGS, RAW = VarKind("STRINGS"), VarKind("RAW")


DataType = VarDesc.VarType
EnforceNotMet = OpscopeError
VarBase = Tensor
eager = SimpleNamespace(Tensor=Tensor)


def get_cuda_device_count() -> int:
    """How many GPUs can be used."""
    return gpu_count()


def grad_var_suffix() -> str:
    """`@GRAD`."""
    return GRAD


def is_float16_supported(place: Any) -> bool:
    """True: NumPy computes float16, in float32."""
    return True


def is_bfloat16_supported(place: Any) -> bool:
    """False: NumPy has no bfloat16."""
    return False


def is_compiled_with_xpu() -> bool:
    """False."""
    return False


def is_compiled_with_rocm() -> bool:
    """False."""
    return False


is_compiled_with_npu = is_compiled_with_ipu = is_compiled_with_cinn = is_compiled_with_dist = is_compiled_with_xpu

__all__ = [
    "AttrType",
    "CPUPlace",
    "CUDAPlace",
    "DataType",
    "DenseTensor",
    "EnforceNotMet",
    "LoDTensor",
    "Place",
    "Scope",
    "SimpleNamespace",
    "Tensor",
    "VarBase",
    "VarDesc",
    "eager",
    "get_cuda_device_count",
    "grad_var_suffix",
    "is_bfloat16_supported",
    "is_compiled_with_cinn",
    "is_compiled_with_cuda",
    "is_compiled_with_dist",
    "is_compiled_with_ipu",
    "is_compiled_with_npu",
    "is_compiled_with_rocm",
    "is_compiled_with_xpu",
    "is_float16_supported",
]
