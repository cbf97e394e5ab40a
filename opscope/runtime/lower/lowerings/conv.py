"""Convolution as matrix products, by the method that the sizes choose; `columns.py` lays out what BLAS is given.

| method   | when                                                | how                                                |
|----------|-----------------------------------------------------|----------------------------------------------------|
| rows     | 3x3, stride and dilation 1, one group, enough to do | `winograd.py`: half the multiplications            |
| together | fewer than MANY places (H' * W'), 4 images at least | images innermost, one product for all              |
| images   | else                                                | one product an image; 1x1: of the image as it lies |

The gradient of the input is the same with the window turned, or, where that is more work (strides, groups, many more
channels out than in), the product first and its columns added up. That of the weight contracts with the columns.
"""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from typing import Any

from opscope.core.annotations import Array
from opscope.ops.nn import windows_2d
from opscope.runtime.lower import blas
from opscope.runtime.lower.emitter import Emitter, lowering
from opscope.runtime.lower.lowerings import winograd
from opscope.runtime.lower.lowerings.conv_columns import MANY, Columns, Job, Outputs

SHARED = 1 << 22  # floating-point operations from which images are shared among threads


def _job(x: Array, weight: Array, out: Array, attrs: dict[str, Any]) -> Job | None:
    """None where there is nothing to win: no floats, float16 (BLAS has none), nothing at all."""
    same = x.dtype == weight.dtype == out.dtype
    if not same or x.dtype.kind != "f" or x.dtype.itemsize < 4 or 0 in (*x.shape, *weight.shape, *out.shape):
        return None
    where = windows_2d.axes(x.shape[2:], weight.shape[2:], attrs["stride"], attrs["padding"], attrs["dilation"])
    return Job(x.shape, weight.shape[0], out.shape[2:], where, attrs["groups"], x.dtype)


def _solid(e: Emitter, array: Array) -> Any:
    """The array, or a copy whose values lie one behind the other."""
    if array.flags.c_contiguous:
        return array
    copy = e.temp(array.shape, array.dtype)
    e.call(e.xp.copyto, copy, array)
    return copy


@lowering("conv2d")
def _conv2d(e: Emitter, x: Array, weight: Array, **attrs: Any) -> Any:
    job = _job(x, weight, e.node.outs[0], attrs)
    if job is None:
        return None
    out = e.out()
    _correlate(e, job, x, weight, out)
    return out


