"""Pooling: a few calls for each place of the window, some images at a time; what a maximum gives back goes by index.

Each place is first copied to where its values lie one behind the other: comparing and adding runs of stride 1 is so
much faster that the copy pays. Which place won is kept in bytes until the end; places come in ascending order, so
the place of a value that is larger than all before it is itself the largest.
"""

from __future__ import annotations

import functools
import math
import operator
from collections.abc import Iterator
from typing import Any

import numpy as np

from opscope.core.annotations import Array
from opscope.ops.nn import pool2d, windows_2d
from opscope.runtime.lower.emitter import Emitter, lowering

CACHE = 1 << 20  # bytes of x that are pooled at a time


def _parts(like: Any) -> Iterator[slice]:
    """Images that are done at a time."""
    image = math.prod(like.shape[1:]) * like.dtype.itemsize
    count = max(CACHE // max(image, 1), 1)
    for first in range(0, like.shape[0], count):
        yield slice(first, min(first + count, like.shape[0]))


def _window(shape: tuple[int, ...], attrs: dict[str, Any]) -> Any:
    """(the two axes, how many windows, how large what they cover is, its slices that are not padding)."""
    where, sizes = pool2d.placed(shape, *(attrs[n] for n in ("kernel_size", "stride", "padding", "ceil_mode")))
    return where, sizes, windows_2d.covered(shape[2:], where, sizes)


class Canvas:
    """The images of a part with their padding: themselves where there is none, else scratch."""

    def __init__(self, e: Emitter, like: Any, where: Any, covered: tuple[int, ...], value: Array) -> None:
        self.e, self.like, self.where = e, like, where
        self.scratch: Any = None
        if covered != tuple(like.shape[2:]):
            part = next(_parts(like))
            self.scratch = e.temp((part.stop, like.shape[1], *covered), like.dtype)
            e.call(self.scratch.fill, value)

    def load(self, x: Array) -> Any:
        """x, padded."""
        if self.scratch is None:
            return x
        made = self.scratch[: len(x)]
        self.e.call(self.e.xp.copyto, windows_2d.uncovered(made, self.like, self.where), x)
        return made

    def empty(self, out: Array) -> Any:
        """Zeros, to be added to and then stored."""
        made = out if self.scratch is None else self.scratch[: len(out)]
        self.e.call(made.fill, 0)
        return made

    def store(self, made: Any, out: Array) -> None:
        """Put what is not padding into `out`."""
        if self.scratch is not None:
            self.e.call(self.e.xp.copyto, out, windows_2d.uncovered(made, self.like, self.where))


@lowering("max_pool2d")
def _max(e: Emitter, x: Array, **attrs: Any) -> Any:
    where, sizes, covered = _window(x.shape, attrs)
    if where[0].size * where[1].size > 255 or x.dtype.kind not in "fiu" or not x.size:
        return None
    out, choice = e.out(0), e.out(1)
    shape = out[next(_parts(x))].shape
    value, further, code = e.temp(shape, x.dtype), e.temp(shape, bool), e.temp(shape, "uint8")
    canvas = Canvas(e, x, where, covered, pool2d.lowest(e.xp, x.dtype))
    for part in _parts(x):
        count = part.stop - part.start
        _larger(e, canvas.load(x[part]), out[part], (value[:count], further[:count], code[:count]), (where, sizes))
        e.call(e.xp.copyto, choice[part], code[:count])
    return [out, choice]


def _larger(e: Emitter, big: Any, out: Array, scratch: Any, places: Any) -> None:
    value, further, code = scratch
    mask = further.view("uint8")
    e.call(code.fill, 0)
    for place, (_, _, high, wide) in enumerate(windows_2d.spots(*places)):
        e.call(e.xp.copyto, value if place else out, big[:, :, high, wide])
        if place:
            e.call(e.xp.greater, value, out, further)
            e.call(e.xp.multiply, mask, np.uint8(place), mask)
            e.call(functools.partial(e.xp.maximum, code, mask, out=code))
            e.call(functools.partial(e.xp.maximum, out, value, out=out))


@lowering("max_pool2d_scatter")
def _scatter(e: Emitter, x: Array, choice: Any, like: Any, **attrs: Any) -> Any:
    """Each value is sent to where it came from, by its index: as much work for a large window as for a small one."""
    where, sizes, covered = _window(like.shape, attrs)
    if x.dtype.kind != "f" or x.dtype.itemsize < 4 or not x.size:
        return None
    out = e.out()
    send = operator.setitem if all(a.apart for a in where) else e.xp.add.at  # several windows may choose one value
    shape = x[next(_parts(out))].shape
    starts = _starts(e, shape, where, covered)
    places = e.xp.array([r.start * covered[1] + c.start for _, _, r, c in windows_2d.spots(where, sizes)])
    index, values, chosen = e.temp(starts.shape, starts.dtype), e.temp(shape, x.dtype), e.temp(shape, choice.dtype)
    canvas = Canvas(e, out, where, covered, 0)
    for part in _parts(out):
        made = canvas.empty(out[part])
        picked = _flat(e, choice[part], chosen)
        here = index[: picked.size]
        e.call(functools.partial(e.xp.take, places, picked, out=here, mode="clip"))
        e.call(e.xp.add, here, starts[: picked.size], here)
        e.call(send, made.reshape(-1), here, _flat(e, x[part], values))
        canvas.store(made, out[part])
    return out


def _starts(e: Emitter, shape: tuple[int, ...], where: Any, covered: tuple[int, ...]) -> Any:
    """Where windows [N, C, H', W'] begin, as flat indices. Kept as long as the plan: 8 bytes a window of one part."""
    rows, wide = covered
    images = e.xp.arange(shape[0] * shape[1])[:, None, None] * (rows * wide)
    down = e.xp.arange(shape[2])[:, None] * (where[0].stride * wide)
    return (images + down + e.xp.arange(shape[3]) * where[1].stride).reshape(-1)


def _flat(e: Emitter, array: Array, scratch: Any) -> Any:
    """The array in one dim, by way of scratch where it does not lie so."""
    if not array.flags.c_contiguous:
        e.call(e.xp.copyto, scratch[: len(array)], array)
        array = scratch[: len(array)]
    return array.reshape(-1)


def _put(e: Emitter, place: Any, value: Array, where: Any) -> None:
    """Add the value to a place of all windows; there is nothing yet where they lie apart."""
    if all(a.apart for a in where):
        e.call(e.xp.copyto, place, value)
    else:
        e.call(e.xp.add, place, value, place)


def _shares(e: Emitter, like: Any, where: Any, sizes: Any, attrs: dict[str, Any]) -> Any:
    """What each window is multiplied by: known now, and one number where all are equal."""
    shares = pool2d.shares(e.xp, like, where, sizes, attrs["exclusive"], attrs["divisor_override"])
    return shares.flat[0] if (shares == shares.flat[0]).all() else shares


@lowering("avg_pool2d")
def _mean(e: Emitter, x: Array, **attrs: Any) -> Any:
    where, sizes, covered = _window(x.shape, attrs)
    if x.dtype.kind != "f" or not x.size:
        return None
    out, shares = e.out(), _shares(e, x, where, sizes, attrs)
    canvas = Canvas(e, x, where, covered, 0)
    for part in _parts(x):
        big, total = canvas.load(x[part]), out[part]
        for place, (_, _, high, wide) in enumerate(windows_2d.spots(where, sizes)):
            if place:
                e.call(e.xp.add, total, big[:, :, high, wide], total)
            else:
                e.call(e.xp.copyto, total, big[:, :, high, wide])
        e.call(e.xp.multiply, total, shares, total)
    return out


@lowering("avg_pool2d_spread")
def _spread(e: Emitter, x: Array, like: Any, **attrs: Any) -> Any:
    where, sizes, covered = _window(like.shape, attrs)
    if x.dtype.kind != "f" or not x.size or x.dtype != like.dtype:
        return None
    out, shares = e.out(), _shares(e, like, where, sizes, attrs)
    value = e.temp(x[next(_parts(out))].shape, x.dtype)
    canvas = Canvas(e, out, where, covered, 0)
    for part in _parts(out):
        made = canvas.empty(out[part])
        e.call(e.xp.multiply, x[part], shares, value[: part.stop - part.start])
        for _, _, high, wide in windows_2d.spots(where, sizes):
            _put(e, made[:, :, high, wide], value[: part.stop - part.start], where)
        canvas.store(made, out[part])
    return out


def _products(e: Emitter, x: Array, rows: Array, columns: Array, out: Array) -> Any:
    """rows @ x @ columns, for each channel of each image."""
    between = e.temp((*x.shape[:3], columns.shape[1]), x.dtype)
    if x.flags.c_contiguous:  # one product instead of one for each channel
        e.call(e.xp.matmul, x.reshape(-1, x.shape[3]), columns, between.reshape(-1, columns.shape[1]))
    else:
        e.call(e.xp.matmul, x, columns, between)
    e.call(e.xp.matmul, rows, between, out)
    return out


@lowering("adaptive_avg_pool2d")
def _adaptive(e: Emitter, x: Array, output_size: Any) -> Any:
    if x.dtype.kind != "f" or not x.size:
        return None
    rows, columns = pool2d.cells(e.xp, x.shape, e.node.outs[0].shape, x.dtype)
    return _products(e, x, rows, e.xp.ascontiguousarray(columns.T), e.out())


@lowering("adaptive_avg_pool2d_spread")
def _adaptive_spread(e: Emitter, x: Array, like: Any, output_size: Any) -> Any:
    if x.dtype.kind != "f" or not x.size or x.dtype != like.dtype:
        return None
    rows, columns = pool2d.cells(e.xp, like.shape, x.shape, x.dtype)
    return _products(e, x, e.xp.ascontiguousarray(rows.T), columns, e.out())
