"""The parts of cupy that speak CUDA, without a GPU: kernels, streams, graphs, memory.

A kernel's source is compiled for the CPU and run thread by thread, as it is (cuda_on_host.h); NVIDIA's compiler must
have nothing against it. A graph remembers what was asked for while it was captured, and nothing of it has happened
until the graph is launched, as on a GPU.
"""

from __future__ import annotations

import ctypes
import functools
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import numpy as np

from tests.laws import nvrtc
from tests.need import need

HEADER = Path(__file__).with_name("cuda_on_host.h")
_TYPES = {
    "float": "f4", "double": "f8", "bool": "?", "signed char": "i1", "unsigned char": "u1", "short": "i2",
    "unsigned short": "u2", "int": "i4", "unsigned int": "u4", "long long": "i8", "unsigned long long": "u8",
}  # fmt: skip


class CaptureError(RuntimeError):
    """What cannot be captured."""


class Capture:
    """The graph that is being captured, if any."""

    def __init__(self) -> None:
        self.nodes: list[Any] | None = None
        self.made: list[Any] = []
        self.pinned: Any = None

    def run(self, function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function of NumPy, now or whenever the graph is launched."""
        if self.nodes is None:
            return function(*args, **kwargs)
        given = [a for a in _flat((args, kwargs)) if isinstance(a, np.ndarray)]
        before = [a.copy() for a in given]
        with np.errstate(all="ignore"):
            found = function(*args, **kwargs)
        several = isinstance(found, list | tuple)
        result = type(found)(_array(v, given) for v in found) if several else _array(found, given)
        for array, kept in zip(given, before, strict=True):
            if array.flags.writeable:
                array[...] = kept
        made = [r for r in _flat(result) if isinstance(r, np.ndarray) and not _within(r, given)]
        self.made += made

        def again() -> None:
            values = [r for r in _flat(function(*args, **kwargs)) if isinstance(r, np.ndarray | np.generic)]
            values = [r for r in values if not _within(r, given)]
            for array, value in zip(made, values, strict=True):
                array[...] = value

        self.nodes.append(again)
        return result

    def ended(self) -> list[Any]:
        """What is to be done; until then new arrays hold nothing that means something."""
        nodes, self.nodes = self.nodes, None
        for array in self.made:
            array[...] = np.nan if array.dtype.kind in "fc" else 99
        self.made = []
        assert nodes is not None
        return nodes

    def from_host(self, nbytes: int) -> None:
        """An array is copied to the device."""
        if self.pinned is not None:
            self.pinned(nbytes)

    def wait(self) -> None:
        """The host waits for the device."""
        self.forbid()

    def forbid(self) -> None:
        """What a graph cannot do."""
        if self.nodes is not None:
            raise CaptureError("cudaErrorStreamCaptureUnsupported: operation not permitted when stream is capturing")


capture = Capture()


def _within(array: Any, others: list[Any]) -> bool:
    return any(np.may_share_memory(array, other) for other in others)


def _array(value: Any, given: list[Any]) -> Any:
    """A result as an array; one of its own if it could not be written, and is not a view of what was given."""
    if isinstance(value, np.generic):
        return np.asarray(value)
    frozen = isinstance(value, np.ndarray) and not value.flags.writeable
    return value.copy() if frozen and not _within(value, given) else value


def _flat(value: Any) -> list[Any]:
    if isinstance(value, dict):
        value = list(value.values())
    return [v for part in value for v in _flat(part)] if isinstance(value, list | tuple) else [value]


class Graph:
    """What was captured."""

    def __init__(self, nodes: list[Any]) -> None:
        self.nodes = nodes
        self.launches = 0

    def launch(self, stream: Any = None) -> None:
        """Do it."""
        self.launches += 1
        for node in self.nodes:
            node()


class Stream:
    """Everything happens at once and in order, or is captured."""

    ptr = 0

    def __init__(self, null: bool = False, non_blocking: bool = False) -> None:
        pass

    def __enter__(self) -> Stream:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def begin_capture(self, mode: int | None = None) -> None:
        capture.nodes = []

    def end_capture(self) -> Graph:
        return Graph(capture.ended())

    def synchronize(self) -> None:
        capture.wait()


class Event:
    """A place in what the device has to do."""

    under_way: ClassVar[list[Any]] = []  # copies to the host

    def __init__(self, block: bool = False, disable_timing: bool = False) -> None:
        self.before: list[Any] = []

    def record(self, stream: Any = None) -> None:
        assert isinstance(stream, Stream)  # by default it is the null stream's
        self.before, Event.under_way[:] = list(Event.under_way), []

    def synchronize(self) -> None:
        capture.wait()
        for out, value in self.before:
            out[...] = value
        self.before = []


class RawKernel:
    """A kernel, compiled for the CPU when it is first launched."""

    device: Any  # the current one

    def __init__(self, code: str, name: str, options: tuple[str, ...] = ()) -> None:
        self.code, self.name, self.options = code, name, options
        self.types = _types(code, name)

    def __call__(self, grid: tuple[int, ...], block: tuple[int, ...], args: tuple[Any, ...]) -> None:
        assert 0 < np.prod(block) <= 1024 and all(n > 0 for n in grid) and all(n < 65536 for n in grid[1:])
        assert len(args) == len(self.types)
        assert all(a.device.id == self.device().id for a in args if hasattr(a, "_value"))
        values = [getattr(a, "_value", a) for a in args]
        for value, (kind, pointer) in zip(values, self.types, strict=True):
            assert value.dtype == np.dtype(kind) and isinstance(value, np.ndarray) == pointer, (self.code, kind, value)
        capture.run(self._launch, (grid, block, *values), {})

    def _launch(self, grid: tuple[int, ...], block: tuple[int, ...], *values: Any) -> None:
        held = [ctypes.c_void_p(v.ctypes.data) if isinstance(v, np.ndarray) else np.array(v) for v in values]
        places = [ctypes.addressof(h) if isinstance(h, ctypes.c_void_p) else h.ctypes.data for h in held]
        sizes = [(ctypes.c_uint * 3)(*n, *[1] * (3 - len(n))) for n in (grid, block)]
        _compiled(self.code, self.name, self.options)(*sizes, (ctypes.c_void_p * len(places))(*places))


def _types(code: str, name: str) -> list[tuple[str, bool]]:
    """(dtype, whether it is an array) of each parameter."""
    known = {**_TYPES, **{alias: _TYPES[name] for name, alias in re.findall(r"typedef ([\w ]+?) (\w+);", code)}}
    return [(known[text.removeprefix("const ")], pointer) for text, pointer in _parameters(code, name)]


def _parameters(code: str, name: str) -> list[tuple[str, bool]]:
    found = re.search(rf"__global__ void {name}\((.*?)\)", code, re.DOTALL)
    assert found is not None
    split = [re.fullmatch(r"\s*(.*?)\s*(\*?)\s*\w+\s*", p, re.DOTALL) for p in found[1].split(",")]
    return [(p[1], bool(p[2])) for p in split if p]


# There are hundreds of kernels. Half of the time went into what C++17 adds to math.h, and into linking libstdc++.
_FLAGS = ("-std=c++11", "-O1", "-w", "-ffp-contract=off", "-fno-threadsafe-statics", "-shared", "-fPIC", "-nostdlib")


@functools.cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where this process compiles. The header is compiled once: to read it was half of the work for each kernel."""
    folder = tempfile.TemporaryDirectory(prefix="fake_cuda")
    header = shutil.copy(HEADER, folder.name)
    subprocess.run([need("g++"), *_FLAGS, "-x", "c++-header", "-o", f"{header}.gch", header], check=True)
    return folder


@functools.cache
def _compiled(code: str, name: str, options: tuple[str, ...]) -> Any:
    if nvrtc.available():
        complaints = nvrtc.complaints(code, options)
        assert not complaints, complaints + code
    types = [f"{kind} *{'*' if pointer else ''}" for kind, pointer in _parameters(code, name)]
    given = [f"*({kind})given[{i}]" for i, kind in enumerate(types)]
    waits = str("__sync" in code or "__shfl" in code).lower()
    flush = str("typedef float" in code).lower()
    folder = Path(_folder().name)
    text = f"""#include "{folder / HEADER.name}"
{code}
static void **given;
static void called() {{ {name}({", ".join(given)}); }}
extern "C" void launch(const unsigned *grid, const unsigned *block, void **args) {{
  given = args; body = called; run_grid(grid, block, {waits}, {flush});
}}
"""
    with tempfile.TemporaryDirectory(dir=folder) as own:  # what is loaded needs its file no longer
        Path(own, "kernel.cpp").write_text(text)
        subprocess.run([need("g++"), *_FLAGS, "-o", "kernel.so", "kernel.cpp", "-lm", "-lc"], cwd=own, check=True)
        return ctypes.CDLL(str(Path(own, "kernel.so"))).launch


class MemoryPool:
    """Memory."""

    def malloc(self, nbytes: int) -> Any:
        raise AssertionError("the arrays of the stand-in are NumPy's")


class _Allocator:
    def __init__(self, allocator: Any = None) -> None:
        assert allocator is None or callable(allocator)

    __enter__, __exit__ = Stream.__enter__, Stream.__exit__


def set_pinned_memory_allocator(allocator: Any = None) -> None:
    """Who is asked for memory of the host that the device can read."""
    capture.pinned = allocator


class PinnedMemoryPool:
    """Of as much as there is."""

    def malloc(self, nbytes: int) -> Any:
        return np.empty(nbytes, "u1")


def module(device: type) -> Any:
    """cupy.cuda."""
    cuda = ModuleType("cupy.cuda")
    cuda.Device, cuda.Stream, cuda.Graph, cuda.MemoryPool = device, Stream, Graph, MemoryPool
    cuda.using_allocator, cuda.set_pinned_memory_allocator = _Allocator, set_pinned_memory_allocator
    cuda.get_current_stream, cuda.Event, cuda.alloc_pinned_memory = Stream, Event, bytearray
    cuda.runtime = ModuleType("cupy.cuda.runtime")
    cuda.runtime.getDeviceCount = lambda: 1
    return cuda
