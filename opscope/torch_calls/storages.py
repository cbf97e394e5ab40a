"""NumPy arrays that show the memory of PyTorch's tensors, without copies. Each part of memory has only one array.

The debugger uses the identity of an array, and of the array that owns the memory, to find the name and the earlier
elements of a value. While an array exists, its memory is not freed. Therefore, tensors with the same address, shape,
strides and dtype show the same elements.
"""

from __future__ import annotations

import ctypes
import functools
import importlib
import weakref
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, Protocol

import numpy as np

from opscope.core.formats.narrow_arrays import STORED, format_of
from opscope.eager.op_calls import muted

torch: Any = importlib.import_module("torch")

NUMPY_DTYPES: dict[Any, np.dtype[Any]] = {
    getattr(torch, name): np.dtype(name)
    for name in (
        *("float16", "float32", "float64", "complex64", "complex128", "bool"),
        *("uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"),
    )
    if hasattr(torch, name)
}
DTYPES = NUMPY_DTYPES | {getattr(torch, name): dtype for name, dtype in STORED.items() if hasattr(torch, name)}
PLAIN = (torch.Tensor, torch.nn.Parameter)  # other classes of tensors may have elements elsewhere
_STRIDED: Any = torch.strided
_PARTS = {  # the methods that give the tensors of which a sparse tensor consists
    torch.sparse_coo: ("_indices", "_values"),
    torch.sparse_csr: ("crow_indices", "col_indices", "values"),
    torch.sparse_bsr: ("crow_indices", "col_indices", "values"),
    torch.sparse_csc: ("ccol_indices", "row_indices", "values"),
    torch.sparse_bsc: ("ccol_indices", "row_indices", "values"),
}
use_count: Any = torch._C._storage_Use_Count
_OWN_USES = 2  # of a storage by its one tensor, and by the object that shows it to Python
_FEWEST_HOLDS = 64  # tensors that are held before dead ones are looked for


class Memory(NamedTuple):
    """Memory of a storage: the array that owns its bytes, the ctypes array below it, and a counter of writes.

    `block.storage` is the object of PyTorch that keeps the bytes alive.
    """

    owner: weakref.ref[Any]
    block: Any
    address: int
    version: list[int]


def memory_of(storage: Any) -> tuple[Any, Any]:
    """Return an array that owns the bytes of a storage, and the ctypes array below it.

    The ctypes array keeps the storage alive.
    """
    block = _bytes_of(storage)
    return np.frombuffer(block, np.uint8), block


def _bytes_of(storage: Any) -> Any:
    size = storage.nbytes()
    kind = _bytes_type(size)
    block: Any = kind.from_address(storage.data_ptr()) if size else kind()
    block.storage = storage
    return block


@functools.lru_cache(maxsize=4096)  # ctypes itself forgets a type without objects, and it is slow to make
def _bytes_type(size: int) -> Any:
    return ctypes.c_ubyte * size


class _KeyedRef(weakref.ref[Any]):
    """Weak reference with a key. It is created without a Python function, unlike weakref.KeyedRef."""

    __slots__ = ("key",)
    key: Any


class Unread(Protocol):
    """Interface of UnreadCalls: logged calls that have no arrays yet."""

    def pin(self, storage: int) -> None:
        """Create the arrays of the calls that use a storage."""
        ...

    def shows(self, storage: int) -> bool:
        """Return True if a call refers to the memory of a storage."""
        ...


