"""Graph of a tensor program, and functions that color the graph or select a part of it, without changing it.

A Program, a tape or a Plan is converted to a `Graph` before it is drawn. Only the builders, such as `program_graph`,
depend on programs. This file and `dot` depend only on graphs. A builder must supply:

* **Nodes** in program order. Long programs are folded by this order. The id of an operator is
  `op_id(<operator id>)`, and the id of a variable is `var_id(<name>)`. The SVG groups have the same ids, so a front end
  can find a node by its name. `detail` contains short lines (`float32[?, 3]`). `site` contains the user's line
  (`train.py:20 in <module>`).
* **Groups**: name scopes and sub-blocks, outermost first. A backward operator belongs to the group of the operator that
  it differentiates (not to a group "backward"), so that each layer and its gradient are neighbors.
* **Edges** along the data flow. `label` is the name of the variable. Edges of gradients, from `dloss` to the optimizer,
  have the kind "gradient". `dot` draws edges of gradients upwards, next to the forward pass. An optimizer's in-place
  update of a parameter is drawn as an edge to the parameter.

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
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from opscope.errors import UsageError
from opscope.events import Health as ValueHealth
from opscope.events import ValueSeen

Kind: TypeAlias = Literal["op", "data", "parameter", "value"]
EdgeKind: TypeAlias = Literal["data", "gradient", "control"]
Health: TypeAlias = Literal["unseen"] | ValueHealth
Role: TypeAlias = Literal["forward", "backward", "update"]

SEVERITY: tuple[Health, ...] = ("unseen", "ok", "zeros", "inf", "nan")
"""The states of health, sorted from harmless to worst. A node that represents several values shows the worst health."""


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A box of the picture: an operator, a variable, or (if `hides` contains ids) a folded part of the program.

    `is_forward` is True if the box is a folded part that contains forward operators, perhaps together with their
    gradients.
    """

    id: str
    label: str
    kind: Kind = "op"
    group: tuple[str, ...] = ()
    detail: tuple[str, ...] = ()
    health: Health = "unseen"
    site: str = ""
    tooltip: str = ""
    hides: tuple[str, ...] = ()
    is_forward: bool = False

    def in_group(self, group: tuple[str, ...]) -> GraphNode:
        """Return a copy of the node in another group.

        The method is four times faster than `dataclasses.replace`.
        """
        label, kind, detail, health = self.label, self.kind, self.detail, self.health
        return GraphNode(
            self.id, label, kind, group, detail, health, self.site, self.tooltip, self.hides, self.is_forward
        )


