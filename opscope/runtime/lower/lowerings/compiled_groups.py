"""Compiled: a chain of ops as one kernel, called for parts of its rows."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from opscope.ops.indexing import index_checks
from opscope.runtime.lower import thread_pool
from opscope.runtime.lower.emission import Emission
from opscope.runtime.lower.fused_ops import COLUMN, FULL, OVER_ALL, OVER_ROWS, ROW
from opscope.runtime.lower.fusion import Chain
from opscope.runtime.lower.llvm import kernel_cache
from opscope.runtime.lower.llvm.kernel_graph import ONE
from opscope.runtime.lower.llvm.passes import Passes
from opscope.runtime.lower.llvm.translation import Translation
from opscope.runtime.lower.tiling import Layout
from opscope.runtime.lower.trace import Ref

SHARED = 1 << 17  # elements from which several threads work
EACH = 2  # parts for a thread: who is done early takes another
BLOCK = 1 << 14, 1 << 16  # elements of a part whose rows are summed: only the key says how many

HOW = {FULL: "store", ROW: "store row", OVER_ROWS: "add rows", OVER_ALL: "add all"}


def emitted(e: Emission, chain: Chain, operands: Sequence[Any], kinds: dict[int, str]) -> list[Any]:
    """Add the calls of a chain of members that have code; the arrays that it makes."""
    translation = Translation(chain.dtype)
    kinds = {**kinds, **{id(r): ONE for r, a in zip(chain.inputs, operands, strict=True) if stretched(r, a)}}
    for ref in chain.inputs:
        translation.input(ref, kinds[id(ref)])
    for member in chain.members:
        translation.add(member)
    for out in chain.outs:
        translation.program.sink(translation.values[id(out)], HOW[kinds[id(out)]])
    e.notes["machine"] = True
    return _Calls(e, chain, kinds, translation).add(operands)


def stretched(ref: Ref, array: Any) -> bool:
    """True for a number in another shape, as the gradient of a sum: to a kernel it stays a number. Labels do not."""
    return array.size > 1 and not any(array.strides) and ref.dtype.kind not in "iu"


class _Calls:
    """The calls of one chain."""

    def __init__(self, e: Emission, chain: Chain, kinds: dict[int, str], translation: Translation) -> None:
        self.e = e
        self.chain = chain
        self.kinds = kinds
        self.layout = layout = Layout(chain, ())  # one line, or rows: what lies otherwise is copied
        self.translation = translation
        self.passes = Passes(translation.program)
        self.columns = layout.base[-1]
        self.parts = self._parts()

    def _parts(self) -> list[tuple[int, int]]:
        """Where parts begin and end: rows, or elements of the one row that there is."""
        size = self.chain.size
        if self.chain.gathers:
            slices = self.layout.blocks(min(max(size // (EACH * thread_pool.width()), BLOCK[0]), BLOCK[1]))
            return [(s[0].start, s[0].stop) for s in slices]
        count = EACH * thread_pool.width() if size >= SHARED and thread_pool.width() > 1 else 1
        total = self.layout.base[0]
        step = max(-(-total // count), 1)
        if self.layout.line:
            step = -(-step // 16) * 16  # whole cache lines
        return [(start, min(start + step, total)) for start in range(0, total, step)]

    def add(self, operands: Sequence[Any]) -> list[Any]:
        """Add them; the arrays that the chain makes."""
        e = self.e
        inputs = [self._seen(r, a) for r, a in zip(self.chain.inputs, operands, strict=True)]
        for number, ignored in self.translation.labels.items():
            label = operands[number]
            e.call(index_checks.label_check(label, e.temp(label.shape, bool), self.columns, ignored))
        outs = [self._out(i, operands) for i in range(len(self.chain.outs))]
        sinks = [self._sink(r, a) for r, a in zip(self.chain.outs, outs, strict=True)]
        longest = max(stop - start for start, stop in self.parts) if self.layout.line else self.columns
        room = kernel_cache.scratch(self.passes, longest)
        shared = self.chain.size >= SHARED and thread_pool.width() > 1
        count = min(EACH * thread_pool.width(), len(self.parts)) if shared else 1
        scratch = e.temp((count, max(room, 1)), self.translation.program.dtype)
        lists: list[list[Any]] = []
        for k in range(count):
            numbers = range(k * len(self.parts) // count, (k + 1) * len(self.parts) // count)
            lists.append([self._call(n, scratch[k], inputs, sinks) for n in numbers])
        if count > 1:
            e.call(thread_pool.parallel(lists))
        else:
            for call in lists[0]:
                e.call(call)
        self._gather(outs, sinks)
        return outs

    def _seen(self, ref: Ref, array: Any) -> Any:
        """An input as the kernel reads it: without gaps."""
        if self.kinds[id(ref)] == ONE:
            return array[(slice(0, 1),) * array.ndim]
        view = self.layout.seen(array, self.kinds[id(ref)])
        if view is not None and view.flags.c_contiguous:
            return view
        copy = self.e.temp(array.shape, array.dtype)
        self.e.call(self.e.xp.copyto, copy, array)
        return self.layout.seen(copy, self.kinds[id(ref)])

    def _out(self, i: int, operands: Sequence[Any]) -> Any:
        """Where an output goes: over an input, if no pass reads that any more."""
        out = self.chain.outs[i]
        if self.kinds[id(out)] != FULL:
            return self.e.out(i)
        ready = self.passes.ready[self.translation.values[id(out)]]
        over = [
            a
            for n, (r, a) in enumerate(zip(self.chain.inputs, operands, strict=True))
            if self.kinds[id(r)] == FULL and self.passes.reads(n) <= ready
        ]
        return self.e.out(i, *over)

    def _sink(self, out: Ref, array: Any) -> Any:
        kind = self.kinds[id(out)]
        if kind in (OVER_ROWS, OVER_ALL) and len(self.parts) == 1:
            return array.reshape(1, -1)
        if kind in (OVER_ROWS, OVER_ALL):
            return self.e.temp((len(self.parts), math.prod(self.layout.whole(kind))), out.dtype)
        return array.reshape(self.layout.whole(kind))

    def _call(self, n: int, scratch: Any, inputs: Sequence[Any], sinks: Sequence[Any]) -> Any:
        start, stop = self.parts[n]
        kinds = [self.kinds[id(r)] for r in self.chain.inputs]
        arrays = [a if kind in (COLUMN, ONE) else a[start:stop] for a, kind in zip(inputs, kinds, strict=True)]
        for out, array in zip(self.chain.outs, sinks, strict=True):
            gathered = self.kinds[id(out)] in (OVER_ROWS, OVER_ALL)
            arrays.append(array[n] if gathered else array[start:stop])
        rows, columns = (1, stop - start) if self.layout.line else (stop - start, self.columns)
        function = kernel_cache.function_of(self.translation.program, columns)
        return kernel_cache.bound(function, rows, columns, scratch, arrays)

    def _gather(self, outs: Sequence[Any], sinks: Sequence[Any]) -> None:
        """Sums of the parts."""
        e = self.e
        divisors = {id(m.node.outs[0]): m.divisor for m in self.chain.members}
        for out, array, parts in zip(self.chain.outs, outs, sinks, strict=True):
            if self.kinds[id(out)] not in (OVER_ROWS, OVER_ALL):
                continue
            place = array.reshape(-1)
            if len(self.parts) > 1:
                e.call(e.xp.add.reduce, parts, 0, None, place)
            if divisors[id(out)]:
                e.call(e.xp.true_divide, place, e.xp.asarray(divisors[id(out)], place.dtype), place)
