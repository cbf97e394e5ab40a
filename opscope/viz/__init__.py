"""Drawing programs: Program -> Graph -> SVG.

>>> svg = draw(program_graph(program))    # doctest: +SKIP
"""

from opscope.viz.dot import draw, to_dot
from opscope.viz.engines import LayoutError, engine
from opscope.viz.graph import Edge, Graph, GraphNode, collapse, focus, health_colours
from opscope.viz.graph_builder import program_graph
from opscope.viz.heat import heated

__all__ = [
    "Edge",
    "Graph",
    "GraphNode",
    "LayoutError",
    "collapse",
    "draw",
    "engine",
    "focus",
    "health_colours",
    "heated",
    "program_graph",
    "to_dot",
]
