"""Drawings of programs. A Program is converted to a Graph, and the Graph is drawn as SVG.

A module is loaded when one of its names is first used.

>>> svg = draw(program, open=["encoder/*"])    # doctest: +SKIP
"""

from typing import TYPE_CHECKING

from opscope.core.lazy_names import lazy_names

if TYPE_CHECKING:
    from opscope.viz.dot import dark_rules, to_dot
    from opscope.viz.drawing import draw
    from opscope.viz.engines import LayoutError, engine
    from opscope.viz.foldable_graph import FoldableGraph
    from opscope.viz.folding import collapse
    from opscope.viz.gradient_flow_bars import gradient_flow
    from opscope.viz.graph import Edge, Graph, GraphNode, focus, health_colours, with_values
    from opscope.viz.heat import heated
    from opscope.viz.line_charts import Line, line_chart, sparkline
    from opscope.viz.program_graphs import program_graph
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

MODULES = {  # no module has the name of a function, which would hide the package's attribute
    "dot": ("dark_rules", "to_dot"),
    "drawing": ("draw",),
    "engines": ("LayoutError", "engine"),
    "foldable_graph": ("FoldableGraph",),
    "folding": ("collapse",),
    "gradient_flow_bars": ("gradient_flow",),
    "graph": ("Edge", "Graph", "GraphNode", "focus", "health_colours", "with_values"),
    "heat": ("heated",),
    "line_charts": ("Line", "line_chart", "sparkline"),
    "program_graphs": ("program_graph",),
    "svg": ("Svg",),
}
__getattr__ = lazy_names(
    __name__, {name: f"opscope.viz.{module}:{name}" for module, names in MODULES.items() for name in names}
)


def __dir__() -> list[str]:
    return __all__
