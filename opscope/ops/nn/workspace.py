"""Reused memory for temporary values of a kernel: new memory pages cost as much time as a copy."""

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
    """Return an array from the workspace; the next array of the same name and thread overwrites its elements.

    Other libraries get a new array.
    """
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
    """Return the view if it is contiguous, else a copy in the workspace."""
    if view.flags.c_contiguous:
        return view
    out = empty(xp, name, view.shape, view.dtype)
    out[...] = view
    return out


def product(xp: ArrayModule, name: str, x: Array, y: Array) -> Any:
    """Return x @ y for matrices of equal batches, in the workspace; other libraries use their own memory."""
    if xp.__name__ != "numpy":
        return xp.matmul(x, y)
    shape = (*xp.broadcast_shapes(x.shape[:-2], y.shape[:-2]), x.shape[-2], y.shape[-1])
    return xp.matmul(x, y, out=empty(xp, name, shape, xp.result_type(x, y)))
