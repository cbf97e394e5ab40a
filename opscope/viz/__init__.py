"""Drawing programs: Program -> Graph -> SVG.

>>> svg = draw(program, open=["encoder/*"])    # doctest: +SKIP
"""

from opscope.viz.dot import dark_rules, to_dot
from opscope.viz.drawing import draw
from opscope.viz.engines import LayoutError, engine
from opscope.viz.foldable_graph import FoldableGraph
from opscope.viz.folding import collapse
from opscope.viz.gradient_flow import gradient_flow
from opscope.viz.graph import Edge, Graph, GraphNode, focus, health_colours, with_values
from opscope.viz.graph_builder import program_graph
from opscope.viz.heat import heated
from opscope.viz.line_chart import Line, line_chart, sparkline
from opscope.viz.svg import Svg

__all__ = [
    "Edge",
    "FoldableGraph",
    "Graph",
    "GraphNode",
    "LayoutError",
    "Line",
    "Svg",
    "collapse",
    "dark_rules",
    "draw",
    "engine",
    "focus",
    "gradient_flow",
    "health_colours",
    "heated",
    "line_chart",
    "program_graph",
    "sparkline",
    "to_dot",
    "with_values",
]
