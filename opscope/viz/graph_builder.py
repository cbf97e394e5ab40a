"""Program -> Graph: operators, the values between them, sub-blocks as groups."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol

from opscope.core.source import Site
from opscope.events import ValueSeen
from opscope.ir.program.program import GRAD, Block, Operator, Parameter, Program, Variable
from opscope.viz.graph import Edge, EdgeKind, Graph, GraphNode, Kind, op_id, var_id, with_values

PHASES = ("forward", "backward", "optimize")


class SummarizedRun(Protocol):
    """A run or recording, which knows the statistics of its values."""

    def summaries(self, step: int | None = None) -> Mapping[str, ValueSeen]:
        """Summaries by name."""
        ...


def program_graph(
    program: Program,
    title: str = "",
    phases: Collection[str] = PHASES,
    heat: Mapping[int, float] | None = None,
    run: SummarizedRun | None = None,
    called: Callable[[str], Sequence[str]] = lambda name: (),
) -> Graph:
    """The graph of a program: a node per operator and per value, in program order.

    An in-place update (of an optimizer or a running mean) is an edge back into the value. A value that a sub-block
    reads from outside has an edge into the block; a result of a sub-block has an edge to the operator that owns it. An
    optimizer is drawn beside the parameter that it updates, without its own state (moments, learning rate).
    `phases` selects operators by phase. `heat` is a share for each operator (by id) that its node shows as text;
    `heated` colors the operators by it. With a `run`, or a recording, values show their mean and spread in its last
    step, and their health. `called` gives other names of a value, which its node shows.
    """
    builder = _GraphBuilder(phases, heat or {}, called)
    builder.block(program.global_block(), ())
    made = Graph(tuple(builder.nodes.values()), tuple(dict.fromkeys(builder.edges)), title)
    return made if run is None else with_values(made, run.summaries())


class _GraphBuilder:
    def __init__(
        self, phases: Collection[str], heat: Mapping[int, float], called: Callable[[str], Sequence[str]]
    ) -> None:
        self.phases = phases
        self.called = called
        self.heat = heat
        self.nodes: dict[str, GraphNode] = {}
        self.edges: list[Edge] = []

    def block(self, block: Block, group: tuple[str, ...]) -> None:
        for operator in block.ops:
            if operator.phase not in self.phases:
                continue
            if operator.phase == "optimize":
                self._update(operator)
            else:
                self._operator(block, operator, group)

    def _update(self, operator: Operator) -> None:
        """An optimizer's step as gradient -> step -> parameter, without its other inputs (a scaled learning rate)."""
        if len(operator.role_var) != 2:
            return
        parameter, grad = (var_id(name) for name in operator.role_var)
        home = self.nodes.get(parameter)
        group = () if home is None else home.group
        own = op_id(operator.id)
        self.nodes[own] = GraphNode(
            own,
            operator.type,
            group=group,
            detail=self._heat(operator),
            site=_where(operator.site),
            tooltip=_tooltip(operator),
        )
        self.edges += [Edge(grad, own, operator.role_var[1], "gradient")] if grad in self.nodes else []
        self.edges += [Edge(own, parameter, operator.role_var[0], "gradient")] if home is not None else []

    def _operator(self, block: Block, operator: Operator, group: tuple[str, ...]) -> None:
        path = (*group, *(part for part in operator.namescope.split("/") if part))
        for name in operator.inputs:
            if name is not None:
                self._variable(_resolve(block, name), path)
        if operator.blocks:
            inner = (*path, f"{operator.type} {operator.id}")
            for sub in operator.blocks:
                if self._runs(operator, sub):
                    self.block(sub, inner)
        own = op_id(operator.id)
        self.nodes[own] = GraphNode(
            own,
            operator.type,
            group=path,
            detail=(*_detail(operator), *self._heat(operator)),
            site=_where(operator.site),
            tooltip=_tooltip(operator),
        )
        for name in operator.inputs:
            if name is not None:
                kind: EdgeKind = "gradient" if GRAD in name else "data"
                self.edges.append(Edge(var_id(name), own, name, kind))
        for result in _results(operator):
            if var_id(result) in self.nodes:
                self.edges.append(Edge(var_id(result), own, result, "control"))
        for name in operator.outputs:
            if name is not None:
                self._variable(block.var_of(name), path)
                kind = "gradient" if GRAD in name else "data"
                self.edges.append(Edge(own, var_id(name), name, kind))

    def _variable(self, variable: Variable, group: tuple[str, ...]) -> None:
        own = var_id(variable.name)
        if own in self.nodes:
            return
        kind: Kind = "parameter" if isinstance(variable, Parameter) else "data" if variable.is_data else "value"
        self.nodes[own] = GraphNode(
            own,
            variable.name,
            kind=kind,
            group=group if kind != "data" else (),
            detail=(*filter(None, [", ".join(self.called(variable.name))]), str(variable.spec)),
            site=_where(variable.site),
            tooltip=repr(variable),
        )

    def _heat(self, operator: Operator) -> tuple[str, ...]:
        share = self.heat.get(operator.id)
        return () if share is None else (f"{share:.1%}",)

    def _runs(self, operator: Operator, sub: Block) -> bool:
        # a pylayer also owns its backward block, but pylayer_grad runs it and is drawn with it
        return operator.type != "pylayer" or sub.forward_block_idx < 0


def _resolve(block: Block, name: str) -> Variable:
    """The variable of a name; a gradient block also reads variables of its forward block."""
    forward = block.forward_block_idx
    inside = block.find(name) is not None or forward < 0
    return (block if inside else block.program.blocks[forward]).var_of(name)


def _results(operator: Operator) -> list[str]:
    """Names of the values that sub-blocks return."""
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


def _where(site: Site | None) -> str:
    return "" if site is None else site.where
