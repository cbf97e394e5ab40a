"""paddle.device.cuda: the GPUs that CuPy finds. Without a GPU, counts are 0, and queries raise an error."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from opscope.core.described import Described
from opscope.core.place import CUDAPlace, current, gpu_count, place_module
from opscope.core.source import site
from opscope.errors import ArgumentError, RunError


class DeviceProperties(NamedTuple):
    """Facts about a GPU; total_memory is in bytes."""

    name: str
    major: int
    minor: int
    total_memory: int
    multi_processor_count: int


def device_count() -> int:
    """Count the usable GPUs."""
    return gpu_count()


def _device(device: Any, what: str) -> Any:
    """Return CuPy's device. Raises ArgumentError (a ValueError) without a GPU, or if the argument names no GPU."""
    if not gpu_count():
        raise ArgumentError(
            f"paddle.device.cuda.{what} needs a GPU and the package cupy.", site=site(),
            fix="pip install cupy-cuda12x (or cupy-cuda13x) on a machine with a GPU",
        )  # fmt: skip
    if device is None:
        here = current()
        number = here.device if isinstance(here, CUDAPlace) else 0
    elif isinstance(device, CUDAPlace):
        number = device.device
    elif isinstance(device, int) and not isinstance(device, bool):
        number = device
    elif isinstance(device, str) and device.startswith("gpu:") and device[4:].isdigit():
        number = int(device[4:])
    else:
        raise ArgumentError(
            f"The device must be an int, a str or a paddle.CUDAPlace in paddle.device.cuda.{what}, but received "
            f"{device!r}.", site=site(), fix="pass 0, 'gpu:0' or CUDAPlace(0)",
        )  # fmt: skip
    if not 0 <= number < gpu_count():
        raise ArgumentError(f"The device id {number} must be less than the number of GPUs, {gpu_count()}", site=site())
    return place_module(CUDAPlace(number)).cuda.Device(number)


def synchronize(device: Any = None) -> None:
    """Wait for a GPU. Raises RunError without a GPU."""
    if not gpu_count():
        raise RunError(
            "(Unavailable) There is no GPU to wait for. Paddle is not compiled with CUDA.", site=site(),
            fix="call synchronize only if paddle.is_compiled_with_cuda() is True",
        )  # fmt: skip
    _device(device, "synchronize").synchronize()


def get_device_properties(device: Any = None) -> DeviceProperties:
    """Return the name, compute capability, memory and number of multiprocessors of a GPU."""
    found = _device(device, "get_device_properties")
    facts: Any = place_module(CUDAPlace(found.id)).cuda.runtime.getDeviceProperties(found.id)
    return DeviceProperties(
        facts["name"].decode(), facts["major"], facts["minor"], facts["totalGlobalMem"], facts["multiProcessorCount"]
    )


def get_device_name(device: Any = None) -> str:
    """Return the name of a GPU."""
    return get_device_properties(device).name


def get_device_capability(device: Any = None) -> tuple[int, int]:
    """Return the compute capability (major, minor)."""
    found = get_device_properties(device)
    return found.major, found.minor


def memory_allocated(device: Any = None) -> int:
    """Return the bytes of a GPU that arrays use now."""
    return int(_pool(device, "memory_allocated").used_bytes())


def memory_reserved(device: Any = None) -> int:
    """Return the bytes of a GPU that CuPy keeps for arrays."""
    return int(_pool(device, "memory_reserved").total_bytes())


def _pool(device: Any, what: str) -> Any:
    found = _device(device, what)
    return place_module(CUDAPlace(found.id)).get_default_memory_pool()


def empty_cache() -> None:
    """Release the memory that CuPy keeps and that no array uses. Do nothing without a GPU."""
    if gpu_count():
        _pool(None, "empty_cache").free_all_blocks()


@contextmanager
def stream_guard(stream: Any) -> Iterator[None]:
    """Inside the block, run ops on this CuPy stream. Raises an error without a GPU."""
    _device(None, "stream_guard")
    with stream:
        yield


def current_stream(device: Any = None) -> Any:
    """Return the CuPy stream on which ops run. Raises ArgumentError without a GPU."""
    found = _device(device, "current_stream")
    return place_module(CUDAPlace(found.id)).cuda.get_current_stream()


class Stream(Described):
    """CuPy's stream. Raises ArgumentError without a GPU, and for a priority, which CuPy does not support."""

    def __new__(cls, device: Any = None, priority: int | None = None) -> Any:
        found = _device(device, "Stream")
        if priority is not None:
            raise ArgumentError(
                "the argument priority of a stream is not supported", site=site(), fix="leave priority out"
            )
        with found:
            return place_module(CUDAPlace(found.id)).cuda.Stream(non_blocking=True)


class Event(Described):
    """CuPy's event. Raises ArgumentError without a GPU."""

    def __new__(cls, enable_timing: bool = False, blocking: bool = False, interprocess: bool = False) -> Any:
        found = _device(None, "Event")
        event = place_module(CUDAPlace(found.id)).cuda.Event
        return event(block=blocking, disable_timing=not enable_timing, interprocess=interprocess)


__all__ = [
    "Event",
    "Stream",
    "current_stream",
    "device_count",
    "empty_cache",
    "get_device_capability",
    "get_device_name",
    "get_device_properties",
    "memory_allocated",
    "memory_reserved",
    "stream_guard",
    "synchronize",
]
