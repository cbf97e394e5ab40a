"""Drawing programs: Program -> Graph -> SVG.

>>> svg = draw(program_graph(program))    # doctest: +SKIP
"""

from opscope.viz.dot import draw, to_dot
from opscope.viz.engines import LayoutError, engine
from opscope.viz.graph import Edge, Graph, Node, collapse, focus, health_colours
from opscope.viz.heat import heated
from opscope.viz.sources import program_graph

__all__ = [
    "Edge",
    "Graph",
    "LayoutError",
    "Node",
    "collapse",
    "draw",
    "engine",
    "focus",
    "health_colours",
    "heated",
    "program_graph",
    "to_dot",
]
