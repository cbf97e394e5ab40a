"""Conversion of a program to a graph by layer, with a node for each Layer and for each function call between Layers.

The graph shows the data flow of the program. As in the panel's graph, scopes are folded. This form of the graph is
useful on slides.
"""

from __future__ import annotations

import dataclasses
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from fnmatch import fnmatchcase
from math import prod

from opscope.core import shape as dims
from opscope.errors import NotFound, nearest
from opscope.events import ValueSeen
from opscope.ir.program.program import GRAD, Operator, Parameter, Program, Variable
from opscope.names.generated_names import is_generated
from opscope.names.shown_name import names_in
from opscope.viz.data_flow import DataFlow, data_flow
from opscope.viz.graph import Edge, EdgeKind, Graph, GraphNode, Health, numbers_text, worst
from opscope.viz.graph_builder import block_scope
from opscope.viz.layer_groups import CalledNames
from opscope.viz.scoped_graph import Path, ScopedGraph, around
from opscope.viz.scopes import MARK, STACK_NAME, nested, net_of_member, shown_name

TEMPORARY = re.compile(r".+\.tmp_\d+")
OF_A_LAYER = re.compile(r"(.+)_\d+\.[a-z]+_\d+")  # the generated name of a parameter: `linear_0.w_0`


def layer_graph(
    program: Program,
    levels: int = 1,
    *,
    title: str = "",
    phases: Collection[str] = ("forward",),
    seen: Mapping[str, ValueSeen] | None = None,
    open: Collection[str] = (),
) -> Graph:
    """Make the graph of a program by layer.

    If a single Layer contains all other Layers, this Layer is open, and `levels` counts from the Layers inside it. A
    Layer without inner Layers is always one node. `seen` contains summaries of values, whose shapes and numbers are
    shown. `open` contains more scopes to open, as paths or patterns. Raises NotFound if no scope matches a pattern.
    """
    flow = data_flow(program, title, phases)
    scoped = ScopedGraph(nested(flow.graph))
    depth = levels + _wrappers(scoped)
    outer = {path[:-1] for path in scoped.paths}
    opened = {path for path in outer if 0 < len(path) < depth} | _matching(scoped, open)
    return _Description(program, flow, seen or {}).of(scoped.fold(opened), opened)


def _wrappers(scoped: ScopedGraph) -> int:
    """Return the number of nested outer Layers, each of which contains all other Layers."""
    groups = {node.group for node in scoped.graph.nodes if node.kind == "op"}
    inner = {path for path in scoped.paths if MARK not in path[0]}
    depth, outer = 0, Path()
    while True:
        here = {group[: depth + 1] for group in groups if len(group) > depth and MARK not in group[0]}
        if len(here) != 1:
            return depth
        outer = next(iter(here))
        if STACK_NAME.search(outer[-1]) or not any(len(path) > depth + 1 for path in inner):
            return depth
        depth += 1


def _matching(scoped: ScopedGraph, patterns: Collection[str]) -> set[Path]:
    found: set[Path] = set()
    names = {path: "/".join(_own_parts(path)) for path in scoped.paths}
    for pattern in patterns:
        matching = {path for path, name in names.items() if pattern == "*" or fnmatchcase(name, pattern)}
        if not matching and pattern != "*":
            known = list(dict.fromkeys(names.values()))
            raise NotFound(f"no scope {pattern!r} in the graph", fix=nearest(pattern, known) or "open='*'")
        found |= {outer for path in matching for outer in around(path)}
    return found


def _own_parts(path: Path) -> list[str]:
    """Return the parts of a path that are scopes of the program, without stacks and ranges."""
    return [STACK_NAME.sub("", shown_name(part)) for part in path if "…" not in part]


def _is_generated(name: str) -> bool:
    """Return True for a generated name.

    Such a name may begin with a layer's name that the user has chosen.
    """
    return is_generated(name) or TEMPORARY.fullmatch(name) is not None


