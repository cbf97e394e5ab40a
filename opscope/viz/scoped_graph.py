"""ScopedGraph: folds the scopes of a graph. The time for a fold depends only on the number of visible nodes.

>>> layers = Graph(tuple(GraphNode(f"op-{i}", "f", group=(f"layer_{i // 2}",)) for i in range(6)))
>>> scoped = ScopedGraph(layers)
>>> [node.label for node in scoped.fold([("layer_1",)]).nodes]
['layer_0', 'f', 'f', 'layer_2']
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import takewhile
from typing import TypeAlias

from opscope.viz.folding import bundles, folded, group_id
from opscope.viz.graph import Graph, GraphNode, Role, roles

Path: TypeAlias = tuple[str, ...]


def around(path: Path) -> Iterator[Path]:
    """Yield the scope itself, and the scopes that contain it."""
    return (path[:n] for n in range(1, len(path) + 1))


class ScopedGraph:
    """Folds scopes of a graph. A scope with a single node is ignored, and its node belongs to the next outer scope."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._members: dict[Path, list[GraphNode]] = defaultdict(list)  # including nodes of inner scopes
        self._inner: dict[Path, list[Path]] = defaultdict(list)
        self._own: dict[Path, list[GraphNode]] = defaultdict(list)  # directly in a scope
        self._shells: dict[Path, GraphNode] = {}
        self._place = {node.id: place for place, node in enumerate(graph.nodes)}
        own: dict[Path, list[GraphNode]] = defaultdict(list)
        for node in graph.nodes:
            own[node.group].append(node)
        for group, nodes in own.items():
            for path in around(group):
                self._members[path] += nodes
        self.paths = sorted((path for path, inside in self._members.items() if len(inside) > 1), key=len)
        """The scopes that contain more than one node. Outer scopes come first."""
        for path in self.paths:
            self._inner[path[:-1]].append(path)
            self._members[path].sort(key=lambda node: self._place[node.id])
        known = {(), *self.paths}
        self._scopes: dict[str, Path] = {}  # the innermost scope of each node
        for group, nodes in own.items():
            scope = next(path for path in (*reversed([*around(group)]), ()) if path in known)
            self._own[scope] += nodes
            self._scopes |= {node.id: scope for node in nodes}

    def fold(self, opened: Collection[Path] = ()) -> Graph:
        """Return the graph in which each scope that is not in `opened` is one node.

        A scope inside a folded scope is hidden.
        """
        is_open = {(), *opened}
        visible: list[Path] = [()]
        nodes: list[tuple[int, GraphNode]] = []
        for path in visible:  # the list grows
            nodes += [(self._place[node.id], node) for node in self._own[path]]
            for inner in self._inner[path]:
                if inner in is_open:
                    visible.append(inner)
                else:
                    nodes.append((self._place[self._members[inner][0].id], self._shell(inner)))
        nodes.sort(key=lambda each: each[0])
        places = sorted(place for path in visible for place in self._edges.get(path, ()))
        edges = [self.graph.edges[place] for place in places]
        home: dict[str, str] = {}
        for end in {end for edge in edges for end in (edge.src, edge.dst)}:
            shut = next((path for path in around(self._scopes[end]) if path not in is_open), None)
            if shut is not None:
                home[end] = group_id(shut)
        return dataclasses.replace(self.graph, nodes=tuple(node for _, node in nodes), edges=bundles(edges, home))

    @cached_property
    def _edges(self) -> dict[Path, list[int]]:
        """The indices of the edges, as a dict. A key is the innermost scope that contains both ends of an edge.

        The edges are visible if this scope is open.
        """
        common: dict[tuple[Path, Path], Path] = {}
        found: dict[Path, list[int]] = defaultdict(list)
        for place, edge in enumerate(self.graph.edges):
            pair = self._scopes[edge.src], self._scopes[edge.dst]
            if (scope := common.get(pair)) is None:
                same = takewhile(lambda parts: parts[0] == parts[1], zip(*pair, strict=False))
                scope = common[pair] = tuple(part for part, _ in same)
            found[scope].append(place)
        return found

    @cached_property
    def _roles(self) -> dict[str, Role]:
        return roles(self.graph)

    def _shell(self, path: Path) -> GraphNode:
        """Make the node of a folded scope."""
        if path not in self._shells:
            shell = GraphNode(group_id(path), path[-1], group=path[:-1])
            self._shells[path] = folded(shell, self._members[path], self._roles)
        return self._shells[path]
