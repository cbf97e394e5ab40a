"""Data flow of a program: a graph of operators and external values, with an edge from each writer to its readers.

A value between operators is shown as the label of an edge, not as a node. A value that a Layer owns (a parameter, a
running mean) is in the group of the operator that reads the value first. Such a value has no edges to readers in other
groups, because shared weights are not part of the data flow.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from opscope.ir.program.program import GRAD, Operator, Parameter, Program, Variable
from opscope.viz.graph import Edge, Graph, GraphNode, op_id, var_id
from opscope.viz.graph_builder import BuiltGraph, block_results
from opscope.viz.layer_groups import operator_groups

OWNED = re.compile(r".+\.[wb]_\d+")
"""Names of values that Layers own. In eager code, a running mean is recognized only by its name."""


@dataclass(frozen=True)
class DataFlow:
    """The graph of the data flow. `sources` maps each node to its operator or variable."""

    graph: Graph
    sources: Mapping[str, Operator | Variable]


def data_flow(program: Program, title: str, phases: Collection[str]) -> DataFlow:
    """Make the data flow graph of the operators of some phases.

    The groups of the nodes are Layers, and function calls in the user's code.
    """
    built = BuiltGraph(program, title, phases, by_name=True)
    operators = [source for source in built.sources.values() if isinstance(source, Operator)]
    groups = operator_groups(operators, {node.id: node.group for node in built.graph.nodes})
    flow = _Flow(built.sources, groups)
    for operator in operators:
        flow.add(operator)
    return DataFlow(Graph(tuple(flow.nodes.values()), tuple(dict.fromkeys(flow.edges)), title), built.sources)


class _Flow:
    def __init__(self, sources: Mapping[str, Operator | Variable], groups: Mapping[str, tuple[str, ...]]) -> None:
        self.sources, self.groups = sources, groups
        self.nodes: dict[str, GraphNode] = {}
        self.edges: list[Edge] = []
        self.writers: dict[str, str] = {}
        self.buffers: set[str] = set()  # names below the Layers that read them: `model.bn.running_mean`

    def add(self, operator: Operator) -> None:
        own = op_id(operator.id)
        is_update = operator.phase == "optimize"
        read = operator.role_var[1:] if is_update else [name for name in operator.inputs if name is not None]
        self.buffers |= {n for n in read if n not in self.writers and _is_below(n, operator.layer_path)}
        for name in dict.fromkeys([*read, *block_results(operator)]):
            if name in self.writers:
                self._edge(self.writers[name], own, name, is_update)
            elif not is_update:
                self._given(name, own)
        # equal layers have parameters of equal shapes
        shapes = [str(self.sources[var_id(n)]).partition(":")[2] for n in read if self._is_owned(n)]
        self.nodes[own] = GraphNode(own, "".join([operator.type, *shapes]), group=self.groups[own])
        if is_update:
            owner = var_id(operator.role_var[0]) if operator.role_var else ""
            if owner in self.nodes:
                self.edges.append(Edge(own, owner, operator.role_var[0], "gradient"))
        else:
            self.writers |= dict.fromkeys((n for n in operator.outputs if n and not self._is_owned(n)), own)

    def _edge(self, src: str, dst: str, name: str, is_update: bool) -> None:
        self.edges.append(Edge(src, dst, name, "gradient" if is_update or GRAD in name else "data"))

    def _given(self, name: str, reader: str) -> None:
        own, is_owned = var_id(name), self._is_owned(name)
        variable = self.sources[own]
        if GRAD in name or (
            isinstance(variable, Variable) and variable.block.idx
        ):  # a loop passes values to its blocks
            return
        group = self.groups[reader]
        if own not in self.nodes:
            kind = "parameter" if is_owned else "data"
            self.nodes[own] = GraphNode(own, name, kind, group if is_owned else ())
        if not is_owned or self.nodes[own].group[:1] == group[:1]:
            self.edges.append(Edge(own, reader, name))

    def _is_owned(self, name: str) -> bool:
        variable = self.sources.get(var_id(name))
        if not isinstance(variable, Variable) or GRAD in name:
            return False
        if isinstance(variable, Parameter) or name in self.buffers:
            return True
        return not variable.is_data and OWNED.fullmatch(name) is not None


def _is_below(name: str, layer_path: str) -> bool:
    """Return True if a name with dots is an attribute of a Layer, such as `model.bn.running_mean` of the Layer `bn`."""
    owner = name.rpartition(".")[0]
    return bool(layer_path) and (owner == layer_path or owner.endswith(f".{layer_path}"))
