"""Convolution by compiled code or as matrix products. `conv_columns.py` prepares the operands of the products.

Compiled code (`ops/nn/direct_conv.py`) computes the convolutions that it supports, wherever the program runs: in a
lowered run, in a first run, in dygraph. All other convolutions, and without llvmlite all convolutions, use a method
that depends on the sizes:

| method           | when                                                | how                                     |
|------------------|-----------------------------------------------------|-----------------------------------------|
| Winograd         | 3x3, stride and dilation 1, one group, large enough | `winograd.py`: half the multiplications |
| images innermost | fewer than PER_IMAGE_POSITIONS positions, 4 images  | one product for all images              |
| per image        | else                                                | one product an image; 1x1: no im2col    |

The gradient of the input is computed in the same way, with the window reversed. If this is more work (strides, groups,
many more channels out than in), it is a product followed by col2im. The gradient of the weight is a product with the
columns.
"""

from __future__ import annotations

import functools
import math
from dataclasses import replace
from typing import Any

from opscope.core.annotations import Array
from opscope.ops.nn import direct_conv, windows_2d
from opscope.runtime.lower import blas, thread_pool
from opscope.runtime.lower.emitter import Emitter, lowering
from opscope.runtime.lower.lowerings import winograd
from opscope.runtime.lower.lowerings.conv_columns import PER_IMAGE_POSITIONS, ColumnOutputs, Columns, ConvSizes

MIN_PARALLEL_FLOPS = 1 << 22  # operations from which threads share the images


def _sizes_of(x: Array, weight: Array, out: Array, attrs: dict[str, Any]) -> ConvSizes | None:
    """Return the sizes of a convolution.

    Return None if the convolution is empty, or if BLAS cannot compute it (no floats, or float16).
    """
    same = x.dtype == weight.dtype == out.dtype
    if not same or x.dtype.kind != "f" or x.dtype.itemsize < 4 or 0 in (*x.shape, *weight.shape, *out.shape):
        return None
    axes = windows_2d.axes(x.shape[2:], weight.shape[2:], attrs["stride"], attrs["padding"], attrs["dilation"])
    return ConvSizes(x.shape, weight.shape[0], out.shape[2:], axes, attrs["groups"], x.dtype)


def _contiguous(e: Emitter, array: Array) -> Any:
    """Return the array if it is contiguous, or a contiguous copy."""
    if array.flags.c_contiguous:
        return array
    copy = e.temp(array.shape, array.dtype)
    e.call(e.xp.copyto, copy, array)
    return copy


def _compiled(
    e: Emitter, x: Any, weight: Any, attrs: dict[str, Any], out: Any
) -> tuple[direct_conv.ConvShape, int] | tuple[None, int]:
    """Return the convolution, if compiled code computes it, and the number of threads that share the work."""
    conv = None if e.device else direct_conv.conv_shape(x, weight, attrs, out)
    if conv is None:
        return None, 0
    work = 2 * math.prod(out.shape) * conv.channels * conv.kernel
    return conv, thread_pool.num_threads() if work >= MIN_PARALLEL_FLOPS else 1


