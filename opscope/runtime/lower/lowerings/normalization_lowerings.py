"""Lowering rules of normalization. They compute statistics, and then make a few passes in place."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

from opscope.core.annotations import Array
from opscope.core.machine_code import llvm_compiler
from opscope.runtime.lower import thread_pool
from opscope.runtime.lower.emitter import Emitter, lowering
from opscope.runtime.lower.kernel_graph import FULL, ROW, KernelGraph
from opscope.runtime.lower.llvm import kernel_cache
from opscope.runtime.lower.lowerings.elementwise_lowerings import number
from opscope.runtime.lower.lowerings.reduction_lowerings import dotted, row_sum

MIN_KERNEL_COLUMNS = 16  # elements of a channel of one image from which a compiled kernel is faster
MIN_KERNEL_SIZE = 1 << 12  # elements in all, likewise
UFUNCS = {"sub": "subtract", "mul": "multiply", "add": "add"}


@lowering("layer_norm")
def _layer_norm(
    e: Emitter, x: Array, weight: Array, bias: Array, normalized_shape: Sequence[int], epsilon: float
) -> Any:
    if x.dtype.kind != "f" or x.dtype.itemsize < 4 or not x.size or not x.flags.c_contiguous:
        return None
    if any(v is not None and (v.dtype != x.dtype or not v.flags.c_contiguous) for v in (weight, bias)):
        return None
    xp, columns = e.xp, math.prod(normalized_shape)
    whole = e.out(0, x)
    x, out = x.reshape(-1, columns), whole.reshape(-1, columns)
    row = e.temp((x.shape[0], 1), x.dtype)
    row_sum(e, x, 1, row, 1 / columns)
    e.call(xp.subtract, x, row, out)
    dotted(e, out, out, row)
    e.call(xp.add, row, number(e, x, epsilon * columns), row)
    e.call(xp.sqrt, row, row)
    e.call(xp.true_divide, number(e, x, math.sqrt(columns)), row, row)
    e.call(xp.multiply, out, row, out)
    if weight is not None:
        e.call(xp.multiply, out, weight.reshape(-1, columns), out)
    if bias is not None:
        e.call(xp.add, out, bias.reshape(-1, columns), out)
    return whole


@lowering("batch_norm")
def _batch_norm(
    e: Emitter, x: Array, mean: Array, variance: Array, scale: Any, bias: Array,
    momentum: float, epsilon: float, is_test: bool,
) -> Any:  # fmt: skip
    if x.dtype.kind != "f" or any(v.dtype != x.dtype for v in (mean, variance, scale, bias)):
        return None
    if x.dtype.itemsize < 4 or not x.size or not x.flags.c_contiguous:
        return None
    if not is_test and x.size == x.shape[1]:
        return None
    xp = e.xp
    y, mean_out, variance_out, center, inv_std = e.out(0, x), *(e.out(i) for i in range(1, 5))
    n, c = x.shape[:2]
    rows, out = x.reshape(n, c, -1), y.reshape(n, c, -1)
    count = n * rows.shape[2]
    spread = e.temp((c,), x.dtype)
    if is_test:
        e.call(xp.copyto, center, mean)
        e.call(xp.copyto, spread, variance)
        e.call(xp.copyto, mean_out, mean)
        e.call(xp.copyto, variance_out, variance)
    else:
        parts = e.temp((n, c), x.dtype)
        share = number(e, x, 1 / count)
        row_sum(e, rows, 2, parts[:, :, None], 1 / count)
        e.call(xp.add.reduce, parts, 0, None, center)
        e.call(xp.subtract, rows, center[:, None], out)
        dotted(e, out, out, parts[:, :, None])
        e.call(xp.add.reduce, parts, 0, None, spread)
        e.call(xp.multiply, spread, share, spread)
        for old, new, to in ((mean, center, mean_out), (variance, spread, variance_out)):
            fresh = e.temp((c,), x.dtype)
            e.call(xp.multiply, new, number(e, x, 1.0 - momentum), fresh)
            e.call(xp.multiply, old, number(e, x, momentum), to)
            e.call(xp.add, to, fresh, to)
    factor = e.temp((c,), x.dtype)
    e.call(xp.add, spread, number(e, x, epsilon), spread)
    e.call(xp.sqrt, spread, spread)
    e.call(xp.true_divide, number(e, x, 1), spread, inv_std)
    e.call(xp.multiply, inv_std, scale, factor)
    steps = {"mul": factor, "add": bias}
    if is_test:
        _by_channel(e, rows, {"sub": center, **steps}, out)
    else:
        _by_channel(e, out, steps, out)
    return [y, mean_out, variance_out, center, inv_std]


def _by_channel(e: Emitter, x: Array, steps: dict[str, Any], out: Any) -> None:
    """Apply operations on x [N, C, size] and a number for each channel, one after the other, in NumPy or in a kernel.

    Both give the same bits.
    """
    (images, channels, size), numbers = x.shape, [*steps.values()]
    small = size < MIN_KERNEL_COLUMNS or x.size < MIN_KERNEL_SIZE
    if small or e.device or not (llvm_compiler.available() and all(a.flags.c_contiguous for a in numbers)):
        for op, operand in steps.items():
            e.call(getattr(e.xp, UFUNCS[op]), x, operand[:, None], out)
            x = out
        return
    graph = KernelGraph(x.dtype)
    value = graph.input(FULL, x.dtype)
    for op in steps:
        value = graph.apply(op, value, graph.input(ROW, x.dtype))
    graph.add_sink(value, "store")
    function, scratch = kernel_cache.compile_kernel(graph, size), e.temp((1,), x.dtype)
    lists: list[list[kernel_cache.BoundKernel]] = [[] for _ in range(thread_pool.list_count(x.size))]
    for k, image, part in _parts(images, channels, len(lists)):
        arrays = [x[image, part], *(a[part] for a in numbers), out[image, part]]
        lists[k].append(kernel_cache.bind(function, part.stop - part.start, size, scratch, arrays))
    calls = [kernel_cache.batch_calls(list_) for list_ in lists if list_]
    e.call(thread_pool.parallel([[call] for call in calls]) if len(calls) > 1 else calls[0])
    e.pass_state["kernels"] = True


def _parts(images: int, channels: int, lists: int) -> Iterator[tuple[int, int, slice]]:
    """Return (number of the list, image, channels) of each kernel call. The lists have equal work."""
    total = images * channels
    for k in range(lists):
        at, end = total * k // lists, total * (k + 1) // lists
        while at < end:
            image, first = divmod(at, channels)
            stop = min(channels, first + end - at)
            yield k, image, slice(first, stop)
            at += stop - first
