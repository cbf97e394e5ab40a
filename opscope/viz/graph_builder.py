"""Conversion of a program to a graph of operators and values. The sub-blocks of operators become groups."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Mapping

from opscope.core import shape as dims
from opscope.core.checks.argument_checks import require_kind
from opscope.core.spec import TensorSpec
from opscope.events import Stopped, ValueSeen
from opscope.ir.program.program import GRAD, Block, Operator, Parameter, Program, Variable
from opscope.names.generated_names import is_generated
from opscope.names.shown_name import names_in
from opscope.statistics_text import percentage
from opscope.viz.graph import Edge, EdgeKind, Graph, GraphNode, Kind, op_id, var_id

PHASES = ("forward", "backward", "optimize")
SMALL = 60
"""In a program with more operators, operators without a scope are grouped by the names of their parameters and
outputs."""
PARAMETER_NAME = re.compile(r"(.+)\.[wb]_\d+")
VALUE_NAME = re.compile(r"(.+)\.(?:[wb]|tmp)_\d+")


def place_text(here: Stopped | None) -> str:
    """Return a text about a place in its step, such as `before relu (op 7)`. Return "" if the place has no operator."""
    if here is None or here.op < 0:
        return ""
    return f"{'behind' if here.behind else 'before'} {here.op_type} (op {here.op})"


class BuiltGraph:
    """A graph whose nodes have only labels and groups. A node gets its description only on request.

    The descriptions take most of the time, and only a few nodes of a large program are visible.
    """

    def __init__(
        self, program: Program, title: str = "", phases: Collection[str] = PHASES, by_name: bool = False
    ) -> None:
        require_kind(
            program, Program, "a graph needs a Program", fix="call FoldableGraph(static.default_main_program())"
        )
        builder = _GraphBuilder(phases, by_name=by_name or len(program.global_block().ops) > SMALL)
        builder.block(program.global_block(), ())
        self.sources: Mapping[str, Operator | Variable] = builder.sources
        self._called = names_in(program)
        self.graph = Graph(tuple(builder.nodes.values()), tuple(dict.fromkeys(builder.edges)), title)

    def with_descriptions(
        self,
        graph: Graph,
        heat: Mapping[int, float] | None = None,
        seen: Mapping[str, ValueSeen] | None = None,
    ) -> Graph:
        """Add the details of the nodes, and the user's names of the edges, to the graph or to a part of the graph.

        `seen` contains the summaries of values, with their actual shapes.
        """
        shapes = {name: value.shape for name, value in (seen or {}).items()}
        nodes = tuple(self.described(node, heat or {}, shapes) for node in graph.nodes)
        edges = tuple(self._described_edge(edge, shapes) for edge in graph.edges)
        return dataclasses.replace(graph, nodes=nodes, edges=edges)

    def _described_edge(self, edge: Edge, shapes: Mapping[str, tuple[int, ...]]) -> Edge:
        called = self._called(edge.label) if edge.label and is_generated(edge.label) else ()
        if edge.label in shapes:
            edge = dataclasses.replace(edge, shape=dims.text(shapes[edge.label]))
        return dataclasses.replace(edge, called=called[0]) if called else edge

    def described(
        self, node: GraphNode, heat: Mapping[int, float], shapes: Mapping[str, tuple[int, ...]] | None = None
    ) -> GraphNode:
        """Add detail, site and tooltip to a node. A node that represents folded nodes is returned unchanged.

        `shapes` contains the actual shapes of values, if they are known.
        """
        source = self.sources.get(node.id)
        if source is None:
            return node
        where = "" if source.site is None else source.site.where
        if isinstance(source, Operator):
            detail = (*_detail(source), *((percentage(heat[source.id]),) if source.id in heat else ()))
            return dataclasses.replace(node, detail=detail, site=where, tooltip=_tooltip(source))
        called = self._called(source.name)  # a box has space for one of them; the others are in its tooltip
        tooltip = repr(source) + (f"\ncalled {', '.join(called)}" if len(called) > 1 else "")
        names = (source.name, *called[:1])
        first, *other = reversed(names) if is_generated(source.name) else names
        spec = source.spec if not shapes else TensorSpec(shapes.get(source.name, source.spec.shape), source.spec.dtype)
        return dataclasses.replace(node, label=first, detail=(*other, str(spec)), site=where, tooltip=tooltip)


class _GraphBuilder:
    def __init__(self, phases: Collection[str], by_name: bool) -> None:
        self.phases = phases
        self.by_name = by_name
        self.nodes: dict[str, GraphNode] = {}
        self.sources: dict[str, Operator | Variable] = {}
        self.edges: list[Edge] = []
        self.shapes: dict[str, str] = {}
        self.layers: dict[int, set[str]] = {}  # by block

    def block(self, block: Block, group: tuple[str, ...]) -> None:
        for operator in block.ops:
            if operator.phase not in self.phases:
                continue
            if operator.phase == "optimize":
                self._update(operator)
            else:
                self._operator(block, operator, group)

    def _update(self, operator: Operator) -> None:
        """Add an operator of an optimizer to the graph, as gradient -> operator -> parameter.

        Other inputs of the optimizer, such as a scaled learning rate, are not drawn.
        """
        if len(operator.role_var) != 2:
            return
        parameter, grad = (var_id(name) for name in operator.role_var)
        home = self.nodes.get(parameter)
        own = self._node(operator, () if home is None else home.group)
        if grad in self.nodes:
            self.edges.append(self._edge(grad, own, operator.role_var[1], "gradient"))
        if home is not None:
            self.edges.append(self._edge(own, parameter, operator.role_var[0], "gradient"))

    def _operator(self, block: Block, operator: Operator, group: tuple[str, ...]) -> None:
        path = (*group, *operator.scope_path) or self._layer_by_name(operator)
        reads = [name for name in operator.inputs if name is not None]
        for name in reads:
            self._variable(_resolve(block, name), path)
        if operator.blocks:
            inner = (*path, block_scope(operator))
            for sub in operator.blocks:
                if self._runs(operator, sub):
                    self.block(sub, inner)
        own = self._node(operator, path)
        self.edges += [self._edge(var_id(name), own, name, _kind(name)) for name in reads]
        for result in block_results(operator):
            if var_id(result) in self.nodes:
                self.edges.append(self._edge(var_id(result), own, result, "control"))
        for name in operator.outputs:
            if name is not None:
                self._variable(block.var_of(name), path)
                self.edges.append(self._edge(own, var_id(name), name, _kind(name)))

    def _node(self, operator: Operator, group: tuple[str, ...]) -> str:
        own = op_id(operator.id)
        self.nodes[own] = GraphNode(own, operator.type, group=group)
        self.sources[own] = operator
        return own

    def _edge(self, src: str, dst: str, name: str, kind: EdgeKind) -> Edge:
        return Edge(src, dst, name, kind, self.shapes.get(name, ""))

    def _variable(self, variable: Variable, group: tuple[str, ...]) -> None:
        own = var_id(variable.name)
        if own in self.nodes:
            return
        kind: Kind = "parameter" if isinstance(variable, Parameter) else "data" if variable.is_data else "value"
        self.nodes[own] = GraphNode(own, variable.name, kind=kind, group=group if kind != "data" else ())
        self.sources[own] = variable
        self.shapes[variable.name] = dims.text(variable.spec.shape)

    def _layer_by_name(self, operator: Operator) -> tuple[str, ...]:
        """Return the layer in the name of a parameter, an output or a gradient, such as `fc_0` in `fc_0.w_0`."""
        if not self.by_name:
            return ()
        own = [name for name in operator.inputs if name is not None and PARAMETER_NAME.fullmatch(name)]
        for name in (*own, *filter(None, operator.outputs)):
            base, gradient, _ = name.partition(GRAD)
            home = self.nodes.get(var_id(base)) if gradient else None
            if home is not None and home.group:
                return home.group
            found = VALUE_NAME.fullmatch(base)
            if found and found[1] in self._named_layers(operator.block):
                return (found[1],)
        return ()

    def _named_layers(self, block: Block) -> set[str]:
        """Return the layers that are part of the names of a block's parameters."""
        if block.idx not in self.layers:
            named = map(PARAMETER_NAME.fullmatch, block.vars)
            self.layers[block.idx] = {found[1] for found in named if found}
        return self.layers[block.idx]

    def _runs(self, operator: Operator, sub: Block) -> bool:
        # a pylayer also owns its backward block, but pylayer_grad runs it and is drawn with it
        return operator.type != "pylayer" or sub.forward_block_idx < 0


def _kind(name: str) -> EdgeKind:
    return "gradient" if GRAD in name else "data"


def _resolve(block: Block, name: str) -> Variable:
    """Return the variable with a name. A gradient block also reads variables of the corresponding forward block."""
    forward = block.forward_block_idx
    inside = block.find(name) is not None or forward < 0
    return (block if inside else block.program.blocks[forward]).var_of(name)


def block_scope(operator: Operator) -> str:
    """Return the name of the scope that contains an operator's sub-blocks, such as `while 5`."""
    return f"{operator.type} {operator.id}"


def block_results(operator: Operator) -> list[str]:
    """Return the names of the values that the sub-blocks of an operator return."""
    results = operator.attrs.get("results", ()) if operator.blocks else ()
    return [r for item in results for r in (item if isinstance(item, tuple) else (item,)) if r is not None]


def _detail(operator: Operator) -> tuple[str, ...]:
    function = operator.op.function
    return () if function is None else (getattr(function, "__name__", type(function).__name__),)


def _tooltip(operator: Operator) -> str:
    lines = [repr(operator)]
    if operator.site is not None:
        lines.append(f"{operator.site.where}: {operator.site.code}")
    return "\n".join(lines)
