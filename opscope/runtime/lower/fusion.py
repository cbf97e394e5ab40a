"""Chains: which nodes of a trace can be evaluated together, block of rows by block of rows.

A chain has a key (rows, columns). Its values are whole [rows, columns], one a row [rows, 1], or, at the end, sums over
all rows. A node joins the chain that has what it reads if nothing that it waits for waits for that chain.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from typing import Any

from opscope.ops.registry import Op
from opscope.runtime.lower.fused_ops import Member, Values, member_of
from opscope.runtime.lower.llvm import compiler
from opscope.runtime.lower.llvm.translation import MACHINE, NEUTRAL, NUMPY, code_of
from opscope.runtime.lower.trace import Node, Ref

SMALL = 1 << 8  # elements from which a kernel saves calls
LARGE = 1 << 16  # elements from which blocks of NumPy's calls do: smaller arrays lie in the cache anyway
ALONE = 1 << 19  # elements from which a single plain call is worth sharing among threads
WIDE = 1 << 18  # columns: a longer row is no block
OPEN = 8  # chains that a node may join
LONG = 64  # members of a chain: code for more takes long to make

Key = tuple[int, int]


class Chain:
    """Members in order. `inputs` and `outs` are the values that come in and go out."""

    def __init__(self, key: Key) -> None:
        self.key = key
        self.code = NEUTRAL  # who does it
        self.dtype: Any = None  # of the floats of a kernel
        self.members: list[Member] = []
        self.values: Values = {}
        self.outside: Values = {}  # what comes in
        self.shapes: set[tuple[int, ...]] = set()
        self.partial = False  # an operand is broadcast along some leading dims only
        self.gathers = False  # something is summed over all rows
        self.inputs: tuple[Ref, ...] = ()
        self.outs: tuple[Ref, ...] = ()

    @staticmethod
    def least() -> int:
        """Of how many elements a value is that is worth a chain."""
        return SMALL if compiler.available() else LARGE

    @classmethod
    def code_of(cls, member: Member) -> tuple[str, Any]:
        """Who does a member, and its float dtype."""
        return code_of(member)

    @classmethod
    def takes(cls, member: Member) -> bool:
        """True if a chain can begin with it."""
        return member.key is not None and math.prod(member.key) >= cls.least()

    @property
    def size(self) -> int:
        """The number of elements of a whole value."""
        return math.prod(self.key)

    def fits(self, member: Member) -> bool:
        """True if the member agrees with the others on how blocks are cut."""
        if member.key is not None and member.key != self.key:
            return False
        if not member.alias and self._code(*self.code_of(member)) is None:
            return False
        if any(self.outside.get(id(v), kind) != kind for v, kind in _read(member)):
            return False
        partial, gathers = self.partial or member.partial, self.gathers or member.gathers
        if gathers and self.odd and not (self.linear and member.linear):
            return False
        shapes = self.shapes if member.shape is None else {*self.shapes, member.shape}
        return not partial or (len(shapes) == 1 and not gathers)

    def _code(self, code: str, dtype: Any) -> tuple[str, Any] | None:
        """Who does it all with one member more; None where that cannot be."""
        if NUMPY in (code, self.code):
            return None if MACHINE in (code, self.code) else (NUMPY, None)
        if len({self.dtype, dtype} - {None}) > 1 or len(self.members) >= LONG:
            return None
        return (MACHINE if MACHINE in (code, self.code) else NEUTRAL), dtype or self.dtype

    def add(self, member: Member) -> None:
        """Take a member that fits."""
        if not member.alias:
            found = self._code(*self.code_of(member))
            assert found is not None
            self.code, self.dtype = found
        self.members.append(member)
        self.values.update(zip(map(id, member.node.outs), member.makes, strict=True))
        self.outside.update((id(v), kind) for v, kind in _read(member))
        self.partial = self.partial or member.partial
        self.gathers = self.gathers or member.gathers
        if member.shape is not None:
            self.shapes.add(member.shape)

    @property
    def worth(self) -> bool:
        """True if blocks save a way to memory, or can be shared among threads."""
        work = [m for m in self.members if not m.alias]
        if self.odd and not self.linear:
            return False
        if self.gathers:  # summed in the same parts whoever else is here
            return True
        if self.code == MACHINE and any(m.reduces for m in work):  # likewise
            return True
        return len(work) > 1 or bool(work and work[0].heavy) or (len(work) == 1 and self.size >= ALONE)

    @property
    def odd(self) -> bool:
        """True if its rows are no good blocks."""
        return self.key[0] < 4 or self.key[1] > WIDE

    @property
    def linear(self) -> bool:
        """True if no member knows of rows: only whole values, and scalars."""
        return not self.partial and all(m.linear for m in self.members)


def _read(member: Member) -> list[tuple[Ref, str]]:
    """What a member reads, and as what."""
    return [(v, k) for v, k in zip(member.node.inputs, member.reads, strict=True) if isinstance(v, Ref)]


def _chain(xp: Any, *values: Any, chain: Chain) -> Any:
    raise NotImplementedError("a chain has a form, in forms/rows.py")


CHAIN = Op(_chain, infer=lambda *values, chain: chain.outs, name="chain")


class _Group:
    """A node, or a chain of them, and what it waits for (a bit for each group)."""

    __slots__ = ("before", "chain", "closed", "last", "nodes", "number")

    def __init__(self, number: int, node: Node, before: int, at: int) -> None:
        self.number = number
        self.nodes = [node]
        self.before = before
        self.last = at
        self.chain: Chain | None = None
        self.closed = False


class _Grouping:
    def __init__(self, kind: type[Chain]) -> None:
        self.kind = kind
        self.groups: list[_Group] = []
        self.maker: dict[int, _Group] = {}  # of values, by id
        self.recent: _Group | None = None  # of the last node that is no view
        self.effect = 0  # the bit of the last effect: they stay in order

    def add(self, node: Node, at: int) -> None:
        before, makers = 0, [self.maker[id(v)] for v in node.inputs if id(v) in self.maker]
        for group in makers:
            before |= group.before | 1 << group.number
        joined = None if node.effect else self._joined(node, makers, at)
        if joined is None:
            joined = self._begun(node, before, at)
        if node.op.name not in VIEWS:
            self.recent = joined
        for out in node.outs:
            self.maker[id(out)] = joined

    def _begun(self, node: Node, before: int, at: int) -> _Group:
        if node.effect:
            before |= self.effect
        group = _Group(len(self.groups), node, before, at)
        self.groups.append(group)
        if node.effect:
            self.effect |= 1 << group.number
            return group
        member = member_of(node, {}, None)
        if member is not None and member.key is not None and self.kind.takes(member):
            group.chain = self.kind(member.key)
            group.chain.add(member)
        elif node.op.name not in VIEWS:
            for other in self.groups:
                other.closed = other.closed or bool(before >> other.number & 1)
        return group

    def _joined(self, node: Node, makers: Sequence[_Group], at: int) -> _Group | None:
        chains = [g for g in self.groups if g.chain is not None and not g.closed]
        for group in reversed(chains[-OPEN:]):
            chain, bit = group.chain, 1 << group.number
            assert chain is not None
            if any(m is not group and m.before & bit for m in makers):
                continue
            member = member_of(node, chain.values, chain.key)
            if member is None or not chain.fits(member):
                continue
            if group is not self.recent and not _shares(node, group):
                continue
            chain.add(member)
            group.nodes.append(node)
            group.last = at
            for maker in makers:
                if maker is not group:
                    group.before |= maker.before | 1 << maker.number
            for other in self.groups:  # earlier ones too: they may wait for a later one that they joined
                if other.before & bit:
                    other.before |= group.before
            return group
        return None

    def ordered(self) -> list[_Group]:
        """The groups, each after what it waits for, else in the order of their last nodes."""
        waits = [group.before.bit_count() for group in self.groups]
        after: list[list[int]] = [[] for _ in self.groups]
        for group in self.groups:
            rest = group.before
            while rest:
                low = rest & -rest
                after[low.bit_length() - 1].append(group.number)
                rest ^= low
        ready = [(g.last, g.number) for g in self.groups if not waits[g.number]]
        heapq.heapify(ready)
        found: list[_Group] = []
        while ready:
            _, number = heapq.heappop(ready)
            found.append(self.groups[number])
            for other in after[number]:
                waits[other] -= 1
                if not waits[other]:
                    heapq.heappush(ready, (self.groups[other].last, other))
        assert len(found) == len(self.groups), "groups that wait for each other"
        return found


VIEWS = frozenset(
    ("reshape", "reshape_like", "squeeze", "unsqueeze", "flatten", "flatten_to_2d", "transpose", "expand", "expand_as",
     "spread", "getitem", "zeros_like")
)  # fmt: skip


def _shares(node: Node, group: _Group) -> bool:
    """True if they have a large value in common."""
    chain = group.chain
    assert chain is not None
    known = {id(v) for n in group.nodes for v in n.inputs if isinstance(v, Ref) and v.size >= chain.size}
    return any(id(v) in known or id(v) in chain.values for v in node.inputs)


def chained(nodes: Sequence[Node], kept: Iterable[Ref], kind: type[Chain] = Chain) -> list[Node]:
    """The nodes, with every chain that is worth it as one node (of the op `chain`), in an order that fits."""
    least = kind.least()
    if not any(o.size >= least for n in nodes for o in n.outs):
        return list(nodes)
    grouping = _Grouping(kind)
    for at, node in enumerate(nodes):
        grouping.add(node, at)
    wanted: dict[int, set[int]] = {}
    for group in grouping.groups:
        for node in group.nodes:
            for value in node.inputs:
                wanted.setdefault(id(value), set()).add(group.number)
    for ref in kept:
        wanted.setdefault(id(ref), set()).add(-1)
    made: list[Node] = []
    for group in grouping.ordered():
        made += _nodes(group, wanted)
    return made


def _nodes(group: _Group, wanted: dict[int, set[int]]) -> list[Node]:
    chain = group.chain
    if chain is None or not chain.worth:
        return group.nodes
    out = {id(o) for n in group.nodes for o in n.outs if wanted.get(id(o), set()) - {group.number}}
    after: list[Node] = []  # views of what goes out
    for member in reversed(chain.members):
        if member.alias and id(member.node.outs[0]) in out:
            out.add(id(member.node.inputs[0]))
            after.append(member.node)
    aliases = {id(n.outs[0]) for n in after}
    refs = [o for n in group.nodes for o in n.outs]
    chain.outs = tuple(o for o in refs if id(o) in out and id(o) not in aliases)
    own = set(map(id, refs))
    inputs = {id(v): v for n in group.nodes for v in n.inputs if isinstance(v, Ref) and id(v) not in own}
    chain.inputs = tuple(inputs.values())
    return [Node(CHAIN, chain.inputs, {"chain": chain}, chain.outs, group.nodes[-1].index), *reversed(after)]
