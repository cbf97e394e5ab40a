"""Places: where arrays live. The only door to cupy."""

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
from opscope.errors import ArgumentError, MissingPackage


class _Asked:
    """What programs ask the place of a tensor."""

    __slots__ = ()

    def is_cpu_place(self) -> bool:
        """Whether it is main memory."""
        return isinstance(self, CPUPlace)

    def is_gpu_place(self) -> bool:
        """Whether it is a GPU."""
        return isinstance(self, CUDAPlace)

    def is_cuda_pinned_place(self) -> bool:
        """False, as of every place that opscope has no arrays for."""
        return False

    is_xpu_place = is_ipu_place = is_custom_place = is_cuda_pinned_place

    def gpu_device_id(self) -> int:
        """The number of the GPU; 0 in main memory."""
        return self.device if isinstance(self, CUDAPlace) else 0


@dataclass(frozen=True, slots=True)
class CPUPlace(_Asked):
    """Main memory; arrays are NumPy's."""

    def __repr__(self) -> str:
        return "Place(cpu)"


@dataclass(frozen=True, slots=True)
class CUDAPlace(_Asked):
    """A GPU; arrays are cupy's."""

    device: int = 0

    def __repr__(self) -> str:
        return f"Place(gpu:{self.device})"

    def get_device_id(self) -> int:
        """The number of the GPU."""
        return self.device


class SetPlace(metaclass=ABCMeta):  # noqa: B024 (for `register` alone)
    """Paddle's core.Place: made empty, and told later which one it is. Every place is one to `isinstance`."""

    def __init__(self) -> None:
        self.chosen: Place | None = None

    def set_place(self, place: object) -> None:
        """Be this place from now on."""
        self.chosen = as_place(place)

    def __getattr__(self, name: str) -> Any:
        if name == "chosen" or self.chosen is None:
            raise AttributeError(f"a place that was not set has no {name!r}")
        return getattr(self.chosen, name)

    def __repr__(self) -> str:
        return "Place(undefined:0)" if self.chosen is None else repr(self.chosen)


SetPlace.register(CPUPlace)
SetPlace.register(CUDAPlace)
Place = CPUPlace | CUDAPlace
CPU = CPUPlace()
_NUMPYS = (np.ndarray, np.generic)


def _cupy() -> ModuleType:
    try:
        import cupy  # pyright: ignore[reportMissingImports]
    except ImportError as e:
        raise MissingPackage(
            "CUDAPlace needs cupy", fix="pip install 'opscope[cuda12]' (or cuda13, to match the driver)"
        ) from e
    return cupy


def as_place(place: object) -> Place:
    """A Place from a Place, 'cpu', 'gpu', 'gpu:1' or None (the current one)."""
    if place is None:
        return current()
    if isinstance(place, CPUPlace | CUDAPlace):
        return place
    if isinstance(place, SetPlace):
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
    """numpy, or cupy when the array is one of its (cupy is never imported to find out)."""
    cupy = sys.modules.get("cupy")
    return cupy if cupy is not None and isinstance(array, cupy.ndarray) else np


def library(values: Sequence[object]) -> ModuleType:
    """cupy when any of the values is one of its arrays, else numpy; without values, that of the current place."""
    if not values:
        return module_of(current())
    cupy = sys.modules.get("cupy")
    return cupy if cupy is not None and any(isinstance(v, cupy.ndarray) for v in values) else np


def module_of(place: Place) -> ModuleType:
    """The array library of a place. Raises MissingPackage without cupy."""
    return np if isinstance(place, CPUPlace) else _cupy()


def is_array(value: object) -> bool:
    """True for the arrays that kernels take."""
    return isinstance(value, _NUMPYS) or array_module(value) is not np


def to_host(array: Any) -> np.ndarray[Any, Any]:
    """A NumPy array; from a GPU this copies and waits."""
    xp = array_module(array)
    return np.asarray(array) if xp is np else xp.asnumpy(array)


def to_device(array: Any, place: Place) -> Any:
    """The array where `place` is; copies only when it is somewhere else."""
    if isinstance(place, CPUPlace):
        return to_host(array)
    with on_device(place):
        return _cupy().asarray(array)


def on_device(place: CUDAPlace) -> AbstractContextManager[Any]:
    """While inside, this thread works on that GPU. Raises MissingPackage without cupy."""
    return _cupy().cuda.Device(place.device)


def host_later(array: Any) -> Callable[[], np.ndarray[Any, Any]]:
    """Begins to copy an array of a device to the host, behind what was asked of the device so far.

    What is returned waits until it is there, and gives it.
    """
    cuda = _cupy().cuda
    stream, event = cuda.get_current_stream(), cuda.Event(disable_timing=True)
    host = np.ndarray(array.shape, array.dtype, buffer=cuda.alloc_pinned_memory(max(array.nbytes, 1)))
    array.get(stream=stream, out=host, blocking=False)
    event.record(stream)

    def arrived() -> np.ndarray[Any, Any]:
        event.synchronize()
        return host

    return arrived


def lies_at(array: Any, place: Place) -> bool:
    """True if an array is in the memory of that place."""
    if array_module(array) is np:
        return isinstance(place, CPUPlace)
    return isinstance(place, CUDAPlace) and int(array.device.id) == place.device


def address(array: Any) -> int:
    """Where the first element of an array is, in the memory of its device."""
    return array.__array_interface__["data"][0] if array_module(array) is np else array.data.ptr


def gpu_count() -> int:
    """How many GPUs cupy can use; 0 without cupy."""
    try:
        return int(_cupy().cuda.runtime.getDeviceCount())
    except Exception:  # noqa: BLE001 (cupy raises its own types, and any of them means: none)
        return 0


_current: list[Place] = [CPU]


@state.on_reset
def _reset() -> None:
    _current[0] = CPU


def current() -> Place:
    """The place that `set_device` chose; CPU before."""
    return _current[0]


def choose(place: Place) -> Place:
    """Make it the place of new tensors. Raises MissingPackage without cupy."""
    module_of(place)
    _current[0] = place
    return place


def set_device(device: str) -> Place:
    """Choose where new tensors live: 'cpu', 'gpu', 'gpu:1'."""
    return choose(as_place(device))


def is_compiled_with_cuda() -> bool:
    """True if a GPU can be used."""
    return gpu_count() > 0


def get_device() -> str:
    """'cpu' or 'gpu:0': the place that new tensors go to."""
    place = current()
    return "cpu" if isinstance(place, CPUPlace) else f"gpu:{place.device}"
