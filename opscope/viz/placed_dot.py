"""DOT text with fixed positions.

The text is used to write a PNG or PDF file of a picture whose layout opscope has changed. The engine `nop2` draws nodes
and edges at fixed positions. The frames of groups are also nodes, which are drawn behind the other nodes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from math import dist
from xml.etree import ElementTree as ET

from opscope.viz.dot import Digraph, DotLayout, escaped, node_look, text_lines, text_width, visible
from opscope.viz.graph import GraphNode
from opscope.viz.scopes import STACK_NAME

PAIR = re.compile(r"(-?[\d.]+(?:e-?\d+)?),(-?[\d.]+(?:e-?\d+)?)")
VIEW_BOX = re.compile(r"[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)")
DASHES = {"5,2": "dashed", "1,5": "dotted"}

Point = tuple[float, float]


def placed_dot(root: ET.Element, drawing: DotLayout) -> str:
    """Return the DOT text with the positions of a layout, which are read from graphviz' SVG tree."""
    found = VIEW_BOX.match(root.get("viewBox", ""))
    width, height = (float(found[1]), float(found[2])) if found else (8.0, 8.0)
    out = Digraph(graph_attr={"layout": "nop2", "bb": f"0,0,{width:.2f},{height:.2f}"})
    out.attr("node", shape="box", style="filled,rounded", fixedsize="true", fontname="Helvetica")
    out.attr("edge", fontname="Helvetica", fontsize="8", arrowsize="0.55")
    page = _Upwards(height - 8)
    for at, group in enumerate(root[0].findall("g")):
        token, title = group.get("id", ""), group.findtext("title", "")
        if token in drawing.groups:
            for count, polygon in enumerate(group.findall("polygon")):
                name = "" if count else drawing.groups[token][1]
                look = {"label": escaped(visible(name)) + "\\l", "labelloc": "t", "fontsize": "10"}
                colors = {"fillcolor": "#9aa5b112", "color": "#9aa5b1", "fontcolor": "#7d8895"}
                out.node(f"f{at}_{count}", **look, **colors, **page.place(polygon))
        elif title in drawing.nodes:
            node, polygon = drawing.nodes[title], group.find("polygon")
            if polygon is not None:
                look = {"peripheries": "2"} if node.hides and STACK_NAME.search(node.label) else {}
                out.node(title, **{**node_look(node), **look, "label": _html(node), **page.place(polygon)})
        elif token in drawing.edges:
            tail, _, head = title.partition("->")
            out.edge(tail, head, **_edge(group, page, drawing.edges[token].kind == "gradient"))
    if drawing.graph.note:
        text = visible(drawing.graph.note)
        wide = text_width(text, 11)
        at = {"pos": f"{12 + wide / 2:.2f},{height - 12:.2f}", "width": f"{wide / 72:.3f}", "height": "0.25"}
        out.node("note", label=escaped(text), shape="plaintext", style="", fontsize="11", **at)
    return out.source


class _Upwards:
    """Conversion of SVG coordinates to DOT coordinates, in points. In DOT, y increases upwards."""

    def __init__(self, height: float) -> None:
        self.height = height

    def point(self, x: str | float, y: str | float) -> Point:
        return float(x) + 4, self.height - float(y) + 4

    def points(self, text: str) -> list[Point]:
        return [self.point(x, y) for x, y in PAIR.findall(text)]

    def place(self, polygon: ET.Element) -> dict[str, str]:
        points = self.points(polygon.get("points", ""))
        (left, right), (low, high) = ((min(side), max(side)) for side in zip(*points, strict=True))
        return {
            "pos": f"{(left + right) / 2:.2f},{(low + high) / 2:.2f}",
            "width": f"{(right - left) / 72:.4f}",
            "height": f"{(high - low) / 72:.4f}",
        }


def _html(node: GraphNode) -> str:
    """Return the text of a node, with its first line in bold."""
    return f"<{'<BR/>'.join(_html_lines(node))}>"


def _html_lines(node: GraphNode) -> Iterator[str]:
    before = 0.0
    for line in text_lines(node):
        text = escape(visible(line.text)) or " "
        bold = f"<B>{text}</B>" if line.style == "label" else text
        shown = f'<FONT POINT-SIZE="{line.size:g}">{bold}</FONT>'
        # a line below a larger one is as high as that, or it touches its descenders
        strut = f'<FONT POINT-SIZE="{before:g}"> </FONT>' if before > line.size else ""
        yield f"{strut}{shown}{strut}"
        before = line.size


def _edge(group: ET.Element, page: _Upwards, is_backward: bool) -> Mapping[str, str]:
    path, arrow, text = group.find("path"), group.find("polygon"), group.find("text")
    if path is None:
        return {"style": "invis"}
    points = page.points(path.get("d", ""))
    look = {"color": path.get("stroke", "black"), "fontcolor": path.get("stroke", "black")}
    end = ""
    if arrow is not None:
        near = points[0] if is_backward else points[-1]
        tip = max(page.points(arrow.get("points", "")), key=lambda point: dist(point, near))
        end = f"{'s' if is_backward else 'e'},{tip[0]:.2f},{tip[1]:.2f} "
    if dashes := path.get("stroke-dasharray"):
        look["style"] = DASHES.get(dashes, "dashed")
    if is_backward:
        look["dir"] = "back"
    if text is not None:
        x, y = page.point(text.get("x", "0"), text.get("y", "0"))
        look |= {"label": escaped(visible(text.text or "")), "lp": f"{x:.2f},{y + 3:.2f}"}
    return {**look, "pos": end + " ".join(f"{x:.2f},{y:.2f}" for x, y in points)}
