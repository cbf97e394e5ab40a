"""Folding of parts of a graph into single nodes, so that a reader sees only a small number of nodes."""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import attrgetter
from typing import Any, TypeAlias

from opscope.core.checks.argument_checks import require_kind
from opscope.viz.graph import Edge, EdgeKind, Graph, GraphNode, Role, roles, worst

LIMIT = 500
"""The largest number of nodes that a person can read, and that a browser can paint without delay."""
CEILING = 2_000
"""The largest limit. With more nodes, layout and painting take seconds."""


def collapse(graph: Graph, limit: int = LIMIT) -> Graph:
    """Fold groups of the graph until at most `limit` nodes (and never more than 2,000) are visible.

    The deepest groups are folded first. Among groups of the same depth, the largest groups are folded first. Groups of
    similar size are folded together, so that twelve equal layers look the same. If the graph still has too many nodes,
    the program is folded into ranges of equal length, in program order. Each update of a parameter is in the range of
    the gradient that the update reads. No range contains both forward and backward operators, so the forward pass and
    the backward pass remain chains.

    Args:
        graph: the whole graph.
        limit: largest number of visible nodes.

    Returns:
        A graph whose folded nodes show the number of hidden nodes. The attribute `hides` of a folded node contains the
        ids of the hidden nodes.

    Raises:
        ValueError: `limit` is less than 1.

    Example:
        >>> from opscope.viz import Graph, GraphNode
        >>> net = Graph(tuple(GraphNode(f"op-{i}", "relu", group=(f"layer_{i // 4}",)) for i in range(8)))
        >>> len(collapse(net, limit=2).nodes)
        2
    """
    require_kind(graph, Graph, "collapse takes a Graph", fix="call viz.program_graph(program)")
    if limit < 1:
        raise ValueError(f"limit must be at least 1, but is {limit}")
    limit = min(limit, CEILING)
    if len(graph.nodes) > limit:
        graph = merged(graph, _groups_to_fold(graph, limit))
    if len(graph.nodes) > limit:
        graph = merged(graph, _ranges(graph, limit))
    return graph


_ID, _LABEL, _KIND, _HEALTH, _HIDES = map(attrgetter, ("id", "label", "kind", "health", "hides"))
TOOLTIP_LABELS = 6
"""The number of labels of hidden nodes that a tooltip lists."""

Part: TypeAlias = tuple[GraphNode, list[GraphNode]]
"""A folded node that has only its id, label and group yet, and the list of its members."""


def _groups_to_fold(graph: Graph, limit: int) -> list[Part]:
    sizes: Counter[tuple[str, ...]] = Counter()  # nodes in a group after folding its inner groups
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
    return [(GraphNode(group_id(path), path[-1], group=path[:-1]), nodes) for path, nodes in members.items()]


def group_id(path: tuple[str, ...]) -> str:
    """Return the id of the node or the frame that stands for a scope in the picture."""
    return "group-" + "/".join(part.replace("%", "%25").replace("/", "%2F") for part in path)


