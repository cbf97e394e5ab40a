"""paddle.utils.dlpack: arrays shared with other libraries, without a copy."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import numpy as np

from opscope.core.place import CUDAPlace, gpu_count, place_module
from opscope.core.source import site
from opscope.core.tensors.dense_memory import Capsule
from opscope.eager.tensor import Tensor
from opscope.errors import UsageError


class DLDeviceType(IntEnum):
    """DLPack's numbers of kinds of devices, under DLPack's names."""

    kDLCPU = 1  # noqa: N815
    kDLCUDA = 2  # noqa: N815
    kDLCUDAHost = 3  # noqa: N815
    kDLOpenCL = 4  # noqa: N815
    kDLVulkan = 7  # noqa: N815
    kDLMetal = 8  # noqa: N815
    kDLVPI = 9  # noqa: N815
    kDLROCM = 10  # noqa: N815
    kDLROCMHost = 11  # noqa: N815
    kDLExtDev = 12  # noqa: N815
    kDLCUDAManaged = 13  # noqa: N815
    kDLOneAPI = 14  # noqa: N815


def to_dlpack(x: Any) -> Any:
    """Return a DLPack capsule of a Tensor, which shares its memory. Raises UsageError (a TypeError) for another value.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/utils/dlpack/to_dlpack_en.html
    """
    if not isinstance(x, Tensor):
        raise UsageError(f"x of to_dlpack must be a paddle.Tensor, but received {type(x)}.", site=site())
    return x._value.__dlpack__()


def from_dlpack(dlpack: Any) -> Tensor:
    """Return a Tensor on the memory of a DLPack capsule, or of an array with a method `__dlpack__`.

    Raises UsageError (a TypeError) for another value.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/utils/dlpack/from_dlpack_en.html
    """
    if type(dlpack).__name__ == "PyCapsule":
        return Tensor(_of_capsule(dlpack))
    if not hasattr(dlpack, "__dlpack__"):
        raise UsageError(
            f"dlpack of from_dlpack must be a PyCapsule or an object with __dlpack__, but received {type(dlpack)}.",
            site=site(),
        )
    on_host = dlpack.__dlpack_device__()[0] == DLDeviceType.kDLCPU
    return Tensor((np if on_host else place_module(CUDAPlace(0))).from_dlpack(dlpack))


def _of_capsule(capsule: Any) -> Any:
    """Return the array of a capsule. NumPy refuses the capsule of a GPU, and does not change it."""
    try:
        return np.from_dlpack(Capsule(capsule))
    except BufferError:
        if not gpu_count():
            raise
        return place_module(CUDAPlace(0)).from_dlpack(capsule)


__all__ = ["DLDeviceType", "from_dlpack", "to_dlpack"]
