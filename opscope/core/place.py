"""Places: the devices on which arrays are stored. No other module imports cupy."""

from __future__ import annotations

import sys
from abc import ABCMeta
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from opscope.core import state
from opscope.core.annotations import Array
from opscope.core.context_settings import ContextSettings, Setting, SettingsBlock
from opscope.core.formats.narrow_arrays import WideArray, widened
from opscope.errors import ArgumentError, MissingPackage


class _PlaceQueries:
    """Methods that test the type of a tensor's place."""

    __slots__ = ()

    def is_cpu_place(self) -> bool:
        """Return True if the place is main memory."""
        return isinstance(self, CPUPlace)

    def is_gpu_place(self) -> bool:
        """Return True if the place is a GPU."""
        return isinstance(self, CUDAPlace)

    def is_cuda_pinned_place(self) -> bool:
        """Return False, because opscope does not support pinned memory."""
        return False

    is_xpu_place = is_ipu_place = is_custom_place = is_cuda_pinned_place

    def gpu_device_id(self) -> int:
        """Return the number of the GPU. Return 0 for main memory."""
        return self.device if isinstance(self, CUDAPlace) else 0


@dataclass(frozen=True, slots=True)
class CPUPlace(_PlaceQueries):
    """Main memory, in which NumPy arrays are stored."""

    def __repr__(self) -> str:
        return "Place(cpu)"


@dataclass(frozen=True, slots=True)
class CUDAPlace(_PlaceQueries):
    """A GPU, on which cupy arrays are stored."""

    device: int = 0

    def __repr__(self) -> str:
        return f"Place(gpu:{self.device})"

    def get_device_id(self) -> int:
        """Return the number of the GPU."""
        return self.device


class SettablePlace(metaclass=ABCMeta):  # noqa: B024 (for `register` alone)
    """Paddle's core.Place, which represents no place until `set_place` is called. Each place is an instance of it."""

    def __init__(self) -> None:
        self.chosen: Place | None = None

    def set_place(self, place: object) -> None:
        """Set the place that this object represents."""
        self.chosen = as_place(place)

    def __getattr__(self, name: str) -> Any:
        if name == "chosen" or self.chosen is None:
            raise AttributeError(f"the place is not set, so it has no attribute {name!r}")
        return getattr(self.chosen, name)

    def __repr__(self) -> str:
        return "Place(undefined:0)" if self.chosen is None else repr(self.chosen)


SettablePlace.register(CPUPlace)
SettablePlace.register(CUDAPlace)
Place = CPUPlace | CUDAPlace
CPU = CPUPlace()
_NUMPY_TYPES = (np.ndarray, np.generic)


def _import_cupy() -> ModuleType:
    try:
        import cupy  # pyright: ignore[reportMissingImports]
    except ImportError as e:
        raise MissingPackage(
            "CUDAPlace needs cupy", fix="pip install cupy-cuda12x (or cupy-cuda13x, to match the driver)"
        ) from e
    return cupy


def as_place(place: object) -> Place:
    """Convert a Place, 'cpu', 'gpu', 'gpu:1' or None (the current place) to a Place."""
    if place is None:
        return current()
    if isinstance(place, CPUPlace | CUDAPlace):
        return place
    if isinstance(place, SettablePlace):
        return as_place(place.chosen)
    if not isinstance(place, str):
        raise ArgumentError(
            "place only support string which is 'Place' and so on...", facts={"given": repr(place)},
            fix="pass CPUPlace(), CUDAPlace(0), 'cpu' or 'gpu:<number>'",
        )  # fmt: skip
    kind, _, number = place.lower().partition(":")
    if kind == "cpu" and not number:
        return CPU
    if kind in ("gpu", "cuda") and (not number or number.isdigit()):
        return CUDAPlace(int(number or 0))
    raise ArgumentError(
        "Paddle supports CPUPlace, CUDAPlace, CUDAPinnedPlace, XPUPlace, IPUPlace and CustomPlace, "
        f"but received {place}.",
        fix="opscope runs on 'cpu' and 'gpu:<number>'",
    )


def array_module(array: object) -> ModuleType:
    """Return numpy, or cupy for a cupy array. The test does not import cupy."""
    cupy = sys.modules.get("cupy")
    return cupy if cupy is not None and isinstance(array, cupy.ndarray) else np