def _ranges(graph: Graph, limit: int) -> list[Part]:
    runs = segments(graph)
    if len(runs) > limit:  # not a training program
        runs = [[node for run in runs for node in run]]
    lengths = range(2, len(graph.nodes) + 1)
    length = next(n for n in lengths if sum(-(-len(segment) // n) for segment in runs) <= limit)
    parts: list[Part] = []
    for segment in runs:
        count = -(-len(segment) // length)
        cuts = [len(segment) * i // count for i in range(count + 1)]
        chunks = [segment[a:b] for a, b in pairwise(cuts)]
        parts += [(_range_node(chunk), chunk) for chunk in chunks if len(chunk) > 1]
    return parts


def _range_node(chunk: Sequence[GraphNode]) -> GraphNode:
    labels = [node.label for node in chunk if node.kind == "op"] or [node.label for node in chunk]
    return GraphNode(f"run-{chunk[0].id}", labels[0] if len(set(labels)) == 1 else f"{labels[0]} … {labels[-1]}")


_NUMBERED = re.compile(r"(\D*)(0|[1-9][0-9]*)(?![0-9])(.*)", re.DOTALL)
PackedIds: TypeAlias = "list[str | tuple[str, int, int, str]]"


@lru_cache(maxsize=256)
def packed(ids: tuple[str, ...]) -> PackedIds:
    """Shorten a list of node ids.

    Ids that differ only in their first numbers become one entry if the numbers are successive.

    >>> packed(("op-3", "var-h", "op-4", "op-5", "var-fc_0.w_0", "var-fc_1.w_0"))
    ['var-h', ('op-', 3, 5, ''), ('var-fc_', 0, 1, '.w_0')]
    """
    found: PackedIds = []
    alike: dict[tuple[str, str], list[int]] = defaultdict(list)
    operators, others = _numbers_of_operators(ids)
    alike["op-", ""] = operators
    for name in others:
        if match := _NUMBERED.fullmatch(name):
            before, number, after = match.groups()
            alike[before, after].append(int(number))
        else:
            found.append(name)
    for (before, after), numbers in alike.items():
        for first, last in _spans(numbers):
            found.append((before, first, last, after) if last > first else f"{before}{first}{after}")
    return found


def _numbers_of_operators(ids: tuple[str, ...]) -> tuple[list[int], Sequence[str]]:
    """Split ids into the numbers of operators and the remaining ids. Most ids are ids of operators.

    The function is fast for thousands of ids.
    """
    operators = [name for name in ids if name[:3] == "op-"]
    try:
        numbers = [int(name[3:]) for name in operators]
    except ValueError:
        return [], ids
    if [f"op-{number}" for number in numbers] != operators:
        return [], ids
    return numbers, [name for name in ids if name[:3] != "op-"]


def _spans(numbers: list[int]) -> list[tuple[int, int]]:
    """Return the first and last number of each range of successive numbers."""
    numbers = sorted(numbers)
    ends = [at for at, (number, after) in enumerate(pairwise(numbers)) if after != number + 1]
    runs = pairwise([-1, *ends, len(numbers) - 1] if numbers else [])
    return [(numbers[before + 1], numbers[end]) for before, end in runs]


def unpacked(ids: Iterable[str | Sequence[Any]]) -> list[str]:
    """Restore the ids that `packed` has shortened."""
    found: list[str] = []
    for entry in ids:
        if isinstance(entry, str):
            found.append(entry)
        else:
            before, first, last, after = entry
            found += [f"{before}{number}{after}" for number in range(first, last + 1)]
    return found


def segments(graph: Graph) -> list[list[GraphNode]]:
    """Return the nodes in program order, divided into sequences of forward nodes and sequences of backward nodes.

    Each variable and each update is next to its operator.
    """
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


def merged(graph: Graph, parts: Sequence[Part]) -> Graph:
    """Return the graph with each part folded into one node. Parallel edges of the same kind become one edge."""
    home = {member.id: shell.id for shell, members in parts for member in members}
    role = roles(graph)
    firsts = {members[0].id: folded(shell, members, role) for shell, members in parts}
    nodes = tuple(firsts.get(node.id, node) for node in graph.nodes if node.id in firsts or node.id not in home)
    return dataclasses.replace(graph, nodes=nodes, edges=bundles(graph.edges, home))


def bundles(edges: Iterable[Edge], home: Mapping[str, str]) -> tuple[Edge, ...]:
    """Combine edges that have the same ends after nodes have been folded.

    `home` maps the id of a folded node to the id of the visible node that contains it.
    """
    found: dict[tuple[str, str, EdgeKind], list[Edge]] = defaultdict(list)
    for edge in edges:
        src, dst = home.get(edge.src, edge.src), home.get(edge.dst, edge.dst)
        if src != dst or edge.src not in home:
            found[src, dst, edge.kind].append(edge)
    return tuple(_bundle(*ends, together) for ends, together in found.items())


def _bundle(src: str, dst: str, kind: EdgeKind, together: Sequence[Edge]) -> Edge:
    carried = {edge.label: edge.shape for edge in together}
    if len(carried) == 1:
        return dataclasses.replace(together[0], src=src, dst=dst)
    shapes = set(carried.values())
    shape = shapes.pop() if len(shapes) == 1 else ""
    return Edge(src, dst, "", kind, f"{len(carried)} × {shape}" if shape else f"{len(carried)} values")


def folded(shell: GraphNode, members: Sequence[GraphNode], role: Mapping[str, Role]) -> GraphNode:
    """Make the node that represents several folded nodes, its members. `role` maps the ids of nodes to roles."""
    hides = tuple(map(_ID, members))  # optimized: there may be thousands
    if any(map(_HIDES, members)):
        hides = tuple(hidden for member in members for hidden in (member.hides or (member.id,)))
    kinds = set(map(_KIND, members))
    labels = Counter(map(_LABEL, members)).most_common()
    counted = ", ".join(f"{times} {label}" if times > 1 else label for label, times in labels[:TOOLTIP_LABELS])
    return dataclasses.replace(
        shell,
        kind=kinds.pop() if len(kinds) == 1 else "op",
        detail=(f"{len(hides):,} nodes",),
        health=worst(map(_HEALTH, members)),
        site=members[0].site,
        tooltip=f"{shell.label}: {len(hides):,} nodes\n{counted}" + (", …" if len(labels) > TOOLTIP_LABELS else ""),
        hides=hides,
        is_forward=any(member.id not in role for member in members),
    )
