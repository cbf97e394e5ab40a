"""Heat maps: graphs whose operators are colored by numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from xml.etree import ElementTree as ET

from opscope.viz.dot import draw
from opscope.viz.folding import LIMIT, unpacked
from opscope.viz.graph import Graph, op_id
from opscope.viz.svg import Svg

HOT, EDGE = "#cf3320", "#c4604c"
"""The fill color for the largest number, and the color of the outline. Smaller numbers are drawn more transparently, so
that the text is readable in both themes."""
STEPS = 12  # steps of the color scale: nearly equal numbers get equal colors
WHITE_TEXT = 0.6  # opacity from which on the text is white
NODE = re.compile(r"op-|group-|run-")


def heated(graph: Graph, numbers: Mapping[int, float], *, limit: int = LIMIT) -> Svg:
    """Draw a graph with its operators colored by numbers, on a scale up to the largest number.

    Operators without a number keep their colors. The number of a folded node is the sum of the numbers of its hidden
    nodes.

    Args:
        graph: the graph.
        numbers: maps the id of an operator to its number.
        limit: the largest number of visible nodes. A graph with more nodes is collapsed.

    Returns:
        The picture.

    Raises:
        LayoutTimeout: the layout takes too long.
        MissingEngine: graphviz is missing.
        LayoutError: graphviz cannot draw the graph.

    Example:
        >>> picture = viz.heated(viz.program_graph(program), {op.id: 1.0 for op in program.global_block().ops})
    """
    by_node = {op_id(operator): number for operator, number in numbers.items()}
    ET.register_namespace("", "http://www.w3.org/2000/svg")
    root = ET.fromstring(draw(graph, limit=limit))
    nodes = [(g, _number(g, by_node)) for g in root.iter("{http://www.w3.org/2000/svg}g") if _is_operator(g)]
    most = max((n for _, n in nodes if n is not None), default=0.0)
    for group, number in nodes:
        if number is not None and most > 0:
            _color(group, round(number / most * STEPS) / STEPS)
    return Svg(ET.tostring(root, encoding="unicode"))


def _is_operator(group: ET.Element) -> bool:
    return "node" in group.get("class", "").split() and NODE.match(group.get("id", "")) is not None


def _number(group: ET.Element, by_node: Mapping[str, float]) -> float | None:
    hidden = unpacked(json.loads(group.get("data-hides", "[]"))) or [group.get("id", "")]
    found = [by_node[node] for node in hidden if node in by_node]
    return sum(found) if found else None


def _color(group: ET.Element, share: float) -> None:
    """Set the colors as a style of the elements. Such a style has priority over the rules of a theme."""
    opacity = share**0.5  # most numbers are small; the root makes their differences visible
    group.set("data-heat", f"{share:.2f}")
    for child in group:
        tag = child.tag.rpartition("}")[2]
        if tag == "rect":
            child.set("style", f"fill:{HOT};fill-opacity:{0.06 + 0.94 * opacity:.2f};stroke:{EDGE}")
        elif tag == "text" and opacity > WHITE_TEXT:
            child.set("style", "fill:#ffffff;opacity:1")