class Storages:
    """Arrays of tensors. While an array exists, its memory is not freed. While a tensor exists, its array exists."""

    def __init__(self) -> None:
        self._memories: dict[int, Memory] = {}  # by the address of the storage's object, while its array is alive
        self._views: dict[Any, _KeyedRef] = {}  # arrays by their key
        self._held: dict[int, tuple[weakref.ref[Any], Any]] = {}  # by id of a tensor, its array while it is alive
        self._most_held = _FEWEST_HOLDS
        self.unread: weakref.WeakSet[Unread] = weakref.WeakSet()
        self.written: set[int] = set()  # numbers of the storages that calls of this step have written to

    def array(self, tensor: Any) -> Any:
        """Return the array of a tensor. Return None if NumPy cannot show the tensor's elements in place."""
        found = self.of_alias(tensor)
        if found is None:
            return None
        held = self._held.get(id(tensor))
        if held is None or held[1] is not found or held[0]() is not tensor:
            self._held[id(tensor)] = weakref.ref(tensor), found
            if len(self._held) > self._most_held:
                self._release_dead()
        return found

    def of_alias(self, alias: Any) -> Any:
        """Return the array of an alias. Unlike with `array`, Python may delete the array while the alias exists."""
        key = part_of_memory(alias)
        if key is None:
            return None
        ref = self._views.get(key)
        found = None if ref is None else ref()
        if found is None:
            memory = self._memory(alias.untyped_storage())
            if memory is None:
                return None
            dtype = DTYPES[key[3]]
            size = dtype.itemsize
            strides = [s * size for s in key[2]]
            found = np.ndarray(key[1], dtype, memory, alias.storage_offset() * size, strides)
            ref = self._views[key] = _KeyedRef(found, self._drop_view)
            ref.key = key
        return found

    def known(self, tensor: Any) -> Any:
        """Return the array of a tensor if the array already exists. Otherwise, return None."""
        ref = self._views.get(part_of_memory(tensor))
        return None if ref is None else ref()

    @staticmethod
    def seen(tensor: Any) -> Any:
        """Return a new array to read the elements at once. Return None if NumPy cannot show the tensor."""
        key = part_of_memory(tensor)
        if key is None or (key[0] < 0 and tensor.numel()):  # NumPy would make elements for a tensor without memory
            return None
        try:
            return elements_of(tensor)
        except (TypeError, ValueError):  # the memory was released, so it is smaller than the shape
            return None

    @staticmethod
    def number(tensor: Any) -> int | None:
        """Return the number of a tensor's storage. Return None if NumPy cannot show the tensor."""
        return None if part_of_memory(tensor) is None else tensor.untyped_storage()._cdata

    def is_shared(self, tensor: Any, own: int) -> bool:
        """Return True if a tensor's memory has an array, or more users than the tensor and `own` aliases."""
        if _is_other(tensor):
            return True
        number = tensor.untyped_storage()._cdata
        return number in self._memories or use_count(number) > _OWN_USES + own

    def is_known(self, storage: Any) -> bool:
        """Return True for a storage that recorded calls have used. Writes to other storages may be unknown."""
        number = getattr(storage, "_untyped_storage", storage)._cdata
        return number in self._memories or any(unread.shows(number) for unread in list(self.unread))

    def written_arrays(self, tensor: Any) -> list[Any]:
        """Return the arrays that a write to a tensor changes, also if NumPy cannot show the tensor."""
        array = self.array(tensor)
        if array is not None:
            return [array]
        memories = [self._memory(storage) for storage in storages_of(tensor)]
        return [memory for memory in memories if memory is not None]

    def note_write(self, tensor: Any) -> None:
        """Count a write to the memory of a tensor."""
        for storage in (tensor.untyped_storage(),) if not _is_other(tensor) else storages_of(tensor):
            self.written.add(storage._cdata)
            memory = self._memories.get(storage._cdata)
            if memory is not None:
                memory.version[0] += 1

    def note_late_write(self, owner: Any) -> None:
        """Record a write to the memory that an array owns, if no call has made this write."""
        for number, memory in self._memories.items():
            if memory.owner() is owner:
                self.written.add(number)
                memory.version[0] += 1

    def version(self, tensor: Any) -> list[int]:
        """Return the counter of writes to the memory of a tensor that has an array."""
        memory = self._memories.get(tensor.untyped_storage()._cdata)
        return [0] if memory is None else memory.version

    def owners(self) -> list[Any]:
        """Return the arrays of all known memory."""
        return [owner for memory in list(self._memories.values()) if (owner := memory.owner()) is not None]

    def keep(self, storage: Any) -> Any:
        """Let the arrays of a storage keep its bytes, before the storage gets other memory.

        Returns the array that owns these bytes, or None if the storage has no array.
        """
        number = storage._cdata
        for unread in list(self.unread):
            unread.pin(number)
        known = self._memories.get(number)
        owner = None if known is None else known.owner()
        if known is None or owner is None or not storage.resizable():
            return None
        elements = torch.empty(0, dtype=torch.uint8).set_(storage)
        known.block.storage = torch._lazy_clone(elements)  # PyTorch's copy on write: the bytes are of both,
        elements.data_ptr()  # until they may be written to: then the storage has its own
        del self._memories[number]
        return owner

    def _memory(self, storage: Any) -> Any:
        number = storage._cdata
        known = self._memories.get(number)
        owner = None if known is None else known.owner()
        try:
            address, size = storage.data_ptr(), storage.nbytes()
        except RuntimeError:  # a tensor of zeros without memory, of forward-mode gradients
            return None
        if known is not None and owner is not None and known.address == address and owner.nbytes == size:
            return owner
        if size and not address:
            return None
        owner, block = memory_of(storage)
        ref = _KeyedRef(owner, self._gone)
        ref.key = number
        self._memories[number] = Memory(ref, block, address, [0])
        return owner

    def _release_dead(self) -> None:
        for number in [number for number, (ref, _) in self._held.items() if ref() is None]:
            del self._held[number]
        self._most_held = max(_FEWEST_HOLDS, 2 * len(self._held))

    def _drop_view(self, ref: Any) -> None:
        if self._views.get(ref.key) is ref:
            del self._views[ref.key]

    def _gone(self, ref: Any) -> None:
        known = self._memories.get(ref.key)
        if known is not None and known.owner is ref:
            del self._memories[ref.key]


