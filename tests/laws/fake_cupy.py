"""A cupy without a GPU: NumPy behind arrays that refuse to go back to the host unasked.

Stricter than the real one: no __array__, no float(), bool(), index or iteration, no NumPy array as an argument,
NumPy's own functions refuse its arrays, and functions that cupy lacks are missing.
"""

from __future__ import annotations

import functools
import operator
import sys
from types import ModuleType, SimpleNamespace
from typing import Any, ClassVar

import numpy as np

from tests.laws import fake_cublas, fake_cuda
from tests.laws.fake_cuda import capture

# Of what a kernel might reach for, not in cupy 13.
MISSING = {"errstate", "seterr", "vectorize", "frompyfunc", "nditer", "asarray_chkfinite", "put_along_axis_", "testing"}


class Refused(TypeError):
    """An implicit conversion that would wait for the GPU, or fail on it."""


class ndarray:  # noqa: N801 (cupy's name)
    """A device array."""

    __array_ufunc__ = None  # np.tanh(x) refuses
    __array_priority__ = 100

    def __init__(self, value: Any, base: ndarray | None = None) -> None:
        self._value = np.asarray(value)
        self.base = base  # whose memory it is
        self.device = _Device()  # where it is

    @property
    def data(self) -> Any:
        """A pointer."""
        return SimpleNamespace(ptr=self._value.ctypes.data)

    @property
    def flags(self) -> Any:
        """Less than NumPy has."""
        flags = self._value.flags
        return SimpleNamespace(c_contiguous=flags.c_contiguous, f_contiguous=flags.f_contiguous, owndata=flags.owndata)

    def get(self, stream: Any = None, order: str = "C", out: Any = None, blocking: bool = True) -> Any:
        """Copy to the host; without blocking, nothing is there until an event behind it is waited for."""
        if blocking or out is None:
            return asnumpy(self)
        capture.forbid()
        fake_cuda.Event.under_way.append((out, self._value.copy()))
        out.view("u1")[...] = 99
        return out

    def set(self, value: Any) -> None:
        """Copy an array of the host."""
        assert type(value) is np.ndarray and (value.shape, value.dtype) == (self.shape, self.dtype)
        capture.from_host(value.nbytes)
        self._value[...] = value

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        found = getattr(self._value, name)
        if not callable(found):
            return _out(found)
        return lambda *args, **kwargs: _run(_method(name), self, *args, **kwargs)

    def _refuse(self, *_: Any, **__: Any) -> Any:
        raise Refused("an array of the device was converted to the host implicitly")

    __array__ = __float__ = __int__ = __bool__ = __index__ = __iter__ = __complex__ = tolist = item = _refuse

    def __len__(self) -> int:
        return len(self._value)

    def __getitem__(self, key: Any) -> Any:
        return _run(operator.getitem, self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        _run(operator.setitem, self, key, value)

    def __repr__(self) -> str:
        return f"fake_cupy{self._value!r}"

    __hash__ = None  # type: ignore[assignment]


def _operator(name: str) -> Any:
    def method(self: ndarray, *others: Any) -> Any:
        return _run(_method(name), self, *others)

    return method


for _name in [
    "add",
    "sub",
    "mul",
    "truediv",
    "floordiv",
    "mod",
    "pow",
    "matmul",
    "and",
    "or",
    "xor",
    "lshift",
    "rshift",
]:
    for _prefix in ("", "r", "i"):
        setattr(ndarray, f"__{_prefix}{_name}__", _operator(f"__{_prefix}{_name}__"))
for _name in ["lt", "le", "gt", "ge", "eq", "ne", "neg", "pos", "abs", "invert"]:
    setattr(ndarray, f"__{_name}__", _operator(f"__{_name}__"))


def _in(value: Any) -> Any:
    """To NumPy, refusing what cupy refuses."""
    if isinstance(value, ndarray):
        return value._value
    if isinstance(value, np.ndarray):
        raise Refused("Unsupported type <class 'numpy.ndarray'>")
    if isinstance(value, list | tuple):
        return type(value)(_in(v) for v in value)
    return value


def _out(value: Any) -> Any:
    """From NumPy: results are arrays of the device, of rank 0 too."""
    if isinstance(value, np.ndarray | np.generic):
        return ndarray(value)
    if isinstance(value, list | tuple) and any(isinstance(v, np.ndarray) for v in value):
        return type(value)(_out(v) for v in value)
    return value


def _run(function: Any, *args: Any, **kwargs: Any) -> Any:
    elsewhere = [a for a in (*args, *kwargs.values()) if isinstance(a, ndarray) and a.device.id != _Device().id]
    if elsewhere:
        raise Refused(f"an array of device {elsewhere[0].device.id} on device {_Device().id}")
    if getattr(function, "__name__", "") in fake_cublas.REFUSED and capture.nodes is not None:
        raise NotImplementedError("calling cuBLAS API during stream capture is currently unsupported")
    given = tuple(map(_in, args)), {k: _in(v) for k, v in kwargs.items()}
    result = _out(capture.run(function, *given))
    if isinstance(result, ndarray):  # an argument itself, a view of one, or something new
        arrays = [a for a in (*args, *kwargs.values()) if isinstance(a, ndarray)]
        for array in arrays:
            if result._value is array._value:
                return array
            if np.may_share_memory(result._value, array._value):
                result.base = array if array.base is None else array.base
    return result


@functools.cache
def _method(name: str) -> Any:
    def method(self: Any, *args: Any, **kwargs: Any) -> Any:
        return getattr(self, name)(*args, **kwargs)

    method.__name__ = name
    return method


def _wrapped(function: Any) -> Any:
    return functools.partial(_run, function)


def _extreme_at(ufunc: Any) -> Any:
    """As cupy's atomic functions do it: through float32, NaN is ignored, and few dtypes are known."""
    ignoring = np.fmax if ufunc is np.maximum else np.fmin

    def at(out: Any, key: Any, values: Any) -> None:
        if out.dtype.name not in ("int32", "float32", "float64", "uint32", "uint64"):
            raise TypeError("scatter_max only supports int32, float32, float64, uint32, uint64 as data type")
        narrow = "float32" if out.dtype.kind == "f" else out.dtype
        ignoring.at(out, key, np.asarray(values).astype(narrow))

    return at


def _without_initial(function: Any) -> Any:
    """A reduction that takes no first value."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if "initial" in kwargs:
            raise TypeError(f"{function.__name__}() got an unexpected keyword argument 'initial'")
        return function(*args, **kwargs)

    return call


def _with_axes(function: Any) -> Any:
    """A reduction to which one value has no axis."""

    @functools.wraps(function)
    def call(array: Any, axis: Any = None, **kwargs: Any) -> Any:
        if axis is not None and not array.ndim:
            raise np.exceptions.AxisError(axis, 0)
        return function(array, axis=axis, **kwargs)

    return call


def _of_arrays(function: Any) -> Any:
    """A function that takes no Python number."""

    def call(array: Any, *args: Any, **kwargs: Any) -> Any:
        if not isinstance(array, ndarray):
            raise TypeError(f"'a' must be a cupy.ndarray object, not {type(array)}.")
        return _run(function, array, *args, **kwargs)

    return call


def _solve(a: Any, b: Any) -> Any:
    if b.ndim > 1 and a.shape[:-1] != b.shape[:-1]:
        raise ValueError("a must have (..., M, M) shape and b must have (..., M, K) for multidimensional b")
    return np.linalg.solve(a, b)


class _Ufunc:
    """A universal function: called, or `.at`."""

    def __init__(self, ufunc: Any) -> None:
        self.__call__ = self._call = _wrapped(ufunc)
        self.at = _wrapped(_extreme_at(ufunc) if ufunc in (np.maximum, np.minimum) else ufunc.at)
        self.signature, self.nin = ufunc.signature, ufunc.nin

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.signature and len(args) > self.nin:
            raise TypeError("generalized ufuncs take `out` by its name only")
        return self._call(*args, **kwargs)


class Generator:
    """Draws of cupy.random.Generator: fewer than NumPy's, and of two dtypes."""

    def __init__(self, seed: int) -> None:
        self._rng = np.random.default_rng(seed)

    def random(self, size: Any = None, dtype: Any = "float64") -> ndarray:
        return ndarray(self._rng.random(size, dtype=dtype))

    def standard_normal(self, size: Any = None, dtype: Any = "float64") -> ndarray:
        return ndarray(self._rng.standard_normal(size, dtype=dtype))

    def poisson(self, lam: Any, size: Any = None) -> ndarray:
        return ndarray(self._rng.poisson(_in(lam), size))

    def integers(self, low: int, high: int | None = None, size: Any = None, dtype: Any = "int64") -> ndarray:
        return ndarray(self._rng.integers(low, high, size, dtype=dtype))


class _Device:
    used: ClassVar[list[int]] = [0]  # the last one is current

    def __init__(self, number: int | None = None) -> None:
        self.id = self.used[-1] if number is None else number

    def __enter__(self) -> _Device:
        self.used.append(self.id)
        return self

    def __exit__(self, *_: object) -> None:
        self.used.pop()


def asnumpy(value: Any) -> Any:
    """The one way back: explicit."""
    capture.wait()
    return np.array(_in(value))


def asarray(value: Any, dtype: Any = None) -> ndarray:
    """The one way in: explicit. NumPy arrays and lists of numbers are copied to the device."""
    if isinstance(value, ndarray):
        return value if dtype is None or value.dtype == dtype else _run(np.array, value, dtype=dtype)
    made = np.array(value, dtype=dtype)
    capture.from_host(made.nbytes)
    return ndarray(made)


def array(value: Any, dtype: Any = None, order: str = "K") -> ndarray:
    """A copy on the device."""
    return _run(np.array, value, dtype=dtype, order=order) if isinstance(value, ndarray) else asarray(value, dtype)


class _Module(ModuleType):
    def __getattr__(self, name: str) -> Any:
        if name in MISSING or name.startswith("_"):
            raise AttributeError(f"module 'cupy' has no attribute {name!r}")
        found = getattr(np, name)
        if isinstance(found, np.ufunc):
            return _Ufunc(found)
        return _wrapped(found) if callable(found) and not isinstance(found, type) else found


def _plain(function: Any) -> Any:
    """Plain tuples where NumPy has named ones."""

    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        out = function(*args, **kwargs)
        return tuple(out) if isinstance(out, tuple) else out

    return call


def module() -> Any:
    """The module."""
    cupy = _Module("cupy")
    cupy.ndarray, cupy.asarray, cupy.array, cupy.asnumpy = ndarray, asarray, array, asnumpy
    cupy.random = ModuleType("cupy.random")
    cupy.random.default_rng = Generator
    cupy.lib = ModuleType("cupy.lib")
    cupy.lib.stride_tricks = ModuleType("cupy.lib.stride_tricks")
    cupy.lib.stride_tricks.as_strided = _wrapped(np.lib.stride_tricks.as_strided)
    cupy.linalg = ModuleType("cupy.linalg")
    for name in ("cholesky", "det", "eigh", "eigvalsh", "inv", "qr", "slogdet", "solve", "svd"):  # there is no eig
        setattr(cupy.linalg, name, _wrapped(_plain(getattr(np.linalg, name))))
    cupy.linalg.solve = _wrapped(_solve)
    for name in ("max", "min", "amax", "amin", "sum", "prod"):
        setattr(cupy, name, _wrapped(_without_initial(getattr(np, name))))
    for name in ("argmax", "argmin", "cumsum", "cumprod"):
        setattr(cupy, name, _wrapped(_with_axes(getattr(np, name))))
    cupy.all, cupy.any = _of_arrays(np.all), _of_arrays(np.any)
    cupy.fft = ModuleType("cupy.fft")
    for name in ("fftn", "ifftn", "rfftn", "irfftn", "fftshift", "ifftshift"):
        setattr(cupy.fft, name, _wrapped(getattr(np.fft, name)))
    cupy.cuda = fake_cuda.module(_Device)
    cupy.cuda.cublas, cupy.cuda.get_cublas_handle = fake_cublas.module(), lambda: fake_cublas.HANDLE
    cupy.RawKernel, fake_cuda.RawKernel.device = fake_cuda.RawKernel, _Device
    cupy.get_default_pinned_memory_pool = fake_cuda.PinnedMemoryPool
    return cupy


def install(monkeypatch: Any) -> Any:
    """`import cupy` gives the fake one until the test ends."""
    cupy = module()
    monkeypatch.setitem(sys.modules, "cupy", cupy)
    return cupy
