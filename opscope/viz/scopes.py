"""Scopes of a graph, which a view opens and folds. Repeated layers become stacks, and long sequences become ranges.

`nested` adds the stacks and ranges to the groups of the nodes, once. A `ScopedGraph` then makes one node from each
closed scope. When a scope is opened, at most `CROWD` additional nodes appear. A stack is a chain of layers, in which
each layer reads the result of the previous layer. Parallel layers (the projections of an attention) are not a stack.

>>> from opscope.viz.graph import Edge
>>> nodes = tuple(GraphNode(f"op-{i}", "f", group=(f"layer_{i // 2}",)) for i in range(6))
>>> layers = Graph(nodes, tuple(Edge(f"op-{i}", f"op-{i + 1}") for i in range(5)))
>>> [node.label for node in ScopedGraph(nested(layers)).fold().nodes]
['layer_0 … layer_2 ×3']
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from typing import TypeAlias

from opscope.viz.folding import segments
from opscope.viz.graph import Graph, GraphNode, roles
from opscope.viz.scoped_graph import Path, ScopedGraph

STACK = 3
"""The smallest number of equal, successive layers that form a stack."""
CROWD = 48
"""If a scope directly contains more nodes and scopes, they are divided into ranges."""
FIRST_SIGHT = 40
"""The largest number of nodes that are visible in the first drawing of a large graph."""
STACK_NAME = re.compile(r" ×\d+$")
MARK = "\u2063"
"""Invisible character between the name of a scope and the number of its call, if the scope has several calls."""
MARKED = re.compile(f"{MARK}[^ /]*")


def shown_name(name: str) -> str:
    """Return the name of a scope as pictures show it."""
    return MARKED.sub("", name)


def net_of_member(number: str, names: Iterable[str]) -> str:
    """Return the net whose member `number` occurs in names such as `net.0.weight`. Return "" for several nets."""
    nets = {name.partition(f".{number}.")[0] for name in names if f".{number}." in name}
    return nets.pop() if len(nets) == 1 else ""


@dataclass(eq=False)
class GraphScope:
    """A scope, with its nodes and inner scopes in program order."""

    path: Path
    entries: list[GraphNode | GraphScope] = field(default_factory=list["GraphNode | GraphScope"])
    inner: dict[str, GraphScope] = field(default_factory=dict[str, "GraphScope"])
    shape: int = 0  # equal for scopes with equal operators
    neighbors: set[Path] = field(default_factory=set[Path])  # scopes in the same scope, connected by an edge

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self.path[-1]


Entries: TypeAlias = Sequence["GraphNode | GraphScope"]


def nested(graph: Graph) -> Graph:
    """Put repeated layers into separate groups (stacks), and cut large groups into ranges."""
    order = segments(graph)
    backward = roles(graph)
    known = _tree(node for segment in order for node in segment)
    _link(graph, known)
    root = known[()]
    _measure(root, backward, {})
    paths: dict[str, Path] = {}
    _assign(root.entries, (), backward, paths)
    return dataclasses.replace(graph, nodes=tuple(_moved(node, paths[node.id]) for node in graph.nodes))


def _moved(node: GraphNode, group: Path) -> GraphNode:
    return node if node.group == group else node.in_group(group)


def _tree(nodes: Iterable[GraphNode]) -> dict[Path, GraphScope]:
    root, known = GraphScope(()), dict[Path, GraphScope]()
    known[()] = root
    for node in nodes:
        at = known.get(node.group)
        if at is None:
            at = root
            for depth, name in enumerate(node.group, 1):
                if name not in at.inner:
                    made = at.inner[name] = known[node.group[:depth]] = GraphScope(node.group[:depth])
                    at.entries.append(made)
                at = at.inner[name]
        at.entries.append(node)
    return known


def _link(graph: Graph, known: Mapping[Path, GraphScope]) -> None:
    """Store which scopes are connected by an edge, among scopes that are directly in the same scope."""
    groups = {node.id: node.group for node in graph.nodes}
    for src, dst in {(groups[edge.src], groups[edge.dst]) for edge in graph.edges}:
        depth = next((i for i, (a, b) in enumerate(zip(src, dst, strict=False)) if a != b), -1)
        if depth >= 0:
            ends = src[: depth + 1], dst[: depth + 1]
            known[ends[0]].neighbors.add(ends[1])
            known[ends[1]].neighbors.add(ends[0])


def _measure(scope: GraphScope, backward: Collection[str], shapes: dict[Hashable, int]) -> int:
    """Number the scopes so that scopes with the same operators have the same number. A scope without operators gets 0.

    Backward operators are compared only in scopes that have no other operators, because the first and the last layer
    often have different backward operators.
    """
    inner = [_measure(entry, backward, shapes) for entry in scope.entries if isinstance(entry, GraphScope)]
    ops = [entry for entry in scope.entries if isinstance(entry, GraphNode) and entry.kind == "op"]
    counted = [op.label for op in ops if op.id not in backward] or [op.label for op in ops]
    scope.shape = shapes.setdefault((*counted, None, *inner), len(shapes) + 1) if counted or any(inner) else 0
    return scope.shape


def _assign(
    entries: Entries, path: Path, backward: Collection[str], paths: dict[str, Path], is_stack: bool = False
) -> None:
    """Write the final path of each node to `paths`.

    `is_stack` is True if the entries are already a stack, or parts of a stack.
    """
    taken: set[str] = set()

    def inside(name: str) -> Path:
        while name in taken:
            name += "\u2032"
        taken.add(name)
        return (*path, name)

    for part in _parts(entries, backward, is_stack):
        match part:
            case GraphNode():
                paths[part.id] = path
            case GraphScope():
                whole = _stacks(part.entries)  # a scope that contains only a stack becomes the stack
                single = whole[0] if len(whole) == 1 else None
                if single is not None and not isinstance(single, GraphNode | GraphScope):
                    _assign(single, inside(f"{part.name} ×{len(single)}"), backward, paths, is_stack=True)
                else:
                    _assign(part.entries, inside(part.name), backward, paths)
            case _:
                _assign(part, inside(_name(part)), backward, paths, is_stack=True)


def _parts(entries: Entries, backward: Collection[str], is_stack: bool) -> list[GraphNode | GraphScope | Entries]:
    """Return the entries of a scope, in which chains of equal layers are combined into lists (stacks).

    If there are still too many entries, ranges of them are also combined into lists.
    """
    if is_stack and len(entries) > 1 and _are_equal(entries):
        return _ranges(list(entries), backward)
    return _ranges(_stacks(entries), backward)


def _are_equal(entries: Entries) -> bool:
    shapes = {entry.shape if isinstance(entry, GraphScope) else 0 for entry in entries}
    return len(shapes) == 1 and 0 not in shapes


def _stacks(entries: Entries) -> list[GraphNode | GraphScope | Entries]:
    found: list[GraphNode | GraphScope | Entries] = []
    for shape, run in groupby(entries, _stacked_shape):
        for same in _chains(list(run)):
            found += [same] if shape and len(same) >= STACK else same
    return found


def _stacked_shape(entry: GraphNode | GraphScope) -> int:
    """Return a number that is equal for layers that may form a stack.

    Return 0 for other entries, and for repeated calls of one layer.
    """
    return entry.shape if isinstance(entry, GraphScope) and MARK not in entry.name else 0


def _chains(run: list[GraphNode | GraphScope]) -> Iterable[list[GraphNode | GraphScope]]:
    """Divide a sequence of scopes into chains, in which an edge connects each scope with the next scope."""
    begin = 0
    for at, (before, after) in enumerate(pairwise(run), 1):
        if isinstance(before, GraphScope) and isinstance(after, GraphScope) and after.path not in before.neighbors:
            yield run[begin:at]
            begin = at
    yield run[begin:]


def _ranges(
    parts: list[GraphNode | GraphScope | Entries], backward: Collection[str]
) -> list[GraphNode | GraphScope | Entries]:
    """If there are too many parts, divide them into lists. No list contains both forward and backward operators."""
    if len(parts) <= CROWD:
        return parts
    is_backward = [isinstance(part, GraphNode) and part.id in backward for part in parts]
    runs = [[part for _, part in run] for _, run in groupby(zip(is_backward, parts, strict=True), lambda one: one[0])]
    if len(runs) > CROWD:
        runs = [parts]
    size = CROWD
    while sum(-(-len(run) // size) for run in runs) > CROWD:
        size *= CROWD
    found: list[GraphNode | GraphScope | Entries] = []
    for run in runs:
        if len(run) <= 2:
            found += run
            continue
        count = -(-len(run) // size)
        cuts = [len(run) * i // count for i in range(count + 1)]
        found += [_flat(run[a:b]) for a, b in pairwise(cuts)]
    return found


def _flat(parts: Sequence[GraphNode | GraphScope | Entries]) -> Entries:
    """Return the entries of a range, without the lists of stacks. The stacks are determined again later."""
    found: list[GraphNode | GraphScope] = []
    for part in parts:
        found += [part] if isinstance(part, GraphNode | GraphScope) else part
    return found


def _name(entries: Entries) -> str:
    """Return the name of a stack, such as `layer_0 … layer_11 ×12`, or of a range, such as `matmul 12 … relu 90`."""
    if _are_equal(entries):
        first, last = entries[0], entries[-1]
        assert isinstance(first, GraphScope) and isinstance(last, GraphScope)
        return f"{first.name} … {last.name} ×{len(entries)}"
    ops = [entry for entry in entries if isinstance(entry, GraphScope) or entry.kind == "op"] or entries
    return f"{_label(ops[0])} … {_label(ops[-1])}"


def _label(entry: GraphNode | GraphScope) -> str:
    if isinstance(entry, GraphScope):
        return entry.name
    return f"{entry.label} {entry.id.removeprefix('op-')}" if entry.kind == "op" else entry.label


# --- what is open -----------------------------------------------------------------------------------


def first_open(scoped: ScopedGraph, whole: int, some: int = FIRST_SIGHT) -> set[Path]:
    """Return the scopes that are open in the first drawing of a graph. With at most `whole` nodes, all scopes are open.

    In a larger graph, scopes that contain other scopes are opened, beginning with the outermost scopes, as long as at
    most `some` nodes are visible. Stacks are closed.
    """
    if len(scoped.graph.nodes) <= whole:
        return set(scoped.paths)
    sizes: Counter[Path] = Counter(node.group for node in scoped.graph.nodes)  # number of nodes directly in a scope
    for path in scoped.paths:
        sizes[path[:-1]] += 1
    visible, found = sizes[()], set[Path]({()})
    outer = {path[:-1] for path in scoped.paths}
    for path in sorted(scoped.paths, key=lambda path: (len(path), sizes[path])):
        if (
            path in outer
            and path[:-1] in found
            and not STACK_NAME.search(path[-1])
            and visible + sizes[path] - 1 <= some
        ):
            visible += sizes[path] - 1
            found.add(path)
    return found - {()}
