"""A graph of a tensor program, and the pure functions that make it small enough to read.

Whatever can be drawn becomes a `Graph` first: a Program, a tape, a Plan. A builder such as `program_graph` knows
those; this file and `dot` know only graphs. A builder must give:

* **Nodes** in program order (it decides how long programs are folded). An operator is `op_id(<operator id>)`,
  a variable `var_id(<name>)`; these are also the ids of the SVG groups, so a front end finds a node by name.
  `detail` holds short lines (`float32[?, 3]`), `site` where the user made it (`train.py:20 in <module>`).
* **Groups**: name scopes and sub-blocks, outermost first. A backward operator belongs to the group of the
  operator it differentiates (not to a group "backward"), so that each layer is drawn with its gradient beside it.
* **Edges** along the flow of data, `label` naming the variable carried. Whatever carries a gradient, from
  `dloss` to the optimizer, is of kind "gradient": `dot` draws those edges upwards, beside the forward pass.
  An optimizer's in-place update is an edge into the parameter.

>>> chain = Graph(
...     nodes=(GraphNode("var-x", "x", kind="data"), GraphNode("op-0", "matmul"), GraphNode("op-1", "relu")),
...     edges=(Edge("var-x", "op-0", "x"), Edge("op-0", "op-1", "h")),
... )
>>> [node.id for node in focus(chain, "op-1", hops=1).nodes]
['op-0', 'op-1']
"""

from __future__ import annotations

import dataclasses
import difflib
import math
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Literal, TypeAlias

from opscope.events import Health as ValueHealth
from opscope.events import ValueSeen

Kind: TypeAlias = Literal["op", "data", "parameter", "value"]
EdgeKind: TypeAlias = Literal["data", "gradient", "control"]
Health: TypeAlias = Literal["unseen"] | ValueHealth
Role: TypeAlias = Literal["forward", "backward", "update"]

SEVERITY: tuple[Health, ...] = ("unseen", "ok", "zeros", "inf", "nan")
"""Healths from harmless to worst; a node that stands for several values shows the worst."""

LIMIT = 500
"""The number of nodes that a person can still read and a browser paints at once."""
CEILING = 2_000
"""The largest limit: with more nodes, layout and painting take seconds."""


@dataclass(frozen=True, slots=True)
class GraphNode:
    """One box: an operator, a variable, or (when `hides` names others) a folded part of the program."""

    id: str
    label: str
    kind: Kind = "op"
    group: tuple[str, ...] = ()
    detail: tuple[str, ...] = ()
    health: Health = "unseen"
    site: str = ""
    tooltip: str = ""
    hides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Edge:
    """One arrow; `label` is the name of the variable it carries."""

    src: str
    dst: str
    label: str = ""
    kind: EdgeKind = "data"


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes in program order and the edges between them. Raises ValueError if an id is duplicate or missing."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[Edge, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        ids = Counter(node.id for node in self.nodes)
        if duplicates := [node_id for node_id, times in ids.items() if times > 1]:
            raise ValueError(f"two nodes have the id {duplicates[0]!r}")
        for edge in self.edges:
            if edge.src not in ids or edge.dst not in ids:
                missing = edge.dst if edge.src in ids else edge.src
                raise ValueError(f"the edge {edge.src!r} -> {edge.dst!r} names no node {missing!r}")


def op_id(operator: int | str) -> str:
    """The id of an operator's node.

    >>> op_id(3)
    'op-3'
    """
    return f"op-{operator}"


def var_id(name: str) -> str:
    """The id of a variable's node.

    >>> var_id("h@GRAD")
    'var-h@GRAD'
    """
    return f"var-{name}"


def worst(healths: Iterable[Health]) -> Health:
    """The worst of several healths, "unseen" of none.

    >>> worst(["ok", "nan", "zeros"])
    'nan'
    """
    found = set(healths)
    for health in reversed(SEVERITY):
        if health in found:
            return health
    return "unseen"


# --- neighborhoods ---------------------------------------------------------------------------------


def focus(graph: Graph, node: str, hops: int = 2) -> Graph:
    """The part of a graph within `hops` edges of a node, in either direction. Raises KeyError for an unknown node."""
    near: dict[str, set[str]] = {n.id: set() for n in graph.nodes}
    if node not in near:
        alike = difflib.get_close_matches(node, near, n=3, cutoff=0.5)
        raise KeyError(f"no node {node!r} in the graph" + (f"; there are {', '.join(alike)}" if alike else ""))
    for edge in graph.edges:
        near[edge.src].add(edge.dst)
        near[edge.dst].add(edge.src)
    kept = rim = {node}
    for _ in range(hops):
        rim = {far for close in rim for far in near[close]} - kept
        kept = kept | rim
    return _subgraph(graph, kept)


