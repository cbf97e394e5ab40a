"""paddle.base.core: names of Paddle's C++ side that programs use."""

from __future__ import annotations

from enum import IntEnum
from types import SimpleNamespace
from typing import Any

import numpy as np

from opscope.core.described import Described
from opscope.core.dtype import (
    as_dtype,
    bfloat16,
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
from opscope.core.place import CPUPlace, CUDAPlace, gpu_count, is_compiled_with_cuda, place_module
from opscope.core.place import SettablePlace as Place
from opscope.core.random import Generator
from opscope.core.random import default as default_generator
from opscope.core.source import site
from opscope.core.tensors.dense_tensor import DenseTensor, LoDTensor, from_dlpack
from opscope.core.variable_kinds import LOD_TENSOR, LOD_TENSOR_ARRAY, SELECTED_ROWS, VarKind
from opscope.eager.selected_rows_tensor import RowsOfTable as SelectedRows
from opscope.eager.tensor import Tensor as EagerTensor
from opscope.errors import OpscopeError, UsageError
from opscope.ir.compat.desc import BlockDesc, OpDesc, ProgramDesc
from opscope.ir.compat.operator_methods import AttrType
from opscope.ir.compat.variable_methods import GRAD
from opscope.paddle.base.places import CUDAPinnedPlace, CustomPlace, IPUPlace, XPUPlace
from opscope.runtime.scope import Scope


class VarDesc(Described):
    """Kinds of variables and elements."""

    class VarType(Described):
        """Kinds of variables, and dtypes, which are paddle's own dtypes.

        For example, `VarType.FP32 == paddle.float32`.
        """

        BOOL, UINT8, INT8, INT16, INT32, INT64 = bool_, uint8, int8, int16, int32, int64
        BF16, FP16, FP32, FP64, COMPLEX64, COMPLEX128 = bfloat16, float16, float32, float64, complex64, complex128
        LOD_TENSOR, LOD_TENSOR_ARRAY = LOD_TENSOR, LOD_TENSOR_ARRAY
        DENSE_TENSOR, DENSE_TENSOR_ARRAY = LOD_TENSOR, LOD_TENSOR_ARRAY
        SELECTED_ROWS, STEP_SCOPES = SELECTED_ROWS, VarKind("STEP_SCOPES")
        STRINGS, RAW = VarKind("STRINGS"), VarKind("RAW")


DataType = VarDesc.VarType
EnforceNotMet = OpscopeError
VarBase, Tensor = EagerTensor, LoDTensor


class op_proto_and_checker_maker(Described):  # noqa: N801 (Paddle's name)
    """Names of the attributes that every operator has, and the values of op_role."""

    class OpRole(IntEnum):
        """The purpose of an operator. The numbers can be added."""

        Forward, Backward, Optimize, RPC, Dist, LRSched, Loss = 0, 1, 2, 4, 8, 16, 256

    kOpRoleAttrName = staticmethod(lambda: "op_role")  # noqa: N815
    kOpRoleVarAttrName = staticmethod(lambda: "op_role_var")  # noqa: N815
    kOpNameScopeAttrName = staticmethod(lambda: "op_namescope")  # noqa: N815
    kOpCreationCallstackAttrName = staticmethod(lambda: "op_callstack")  # noqa: N815
    kOpDeviceAttrName = staticmethod(lambda: "op_device")  # noqa: N815
    kOpWithQuantAttrName = staticmethod(lambda: "with_quant_attr")  # noqa: N815


eager = SimpleNamespace(Tensor=EagerTensor)


def get_cuda_device_count() -> int:
    """Count the usable GPUs."""
    return gpu_count()


def default_cpu_generator() -> Generator:
    """Return the stream from which all random numbers come."""
    return default_generator


def grad_var_suffix() -> str:
    """Return `@GRAD`."""
    return GRAD


def is_float16_supported(place: Any) -> bool:
    """Return True. NumPy computes float16 in float32."""
    return True


def is_bfloat16_supported(place: Any) -> bool:
    """Return False. NumPy does not have bfloat16."""
    return False


class EOFException(OpscopeError):
    """Raised if a reader of a program has no more batches."""


def is_compiled_with_custom_device(device_type: str) -> bool:
    """Return False, because opscope has no plugins for devices."""
    return False


def is_compiled_with_xpu() -> bool:
    """Return False."""
    return False


def is_compiled_with_rocm() -> bool:
    """Return False."""
    return False


def is_compiled_with_avx() -> bool:
    """Return True. NumPy uses the instructions that the processor has."""
    return True


def supports_bfloat16() -> bool:
    """Return False. NumPy does not have this type."""
    return False


def size_of_dtype(dtype: Any) -> int:
    """Return the number of bytes of one element."""
    return as_dtype(dtype).itemsize


def empty_var_name() -> str:
    """Return `@EMPTY@`."""
    return "@EMPTY@"


kGradVarSuffix, kEmptyVarName = grad_var_suffix, empty_var_name  # noqa: N816 (Paddle's names)


def _set_eager_deletion_mode(threshold: float, fraction: float, use_fast: bool) -> None:
    """Do nothing, because a run overwrites values that it no longer needs, without a threshold."""


def _cuda_synchronize(place: Any) -> None:
    """Wait for a GPU. Raises UsageError if the place is not a GPU, and MissingPackage without cupy."""
    if not isinstance(place, CUDAPlace):
        raise UsageError(f"_cuda_synchronize needs a CUDAPlace, but received {place}", site=site())
    library: Any = place_module(place)
    with library.cuda.Device(place.device) as device:
        device.synchronize()


def _create_loaded_parameter(vars: Any, scope: Scope, executor: Any) -> None:
    """Give each variable that has no value in the scope a value of zeros in its shape."""
    for variable in vars:
        tensor = scope.var(variable.name).get_tensor()
        if not tensor._is_initialized():
            tensor.set(np.zeros(variable.shape, variable.dtype.dtype), executor.place)


is_compiled_with_npu = is_compiled_with_ipu = is_compiled_with_cinn = is_compiled_with_dist = is_compiled_with_xpu
is_compiled_with_mkldnn = is_compiled_with_nccl = is_compiled_with_xpu

__all__ = [
    "AttrType",
    "BlockDesc",
    "CPUPlace",
    "CUDAPinnedPlace",
    "CUDAPlace",
    "CustomPlace",
    "DataType",
    "DenseTensor",
    "EOFException",
    "EnforceNotMet",
    "IPUPlace",
    "LoDTensor",
    "OpDesc",
    "Place",
    "ProgramDesc",
    "Scope",
    "SelectedRows",
    "Tensor",
    "VarBase",
    "VarDesc",
    "XPUPlace",
    "_create_loaded_parameter",
    "_cuda_synchronize",
    "_set_eager_deletion_mode",
    "default_cpu_generator",
    "eager",
    "empty_var_name",
    "from_dlpack",
    "get_cuda_device_count",
    "grad_var_suffix",
    "is_bfloat16_supported",
    "is_compiled_with_avx",
    "is_compiled_with_cinn",
    "is_compiled_with_cuda",
    "is_compiled_with_custom_device",
    "is_compiled_with_dist",
    "is_compiled_with_ipu",
    "is_compiled_with_mkldnn",
    "is_compiled_with_nccl",
    "is_compiled_with_npu",
    "is_compiled_with_rocm",
    "is_compiled_with_xpu",
    "is_float16_supported",
    "kEmptyVarName",
    "kGradVarSuffix",
    "op_proto_and_checker_maker",
    "size_of_dtype",
    "supports_bfloat16",
]
