"""The graph of a program for the panel: copied between two operators, laid out in another thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from opscope import viz
from opscope.debug.names.program_names import user_names
from opscope.events import Event, GraphDrawn, Warned
from opscope.ir.program.program import Program


def drawing(program: Program) -> Callable[[], Event]:
    """Copy the program as it is now; returns a function that draws it. A layout that fails becomes a warning."""
    graph = viz.program_graph(program, called=partial(user_names, program))
    ops = sum(len(block.ops) for block in program.blocks)

    def draw() -> Event:
        try:
            return GraphDrawn(program=program.id, svg=viz.draw(graph), ops=ops)
        except viz.LayoutError as e:
            return Warned(subject="graph", text=str(e))

    return draw