def _subgraph(graph: Graph, kept: Collection[str]) -> Graph:
    nodes = tuple(node for node in graph.nodes if node.id in kept)
    edges = tuple(edge for edge in graph.edges if edge.src in kept and edge.dst in kept)
    return dataclasses.replace(graph, nodes=nodes, edges=edges)


# --- health -----------------------------------------------------------------------------------------


def health_colours(graph: Graph, seen: Mapping[str, Health]) -> Graph:
    """The graph with the newest health of each variable (by name) on its node and on the operators that wrote it.

    An operator shows the worst of its outputs, whether they are nodes or only labels of its edges. Color before
    folding: a folded node shows the worst health that it hides.

    >>> relu = Graph((GraphNode("op-0", "relu"), GraphNode("var-h", "h", kind="value")), (Edge("op-0", "var-h"),))
    >>> [node.health for node in health_colours(relu, {"h": "nan"}).nodes]
    ['nan', 'nan']
    """
    by_id: dict[str, Health] = {var_id(name): newest for name, newest in seen.items()}
    made: dict[str, list[Health]] = defaultdict(list)
    for edge in graph.edges:
        if edge.label in seen:
            made[edge.src].append(seen[edge.label])
        if edge.dst in by_id:
            made[edge.src].append(by_id[edge.dst])

    def health(node: GraphNode) -> Health:
        if node.kind == "op":
            return worst(made[node.id])
        return by_id.get(node.id, "unseen")

    return dataclasses.replace(graph, nodes=tuple(dataclasses.replace(n, health=health(n)) for n in graph.nodes))


def with_values(graph: Graph, seen: Mapping[str, ValueSeen]) -> Graph:
    """The graph with the mean and the spread of each variable (by name) on its node, and colored by health.

    Call it before folding, as `health_colours`.
    """
    numbers = {var_id(name): _numbers(value) for name, value in seen.items()}
    nodes = (dataclasses.replace(n, detail=(*n.detail, *numbers.get(n.id, ()))) for n in graph.nodes)
    with_numbers = dataclasses.replace(graph, nodes=tuple(nodes))
    return health_colours(with_numbers, {name: value.health for name, value in seen.items()})


def _numbers(seen: ValueSeen) -> tuple[str, ...]:
    bad = [f"{count:,} {name}" for name, count in (("NaN", seen.nan), ("Inf", seen.inf)) if count]
    if seen.mean is None or seen.std is None:
        return (", ".join(bad),) if bad else ()
    text = f"{seen.mean:.3g}" if math.prod(seen.shape) == 1 else f"{seen.mean:.3g} ± {seen.std:.2g}"
    return (", ".join([text.replace("-", "\u2212"), *bad]),)


# --- folding ----------------------------------------------------------------------------------------


def collapse(graph: Graph, limit: int = LIMIT) -> Graph:
    """The graph with groups folded until at most `limit` nodes (and never more than 2,000) are visible.

    The deepest groups are folded first, the largest of them before the others, and groups of about the same size
    together, so that twelve equal layers are drawn alike. If there are not enough groups, the program is then folded
    into ranges of equal length in program order. Each update is in the range of the gradient that it reads, and no
    range contains forward and backward operators, so both passes remain chains. A folded node shows how many nodes it
    hides; `hides` has their ids.
    """
    if limit < 1:
        raise ValueError(f"limit is {limit}; a graph has at least one visible node")
    limit = min(limit, CEILING)
    if len(graph.nodes) > limit:
        graph = _merged(graph, _groups_to_fold(graph, limit))
    if len(graph.nodes) > limit:
        graph = _merged(graph, _ranges(graph, limit))
    return graph


TOOLTIP_LABELS = 6
"""The number of labels of hidden nodes that a tooltip lists."""

Part: TypeAlias = tuple[GraphNode, list[GraphNode]]
"""A folded node still to be filled in (id, label, group), and its members."""


def _groups_to_fold(graph: Graph, limit: int) -> list[Part]:
    sizes: Counter[tuple[str, ...]] = Counter()  # nodes in a group once the groups inside it are folded
    for path in {node.group[:depth] for node in graph.nodes for depth in range(1, len(node.group) + 1)}:
        sizes[path[:-1]] += 1
    for node in graph.nodes:
        sizes[node.group] += 1
    del sizes[()]
    alike: dict[tuple[int, int], list[tuple[str, ...]]] = defaultdict(list)
    for path, size in sizes.items():
        if size > 1:
            alike[len(path), size.bit_length()].append(path)

    visible, folded = len(graph.nodes), set[tuple[str, ...]]()
    for _, paths in sorted(alike.items(), reverse=True):
        if visible <= limit:
            break
        visible -= sum(sizes[path] - 1 for path in paths)
        folded.update(paths)

    members: dict[tuple[str, ...], list[GraphNode]] = defaultdict(list)
    for node in graph.nodes:
        prefixes = (node.group[:depth] for depth in range(1, len(node.group) + 1))
        if outermost := next((path for path in prefixes if path in folded), None):
            members[outermost].append(node)
    return [(GraphNode(_group_id(path), path[-1], group=path[:-1]), nodes) for path, nodes in members.items()]


