"""Lowering rules of reductions. A reduction calls `ufunc.reduce`. Along contiguous rows, a sum is a dot product."""

from __future__ import annotations

from typing import Any

from opscope.core import shape as dims
from opscope.core.annotations import Array
from opscope.runtime.lower.emitter import Emitter, lowering

DOT = 64, 8192  # rows of this many elements: shorter ones cost too many calls, BLAS shares longer ones among threads


def _axes(axis: Any, rank: int) -> tuple[int, ...]:
    return dims.axes_of(axis, rank)


def dots(e: Emitter, x: Array, y: Array) -> bool:
    """Return True if sums along the last axis are dot products."""
    rows = all(a.dtype.kind == "f" and a.dtype.itemsize >= 4 and a.strides[-1] == a.itemsize for a in (x, y))
    return rows and DOT[0] <= x.shape[-1] <= DOT[1] and hasattr(e.xp, "vecdot")


def row_sum(e: Emitter, x: Array, axis: int, out: Array, factor: float = 1.0) -> None:
    """Add the calls that compute the sum along an axis, times a factor. `out` has this axis with size 1."""
    if axis % x.ndim == x.ndim - 1 and dots(e, x, x):
        e.call(e.xp.vecdot, x, e.xp.full(x.shape[-1], factor, x.dtype), out.reshape(x.shape[:-1]))
        return
    e.call(e.xp.add.reduce, x, axis, None, out, True)
    if factor != 1:
        e.call(e.xp.multiply, out, e.xp.asarray(factor, x.dtype), out)


def dotted(e: Emitter, x: Array, y: Array, out: Array) -> None:
    """Add the calls that compute the sum of x * y along the last axis. `out` has this axis with size 1."""
    if dots(e, x, y):
        e.call(e.xp.vecdot, x, y, out.reshape(x.shape[:-1]))
        return
    product = e.temp(x.shape, x.dtype)
    e.call(e.xp.multiply, x, y, product)
    e.call(e.xp.add.reduce, product, x.ndim - 1, None, out, True)


def _summed(e: Emitter, x: Array, axes: Any, out: Array, keepdim: bool) -> None:
    if x.ndim > 1 and len(axes) == 1 and axes[0] % x.ndim == x.ndim - 1 and out.flags.c_contiguous:
        row_sum(e, x, axes[0], out.reshape((*x.shape[:-1], 1)))
    else:
        e.call(e.xp.add.reduce, x, axes, None, out, keepdim)


@lowering("sum")
def _sum(e: Emitter, x: Array, axis: Any, dtype: Any, keepdim: bool) -> Any:
    if x.dtype.kind != "f" or e.node.outs[0].dtype != x.dtype:
        return None
    out = e.out()
    _summed(e, x, _axes(axis, x.ndim), out, keepdim)
    return out


@lowering("sum_to")
def _sum_to(e: Emitter, x: Array, like: Any) -> Any:
    if x.dtype.kind != "f" or like.dtype != x.dtype:
        return None
    lead = x.ndim - like.ndim
    stretched = (i + lead for i, d in enumerate(like.shape) if d == 1 and x.shape[i + lead] != 1)
    axes = (*range(lead), *stretched)
    out = e.out()
    _summed(e, x, axes, out.reshape(tuple(1 if i in axes else d for i, d in enumerate(x.shape))), True)
    return out


@lowering("mean")
def _mean(e: Emitter, x: Array, axis: Any, keepdim: bool) -> Any:
    if x.dtype.kind != "f" or x.dtype.itemsize < 4 or e.node.outs[0].dtype != x.dtype or not x.size:
        return None
    out = e.out()
    count = x.size // (out.size or 1)
    _summed(e, x, _axes(axis, x.ndim), out, keepdim)
    e.call(e.xp.true_divide, out, e.xp.asarray(count, out.dtype), out)
    return out


@lowering("max")
def _max(e: Emitter, x: Array, axis: Any, keepdim: bool) -> Any:
    out = e.out()
    e.call(e.xp.maximum.reduce, x, _axes(axis, x.ndim), None, out, keepdim)
    return out


@lowering("min")
def _min(e: Emitter, x: Array, axis: Any, keepdim: bool) -> Any:
    out = e.out()
    e.call(e.xp.minimum.reduce, x, _axes(axis, x.ndim), None, out, keepdim)
    return out


@lowering("logsumexp")
def _logsumexp(e: Emitter, x: Array, axis: Any, keepdim: bool) -> Any:
    axes = tuple(a % x.ndim for a in _axes(axis, x.ndim))
    if x.dtype.kind != "f" or not x.size:
        return None
    shape = tuple(1 if i in axes else d for i, d in enumerate(x.shape))
    top, weights, finite = e.temp(shape, x.dtype), e.temp(x.shape, x.dtype), e.temp(shape, bool)
    out = e.out()
    kept = out.reshape(shape)
    e.call(e.xp.maximum.reduce, x, axes, None, top, True)
    e.call(e.xp.isfinite, top, finite)
    e.call(e.xp.logical_not, finite, finite)
    e.call(e.xp.copyto, top, e.xp.asarray(0, x.dtype), where=finite)
    e.call(e.xp.subtract, x, top, weights)
    e.call(e.xp.exp, weights, weights)
    if axes == (x.ndim - 1,):
        row_sum(e, weights, -1, kept)
    else:
        e.call(e.xp.add.reduce, weights, axes, None, kept, True)
    e.call(e.xp.log, kept, kept)
    e.call(e.xp.add, top, kept, kept)
    return out


@lowering("spread")
def _spread(e: Emitter, x: Array, like: Any, axis: Any, mean: bool) -> Any:
    """Return a broadcast view of the small array."""
    x = x.reshape(dims.reduce(like.shape, axis, True))
    if x.dtype != like.dtype or (mean and x.size > 1 << 16):
        return None
    if mean:
        scaled = e.xp.empty(x.shape, x.dtype)  # not scratch: the view outlives it
        e.call(e.xp.multiply, x, e.xp.asarray(x.size / (like.size or 1), x.dtype), scaled)
        x = scaled
    return e.xp.broadcast_to(x, like.shape)
