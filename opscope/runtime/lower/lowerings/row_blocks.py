"""Blocked groups. A fusion group becomes NumPy calls, which are emitted once for each block of rows.

The calls read and write slices of the inputs and outputs of the group. Other values are in scratch memory. Each list of
blocks has separate scratch memory, so lists can run in parallel.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.core.annotations import Array, ArrayModule
from opscope.runtime.lower import thread_pool
from opscope.runtime.lower.arena import ArenaAllocator, ArenaBlock
from opscope.runtime.lower.emitter import Emitter, lowering
from opscope.runtime.lower.fused_ops import COLUMN, FULL, ROW, SUM_OVER_ALL, SUM_OVER_ROWS, FusedOp
from opscope.runtime.lower.fusion import FusionGroup
from opscope.runtime.lower.lowerings import compiled_groups
from opscope.runtime.lower.tiling import Slices, TileLayout, tile_of
from opscope.runtime.lower.trace import ShapeOnly, Trace, TraceNode, TraceValue
from opscope.runtime.lower.translation import NUMPY

# elements of a whole value in one block: with more, values leave the cache of a core; with fewer, threads wait for each
# other, since each call takes the GIL for a moment
BLOCK_SIZES = 1 << 14, 1 << 17
# Members of a group up to which blocks may be large. Where rows are summed, only the iteration space decides the block
# size, so that a sum is the same to the last bit whatever else is in its group.
MAX_MEMBERS_FOR_LARGE_BLOCKS = 4
UNBUFFERED_COLUMNS = 512, 1 << 16  # columns from which a ufunc is faster row by row
MIN_BLOCKS_TO_TILE = 8  # blocks from which a row vector that all blocks read is repeated for each row of a block


class _BlockedGroup:
    """Emission of one group."""

    def __init__(self, e: Emitter, group: FusionGroup, operands: Sequence[Any]) -> None:
        self.e = e
        self.group = group
        self.kinds = value_kinds_of(group)
        self.view_sources = _view_sources(group)
        whole = [a for r, a in zip(group.inputs, operands, strict=True) if self.kinds[id(r)] == FULL]
        self.layout = TileLayout(group, whole)
        most = (
            BLOCK_SIZES[1]
            if len(group.members) <= MAX_MEMBERS_FOR_LARGE_BLOCKS and not group.reduces_across_rows
            else BLOCK_SIZES[1] // 2
        )
        self.slices = self.layout.blocks(
            min(max(group.size // (thread_pool.LISTS_PER_THREAD * thread_pool.num_threads()), BLOCK_SIZES[0]), most)
        )
        self.inputs = {id(r): self._input_view(r, a) for r, a in zip(group.inputs, operands, strict=True)}
        self.trace = Trace(e.trace.plan)
        self.nodes: dict[tuple[int, ...], tuple[list[TraceNode], dict[int, TraceValue]]] = {}

    def _input_view(self, ref: TraceValue, array: Array) -> Any:
        e, kind = self.e, self.kinds[id(ref)]
        view = self.layout.view(array, kind)
        if view is None:
            copy = e.temp(array.shape, array.dtype)
            e.call(e.xp.copyto, copy, array)
            view = self.layout.view(copy, kind)
        if kind != COLUMN or view.ndim != 1 or len(self.slices) < MIN_BLOCKS_TO_TILE or self.layout.keeps_dims:
            return view
        first = self.slices[0][0]
        tile = e.temp((first.stop, view.shape[0]), view.dtype)
        e.call(e.xp.copyto, tile, view)
        return tile

    def block(self, slices: Slices) -> tuple[list[TraceNode], dict[int, TraceValue]]:
        """Return the members as nodes on values of the size of a block.

        Also return these values by the id of the whole value.
        """
        shape = tuple(s.stop - s.start for s in slices)
        if shape not in self.nodes:
            self.nodes[shape] = self._nodes(shape)
        return self.nodes[shape]

    def _nodes(self, shape: tuple[int, ...]) -> tuple[list[TraceNode], dict[int, TraceValue]]:
        refs: dict[int, TraceValue] = {}

        def block_value(ref: TraceValue, kind: str) -> TraceValue:
            root = self.view_sources.get(id(ref), id(ref))
            if root not in refs:
                refs[root] = TraceValue(self.trace, self._block_shape(ref, kind, shape), ref.dtype)
            return refs[root]

        def operand(value: Array, kind: str) -> Any:
            if isinstance(value, ShapeOnly):
                return ShapeOnly(self._block_shape(value, kind, shape), value.dtype)
            return block_value(value, kind) if isinstance(value, TraceValue) else value

        nodes: list[TraceNode] = []
        for m in self.group.members:
            if m.is_view:
                continue
            reads = zip(_op_operands(m), m.input_kinds, strict=False)
            inputs = tuple(operand(v, k) for v, k in reads)
            outs = tuple(block_value(o, k) for o, k in zip(m.node.outs, m.output_kinds, strict=True))
            nodes.append(TraceNode(m.op, inputs, m.attrs, outs, m.node.index))
        return nodes, refs

    def _block_shape(self, ref: Any, kind: str, shape: tuple[int, ...]) -> tuple[int, ...]:
        if kind == FULL:
            return shape
        if kind == ROW:
            return (*shape[:-1], 1)
        if kind in (SUM_OVER_ROWS, SUM_OVER_ALL):
            return self.layout.shape_of(kind)
        return ref.shape

    def emission(
        self, memory: ArenaAllocator, slices: Slices
    ) -> tuple[_BlockEmitter, list[TraceNode], dict[int, TraceValue]]:
        """Return an emitter for a block that has the group's inputs, the nodes, and the values by id."""
        nodes, refs = self.block(slices)
        made = _BlockEmitter(self.trace, memory, self.e.env, {})
        for ref in self.group.inputs:
            root = refs.get(id(ref))
            if root is not None:
                views = self.inputs[id(ref)]
                tiled = self.kinds[id(ref)] == COLUMN and views.ndim == 2 and not self.layout.keeps_dims
                made.arrays[root] = views[: slices[0].stop - slices[0].start] if tiled else tile_of(views, slices)
        return made, nodes, refs

    def reusable_inputs(self) -> dict[int, TraceValue]:
        """The inputs whose memory outputs can reuse, by the id of the output. A dry run of one block finds them."""
        made, nodes, refs = self.emission(_DryRunArena(self.e.xp), self.slices[0])
        reusable = [r for r in self.group.inputs if self.kinds[id(r)] == FULL and r.constant is None and id(r) in refs]
        for ref in reusable:
            made.lend_block(refs[id(ref)])
        kept = [refs[self.view_sources.get(id(o), id(o))] for o in self.group.outs]
        made.run(nodes, kept)
        reusable_inputs: dict[int, TraceValue] = {}
        for out, block_value in zip(self.group.outs, kept, strict=True):
            for ref in reusable:
                if made.arrays[block_value] is made.arrays[refs[id(ref)]]:
                    reusable_inputs[id(out)] = ref
        return reusable_inputs

    def output_arrays(self, reusable_inputs: dict[int, TraceValue]) -> tuple[list[Any], dict[int, Any]]:
        """Return the arrays of the outputs, and the views of these arrays that blocks write, by id.

        A sum has a part for each block.
        """
        arrays: list[Any] = []
        views: dict[int, Any] = {}
        for i, out in enumerate(self.group.outs):
            kind = self.kinds[id(out)]
            reused = reusable_inputs.get(id(out))
            array = self.e.out(i) if reused is None else self.e.out(i, self.e.arrays[reused])
            arrays.append(array)
            if kind in (SUM_OVER_ROWS, SUM_OVER_ALL):
                views[id(out)] = self.e.temp((len(self.slices), *self.layout.shape_of(kind)), out.dtype)
            else:
                views[id(out)] = array.reshape(self.layout.shape_of(kind))
        return arrays, views

    def emit(self) -> list[Any]:
        """Add the calls of the group. Return the arrays of the outputs."""
        e = self.e
        arrays, views = self.output_arrays(self.reusable_inputs())
        ends = (0, len(self.slices) - 1)  # blocks come in two sizes
        peak = max(self._emit_block(ArenaAllocator(e.xp), b, views).memory.peak for b in ends)
        count = min(thread_pool.list_count(self.group.size), len(self.slices))
        room = -(-max(peak, 1) // 64) * 64
        scratch = e.temp((count * room,), "uint8")
        unbuffered = self._unbuffered()
        lists: list[list[Any]] = []
        for k in range(count):
            calls: list[Any] = [*unbuffered]
            for b in range(k * len(self.slices) // count, (k + 1) * len(self.slices) // count):
                made = self._emit_block(_ScratchArena(e.xp, scratch[k * room : (k + 1) * room]), b, views)
                calls += made.calls
                if count == 1 and not unbuffered:
                    e.calls += made.calls
                    e.owners += made.owners
            lists.append(calls)
        if count > 1 or unbuffered:
            e.call(thread_pool.parallel(lists))
        self._combine_partial_sums(arrays, views)
        return arrays

    def _unbuffered(self) -> list[Any]:
        """Set NumPy's ufunc buffer to one row if values of rows are broadcast along long rows. This avoids copies."""
        columns = self.layout.shape[-1] // 16 * 16
        rows = any(kind == ROW for kind in self.kinds.values()) or not self.group.is_flattenable
        return (
            [functools.partial(np.setbufsize, columns)]
            if rows and UNBUFFERED_COLUMNS[0] <= columns <= UNBUFFERED_COLUMNS[1]
            else []
        )

    def _emit_block(self, memory: ArenaAllocator, b: int, views: dict[int, Any]) -> Emitter:
        slices = self.slices[b]
        made, nodes, refs = self.emission(memory, slices)
        for out in self.group.outs:
            gathered = self.kinds[id(out)] in (SUM_OVER_ROWS, SUM_OVER_ALL)
            root = refs[self.view_sources.get(id(out), id(out))]
            made.preset_outputs[root] = views[id(out)][b] if gathered else tile_of(views[id(out)], slices)
        made.run(nodes, ())
        return made

    def _combine_partial_sums(self, arrays: list[Any], views: dict[int, Any]) -> None:
        e = self.e
        divisors = {id(m.node.outs[0]): m.divisor for m in self.group.members}
        for out, array in zip(self.group.outs, arrays, strict=True):
            kind = self.kinds[id(out)]
            if kind not in (SUM_OVER_ROWS, SUM_OVER_ALL):
                continue
            place = array.reshape(self.layout.shape_of(kind))
            e.call(e.xp.add.reduce, views[id(out)], 0, None, place)
            if divisors[id(out)]:
                e.call(e.xp.true_divide, place, e.xp.asarray(divisors[id(out)], place.dtype), place)


class _BlockEmitter(Emitter):
    """Emitter of one block of rows."""

    def lend_block(self, ref: TraceValue) -> None:
        """Allow the block to overwrite an input."""
        self._assign_block(ref, ArenaBlock(LENT_OFFSET, 0))


LENT_OFFSET = -1


class _DryRunArena(ArenaAllocator):
    """An arena for a dry run. The memory of lent inputs is not freed."""

    def free(self, block: ArenaBlock) -> None:
        if block.offset != LENT_OFFSET:
            super().free(block)


class _ScratchArena(ArenaAllocator):
    """An arena inside given scratch memory."""

    def __init__(self, xp: ArrayModule, piece: Any) -> None:
        super().__init__(xp)
        self._arena = piece


def _op_operands(member: FusedOp) -> tuple[Any, ...]:
    """Return the operands of a member's op. The op sum_to becomes a sum, which does not read `like`."""
    return member.node.inputs if member.op is member.node.op else member.node.inputs[:1]


def value_kinds_of(group: FusionGroup) -> dict[int, str]:
    """Return the kind of each value, by id."""
    kinds = {
        id(v): k
        for m in group.members
        for v, k in zip(m.node.inputs, m.input_kinds, strict=True)
        if isinstance(v, TraceValue)
    }
    kinds.update((id(o), k) for m in group.members for o, k in zip(m.node.outs, m.output_kinds, strict=True))
    return kinds


def _view_sources(group: FusionGroup) -> dict[int, int]:
    """For views, the id of the value that has the same blocks."""
    view_sources: dict[int, int] = {}
    for m in group.members:
        if m.is_view:
            source = id(m.node.inputs[0])
            view_sources[id(m.node.outs[0])] = view_sources.get(source, source)
    return view_sources


@lowering("fusion_group")
def _fusion_group(e: Emitter, *operands: Any, group: FusionGroup) -> list[Any]:
    if group.backend != NUMPY:
        return compiled_groups.emit_group(e, group, operands, value_kinds_of(group))
    return _BlockedGroup(e, group, operands).emit()
