"""Search for the values of a model that depend on random numbers. Such values differ between two runs."""

from __future__ import annotations

from typing import NamedTuple

from opscope.ir.program.program import Operator
from opscope.onnx import Model

SHAPES = ("Shape", "Size")  # nodes that read only shapes


class RandomValues(NamedTuple):
    """The nodes of a model that draw random numbers, as text, and the names of values that depend on these nodes."""

    nodes: tuple[str, ...]
    names: frozenset[str]


def random_values(model: Model) -> RandomValues:
    """Return the nodes of a model that draw random numbers, and the names of the values that depend on these nodes."""
    makers = {name: node for node in model.proto.graph.node for name in node.output if name}
    nodes: list[str] = []
    names: set[str] = set()
    unnamed: list[str] = []  # operators that draw for a node whose outputs come later
    for operator in model.program.global_block().ops:
        made = [n for n in operator.outputs if n is not None]
        node = next((makers[n] for n in made if n in makers), None)
        draws = _draws(operator)
        depends = not names.isdisjoint(n for n in operator.inputs if n is not None)
        if draws or (depends and (node is None or node.op_type not in SHAPES)):
            names.update(made)
        if draws:
            unnamed.append(operator.type)
        if node is not None and unnamed and not names.isdisjoint(made):
            nodes.append(f"{node.op_type} {node.name}".rstrip())
            unnamed = []
    return RandomValues(tuple(dict.fromkeys([*nodes, *unnamed])), frozenset(names))


def _draws(operator: Operator) -> bool:
    inner = (o for block in operator.blocks for o in block.ops)
    return operator.op.random or any(map(_draws, inner))