def _shares(job: Job) -> list[slice]:
    """The images of each thread: where there is enough to do, our threads share images rather than BLAS products."""
    work = 2 * job.shape[0] * job.outs * math.prod(job.sizes) * job.taps
    count = min(blas.num_threads(), job.shape[0]) if work >= SHARED else 1
    cuts = [job.shape[0] * i // count for i in range(count + 1)]
    return list(map(slice, cuts, cuts[1:]))


def _correlate(e: Emitter, job: Job, x: Array, weight: Array, out: Array) -> None:
    rows = winograd.pays(job.shape, job.outs, job.where, job.groups, job.sizes)
    build = _by_rows if rows else _by_columns
    parts = [(replace(job, shape=x[s].shape), x[s], out[s]) for s in _shares(job)]
    e.parallel(*(functools.partial(build, e, part, a, weight, b) for part, a, b in parts))


def _by_rows(e: Emitter, job: Job, x: Array, weight: Array, out: Array) -> None:
    winograd.correlate(e, x, weight, out, job.where[0].before, job.where[1].before)


def _by_columns(e: Emitter, job: Job, x: Array, weight: Array, out: Array) -> None:
    filters = _solid(e, weight).reshape(job.groups, job.outs // job.groups, job.taps)
    columns, outputs = Columns(e, job), Outputs(e, job)
    columns.empty()
    for part in job.parts():
        taps = columns.load(x[part])
        product, images = outputs.of(out[part])
        e.call(e.xp.matmul, filters, taps, product)
        if images is not None:
            e.call(e.xp.copyto, out[part], images)


@lowering("conv2d_grad_input")
def _grad_input(e: Emitter, grad: Array, weight: Array, like: Any, **attrs: Any) -> Any:
    job = _job(e.node.outs[0], weight, grad, attrs)
    if job is None:
        return None
    out = e.out()
    mirrored = _mirrored(job)
    if mirrored is not None:
        _correlate(e, mirrored, grad, weight.swapaxes(0, 1)[:, :, ::-1, ::-1], out)
        return out
    parts = [(replace(job, shape=out[s].shape), grad[s], out[s]) for s in _shares(job)]
    e.parallel(*(functools.partial(_add_up, e, part, a, weight, b) for part, a, b in parts))
    return out


def _add_up(e: Emitter, job: Job, grad: Array, weight: Array, out: Array) -> None:
    """The product first, and its columns added up."""
    filters = _solid(e, weight).reshape(job.groups, job.outs // job.groups, job.taps).swapaxes(1, 2)
    columns, outputs = Columns(e, job), Outputs(e, job)
    for part in job.parts():
        taps = columns.of(len(out[part]))[0]
        e.call(e.xp.matmul, filters, outputs.load(grad[part]), taps)
        columns.add_to(out[part])


def _mirrored(job: Job) -> Job | None:
    """The gradient of the input as a convolution, with the window turned: to copy is faster than to add.

    None where it would be more work, with many more channels out than in, or none at all.
    """
    pads = [
        (a.extent - 1 - a.before, d - n + a.before) for a, d, n in zip(job.where, job.shape[2:], job.sizes, strict=True)
    ]
    unit = all(a.stride == 1 for a in job.where) and min(min(p) for p in pads) >= 0
    if job.plain or not unit or job.groups > 1 or 2 * job.outs > 3 * job.shape[1]:
        return None
    high, wide = (replace(a, before=p[0], after=p[1]) for a, p in zip(job.where, pads, strict=True))
    shape = (job.shape[0], job.outs, *job.sizes)
    return Job(shape, job.shape[1], (job.shape[2], job.shape[3]), (high, wide), 1, job.dtype)


@lowering("conv2d_grad_weight")
def _grad_weight(e: Emitter, grad: Array, x: Array, like: Any, **attrs: Any) -> Any:
    job = _job(x, e.node.outs[0], grad, attrs)
    if job is None:
        return None
    out = e.out()
    rows = winograd.pays(job.shape, job.outs, job.where, job.groups, job.sizes)
    build = _contract_rows if rows else _contract
    shares = _shares(job)
    sums = [out, *(e.temp(out.shape, out.dtype) for _ in shares[1:])]
    parts = [(replace(job, shape=x[s].shape), grad[s], x[s], total) for s, total in zip(shares, sums, strict=True)]
    e.parallel(*(functools.partial(build, e, *part) for part in parts))
    for more in sums[1:]:
        e.call(e.xp.add, out, more, out)
    return out


def _contract_rows(e: Emitter, job: Job, grad: Array, x: Array, out: Array) -> None:
    winograd.weights(e, x, grad, out, job.where[0].before, job.where[1].before)


def _contract(e: Emitter, job: Job, grad: Array, x: Array, out: Array) -> None:
    columns, outputs = Columns(e, job), Outputs(e, job)
    columns.empty()
    turned = job.shape[0] * job.places >= MANY  # BLAS is faster with the long side first, if the way back is short
    sides = (job.taps, job.outs // job.groups)
    shape = (job.groups, *(sides if turned else sides[::-1]))
    result = out.reshape(job.groups, *sides[::-1])
    total = e.temp(shape, job.dtype) if turned else result
    more = None if job.images == job.shape[0] else e.temp(shape, job.dtype)
    each = None if job.together or job.images == 1 else e.temp((job.images, *shape), job.dtype)
    for part in job.parts():
        grads, taps = outputs.load(grad[part]), columns.load(x[part])
        operands = (taps, grads.swapaxes(-1, -2)) if turned else (grads, taps.swapaxes(-1, -2))
        place: Any = more if part.start else total
        if each is None:
            e.call(e.xp.matmul, *operands, place if job.together else place[None])
        else:
            e.call(e.xp.matmul, *operands, each[: part.stop - part.start])
            e.call(e.xp.add.reduce, each[: part.stop - part.start], 0, None, place)
        if part.start:
            e.call(e.xp.add, total, more, total)
    if turned:
        e.call(e.xp.copyto, result, total.swapaxes(1, 2))
