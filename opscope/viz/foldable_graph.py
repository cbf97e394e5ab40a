"""Graph of a program for a view that opens and folds scopes. The graph is built once, and laid out for each request."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias, get_args

from opscope.core.collector_pause import collector_paused
from opscope.errors import NotFound, nearest
from opscope.ir.program.program import Program
from opscope.viz.dot import draw
from opscope.viz.engines import TIMEOUT
from opscope.viz.folding import group_id
from opscope.viz.graph import Graph, GraphNode, focus, roles
from opscope.viz.graph_builder import BuiltGraph
from opscope.viz.scoped_graph import Path, ScopedGraph, around
from opscope.viz.scopes import first_open, nested
from opscope.viz.svg import Svg

Arrangement: TypeAlias = Literal["together", "apart", "forward"]
ARRANGEMENTS: tuple[Arrangement, ...] = get_args(Arrangement)
WHOLE = 120
"""Up to this number of nodes, a graph is first drawn with all its scopes open."""
MATCHES = 50


class Drawing(NamedTuple):
    """A picture of a graph, the ids of the open scopes, and the number of nodes that are hidden in folded scopes."""

    svg: Svg
    open: tuple[str, ...]
    hidden: int


class Match(NamedTuple):
    """A node of the graph that matches a search text."""

    id: str
    label: str
    detail: str


class FoldableGraph:
    """Draws a program with some scopes open. Several threads may draw at the same time."""

    def __init__(self, program: Program) -> None:
        with collector_paused():
            self._built = BuiltGraph(program)
        self._views: dict[str, tuple[ScopedGraph, dict[str, Path]]] = {}

    def __repr__(self) -> str:
        return f"<FoldableGraph of {len(self._built.graph.nodes)} nodes>"

    def draw(
        self,
        opened: Collection[str] | None = None,
        arrangement: Arrangement = "together",
        *,
        reveal: str = "",
        center: str = "",
        hops: int = 1,
        timeout: float = TIMEOUT,
    ) -> Drawing:
        """Draw the graph, in which the scopes in `opened` are open. If `opened` is None, open a default choice.

        The scopes around the node `reveal` are also opened. Scopes in `opened` that the drawn graph does not have are
        ignored.
        If `center` is the id of a node or of a folded scope, only nodes within `hops` edges of the center are drawn.
        Raises NotFound for an unknown node, or LayoutError.
        """
        with collector_paused():
            scoped, paths = self._view(arrangement)
            wanted = first_open(scoped, WHOLE) if opened is None else {paths[key] for key in opened if key in paths}
            for node in filter(None, (reveal, center)):
                wanted |= self._scopes_around(node, scoped.graph, paths)
            shown = scoped.fold(wanted)
            if center:
                shown = focus(shown, center, hops)
            hidden = sum(len(node.hides) for node in shown.nodes)
            described = self._built.with_descriptions(
                dataclasses.replace(shown, nodes=tuple(map(self._hiding, shown.nodes)))
            )
            keys = tuple(key for key, path in paths.items() if path in wanted)
        return Drawing(draw(described, timeout=timeout), keys, hidden)

    def search(self, text: str) -> tuple[int, list[Match]]:
        """Return the number of nodes that match a text, and the best matches.

        The docstring of `events.SearchGraph` describes which nodes match.
        """
        words = text.lower().split()
        if not words:
            return 0, []
        found = [row for row in self._searched if all(_matches(word, row) for word in words)]
        first = words[0].partition(":")[2] or words[0]
        found.sort(key=lambda row: (row["label"].lower() != first, not row["label"].lower().startswith(first)))
        return len(found), [Match(row["id"], row["label"], row["detail"]) for row in found[:MATCHES]]

    def _view(self, arrangement: Arrangement) -> tuple[ScopedGraph, dict[str, Path]]:
        if arrangement not in self._views:
            made = ScopedGraph(nested(_arranged(self._built.graph, arrangement)))
            self._views[arrangement] = made, {group_id(path): path for path in made.paths}
        return self._views[arrangement]

    def _scopes_around(self, node: str, graph: Graph, paths: dict[str, Path]) -> set[Path]:
        if node in paths:
            return set(around(paths[node][:-1]))
        found = next((one for one in graph.nodes if one.id == node), None)
        if found is None:
            raise NotFound(f"no node {node!r} in the graph", fix=nearest(node, [one.id for one in graph.nodes]))
        return set(around(found.group))

    def _hiding(self, node: GraphNode) -> GraphNode:
        """Keep only operators, and values that no operator writes, in the list of nodes that a folded node hides."""
        if not node.hides:
            return node
        hides = tuple([name for name in node.hides if name[:3] == "op-" or name in self._given])
        return dataclasses.replace(node, hides=hides)

    @cached_property
    def _given(self) -> frozenset[str]:
        """The nodes of values that no operator writes."""
        return frozenset(node.id for node in self._built.graph.nodes if node.kind in ("data", "parameter"))

    @cached_property
    def _searched(self) -> list[dict[str, str]]:
        rows: list[dict[str, str]] = []
        for node in self._built.graph.nodes:
            full = self._built.described(node, {})
            path = "/".join(node.group)
            detail = " · ".join(filter(None, [*full.detail, path, full.site]))
            row = {"op": node.label if node.kind == "op" else "", "shape": " ".join(full.detail), "line": full.site}
            row["name"] = f"{full.label}\n{' '.join(full.detail)}\n{path}\n{full.site}"
            rows.append(
                {key: text.lower() for key, text in row.items()}
                | {"id": node.id, "label": full.label, "detail": detail}
            )
        return rows


def _matches(word: str, row: dict[str, str]) -> bool:
    limit, colon, rest = word.partition(":")
    return rest in row[limit] if colon and limit in ("op", "shape", "line") else word in row["name"]


def _arranged(graph: Graph, arrangement: Arrangement) -> Graph:
    if arrangement == "together":
        return graph
    role = roles(graph)
    if arrangement == "forward":
        kept = {node.id for node in graph.nodes if node.id not in role}
        edges = tuple(edge for edge in graph.edges if edge.src in kept and edge.dst in kept)
        return dataclasses.replace(graph, nodes=tuple(n for n in graph.nodes if n.id in kept), edges=edges)
    own = lambda node: "backward" if node.id in role and node.kind != "parameter" else "forward"
    nodes = (n if n.kind == "data" else dataclasses.replace(n, group=(own(n), *n.group)) for n in graph.nodes)
    return dataclasses.replace(graph, nodes=tuple(nodes))
