"""Memory for values that a kernel needs until it returns, kept from call to call: new pages cost as much as a copy."""

from __future__ import annotations

import threading
from typing import Any

from opscope.core.annotations import Array, ArrayModule

LIMIT = 1 << 23  # bytes that a thread keeps under a name


class _Thread(threading.local):
    def __init__(self) -> None:
        self.buffers: dict[str, Any] = {}


_thread = _Thread()


def empty(xp: ArrayModule, name: str, shape: tuple[int, ...], dtype: Any) -> Any:
    """An array whose elements the next array of this name and thread overwrites; of other libraries a new one."""
    dtype = xp.dtype(dtype)
    size = dtype.itemsize
    for dim in shape:
        size *= dim
    if xp.__name__ != "numpy" or size > LIMIT or dtype.hasobject:
        return xp.empty(shape, dtype)
    buffers = _thread.buffers
    flat = buffers.get(name)
    if flat is None or flat.size < size:
        flat = buffers[name] = xp.empty(size, "uint8")
    return flat[:size].view(dtype).reshape(shape)


def contiguous(xp: ArrayModule, name: str, view: Array) -> Any:
    """The view itself if it is contiguous, else a copy in the memory of a name."""
    if view.flags.c_contiguous:
        return view
    out = empty(xp, name, view.shape, view.dtype)
    out[...] = view
    return out


def product(xp: ArrayModule, name: str, x: Array, y: Array) -> Any:
    """x @ y of matrices of equal batches, in the memory of a name; other libraries have memory of their own for it."""
    if xp.__name__ != "numpy":
        return xp.matmul(x, y)
    shape = (*xp.broadcast_shapes(x.shape[:-2], y.shape[:-2]), x.shape[-2], y.shape[-1])
    return xp.matmul(x, y, out=empty(xp, name, shape, xp.result_type(x, y)))