def _group_id(path: tuple[str, ...]) -> str:
    return "group-" + "/".join(part.replace("%", "%25").replace("/", "%2F") for part in path)


def _ranges(graph: Graph, limit: int) -> list[Part]:
    segments = _segments(graph)
    if len(segments) > limit:  # not a training program
        segments = [[node for segment in segments for node in segment]]
    lengths = range(2, len(graph.nodes) + 1)
    length = next(n for n in lengths if sum(-(-len(segment) // n) for segment in segments) <= limit)
    parts: list[Part] = []
    for segment in segments:
        count = -(-len(segment) // length)
        cuts = [len(segment) * i // count for i in range(count + 1)]
        chunks = [segment[a:b] for a, b in pairwise(cuts)]
        parts += [(_range_node(chunk), chunk) for chunk in chunks if len(chunk) > 1]
    return parts


def _range_node(chunk: Sequence[GraphNode]) -> GraphNode:
    labels = [node.label for node in chunk if node.kind == "op"] or [node.label for node in chunk]
    return GraphNode(f"run-{chunk[0].id}", labels[0] if len(set(labels)) == 1 else f"{labels[0]} … {labels[-1]}")


def _segments(graph: Graph) -> list[list[GraphNode]]:
    """Forward and backward in program order; each variable and update is beside the operator that it belongs to."""
    place = {node.id: i for i, node in enumerate(graph.nodes)}
    role = roles(graph)
    makers: dict[str, list[int]] = defaultdict(list)
    users: dict[str, list[int]] = defaultdict(list)
    gradients: dict[str, list[str]] = defaultdict(list)
    for edge in graph.edges:
        makers[edge.dst].append(place[edge.src])
        users[edge.src].append(place[edge.dst])
        if edge.kind == "gradient":
            gradients[edge.dst].append(edge.src)
    for node in graph.nodes:
        if node.kind == "value":
            place[node.id] = min(makers[node.id] or users[node.id], default=place[node.id])
        elif node.kind != "op":  # the update at the end writes it too, but it belongs to its first reader
            place[node.id] = min(users[node.id] or makers[node.id], default=place[node.id])
    for node in graph.nodes:
        if role.get(node.id) == "update":
            place[node.id] = max(place[source] for source in gradients[node.id])
    ordered = sorted(graph.nodes, key=lambda node: place[node.id])
    return [list(run) for _, run in groupby(ordered, key=lambda node: node.id in role)]


def roles(graph: Graph) -> dict[str, Role]:
    """The role of each node that is not "forward": gradients flow out of the backward pass, and end in the update."""
    found: dict[str, Role] = {}
    for edge in graph.edges:
        if edge.kind == "gradient":
            found[edge.src] = "backward"
            found.setdefault(edge.dst, "update")
    return found


def _merged(graph: Graph, parts: Sequence[Part]) -> Graph:
    home = {member.id: shell.id for shell, members in parts for member in members}
    firsts = {members[0].id: _folded(shell, members) for shell, members in parts}
    nodes = tuple(firsts.get(node.id, node) for node in graph.nodes if node.id in firsts or node.id not in home)
    bundles: dict[tuple[str, str, EdgeKind], list[str]] = defaultdict(list)
    for edge in graph.edges:
        ends = home.get(edge.src, edge.src), home.get(edge.dst, edge.dst)
        if ends[0] != ends[1] or edge.src not in home:
            bundles[*ends, edge.kind].append(edge.label)
    edges = tuple(
        Edge(src, dst, labels[0] if len(set(labels)) == 1 else "", kind) for (src, dst, kind), labels in bundles.items()
    )
    return dataclasses.replace(graph, nodes=nodes, edges=edges)


def _folded(shell: GraphNode, members: Sequence[GraphNode]) -> GraphNode:
    hides = tuple(hidden for member in members for hidden in (member.hides or (member.id,)))
    kinds = {member.kind for member in members}
    labels = Counter(member.label for member in members).most_common()
    counted = ", ".join(f"{times} {label}" if times > 1 else label for label, times in labels[:TOOLTIP_LABELS])
    return dataclasses.replace(
        shell,
        kind=kinds.pop() if len(kinds) == 1 else "op",
        detail=(f"{len(hides):,} nodes",),
        health=worst(member.health for member in members),
        site=members[0].site,
        tooltip=f"{shell.label}: {len(hides):,} nodes\n{counted}" + (", …" if len(labels) > TOOLTIP_LABELS else ""),
        hides=hides,
    )