def _shares(size: int, count: int) -> list[slice]:
    """Return slices of a dim for this number of threads."""
    count = max(min(count, size), 1)
    cuts = [size * i // count for i in range(count + 1)]
    return list(map(slice, cuts, cuts[1:]))


@lowering("conv2d")
def _conv2d(e: Emitter, x: Array, weight: Array, **attrs: Any) -> Any:
    direct, threads = _compiled(e, x, weight, attrs, e.node.outs[0])
    if direct is not None:
        out, shares = e.out(), _shares(len(x), threads)
        e.parallel(*(functools.partial(e.call, direct_conv.output, direct, x[s], weight, out[s]) for s in shares))
        return out
    conv = _sizes_of(x, weight, e.node.outs[0], attrs)
    if conv is None:
        return None
    out = e.out()
    _correlate(e, conv, x, weight, out)
    return out


def _thread_slices(conv: ConvSizes) -> list[slice]:
    """Return the images of each thread.

    If there is enough work, opscope's threads divide the images, and BLAS does not divide the products.
    """
    work = 2 * conv.shape[0] * conv.outs * math.prod(conv.sizes) * conv.window_size
    return _shares(conv.shape[0], blas.num_threads() if work >= MIN_PARALLEL_FLOPS else 1)


def _correlate(e: Emitter, conv: ConvSizes, x: Array, weight: Array, out: Array) -> None:
    rows = winograd.is_faster(conv.shape, conv.outs, conv.axes, conv.groups, conv.sizes)
    build = _by_winograd if rows else _by_im2col
    parts = [(replace(conv, shape=x[s].shape), x[s], out[s]) for s in _thread_slices(conv)]
    e.parallel(*(functools.partial(build, e, part, a, weight, b) for part, a, b in parts))


def _by_winograd(e: Emitter, conv: ConvSizes, x: Array, weight: Array, out: Array) -> None:
    winograd.correlate(e, x, weight, out, conv.axes[0].before, conv.axes[1].before)


def _by_im2col(e: Emitter, conv: ConvSizes, x: Array, weight: Array, out: Array) -> None:
    filters = _contiguous(e, weight).reshape(conv.groups, conv.outs // conv.groups, conv.window_size)
    columns, outputs = Columns(e, conv), ColumnOutputs(e, conv)
    columns.zero_padding()
    for part in conv.parts():
        matrix = columns.im2col(x[part])
        product, images = outputs.views(out[part])
        e.product(e.xp.matmul, filters, matrix, product)
        if images is not None:
            e.call(e.xp.copyto, out[part], images)


@lowering("conv2d_grad_input")
def _grad_input(e: Emitter, grad: Array, weight: Array, like: Any, **attrs: Any) -> Any:
    direct, threads = _compiled(e, e.node.outs[0], weight, attrs, grad)
    if direct is not None and direct.backwards is not None:
        out = e.out()
        shares = _shares(len(grad), threads)
        e.parallel(
            *(functools.partial(e.call, direct_conv.input_gradient, direct, grad[s], weight, out[s]) for s in shares)
        )
        return out
    conv = _sizes_of(e.node.outs[0], weight, grad, attrs)
    if conv is None:
        return None
    out = e.out()
    convolution = _as_convolution(conv)
    if convolution is not None:
        _correlate(e, convolution, grad, weight.swapaxes(0, 1)[:, :, ::-1, ::-1], out)
        return out
    parts = [(replace(conv, shape=out[s].shape), grad[s], out[s]) for s in _thread_slices(conv)]
    e.parallel(*(functools.partial(_by_col2im, e, part, a, weight, b) for part, a, b in parts))
    return out


def _by_col2im(e: Emitter, conv: ConvSizes, grad: Array, weight: Array, out: Array) -> None:
    """The gradient of the input: a product followed by col2im."""
    filters = _contiguous(e, weight).reshape(conv.groups, conv.outs // conv.groups, conv.window_size).swapaxes(1, 2)
    columns, outputs = Columns(e, conv), ColumnOutputs(e, conv)
    for part in conv.parts():
        matrix = columns.views(len(out[part]))[0]
        e.product(e.xp.matmul, filters, outputs.load(grad[part]), matrix)
        columns.col2im(out[part])


def _as_convolution(conv: ConvSizes) -> ConvSizes | None:
    """Return the gradient of the input as a convolution with the window reversed, because im2col is faster than col2im.

    Return None if the gradient is not a convolution. Also return None if many more output than input channels make this
    more work.
    """
    pads = [
        (a.extent - 1 - a.before, d - n + a.before)
        for a, d, n in zip(conv.axes, conv.shape[2:], conv.sizes, strict=True)
    ]
    unit = all(a.stride == 1 for a in conv.axes) and min(min(p) for p in pads) >= 0
    if conv.is_pointwise or not unit or conv.groups > 1 or 2 * conv.outs > 3 * conv.shape[1]:
        return None
    high, wide = (replace(a, before=p[0], after=p[1]) for a, p in zip(conv.axes, pads, strict=True))
    shape = (conv.shape[0], conv.outs, *conv.sizes)
    return ConvSizes(shape, conv.shape[1], (conv.shape[2], conv.shape[3]), (high, wide), 1, conv.dtype)


@lowering("conv2d_grad_weight")
def _grad_weight(e: Emitter, grad: Array, x: Array, like: Any, **attrs: Any) -> Any:
    direct, threads = _compiled(e, x, e.node.outs[0], attrs, grad)
    if direct is not None and direct.outs >= direct_conv.MIN_LANES:
        out = e.out()
        e.parallel(
            *(
                functools.partial(
                    *(e.call, direct_conv.weight_gradient),
                    *(replace(direct, channels=s.stop - s.start), grad, x[:, s], out[:, s]),
                )
                for s in _shares(direct.channels, threads)  # of channels: the sum over the images is that of one thread
            )
        )
        return out
    conv = _sizes_of(x, e.node.outs[0], grad, attrs)
    if conv is None:
        return None
    out = e.out()
    rows = winograd.is_faster(conv.shape, conv.outs, conv.axes, conv.groups, conv.sizes)
    build = _weight_gradient_by_winograd if rows else _weight_gradient_by_im2col
    slices = _thread_slices(conv)
    sums = [out, *(e.temp(out.shape, out.dtype) for _ in slices[1:])]
    parts = [(replace(conv, shape=x[s].shape), grad[s], x[s], total) for s, total in zip(slices, sums, strict=True)]
    e.parallel(*(functools.partial(build, e, *part) for part in parts))
    for more in sums[1:]:
        e.call(e.xp.add, out, more, out)
    return out


def _weight_gradient_by_winograd(e: Emitter, conv: ConvSizes, grad: Array, x: Array, out: Array) -> None:
    winograd.weight_gradient(e, x, grad, out, conv.axes[0].before, conv.axes[1].before)


def _weight_gradient_by_im2col(e: Emitter, conv: ConvSizes, grad: Array, x: Array, out: Array) -> None:
    columns, outputs = Columns(e, conv), ColumnOutputs(e, conv)
    columns.zero_padding()
    # BLAS is faster with the long side first, if the copy back is small
    transposed = conv.shape[0] * conv.positions >= PER_IMAGE_POSITIONS
    sides = (conv.window_size, conv.outs // conv.groups)
    shape = (conv.groups, *(sides if transposed else sides[::-1]))
    result = out.reshape(conv.groups, *sides[::-1])
    total = e.temp(shape, conv.dtype) if transposed else result
    more = None if conv.images_per_part == conv.shape[0] else e.temp(shape, conv.dtype)
    each = (
        None
        if conv.images_innermost or conv.images_per_part == 1
        else e.temp((conv.images_per_part, *shape), conv.dtype)
    )
    for part in conv.parts():
        grads, matrix = outputs.load(grad[part]), columns.im2col(x[part])
        operands = (matrix, grads.swapaxes(-1, -2)) if transposed else (grads, matrix.swapaxes(-1, -2))
        place: Any = more if part.start else total
        if each is None:
            e.product(e.xp.matmul, *operands, place if conv.images_innermost else place[None])
        else:
            e.product(e.xp.matmul, *operands, each[: part.stop - part.start])
            e.call(e.xp.add.reduce, each[: part.stop - part.start], 0, None, place)
        if part.start:
            e.call(e.xp.add, total, more, total)
    if transposed:
        e.call(e.xp.copyto, result, total.swapaxes(1, 2))