@dataclass(frozen=True, slots=True)
class Edge:
    """An arrow between two boxes of the picture.

    `label` is the name of the variable that flows along the arrow, and `shape` is the variable's shape as text.

    `called` is the variable's name in the user's code, if the picture shows it.
    """

    src: str
    dst: str
    label: str = ""
    kind: EdgeKind = "data"
    shape: str = ""
    called: str = ""


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes in program order, and the edges between the nodes.

    Raises ValueError if two nodes have the same id, or if an edge contains an unknown id. `note` is a text above the
    picture, with the step of the values in the picture. `by_layer` is True if the nodes are the user's Layers. In such
    a graph, only stacks of Layers look like folded nodes.
    """

    nodes: tuple[GraphNode, ...]
    edges: tuple[Edge, ...] = ()
    title: str = ""
    note: str = ""
    by_layer: bool = False

    def with_note(self, note: str) -> Graph:
        """Return the graph with another note."""
        return dataclasses.replace(self, note=note)

    def __post_init__(self) -> None:
        for kind, items in ((GraphNode, self.nodes), (Edge, self.edges)):
            if not isinstance(items, tuple | list) or not all(isinstance(item, kind) for item in items):
                raise UsageError(f"a Graph needs a tuple of {kind.__name__}, not {items!r:.80}")
        ids = Counter(node.id for node in self.nodes)
        if duplicates := [node_id for node_id, times in ids.items() if times > 1]:
            raise ValueError(f"two nodes have the id {duplicates[0]!r}")
        for edge in self.edges:
            if edge.src not in ids or edge.dst not in ids:
                missing = edge.dst if edge.src in ids else edge.src
                raise ValueError(f"the edge {edge.src!r} -> {edge.dst!r} refers to {missing!r}, which is not a node")


def op_id(operator: int | str) -> str:
    """Return the id of an operator's node.

    >>> op_id(3)
    'op-3'
    """
    return f"op-{operator}"


def var_id(name: str) -> str:
    """Return the id of a variable's node.

    >>> var_id("h@GRAD")
    'var-h@GRAD'
    """
    return f"var-{name}"


def worst(healths: Iterable[Health]) -> Health:
    """Return the worst of several states of health; "unseen" if there is no state.

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
    """Return the part of a graph around a node.

    Args:
        graph: the whole graph.
        node: the id of the node.
        hops: the part contains the nodes that are at most this number of edges away, in either direction.

    Returns:
        The smaller graph.

    Raises:
        KeyError: no node has this id.

    Example:
        >>> from opscope.viz import Edge, Graph, GraphNode
        >>> chain = Graph(tuple(GraphNode(n, n) for n in "abcd"), (Edge("a", "b"), Edge("b", "c"), Edge("c", "d")))
        >>> [node.id for node in focus(chain, "a", hops=1).nodes]
        ['a', 'b']
    """
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
    """Write the newest health of each variable into its node, and into the operators that wrote the variable.

    An operator shows the worst health of its outputs. An output may be a node, or only the label of an edge. Color the
    graph before you fold it. A folded node then shows the worst health of its hidden nodes.

    Args:
        graph: the graph.
        seen: maps the name of each variable to its health.

    Returns:
        A graph with other colors.

    Example:
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


def with_values(graph: Graph, seen: Mapping[str, ValueSeen], place: str = "") -> Graph:
    """Add the mean and the standard deviation of each variable to its node, and color the graph by health.

    A note above the picture shows the number of the step. Like `health_colours`, call this function before you fold
    the graph.

    Args:
        graph: the graph.
        seen: maps the name of each variable to its summary. `run.summaries(step)` returns such a dict.
        place: text for the note about the place in the step at which the values were summarized, such as
            `before relu (op 7)`.

    Returns:
        The graph with values.

    Example:
        >>> graph = viz.with_values(viz.program_graph(program), run.summaries(3))
        >>> any(node.health == "ok" for node in graph.nodes)
        True
    """
    numbers = {var_id(name): numbers_text(value) for name, value in seen.items()}
    nodes = (dataclasses.replace(n, detail=(*n.detail, *numbers.get(n.id, ()))) for n in graph.nodes)
    with_numbers = dataclasses.replace(graph, nodes=tuple(nodes), note=values_note(seen.values(), place))
    return health_colours(with_numbers, {name: value.health for name, value in seen.items()})


def values_note(seen: Iterable[ValueSeen], place: str = "") -> str:
    """Return the note above a picture of values, such as `values of step 20, before relu (op 7)`."""
    steps = sorted({value.step for value in seen})
    known = f"values of step{'s' * (len(steps) > 1)} {' and '.join(map(str, steps))}" if steps else "no values"
    return f"{known}, {place}" if place else known


def numbers_text(seen: ValueSeen) -> tuple[str, ...]:
    """Return the mean, standard deviation, and counts of NaN and Inf of a value, as lines for a node.

    Return () if the value has none of these numbers.
    """
    bad = [f"{count:,} {name}" for name, count in (("NaN", seen.nan), ("Inf", seen.inf)) if count]
    if seen.mean is None or seen.std is None:
        return (", ".join(bad),) if bad else ()
    text = f"{seen.mean:.3g}" if math.prod(seen.shape) == 1 else f"{seen.mean:.3g} ± {seen.std:.2g}"
    if seen.note:  # magnitudes of complex elements
        text = f"|·| {text}"
    return (", ".join([text.replace("-", "\u2212"), *bad]),)


def roles(graph: Graph) -> dict[str, Role]:
    """Return the role of each node that is not a forward node. The roles follow from the edges of gradients."""
    found: dict[str, Role] = {}
    for edge in graph.edges:
        if edge.kind == "gradient":
            found[edge.src] = "backward"
            found.setdefault(edge.dst, "update")
    return found