def storages_of(tensor: Any) -> list[Any]:
    """Return the CPU storages of a tensor's elements.

    A sparse tensor has several storages, an opaque tensor has none.
    """
    if not tensor.is_cpu:
        return []
    if not _is_other(tensor):
        return [tensor.untyped_storage()]
    with torch._C._DisableTorchDispatch():
        names = _PARTS.get(tensor.layout, ())
        return [part.untyped_storage() for name in names for part in [getattr(tensor, name)()] if not _is_other(part)]


def _is_other(tensor: Any) -> bool:
    """Return True for a tensor that is not strided, such as a sparse tensor. It has no storage of its own."""
    return tensor.layout is not _STRIDED


open_storages: weakref.WeakSet[Storages] = weakref.WeakSet()  # of all threads
_MOVING_METHODS = ("resize_", "_share_fd_cpu_", "_share_filename_cpu_")  # of a storage: they give it other memory


def keep_memory(moving: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Let the arrays of some storages keep the present bytes, before the storages get other memory.

    Returns pairs of an array that owns such bytes, and its storage.
    """
    with muted():
        found = [(each.keep(storage), storage) for each in list(open_storages) for storage in moving]
    return [(owner, storage) for owner, storage in found if owner is not None]


@contextmanager
def memory_moved(moving: Sequence[Any]) -> Iterator[None]:
    """Inside the `with` block, an operator gives other memory to some storages.

    The arrays of the storages keep the former memory, and get the new bytes behind the block: names still refer to
    these arrays.
    """
    kept = keep_memory(moving)
    yield
    for owner, storage in kept:
        count = min(owner.nbytes, storage.nbytes())
        owner[:count] = np.frombuffer(_bytes_of(storage), np.uint8)[:count]


def watch_storages() -> None:
    """Patch the methods that give storages other memory, so that arrays keep their bytes. This affects all threads."""
    cls = torch.UntypedStorage
    for name in _MOVING_METHODS:
        method = getattr(cls, name)
        if not hasattr(method, "keeps_memory"):
            setattr(cls, name, _keeping(method))


def _keeping(method: Any) -> Any:
    def call(self: Any, *args: Any, **kwargs: Any) -> Any:
        keep_memory([self])
        with muted():  # sharing copies by operators, between storages whose memory is swapped then
            return method(self, *args, **kwargs)

    found: Any = functools.wraps(method)(call)
    found.keeps_memory = True
    return found


def elements_of(tensor: Any) -> Any:
    """Return an array that shows the memory of a tensor whose dtype is in DTYPES.

    Unlike with `Tensor.numpy()`, the program can still resize the memory afterwards.
    """
    dtype, memory = DTYPES[tensor.dtype], _bytes_of(tensor.untyped_storage())
    size = dtype.itemsize
    return np.ndarray(tensor.shape, dtype, memory, tensor.storage_offset() * size, [s * size for s in tensor.stride()])


def tensor_of(array: Any) -> Any:
    """Return a PyTorch tensor that shows the memory of an array."""
    found = format_of(array.dtype)
    if not found:
        return torch.from_numpy(array)
    return torch.from_numpy(array.view(f"i{array.itemsize}")).view(getattr(torch, found))


def part_of_memory(tensor: Any) -> tuple[int, Any, Any, Any] | None:
    """Return the address, shape, strides and dtype of a tensor. Return None if NumPy cannot show the tensor."""
    dtype = tensor.dtype
    if dtype not in DTYPES or not tensor.is_cpu or tensor.layout is not _STRIDED or type(tensor) not in PLAIN:
        return None
    if tensor.is_neg() or tensor.is_conj():
        return None
    try:
        address = tensor.data_ptr() or -tensor.untyped_storage()._cdata  # without elements it is 0
        return (address, tensor.shape, tensor.stride(), dtype)
    except RuntimeError:  # inside torch.func
        return None
