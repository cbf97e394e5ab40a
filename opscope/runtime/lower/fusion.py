"""Operator fusion, which builds groups of ops. A group is computed one block of rows after another.

Each fusion group has an iteration space (rows, columns). The values of a group are full values [rows, columns], or have
one number for each row [rows, 1]. The last values of a group may also be sums over all rows. A node is added to the
group of one of its inputs, unless another input of the node depends on this group.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterable, Sequence
from typing import Any

from opscope.core.annotations import Array, ArrayModule
from opscope.core.machine_code import llvm_compiler
from opscope.ops.registry import Op
from opscope.runtime.lower.fused_ops import FusedOp
from opscope.runtime.lower.primitives import fused_op_of
from opscope.runtime.lower.trace import TraceNode, TraceValue
from opscope.runtime.lower.translation import EITHER, KERNEL, NUMPY, backend_of

MIN_KERNEL_SIZE = 1 << 8  # elements from which a compiled kernel is faster than separate calls
MIN_BLOCKED_SIZE = 1 << 16  # elements from which NumPy calls on blocks are: smaller arrays fit in the cache anyway
MIN_SINGLE_SIZE = 1 << 19  # elements from which a single cheap call is worth sharing among threads
MAX_COLUMNS = 1 << 18  # a longer row is too large for a block
MAX_OPEN_GROUPS = 8  # groups that a node may join
MAX_MEMBERS = 64  # of a compiled group: larger kernels take long to compile

IterationSpace = tuple[int, int]


class FusionGroup:
    """Ops that are computed together. `inputs` are the values that the group reads. `outs` are its results."""

    def __init__(self, iteration_space: IterationSpace) -> None:
        self.iteration_space = iteration_space
        self.backend = EITHER
        self.float_dtype: Any = None  # of all floats of a kernel
        self.members: list[FusedOp] = []
        self.value_kinds: dict[int, str] = {}  # of values made inside
        self.input_kinds: dict[int, str] = {}  # of values that are read
        self.shapes: set[tuple[int, ...]] = set()
        self.has_partial_broadcast = False  # an operand is broadcast along some leading dims only
        self.reduces_across_rows = False
        self.inputs: tuple[TraceValue, ...] = ()
        self.outs: tuple[TraceValue, ...] = ()

    @staticmethod
    def min_size() -> int:
        """Return the smallest number of elements of a value for which a group is profitable."""
        return MIN_KERNEL_SIZE if llvm_compiler.available() else MIN_BLOCKED_SIZE

    @classmethod
    def backend_of(cls, member: FusedOp) -> tuple[str, Any]:
        """Return the pair (backend of a fused op, its float dtype)."""
        return backend_of(member)

    @classmethod
    def can_start_with(cls, member: FusedOp) -> bool:
        """Return True if a group can begin with this op."""
        return member.iteration_space is not None and math.prod(member.iteration_space) >= cls.min_size()

    @property
    def size(self) -> int:
        """The number of elements of a full value."""
        return math.prod(self.iteration_space)

    def accepts(self, member: FusedOp) -> bool:
        """Return True if the op can be divided into blocks like the ops of the group, and can run on their backend."""
        if member.iteration_space is not None and member.iteration_space != self.iteration_space:
            return False
        if not member.is_view and self._merged_backend(*self.backend_of(member)) is None:
            return False
        if any(self.input_kinds.get(id(v), kind) != kind for v, kind in _kinds_read(member)):
            return False
        partial_broadcast = self.has_partial_broadcast or member.has_partial_broadcast
        across_rows = self.reduces_across_rows or member.reduces_across_rows
        if self.unfit_for_row_blocks and not (self.is_flattenable and member.is_flattenable and not partial_broadcast):
            return False  # as rows the group would be no group: what can be one without the member stays one
        shapes = self.shapes if member.shape is None else {*self.shapes, member.shape}
        return not partial_broadcast or (len(shapes) == 1 and not across_rows)

    def _merged_backend(self, backend: str, float_dtype: Any) -> tuple[str, Any] | None:
        """Return the pair (backend, float dtype) of the group with one more op. Return None if this is impossible."""
        if NUMPY in (backend, self.backend):
            return None if KERNEL in (backend, self.backend) else (NUMPY, None)
        if len({self.float_dtype, float_dtype} - {None}) > 1 or len(self.members) >= MAX_MEMBERS:
            return None
        return (KERNEL if KERNEL in (backend, self.backend) else EITHER), float_dtype or self.float_dtype

    def add(self, member: FusedOp) -> None:
        """Add an op that the group accepts."""
        if not member.is_view:
            merged = self._merged_backend(*self.backend_of(member))
            assert merged is not None
            self.backend, self.float_dtype = merged
        self.members.append(member)
        self.value_kinds.update(zip(map(id, member.node.outs), member.output_kinds, strict=True))
        self.input_kinds.update((id(v), kind) for v, kind in _kinds_read(member))
        self.has_partial_broadcast = self.has_partial_broadcast or member.has_partial_broadcast
        self.reduces_across_rows = self.reduces_across_rows or member.reduces_across_rows
        if member.shape is not None:
            self.shapes.add(member.shape)

    @property
    def is_profitable(self) -> bool:
        """True if fusion reads and writes less memory, or if threads can share the work."""
        work = [m for m in self.members if not m.is_view]
        if self.unfit_for_row_blocks and not self.is_flattenable:
            return False
        if self.reduces_across_rows:  # always, so that a sum has the same parts whatever else is in the group
            return True
        if self.backend == KERNEL and any(m.reduces_within_rows for m in work):  # likewise
            return True
        return len(work) > 1 or bool(work and work[0].is_expensive) or (len(work) == 1 and self.size >= MIN_SINGLE_SIZE)

    @property
    def unfit_for_row_blocks(self) -> bool:
        """True if the rows cannot be divided into blocks, because they are too few or too long."""
        return self.iteration_space[0] < 4 or self.iteration_space[1] > MAX_COLUMNS

    @property
    def is_flattenable(self) -> bool:
        """True if no op depends on the positions at which rows begin.

        Each value is then a scalar, or can be viewed as one line.
        """
        return not self.has_partial_broadcast and all(m.is_flattenable for m in self.members)


def _kinds_read(member: FusedOp) -> list[tuple[TraceValue, str]]:
    """Return the values that an op reads, with their kinds."""
    operands = zip(member.node.inputs, member.input_kinds, strict=True)
    return [(v, kind) for v, kind in operands if isinstance(v, TraceValue)]


def _fused(xp: ArrayModule, *values: Array, group: FusionGroup) -> Any:
    raise NotImplementedError("a fusion group has a lowering rule (lowerings/row_blocks.py), but no kernel")


FUSION_OP = Op(_fused, infer=lambda *values, group: group.outs, name="fusion_group")


class _Cluster:
    """Node or nodes of a fusion group, and the clusters on which they depend (a bit for each cluster)."""

    __slots__ = ("closed", "depends_on", "group", "last", "nodes", "number")

    def __init__(self, number: int, node: TraceNode, depends_on: int, at: int) -> None:
        self.number = number
        self.nodes = [node]
        self.depends_on = depends_on
        self.last = at  # the position of the last node
        self.group: FusionGroup | None = None
        self.closed = False


class _Clustering:
    """Builder that adds the nodes of a trace to clusters, in program order."""

    def __init__(self, group_class: type[FusionGroup]) -> None:
        self.group_class = group_class
        self.clusters: list[_Cluster] = []
        self.producers: dict[int, _Cluster] = {}  # of values, by id
        self.latest: _Cluster | None = None  # of the last node that is not a view
        self.last_effect = 0  # the bit of the last node with an effect: effects stay in order

    def add(self, node: TraceNode, at: int) -> None:
        depends_on, producers = 0, [self.producers[id(v)] for v in node.inputs if id(v) in self.producers]
        for producer in producers:
            depends_on |= producer.depends_on | 1 << producer.number
        cluster = None if node.has_effect else self._join(node, producers, at)
        if cluster is None:
            cluster = self._start(node, depends_on, at)
        if node.op.name not in VIEW_OPS:
            self.latest = cluster
        for out in node.outs:
            self.producers[id(out)] = cluster

    def _start(self, node: TraceNode, depends_on: int, at: int) -> _Cluster:
        if node.has_effect:
            depends_on |= self.last_effect
        cluster = _Cluster(len(self.clusters), node, depends_on, at)
        self.clusters.append(cluster)
        if node.has_effect:
            self.last_effect |= 1 << cluster.number
            return cluster
        member = fused_op_of(node, {}, None)
        space = None if member is None else member.iteration_space
        if member is not None and space is not None and self.group_class.can_start_with(member):
            cluster.group = self.group_class(space)
            cluster.group.add(member)
        elif node.op.name not in VIEW_OPS:
            for other in self.clusters:
                other.closed = other.closed or bool(depends_on >> other.number & 1)
        return cluster

    def _join(self, node: TraceNode, producers: Sequence[_Cluster], at: int) -> _Cluster | None:
        open_clusters = [c for c in self.clusters if c.group is not None and not c.closed]
        for cluster in reversed(open_clusters[-MAX_OPEN_GROUPS:]):
            group, bit = cluster.group, 1 << cluster.number
            assert group is not None
            if any(p is not cluster and p.depends_on & bit for p in producers):
                continue
            member = fused_op_of(node, group.value_kinds, group.iteration_space)
            if member is None or not group.accepts(member):
                continue
            if cluster is not self.latest and not _shares_large_value(node, cluster):
                continue
            group.add(member)
            cluster.nodes.append(node)
            cluster.last = at
            for producer in producers:
                if producer is not cluster:
                    cluster.depends_on |= producer.depends_on | 1 << producer.number
            for other in self.clusters:  # also earlier ones: they may depend on a later one that they joined
                if other.depends_on & bit:
                    other.depends_on |= cluster.depends_on
            return cluster
        return None

    def in_order(self) -> list[_Cluster]:
        """Return the clusters in dependency order. Independent clusters are in the order of their last nodes."""
        pending = [cluster.depends_on.bit_count() for cluster in self.clusters]
        dependents: list[list[int]] = [[] for _ in self.clusters]
        for cluster in self.clusters:
            rest = cluster.depends_on
            while rest:
                low = rest & -rest
                dependents[low.bit_length() - 1].append(cluster.number)
                rest ^= low
        ready = [(c.last, c.number) for c in self.clusters if not pending[c.number]]
        heapq.heapify(ready)
        found: list[_Cluster] = []
        while ready:
            _, number = heapq.heappop(ready)
            found.append(self.clusters[number])
            for other in dependents[number]:
                pending[other] -= 1
                if not pending[other]:
                    heapq.heappush(ready, (self.clusters[other].last, other))
        assert len(found) == len(self.clusters), "a cycle of clusters"
        return found


VIEW_OPS = frozenset(
    ("reshape", "reshape_like", "squeeze", "unsqueeze", "flatten", "flatten_to_2d", "transpose", "expand", "expand_as",
     "spread", "getitem", "zeros_like")
)  # fmt: skip


def _shares_large_value(node: TraceNode, cluster: _Cluster) -> bool:
    """Return True if the node and the cluster read the same large value, or the node reads a result of the cluster."""
    group = cluster.group
    assert group is not None
    known = {id(v) for n in cluster.nodes for v in n.inputs if isinstance(v, TraceValue) and v.size >= group.size}
    return any(id(v) in known or id(v) in group.value_kinds for v in node.inputs)


def fuse(
    nodes: Sequence[TraceNode], live_at_end: Iterable[TraceValue], group_class: type[FusionGroup] = FusionGroup
) -> list[TraceNode]:
    """Return the nodes in a valid order. Each profitable group is one node, whose op is FUSION_OP."""
    min_size = group_class.min_size()
    if not any(isinstance(v, TraceValue) and v.size >= min_size for n in nodes for v in (*n.inputs, *n.outs)):
        return list(nodes)  # by inputs too: how a value is summed must not depend on what else the program makes
    clustering = _Clustering(group_class)
    for at, node in enumerate(nodes):
        clustering.add(node, at)
    consumers: dict[int, set[int]] = {}
    for cluster in clustering.clusters:
        for node in cluster.nodes:
            for value in node.inputs:
                consumers.setdefault(id(value), set()).add(cluster.number)
    for value in live_at_end:
        consumers.setdefault(id(value), set()).add(-1)
    fused: list[TraceNode] = []
    for cluster in clustering.in_order():
        fused += _nodes(cluster, consumers)
    return fused


def _nodes(cluster: _Cluster, consumers: dict[int, set[int]]) -> list[TraceNode]:
    group = cluster.group
    if group is None or not group.is_profitable:
        return cluster.nodes
    used = {id(o) for n in cluster.nodes for o in n.outs if consumers.get(id(o), set()) - {cluster.number}}
    views: list[TraceNode] = []  # of outputs: they come after the group
    for member in reversed(group.members):
        if member.is_view and id(member.node.outs[0]) in used:
            used.add(id(member.node.inputs[0]))
            views.append(member.node)
    view_ids = {id(n.outs[0]) for n in views}
    values = [o for n in cluster.nodes for o in n.outs]
    group.outs = tuple(o for o in values if id(o) in used and id(o) not in view_ids)
    own = set(map(id, values))
    inputs = {id(v): v for n in cluster.nodes for v in n.inputs if isinstance(v, TraceValue) and id(v) not in own}
    group.inputs = tuple(inputs.values())
    return [TraceNode(FUSION_OP, group.inputs, {"group": group}, group.outs, cluster.nodes[-1].index), *reversed(views)]
