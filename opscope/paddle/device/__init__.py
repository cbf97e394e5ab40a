"""paddle.device: the available devices, and the device of new tensors."""

from __future__ import annotations

from typing import Any

from opscope.core.place import CUDAPlace, as_place, get_device, gpu_count, is_compiled_with_cuda, set_device
from opscope.core.source import site
from opscope.errors import UsageError
from opscope.paddle.base import core as core
from opscope.paddle.base.core import (
    is_compiled_with_cinn,
    is_compiled_with_custom_device,
    is_compiled_with_ipu,
    is_compiled_with_rocm,
    is_compiled_with_xpu,
)
from opscope.paddle.base.places import CUDAPinnedPlace, CustomPlace, IPUPlace, XPUPlace
from opscope.paddle.device import cuda
from opscope.paddle.device.cuda import current_stream


def is_compiled_with_distribute() -> bool:
    """Return False, because there is only one process."""
    return False


def get_cudnn_version() -> int | None:
    """Return None for the version of cuDNN. Convolutions are opscope's own kernels."""
    return None


def get_all_device_type() -> list[str]:
    """Return the kinds of devices that can contain tensors."""
    return ["cpu", *(["gpu"] if gpu_count() else [])]


def get_available_device() -> list[str]:
    """Return the devices that can contain tensors."""
    return ["cpu", *(f"gpu:{i}" for i in range(gpu_count()))]


def get_all_custom_device_type() -> list[str]:
    """Return an empty list, because there are no plugins for devices."""
    return []


get_available_custom_device = get_all_custom_device_type


def synchronize(device: Any = None) -> None:
    """Wait for a GPU. Raises UsageError (a TypeError) for the CPU, whose ops are already complete when they return."""
    place = as_place(device)
    if not isinstance(place, CUDAPlace):
        raise UsageError(
            f"synchronize works only for a GPU, but the device is {place}",
            site=site(),
            fix="delete the call: operators on the CPU are complete when they return",
        )
    cuda.synchronize(place)


__all__ = [
    "CUDAPinnedPlace",
    "CustomPlace",
    "IPUPlace",
    "XPUPlace",
    "cuda",
    "current_stream",
    "get_all_custom_device_type",
    "get_all_device_type",
    "get_available_custom_device",
    "get_available_device",
    "get_cudnn_version",
    "get_device",
    "is_compiled_with_cinn",
    "is_compiled_with_cuda",
    "is_compiled_with_custom_device",
    "is_compiled_with_distribute",
    "is_compiled_with_ipu",
    "is_compiled_with_rocm",
    "is_compiled_with_xpu",
    "set_device",
    "synchronize",
]