def common_array_module(values: Sequence[object]) -> ModuleType:
    """Return cupy if a value is a cupy array, otherwise numpy.

    Without values, return the library of the current place.
    """
    if not values:
        return place_module(current())
    cupy = sys.modules.get("cupy")
    return cupy if cupy is not None and any(isinstance(v, cupy.ndarray) for v in values) else np


def place_module(place: Place) -> ModuleType:
    """Return the array library of a place. Raises MissingPackage if cupy is not installed."""
    return np if isinstance(place, CPUPlace) else _import_cupy()


def is_array(value: object) -> bool:
    """Return True for the arrays that kernels accept."""
    return isinstance(value, _NUMPY_TYPES) or ("cupy" in sys.modules and array_module(value) is not np)


def has_numbers(value: object) -> bool:
    """Return True for an array of numbers. Return False for an array of Python objects.

    The module numpy also has a `dtype`, but it is a class, whose `kind` is not a letter.
    """
    kind = getattr(getattr(value, "dtype", None), "kind", "O")
    return kind != "O" and isinstance(kind, str)


def to_host(array: Array) -> np.ndarray[Any, Any]:
    """Return the numbers of an array as a NumPy array.

    An array on a GPU is copied, and the function waits for the copy.
    """
    xp = array_module(array)
    if xp is not np:
        return xp.asnumpy(array)
    found = widened(array)
    return found if type(found) is WideArray else np.asarray(found)


def to_device(array: Array, place: Place) -> Any:
    """Return the array at `place`. The array is copied only if it is at another place."""
    if isinstance(place, CPUPlace):
        return to_host(array)
    with on_device(place):
        return _import_cupy().asarray(array)


def on_device(place: CUDAPlace) -> AbstractContextManager[Any]:
    """Return a context in which this thread uses a GPU. Raises MissingPackage if cupy is not installed."""
    return _import_cupy().cuda.Device(place.device)


def to_host_async(array: Array) -> Callable[[], np.ndarray[Any, Any]]:
    """Start copying an array from a device to the host, on the current stream.

    The returned function waits for the end of the copy, and returns the copy.
    """
    cuda = _import_cupy().cuda
    stream, event = cuda.get_current_stream(), cuda.Event(disable_timing=True)
    host = np.ndarray(array.shape, array.dtype, buffer=cuda.alloc_pinned_memory(max(array.nbytes, 1)))
    array.get(stream=stream, out=host, blocking=False)
    event.record(stream)

    def wait() -> np.ndarray[Any, Any]:
        event.synchronize()
        return host

    return wait


def place_of(array: Array) -> Place:
    """Return the place of an array."""
    return CPU if array_module(array) is np else CUDAPlace(int(array.device.id))


def is_on(array: Array, place: Place) -> bool:
    """Return True if the array is in the memory of the place."""
    if array_module(array) is np:
        return isinstance(place, CPUPlace)
    return isinstance(place, CUDAPlace) and int(array.device.id) == place.device


def address(array: Array) -> int:
    """Return the address of the first element, on the device of the array."""
    return array.__array_interface__["data"][0] if array_module(array) is np else array.data.ptr


def gpu_count() -> int:
    """Return the number of GPUs that cupy can use. Return 0 without cupy."""
    try:
        return int(_import_cupy().cuda.runtime.getDeviceCount())
    except Exception:  # noqa: BLE001 (cupy raises its own types; every error means no GPU)
        return 0


class Default(ContextSettings):
    """The place of new tensors."""

    place = Setting[Place](CPU)


default = Default()
state.on_reset(default.reset)


def current() -> Place:
    """Return the place of new tensors, which `set_device` has set. Before the first call, it is the CPU."""
    return default.place


def set_current(place: Place) -> Place:
    """Set the place of new tensors. Raises MissingPackage if cupy is not installed."""
    place_module(place)
    default.place = place
    return place


def place_guard(place: object) -> SettingsBlock:
    """Return a context manager for a block in which `place` is the place of new tensors.

    Raises MissingPackage if cupy is needed and not installed.
    """
    found = as_place(place)
    place_module(found)
    return default.block(place=found)


def set_device(device: str) -> Place:
    """Set the place of new tensors, such as 'cpu', 'gpu' or 'gpu:1'."""
    return set_current(as_place(device))


def is_compiled_with_cuda() -> bool:
    """Return True if a GPU can be used."""
    return gpu_count() > 0


def get_device() -> str:
    """Return the place of new tensors as text, such as 'cpu' or 'gpu:0'."""
    place = current()
    return "cpu" if isinstance(place, CPUPlace) else f"gpu:{place.device}"
