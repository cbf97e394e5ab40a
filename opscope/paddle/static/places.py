"""Lists of places, and the device that an operator is marked with."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import Any

from opscope.core import place as places
from opscope.core.block_decorators import block_manager
from opscope.core.place import CPUPlace, CUDAPlace
from opscope.core.source import site
from opscope.errors import ArgumentError, UnsupportedError, UsageError
from opscope.ir.program.context import defaults, require_static


def cpu_places(device_count: int | None = None) -> list[CPUPlace]:
    """Return a list of CPUPlaces. None: as many as the environment variable CPU_NUM, by default 1.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/cpu_places_en.html
    """
    return [CPUPlace()] * (int(os.environ.get("CPU_NUM", 1)) if device_count is None else device_count)


def cuda_places(device_ids: int | Sequence[int] | None = None) -> list[CUDAPlace]:
    """Return the places of these GPUs, or of all GPUs. Raises UnsupportedError without a GPU.

    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/cuda_places_en.html
    """
    if not places.is_compiled_with_cuda():
        raise UnsupportedError("there is no GPU that can be used", site=site(), fix="use cpu_places()")
    if device_ids is None:
        device_ids = range(places.gpu_count())
    return [CUDAPlace(i) for i in ([device_ids] if isinstance(device_ids, int) else device_ids)]


def _no_device(kind: str) -> Any:
    def function(*_: Any, **__: Any) -> Any:
        raise UnsupportedError(f"{kind.upper()} devices are not supported", site=site(), fix="use cpu_places()")

    function.__name__ = f"{kind}_places"
    function.__doc__ = "Refused: there are no such devices here."
    return function


xpu_places = _no_device("xpu")
cuda_pinned_places = _no_device("cuda_pinned")


@block_manager
def device_guard(device: str | None = None) -> Iterator[None]:
    """Set the attribute op_device of operators made in the block: 'cpu', 'gpu', 'gpu:1', or None for no attribute.

    The attribute is only a note: all operators run at the executor's place, with the same results. Raises ArgumentError
    for another device.
    Source: https://www.paddlepaddle.org.cn/documentation/docs/en/api/paddle/static/device_guard_en.html
    """
    require_static("device_guard")
    kind, _, index = (device or "").partition(":")
    if device is not None and not isinstance(device, str):
        raise UsageError(f"device should be a str or None, but received {type(device)}", site=site())
    if kind == "cpu" and index:
        raise ArgumentError("the device 'cpu' must not have a number.", site=site())
    if kind not in ("cpu", "gpu", "npu", "xpu", "mlu", "") or (index and not index.isdigit()):
        raise ArgumentError(
            f"device should be 'cpu', 'npu', 'xpu', 'mlu', 'gpu', an empty string or None, but it is {device!r}",
            site=site(),
        )  # fmt: skip
    with defaults.main.within(device=device or ""):
        yield


def set_ipu_shard(*_: Any, **__: Any) -> None:
    """Raise UnsupportedError, because opscope has no IPUs."""
    raise UnsupportedError("this function needs an IPU, which is not supported", site=site(), fix="delete the call")


ipu_shard_guard = set_ipu_shard

__all__ = [
    "cpu_places",
    "cuda_pinned_places",
    "cuda_places",
    "device_guard",
    "ipu_shard_guard",
    "set_ipu_shard",
    "xpu_places",
]
