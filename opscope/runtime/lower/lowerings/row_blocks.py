"""Rows: a chain is emitted once for each block, on slices of what comes in and goes out; all else is scratch.

Each list of blocks has scratch of its own, so that lists can run at the same time.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

import numpy as np

from opscope.runtime.lower import thread_pool
from opscope.runtime.lower.emission import Emission, form
from opscope.runtime.lower.fused_ops import COLUMN, FULL, OVER_ALL, OVER_ROWS, ROW, Member
from opscope.runtime.lower.fusion import Chain
from opscope.runtime.lower.llvm.translation import NUMPY
from opscope.runtime.lower.lowerings import compiled_groups
from opscope.runtime.lower.memory_plan import Memory, Storage
from opscope.runtime.lower.tiling import Layout, Slices, cut
from opscope.runtime.lower.trace import Like, Node, Ref, Trace

# elements of a whole value in one block: with more, values leave the cache of a core; with fewer, threads wait for each
# other, since each call takes the GIL for a moment
BLOCK = 1 << 14, 1 << 17
FEW = 4  # members, with which blocks may be large; where rows are summed only the key says how large they are, so that
# a sum is the same to the last bit whatever else is in its chain
EACH = 2  # lists for a thread: who is done early takes another
SHARED = 1 << 17  # elements from which several threads work
LONG = 512, 1 << 16  # columns from which a ufunc is faster row by row
TILED = 8  # blocks from which a row that all blocks read is laid out as often as a block has rows


class _Blocks:
    """The emission of one chain."""

    def __init__(self, e: Emission, chain: Chain, operands: Sequence[Any]) -> None:
        self.e = e
        self.chain = chain
        self.kinds = kinds_of(chain)
        self.same = _same(chain)
        whole = [a for r, a in zip(chain.inputs, operands, strict=True) if self.kinds[id(r)] == FULL]
        self.layout = Layout(chain, whole)
        most = BLOCK[1] if len(chain.members) <= FEW and not chain.gathers else BLOCK[1] // 2
        self.slices = self.layout.blocks(min(max(chain.size // (EACH * thread_pool.width()), BLOCK[0]), most))
        self.inputs = {id(r): self._seen(r, a) for r, a in zip(chain.inputs, operands, strict=True)}
        self.trace = Trace(e.trace.plan)
        self.nodes: dict[tuple[int, ...], tuple[list[Node], dict[int, Ref]]] = {}

    def _seen(self, ref: Ref, array: Any) -> Any:
        e, kind = self.e, self.kinds[id(ref)]
        view = self.layout.seen(array, kind)
        if view is None:
            copy = e.temp(array.shape, array.dtype)
            e.call(e.xp.copyto, copy, array)
            view = self.layout.seen(copy, kind)
        if kind != COLUMN or view.ndim != 1 or len(self.slices) < TILED or self.layout.own:
            return view
        first = self.slices[0][0]
        tile = e.temp((first.stop, view.shape[0]), view.dtype)
        e.call(e.xp.copyto, tile, view)
        return tile

    def block(self, slices: Slices) -> tuple[list[Node], dict[int, Ref]]:
        """The members as nodes on values of the size of one block, and those values, by id of the whole ones."""
        shape = tuple(s.stop - s.start for s in slices)
        if shape not in self.nodes:
            self.nodes[shape] = self._nodes(shape)
        return self.nodes[shape]

    def _nodes(self, shape: tuple[int, ...]) -> tuple[list[Node], dict[int, Ref]]:
        refs: dict[int, Ref] = {}

        def small(ref: Ref, kind: str) -> Ref:
            root = self.same.get(id(ref), id(ref))
            if root not in refs:
                refs[root] = Ref(self.trace, self._small(ref, kind, shape), ref.dtype)
            return refs[root]

        def operand(value: Any, kind: str) -> Any:
            if isinstance(value, Like):
                return Like(self._small(value, kind, shape), value.dtype)
            return small(value, kind) if isinstance(value, Ref) else value

        nodes: list[Node] = []
        for m in self.chain.members:
            if m.alias:
                continue
            reads = zip(_operands(m), m.reads, strict=False)
            inputs = tuple(operand(v, k) for v, k in reads)
            outs = tuple(small(o, k) for o, k in zip(m.node.outs, m.makes, strict=True))
            nodes.append(Node(m.op, inputs, m.attrs, outs, m.node.index))
        return nodes, refs

    def _small(self, ref: Any, kind: str, shape: tuple[int, ...]) -> tuple[int, ...]:
        if kind == FULL:
            return shape
        if kind == ROW:
            return (*shape[:-1], 1)
        if kind in (OVER_ROWS, OVER_ALL):
            return self.layout.whole(kind)
        return ref.shape

    def emission(self, memory: Memory, slices: Slices) -> tuple[_Emission, list[Node], dict[int, Ref]]:
        """One for a block, which knows the values that come in."""
        nodes, refs = self.block(slices)
        made = _Emission(self.trace, memory, self.e.env, {})
        for ref in self.chain.inputs:
            root = refs.get(id(ref))
            if root is not None:
                seen = self.inputs[id(ref)]
                tiled = self.kinds[id(ref)] == COLUMN and seen.ndim == 2 and not self.layout.own
                made.arrays[root] = seen[: slices[0].stop - slices[0].start] if tiled else cut(seen, slices)
        return made, nodes, refs

    def over(self) -> dict[int, Ref]:
        """Which outputs can lie where an input does: those that a block on paper puts there."""
        made, nodes, refs = self.emission(_Paper(self.e.xp), self.slices[0])
        lenders = [r for r in self.chain.inputs if self.kinds[id(r)] == FULL and r.constant is None and id(r) in refs]
        for ref in lenders:
            made.lend(refs[id(ref)])
        kept = [refs[self.same.get(id(o), id(o))] for o in self.chain.outs]
        made.run(nodes, kept)
        over: dict[int, Ref] = {}
        for out, small in zip(self.chain.outs, kept, strict=True):
            for ref in lenders:
                if made.arrays[small] is made.arrays[refs[id(ref)]]:
                    over[id(out)] = ref
        return over

    def places(self, over: dict[int, Ref]) -> tuple[list[Any], dict[int, Any]]:
        """(the arrays that the chain makes, how blocks see them, by id); sums have a part for each block."""
        arrays: list[Any] = []
        seen: dict[int, Any] = {}
        for i, out in enumerate(self.chain.outs):
            kind = self.kinds[id(out)]
            lender = over.get(id(out))
            array = self.e.out(i) if lender is None else self.e.out(i, self.e.arrays[lender])
            arrays.append(array)
            if kind in (OVER_ROWS, OVER_ALL):
                seen[id(out)] = self.e.temp((len(self.slices), *self.layout.whole(kind)), out.dtype)
            else:
                seen[id(out)] = array.reshape(self.layout.whole(kind))
        return arrays, seen

    def emit(self) -> list[Any]:
        """Add the calls; the arrays that the chain makes."""
        e = self.e
        arrays, seen = self.places(self.over())
        ends = (0, len(self.slices) - 1)  # blocks come in two sizes
        peak = max(self._made(Memory(e.xp), b, seen).memory.peak for b in ends)
        shared = self.chain.size >= SHARED and thread_pool.width() > 1
        count = min(EACH * thread_pool.width(), len(self.slices)) if shared else 1
        room = -(-max(peak, 1) // 64) * 64
        scratch = e.temp((count * room,), "uint8")
        tight = self._tight()
        lists: list[list[Any]] = []
        for k in range(count):
            calls: list[Any] = [*tight]
            for b in range(k * len(self.slices) // count, (k + 1) * len(self.slices) // count):
                made = self._made(_Scratch(e.xp, scratch[k * room : (k + 1) * room]), b, seen)
                calls += made.calls
                if count == 1 and not tight:
                    e.calls += made.calls
                    e.owners += made.owners
            lists.append(calls)
        if count > 1 or tight:
            e.call(thread_pool.parallel(lists))
        self._gather(arrays, seen)
        return arrays

    def _tight(self) -> list[Any]:
        """Where values of a row meet long rows: buffers of one row, so that ufuncs do not spread them into buffers."""
        columns = self.layout.base[-1] // 16 * 16
        rows = any(kind == ROW for kind in self.kinds.values()) or not self.chain.linear
        return [functools.partial(np.setbufsize, columns)] if rows and LONG[0] <= columns <= LONG[1] else []

    def _made(self, memory: Memory, b: int, seen: dict[int, Any]) -> Emission:
        slices = self.slices[b]
        made, nodes, refs = self.emission(memory, slices)
        for out in self.chain.outs:
            gathered = self.kinds[id(out)] in (OVER_ROWS, OVER_ALL)
            root = refs[self.same.get(id(out), id(out))]
            made.presets[root] = seen[id(out)][b] if gathered else cut(seen[id(out)], slices)
        made.run(nodes, ())
        return made

    def _gather(self, arrays: list[Any], seen: dict[int, Any]) -> None:
        e = self.e
        divisors = {id(m.node.outs[0]): m.divisor for m in self.chain.members}
        for out, array in zip(self.chain.outs, arrays, strict=True):
            kind = self.kinds[id(out)]
            if kind not in (OVER_ROWS, OVER_ALL):
                continue
            place = array.reshape(self.layout.whole(kind))
            e.call(e.xp.add.reduce, seen[id(out)], 0, None, place)
            if divisors[id(out)]:
                e.call(e.xp.true_divide, place, e.xp.asarray(divisors[id(out)], place.dtype), place)


class _Emission(Emission):
    """Of a block."""

    def lend(self, ref: Ref) -> None:
        """A value that comes in may be overwritten."""
        self._lie(ref, Storage(LENT, 0))


LENT = -1


class _Paper(Memory):
    """Where lent pieces end when no one needs them."""

    def give(self, storage: Storage) -> None:
        if storage.offset != LENT:
            super().give(storage)


class _Scratch(Memory):
    """Memory within a given piece of memory."""

    def __init__(self, xp: Any, piece: Any) -> None:
        super().__init__(xp)
        self._arena = piece


def _operands(member: Member) -> tuple[Any, ...]:
    """What the op of a member reads: a sum does not read what it is summed to the shape of."""
    return member.node.inputs if member.op is member.node.op else member.node.inputs[:1]


def kinds_of(chain: Chain) -> dict[int, str]:
    """What each value is, by id."""
    kinds = {id(v): k for m in chain.members for v, k in zip(m.node.inputs, m.reads, strict=True) if isinstance(v, Ref)}
    kinds.update((id(o), k) for m in chain.members for o, k in zip(m.node.outs, m.makes, strict=True))
    return kinds


def _same(chain: Chain) -> dict[int, int]:
    """For views, the id of the value that they are the same blocks as."""
    same: dict[int, int] = {}
    for m in chain.members:
        if m.alias:
            source = id(m.node.inputs[0])
            same[id(m.node.outs[0])] = same.get(source, source)
    return same


@form("chain")
def _chain(e: Emission, *operands: Any, chain: Chain) -> list[Any]:
    if chain.code != NUMPY:
        return compiled_groups.emitted(e, chain, operands, kinds_of(chain))
    return _Blocks(e, chain, operands).emit()
