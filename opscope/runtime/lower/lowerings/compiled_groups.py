"""Compiled groups. A fusion group becomes one kernel, which is called for parts of the rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.core.annotations import Array
from opscope.ops.indexing import index_checks
from opscope.runtime.lower import thread_pool
from opscope.runtime.lower.column_passes import ColumnPasses
from opscope.runtime.lower.emitter import Emitter
from opscope.runtime.lower.fused_ops import COLUMN, FULL, ROW, SUM_OVER_ALL, SUM_OVER_ROWS
from opscope.runtime.lower.fusion import FusionGroup
from opscope.runtime.lower.kernel_graph import ONE
from opscope.runtime.lower.llvm import kernel_cache
from opscope.runtime.lower.tiling import TileLayout
from opscope.runtime.lower.trace import TraceValue
from opscope.runtime.lower.translation import Translation

BLOCK_SIZES = 1 << 14, 1 << 16  # elements of a part whose rows are summed: only the iteration space decides

SINK_OF_KIND = {FULL: "store", ROW: "store row", SUM_OVER_ROWS: "add rows", SUM_OVER_ALL: "add all"}


def emit_group(e: Emitter, group: FusionGroup, operands: Sequence[Any], kinds: dict[int, str]) -> list[Any]:
    """Add the kernel calls of a group. Return the arrays of the outputs."""
    translation = Translation(group.float_dtype)
    kinds = {**kinds, **{id(r): ONE for r, a in zip(group.inputs, operands, strict=True) if is_stretched_scalar(r, a)}}
    for ref in group.inputs:
        translation.input(ref, kinds[id(ref)])
    for member in group.members:
        translation.add(member)
    for out in group.outs:
        translation.graph.add_sink(translation.values[id(out)], SINK_OF_KIND[kinds[id(out)]])
    e.pass_state["kernels"] = True
    return _KernelCalls(e, group, kinds, translation).add(operands)


def is_stretched_scalar(ref: TraceValue, array: Array) -> bool:
    """Return True for a scalar that is broadcast, such as the gradient of a sum. Kernels read it as a scalar.

    The result is False for class labels.
    """
    return array.size > 1 and not any(array.strides) and ref.dtype.kind not in "iu"


class _KernelCalls:
    """The kernel calls of one group."""

    def __init__(self, e: Emitter, group: FusionGroup, kinds: dict[int, str], translation: Translation) -> None:
        self.e = e
        self.group = group
        self.kinds = kinds
        self.layout = layout = TileLayout(group, ())  # flat, or rows: arrays with other strides are copied
        self.translation = translation
        self.passes = ColumnPasses(translation.graph)
        self.columns = layout.shape[-1]
        self.parts = self._parts()

    def _parts(self) -> list[tuple[int, int]]:
        """Return (start, stop) of each part, in rows, or in elements if the group is flat."""
        size = self.group.size
        if self.group.reduces_across_rows:
            slices = self.layout.blocks(
                min(
                    max(size // (thread_pool.LISTS_PER_THREAD * thread_pool.num_threads()), BLOCK_SIZES[0]),
                    BLOCK_SIZES[1],
                )
            )
            return [(s[0].start, s[0].stop) for s in slices]
        total = self.layout.shape[0]
        step = max(-(-total // thread_pool.list_count(size)), 1)
        if self.layout.is_flat:
            step = -(-step // 16) * 16  # whole cache lines
        return [(start, min(start + step, total)) for start in range(0, total, step)]

    def add(self, operands: Sequence[Any]) -> list[Any]:
        """Add the calls of the group, and return the arrays of the outputs."""
        e = self.e
        inputs = [self._input_view(r, a) for r, a in zip(self.group.inputs, operands, strict=True)]
        for number, ignored in self.translation.labels.items():
            label = operands[number]
            e.call(index_checks.label_check(label, e.temp(label.shape, bool), self.columns, ignored))
        outs = [self._out(i, operands) for i in range(len(self.group.outs))]
        sinks = [self._sink_array(r, a) for r, a in zip(self.group.outs, outs, strict=True)]
        longest = max(stop - start for start, stop in self.parts) if self.layout.is_flat else self.columns
        room = kernel_cache.scratch_size(self.passes, longest)
        count = min(thread_pool.list_count(self.group.size), len(self.parts))
        scratch = e.temp((count, max(room, 1)), self.translation.graph.dtype)
        lists: list[list[Any]] = []
        for k in range(count):
            numbers = range(k * len(self.parts) // count, (k + 1) * len(self.parts) // count)
            lists.append([self._call(n, scratch[k], inputs, sinks) for n in numbers])
        if count > 1:
            e.call(thread_pool.parallel(lists))
        else:
            for call in lists[0]:
                e.call(call)
        self._combine_partial_sums(outs, sinks)
        return outs

    def _input_view(self, ref: TraceValue, array: Array) -> Any:
        """Return an input as a contiguous array for the kernels."""
        if self.kinds[id(ref)] == ONE:
            return array[(slice(0, 1),) * array.ndim]
        view = self.layout.view(array, self.kinds[id(ref)])
        if view is not None and view.flags.c_contiguous:
            return view
        copy = self.e.temp(array.shape, array.dtype)
        self.e.call(self.e.xp.copyto, copy, array)
        return self.layout.view(copy, self.kinds[id(ref)])

    def _out(self, i: int, operands: Sequence[Any]) -> Any:
        """Return the array of an output. This is the array of an input if no later pass reads this input."""
        out = self.group.outs[i]
        if self.kinds[id(out)] != FULL:
            return self.e.out(i)
        ready = self.passes.ready_pass[self.translation.values[id(out)]]
        reusable_inputs = [
            a
            for n, (r, a) in enumerate(zip(self.group.inputs, operands, strict=True))
            if self.kinds[id(r)] == FULL and self.passes.reads(n) <= ready
        ]
        return self.e.out(i, *reusable_inputs)

    def _sink_array(self, out: TraceValue, array: Array) -> Any:
        kind = self.kinds[id(out)]
        if kind in (SUM_OVER_ROWS, SUM_OVER_ALL) and len(self.parts) == 1:
            return array.reshape(1, -1)
        if kind in (SUM_OVER_ROWS, SUM_OVER_ALL):
            return self.e.temp((len(self.parts), math.prod(self.layout.shape_of(kind))), out.dtype)
        return array.reshape(self.layout.shape_of(kind))

    def _call(self, n: int, scratch: Any, inputs: Sequence[Any], sinks: Sequence[Any]) -> Any:
        start, stop = self.parts[n]
        kinds = [self.kinds[id(r)] for r in self.group.inputs]
        arrays = [a if kind in (COLUMN, ONE) else a[start:stop] for a, kind in zip(inputs, kinds, strict=True)]
        for out, array in zip(self.group.outs, sinks, strict=True):
            gathered = self.kinds[id(out)] in (SUM_OVER_ROWS, SUM_OVER_ALL)
            arrays.append(array[n] if gathered else array[start:stop])
        rows, columns = (1, stop - start) if self.layout.is_flat else (stop - start, self.columns)
        function = kernel_cache.compile_kernel(self.translation.graph, columns)
        return kernel_cache.bind(function, rows, columns, scratch, arrays)

    def _combine_partial_sums(self, outs: Sequence[Any], sinks: Sequence[Any]) -> None:
        """Add up the partial sums of the parts."""
        e = self.e
        divisors = {id(m.node.outs[0]): m.divisor for m in self.group.members}
        for out, array, parts in zip(self.group.outs, outs, sinks, strict=True):
            if self.kinds[id(out)] not in (SUM_OVER_ROWS, SUM_OVER_ALL):
                continue
            place = array.reshape(-1)
            if len(self.parts) > 1:
                e.call(e.xp.add.reduce, parts, 0, None, place)
            if divisors[id(out)]:
                e.call(e.xp.true_divide, place, e.xp.asarray(divisors[id(out)], place.dtype), place)
