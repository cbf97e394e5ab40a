"""The program's graph for the panel: taken in between two operators, laid out elsewhere."""

from __future__ import annotations

from collections.abc import Callable

from opscope import viz
from opscope.events import Event, GraphDrawn, Warned
from opscope.ir.program.program import Program


def drawing(program: Program) -> Callable[[], Event]:
    """What draws the program as it is now. A layout that fails is something to know, and stops nobody."""
    graph = viz.program_graph(program)
    ops = sum(len(block.ops) for block in program.blocks)

    def draw() -> Event:
        try:
            return GraphDrawn(program=program.id, svg=viz.draw(graph), ops=ops)
        except viz.LayoutError as e:
            return Warned(subject="graph", text=str(e))

    return draw
