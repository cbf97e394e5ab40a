"""The memory of PyTorch's tensors as NumPy arrays, without copies: one array for the same part of the same storage.

Names and former elements of values are found by the identity of arrays, and by the array that owns the memory.
"""

from __future__ import annotations

import ctypes
import importlib
import weakref
from typing import Any, NamedTuple

import numpy as np

torch: Any = importlib.import_module("torch")

DTYPES: dict[Any, np.dtype[Any]] = {
    getattr(torch, name): np.dtype(name)
    for name in (
        *("float16", "float32", "float64", "complex64", "complex128", "bool"),
        *("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"),
    )
    if hasattr(torch, name)
}
PLAIN = (torch.Tensor, torch.nn.Parameter)  # other classes of tensors may have elements elsewhere


class Memory(NamedTuple):
    """The bytes of a storage, where they are, and a counter of writes that its tensors share."""

    owner: weakref.ref[Any]
    address: int
    version: list[int]


class Storages:
    """Gives the arrays of tensors. An array keeps the storage alive, and a tensor its array."""

    def __init__(self) -> None:
        self._memories: dict[int, Memory] = {}  # by the address of the storage's object, while an array is alive
        self._views: weakref.WeakValueDictionary[Any, Any] = weakref.WeakValueDictionary()
        self._kept: dict[int, tuple[weakref.ref[Any], Any]] = {}  # by id of a tensor, its array while it is alive

    def array(self, tensor: Any) -> Any:
        """The array of a tensor; None for a tensor whose elements NumPy cannot show where they are."""
        key = _key(tensor)
        if key is None:
            return None
        storage = key[1]
        memory = self._memory(key[0][0], storage)
        if memory is None:
            return None
        owner = memory
        found = self._views.get(key[0])
        if found is None:
            dtype = DTYPES[tensor.dtype]
            strides = [s * dtype.itemsize for s in tensor.stride()]
            start = tensor.storage_offset() * dtype.itemsize
            found = np.ndarray(tuple(tensor.shape), dtype, owner, start, strides)
            self._views[key[0]] = found
        kept = self._kept.get(id(tensor))
        if kept is None or kept[1] is not found or kept[0]() is not tensor:
            self._kept[id(tensor)] = weakref.KeyedRef(tensor, self._let_go, id(tensor)), found
        return found

    def known(self, tensor: Any) -> Any:
        """The array of a tensor that has been given before, and is alive; else None."""
        key = _key(tensor)
        if key is None or key[0][0] not in self._memories:
            return None
        return self._views.get(key[0])

    def version(self, tensor: Any) -> list[int]:
        """The counter of writes to the memory of a tensor that has an array."""
        memory = self._memories.get(tensor.untyped_storage()._cdata)
        return [0] if memory is None else memory.version

    def _memory(self, number: int, storage: Any) -> Any:
        known = self._memories.get(number)
        owner = None if known is None else known.owner()
        if known is not None and owner is not None:
            if known.address == storage.data_ptr() and owner.nbytes == storage.nbytes():
                return owner
            self._forget(number)  # the storage has other memory now
        size = storage.nbytes()
        if not size:
            return None
        address = storage.data_ptr()
        memory: Any = (ctypes.c_ubyte * size).from_address(address)
        memory.storage = storage  # keeps it alive
        owner = np.frombuffer(memory, np.uint8)
        self._memories[number] = Memory(weakref.KeyedRef(owner, self._gone, number), address, [0])
        return owner

    def _let_go(self, ref: Any) -> None:
        kept = self._kept.get(ref.key)
        if kept is not None and kept[0] is ref:
            del self._kept[ref.key]

    def _gone(self, ref: Any) -> None:
        known = self._memories.get(ref.key)
        if known is not None and known.owner is ref:
            del self._memories[ref.key]

    def _forget(self, number: int) -> None:
        del self._memories[number]
        for key in [k for k in list(self._views) if k[0] == number]:
            self._views.pop(key, None)


def _key(tensor: Any) -> tuple[Any, Any] | None:
    """The part of its storage that a tensor shows, and the storage; None if NumPy cannot show it."""
    if tensor.dtype not in DTYPES or tensor.device.type != "cpu" or tensor.layout is not torch.strided:
        return None
    if type(tensor) not in PLAIN or tensor.is_conj() or tensor.is_neg():
        return None
    try:
        storage = tensor.untyped_storage()
    except NotImplementedError:  # inside torch.func
        return None
    return (storage._cdata, tensor.storage_offset(), tensor.shape, tensor.stride(), tensor.dtype), storage