def _of_a_sequence(number: str, group: Path, operators: Collection[Operator], parameters: Iterable[Parameter]) -> str:
    """Return a name for a member of a Sequential, because the member itself has only a number.

    If the member is a single Layer, the name is the type of the Layer. Otherwise, the name is a path such as
    `layer1.0`.
    """
    forward = [operator for operator in operators if operator.phase == "forward"]
    if len({operator.layer_path for operator in forward}) == 1:
        of_parameters = {found[1] for p in parameters if (found := OF_A_LAYER.fullmatch(p.name))}
        kinds = of_parameters or {operator.op.name for operator in forward}
        if len(kinds) == 1:
            return kinds.pop()
    outer = [STACK_NAME.sub("", shown_name(part)) for part in group if "…" not in part]
    if not outer:  # `D.0.weight`; a parameter that other code reads, too, is a node of its own
        names = [*(p.name for p in parameters), *(name for o in operators for name in o.inputs if name)]
        outer = [net] if (net := net_of_member(number, names)) else []
    return f"{outer[-1]}.{number}" if outer else number


class _Description:
    """Labels and details of the nodes and edges of a folded data flow."""

    def __init__(self, program: Program, flow: DataFlow, seen: Mapping[str, ValueSeen]) -> None:
        self.sources, self.edges, self.seen = flow.sources, flow.graph.edges, seen
        self.called = names_in(program)
        self.functions = CalledNames(o for o in flow.sources.values() if isinstance(o, Operator))

    def of(self, graph: Graph, opened: Collection[Path]) -> Graph:
        home = {inner: node.id for node in graph.nodes for inner in (node.hides or (node.id,))}
        carried: dict[tuple[str, str, EdgeKind], list[str]] = defaultdict(list)
        for edge in self.edges:
            ends = home[edge.src], home[edge.dst]
            if ends[0] != ends[1] and edge.label not in carried[*ends, edge.kind]:
                carried[*ends, edge.kind].append(edge.label)
        carried = {ends: names for ends, names in carried.items() if names}
        results: dict[str, list[str]] = {node.id: [] for node in graph.nodes}
        for (src, _, _), names in carried.items():
            results[src] += [n for n in names if n not in results[src] and GRAD not in n]
        for node in graph.nodes:
            if not results[node.id]:
                results[node.id] = self._last_result(node)
        unique = self._unique_names(name for names in results.values() for name in names)
        nodes = tuple(self._node(node, results[node.id], unique, opened) for node in graph.nodes)
        edges = (self._edge(*ends, names, len(results[ends[0]]) > 1, unique) for ends, names in carried.items())
        return dataclasses.replace(graph, nodes=nodes, edges=tuple(edges), by_layer=True)

    def _last_result(self, node: GraphNode) -> list[str]:
        """Return the first result of a node's last forward operator. Use this if no node reads the node's results."""
        forward = (operator for operator in reversed(self._operators(node)) if operator.phase == "forward")
        return next(([name] for operator in forward for name in operator.outputs[:1] if name), [])

    def _unique_names(self, names: Iterable[str]) -> Callable[[str], str]:
        """Return a function that returns the user's name of a value.

        If the name is not unique in the picture, the function returns "". For example, `x` often refers to several
        values.
        """
        called = {name: (self.called(name) if _is_generated(name) else (name,)) for name in dict.fromkeys(names)}
        times = Counter(name for found in called.values() for name in found[:1])
        return lambda name: next((each for each in called.get(name, ())[:1] if times[each] == 1), "")

    def _operators(self, node: GraphNode) -> list[Operator]:
        found = (self.sources[name] for name in (node.hides or (node.id,)))
        return [source for source in found if isinstance(source, Operator)]

    def _node(
        self, node: GraphNode, results: list[str], unique: Callable[[str], str], opened: Collection[Path]
    ) -> GraphNode:
        source = self.sources.get(node.id)
        if isinstance(source, Variable):
            return self._variable(node, source, unique)
        operators = self._operators(node)
        label, group = node.label, node.group
        if isinstance(source, Operator):
            label = self.functions.label(source)
            # the only operator of a Layer represents the Layer
            if shut := next((path for path in around(group) if path not in opened), None):
                label, group = shut[-1], shut[:-1]
        label = shown_name(label)
        if operators and operators[-1].blocks and label == block_scope(operators[-1]):
            label = operators[-1].type
        if "…" not in label and is_generated(label) and not any(label in operator.scope_path for operator in operators):
            label = self.functions.of(operators[0]) or operators[0].op.name
        own = [p for name in node.hides if isinstance(p := self.sources[name], Parameter)]
        if label.isdigit():
            label = _of_a_sequence(label, group, operators, own)
        size = sum(prod(d or 1 for d in p.spec.shape) for p in own)
        detail = [f"{size:,} parameter{'s' * (size != 1)}"] if size else []
        if len(results) == 1:
            detail += self._lines(results[0], unique, label, self._seen_of(results[0], operators))
        forward = [o for o in operators if o.phase == "forward"] or operators
        made = {n: value for o in operators for n in o.outputs if n and (value := self._seen_of(n, operators))}
        healths: list[Health] = [value.health for value in made.values()]
        if not any(n in made and made[n].health == "zeros" for n in results):
            healths = ["ok" if health == "zeros" else health for health in healths]  # an initial state, a mask
        types = Counter(operator.type for operator in operators)
        count = ", ".join(f"{times} {name}" if times > 1 else name for name, times in types.most_common(6))
        sites = [o.site for o in forward if o.site is not None]
        return dataclasses.replace(
            node,
            label=label,
            group=group,
            detail=tuple(detail),
            health=worst(healths),
            site=sites[0].where if sites else "",
            tooltip="\n".join(filter(None, (label, count, sites[0].where if sites else ""))),
        )

    def _variable(self, node: GraphNode, variable: Variable, unique: Callable[[str], str]) -> GraphNode:
        name = variable.name
        label = unique(name) or next(iter(self.called(name)), "") or name
        value = self.seen.get(name)
        if value is not None and value.op >= 0 and node.kind == "data":
            value = None  # another value, written later in the step
        lines = [f"{variable.dtype.name} {self._shape(name)}".rstrip(), *(numbers_text(value) if value else ())]
        tooltip = repr(variable)
        health = value.health if value else "unseen"
        return dataclasses.replace(node, label=label, detail=tuple(lines), tooltip=tooltip, health=health)

    def _seen_of(self, name: str, operators: Collection[Operator]) -> ValueSeen | None:
        """Return the summary of a value. Return None if none of these operators wrote the value last."""
        value = self.seen.get(name)
        return value if value is not None and any(value.op == operator.id for operator in operators) else None

    def _lines(self, name: str, unique: Callable[[str], str], label: str, value: ValueSeen | None) -> list[str]:
        called = unique(name)
        first = f"{called if called != label else ''} {self._shape(name)}".strip()
        return [*([first] if first else []), *(numbers_text(value) if value else ())]

    def _shape(self, name: str) -> str:
        """Return the actual shape of a value if it is known, or else the declared shape. Return "" for a scalar."""
        variable = self.sources.get(f"var-{name}")
        declared = variable.spec.shape if isinstance(variable, Variable) else ()
        shape = self.seen[name].shape if name in self.seen else declared
        return dims.text(shape) if shape else ""

    def _edge(
        self, src: str, dst: str, kind: EdgeKind, names: list[str], is_labelled: bool, unique: Callable[[str], str]
    ) -> Edge:
        texts = [f"{unique(n) or next(iter(self.called(n)), n)} {self._shape(n)}".strip() for n in names]
        if kind == "data" and is_labelled and src[:4] != "var-":
            shown = (unique(names[0]) or self._shape(names[0])) if len(names) == 1 else f"{len(names)} values"
            return Edge(src, dst, names[0], kind, called=shown)
        return Edge(src, dst, "", kind, called=", ".join(texts))
