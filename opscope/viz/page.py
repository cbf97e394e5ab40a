"""Layout of a picture from left to right on a page. A wide picture continues in the next row, like text.

Graphviz lays out the whole graph in one row. This row is then cut between its columns into rows of similar width.
Nodes, and edges inside a row, have the same form as in the drawing by graphviz. An edge to another row is drawn again.
Such an edge leaves its first box to the right, and enters its second box from the left. In between, it goes through the
space between two rows, where there are no boxes.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple
from xml.etree import ElementTree as ET

from opscope.viz.dot import DotLayout, finished, laid_out, text_width
from opscope.viz.engines import TIMEOUT, Engine
from opscope.viz.folding import LIMIT, collapse
from opscope.viz.graph import Graph
from opscope.viz.placed_dot import placed_dot
from opscope.viz.svg import Svg

WIDTH = 940.0
"""The width of a page in points.

On a slide that is 1,400 pixels wide, the smallest text (8 points) is 12 pixels high.
"""
PAIR = re.compile(r"(-?[\d.]+(?:e-?\d+)?),(-?[\d.]+(?:e-?\d+)?)")
GAP, LANE, PAD, CORNER, ARROW = 20.0, 6.0, 8.0, 5.0, 6.0
LABEL = 8.0  # points of the text of an edge
NOTE = 20.0  # points above the picture for its note

Point = tuple[float, float]


def draw_page(graph: Graph, *, limit: int = LIMIT, using: Engine | None = None, timeout: float = TIMEOUT) -> Svg:
    """Draw the graph as SVG text, as `dot.draw` does, but from left to right, in rows."""
    drawing = DotLayout(collapse(graph, limit), "LR")
    root = laid_out(drawing, drawing.dot(), using, timeout)
    if drawing.nodes:
        _Page(root, drawing).wrap()
    placed = placed_dot(root, drawing)
    return Svg(finished(root, drawing), placed)


class Box(NamedTuple):
    """The sides of a node or frame. y increases downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> Point:
        """The center."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def is_in(self, other: Box) -> bool:
        """Return True if the box is inside another box."""
        return other.left < self.left < self.right < other.right and other.top < self.top < self.bottom < other.bottom

    def meets(self, other: Box) -> bool:
        """Return True if the two boxes overlap."""
        beside = self.left >= other.right or other.left >= self.right
        return not (beside or self.top >= other.bottom or other.top >= self.bottom)


@dataclass
class Row:
    """A row of the page: columns of nodes, their position in graphviz' layout, and the row's displacement."""

    left: float
    right: float
    columns: list[tuple[float, float]] = field(default_factory=list[tuple[float, float]])
    top: float = float("inf")
    bottom: float = float("-inf")
    dx: float = 0.0
    dy: float = 0.0

    def include(self, top: float, bottom: float) -> None:
        """Extend the row so that it contains the range from `top` to `bottom`."""
        self.top, self.bottom = min(self.top, top), max(self.bottom, bottom)


class _Page:
    def __init__(self, root: ET.Element, drawing: DotLayout) -> None:
        self.root, self.sheet, self.drawing = root, root[0], drawing
        self.boxes: dict[str, Box] = {}
        self.nodes: dict[str, ET.Element] = {}
        self.edges: dict[tuple[str, str, str], ET.Element] = {}
        self.frames: list[ET.Element] = []
        for group in self.sheet.findall("g"):
            title = group.findtext("title", "")
            if title in drawing.nodes:
                self.nodes[title], self.boxes[title] = group, _box(group)
            elif (token := group.get("id", "")) in drawing.edges:
                tail, _, head = title.partition("->")
                self.edges[token, tail, head] = group
            elif token in drawing.groups:
                self.frames.append(group)
        self.rows = _rows(self.boxes.values())
        self.row_of = {name: self._row_at(box.middle[0]) for name, box in self.boxes.items()}
        self.lanes = Counter[int]()  # by the row below them
        self.labels: list[Box] = []  # of edges between rows
        self.beside = Counter[tuple[int, int]]()  # lanes in a space between columns, by row and column

    def _row_at(self, x: float) -> int:
        return next(i for i, row in enumerate(self.rows) if row.left <= x <= row.right)

    def wrap(self) -> None:
        crossing = [key for key in self.edges if self.row_of[key[1]] != self.row_of[key[2]]]
        pieces = list(self._pieces())
        self._measure(pieces)
        lanes = Counter[int]()
        for _, tail, head in crossing:
            lanes.update(self._gaps(tail, head))
        width, height = self._place(lanes, any(len(self._gaps(*key[1:])) > 1 for key in crossing), bool(crossing))
        for name, group in self.nodes.items():
            self._move(group, self.rows[self.row_of[name]])
            self.boxes[name] = _box(group)
        for key, group in self.edges.items():
            if key not in crossing:
                self._move(group, self.rows[self.row_of[key[1]]])
        self._cut_frames(pieces)
        for token, tail, head in crossing:
            self._route(self.edges[token, tail, head], tail, head, self.drawing.edges[token].kind == "gradient")
        self.sheet.set("transform", "translate(4 4)")
        for text in self.sheet.findall("text"):
            text.attrib |= {"x": f"{PAD:g}", "y": "11", "text-anchor": "start"}
        self.root.set("viewBox", f"0.00 0.00 {width + 8:.2f} {height + 8:.2f}")
        self.root.attrib |= {"width": f"{width + 8:.0f}pt", "height": f"{height + 8:.0f}pt"}

    # --- rows -----------------------------------------------------------------------------------------

    def _pieces(self) -> Iterator[tuple[ET.Element, int, Box]]:
        """Yield the part of each frame that is in a row, for each row. Outer frames come before inner frames."""
        for frame in self.frames:
            box = _box(frame)
            inside = [(name, node) for name, node in self.boxes.items() if node.is_in(box)]
            for i, row in enumerate(self.rows):
                here = [node for name, node in inside if self.row_of[name] == i]
                if here:
                    left, right = max(box.left, row.left - PAD), min(box.right, row.right + PAD)
                    # distances above and below its nodes are kept for the nodes of this row
                    top = box.top + min(node.top for node in here) - min(node.top for _, node in inside)
                    low = box.bottom + max(node.bottom for node in here) - max(node.bottom for _, node in inside)
                    yield frame, i, Box(left, top, right, low)

    def _measure(self, pieces: Sequence[tuple[ET.Element, int, Box]]) -> None:
        for name, box in self.boxes.items():
            self.rows[self.row_of[name]].include(box.top, box.bottom)
        for _, i, box in pieces:
            row = self.rows[i]
            row.include(box.top, box.bottom)
            row.left, row.right = min(row.left, box.left), max(row.right, box.right)
        for (_, tail, head), group in self.edges.items():
            if self.row_of[tail] == self.row_of[head]:
                row = self.rows[self.row_of[tail]]
                for points in (PAIR.findall(each.get("d", "") or each.get("points", "")) for each in group):
                    for x, y in points:
                        row.include(float(y), float(y))
                        row.left, row.right = min(row.left, float(x)), max(row.right, float(x))
                for text in group.findall("text"):
                    row.include(float(text.get("y", "0")) - 8, float(text.get("y", "0")) + 2)

    def _gaps(self, tail: str, head: str) -> list[int]:
        """Return the spaces between rows through which an edge goes.

        The number of a space is the number of the row below it.
        """
        start, end = self.row_of[tail], self.row_of[head]
        return [start + 1] if end == start + 1 else [start + 1 if end > start else start, end]

    def _place(self, lanes: Mapping[int, int], has_margin: bool, has_entries: bool) -> Point:
        """Set the displacement of the rows. Returns the size of the page."""
        y = NOTE if self.drawing.graph.note else 0.0
        self.margin = PAD + (LANE * len(self.edges) ** 0.5 if has_margin else 0)
        left = self.margin + (LANE * max(lanes.values(), default=0) + PAD if has_entries else 0)
        self.gaps: dict[int, float] = {}
        for i, row in enumerate(self.rows):
            high = (GAP if i else 0.0) + LANE * lanes.get(i, 0)
            self.gaps[i] = y + (GAP / 2 if i else 0.0)
            y += high
            row.dx, row.dy = left - row.left, y - row.top
            y += row.bottom - row.top
        right = max(row.right + row.dx for row in self.rows)
        return right + (LANE * max(lanes.values(), default=0) + PAD if has_entries else 0), y

    def _move(self, group: ET.Element, row: Row) -> None:
        for each in group.iter():
            for name in ("points", "d"):
                if name in each.attrib:
                    each.set(name, _moved(each.get(name, ""), row))
            if each.tag == "text":
                each.set("x", f"{float(each.get('x', '0')) + row.dx:.2f}")
                each.set("y", f"{float(each.get('y', '0')) + row.dy:.2f}")

    def _cut_frames(self, pieces: Sequence[tuple[ET.Element, int, Box]]) -> None:
        parts: dict[int, list[tuple[int, Box]]] = defaultdict(list)
        for frame, i, box in pieces:
            parts[id(frame)].append((i, box))
        for frame in self.frames:
            polygon, text = frame.find("polygon"), frame.find("text")
            assert polygon is not None
            old = _box(frame)
            for count, (i, box) in enumerate(parts[id(frame)]):
                row = self.rows[i]
                target = polygon if not count else ET.Element("polygon", polygon.attrib)
                corners = [(box.left, box.bottom), (box.left, box.top), (box.right, box.top), (box.right, box.bottom)]
                moved = [(x + row.dx, y + row.dy) for x, y in (*corners, corners[0])]
                target.set("points", " ".join(f"{x:.2f},{y:.2f}" for x, y in moved))
                if count:
                    frame.insert(list(frame).index(polygon) + count, target)
                elif text is not None:
                    text.set("x", f"{float(text.get('x', '0')) + row.dx + box.left - old.left:.2f}")
                    text.set("y", f"{float(text.get('y', '0')) + row.dy + box.top - old.top:.2f}")

    # --- edges between rows -----------------------------------------------------------------------------

    def _route(self, group: ET.Element, tail: str, head: str, is_backward: bool) -> None:
        """Draw an edge between rows again, from the right side of the first box to the left side of the second box."""
        start, end = self.boxes[tail], self.boxes[head]
        gaps = self._gaps(tail, head)
        out, into = self._beside(tail, 1), self._beside(head, 0)
        at = (start.right + (ARROW if is_backward else 0), start.middle[1] + self._aside(tail, 1))
        points = [at, (out, at[1]), (out, self._lane(gaps[0]))]
        if len(gaps) == 2:
            self.beside[-1, 0] += 1
            x = self.margin - LANE * (self.beside[-1, 0] - 1) % max(self.margin - 1, 1)
            points += [(x, points[-1][1]), (x, self._lane(gaps[1]))]
        goal = (end.left - (0 if is_backward else ARROW), end.middle[1] + self._aside(head, 2))
        points += [(into, points[-1][1]), (into, goal[1]), goal]
        path, arrow = group.find("path"), group.find("polygon")
        if path is not None:
            path.set("d", _rounded(points))
        if arrow is not None:
            tip, base = (start.right, at[0]) if is_backward else (end.left, goal[0])
            y = at[1] if is_backward else goal[1]
            corners = ((base, y - 2), (tip, y), (base, y + 2), (base, y - 2))
            arrow.set("points", " ".join(f"{x:.2f},{up:.2f}" for x, up in corners))
        for text in group.findall("text"):
            low, wide = points[2][1] - 2, text_width(text.text or "", LABEL)
            box = Box(out - 6 - wide, low - LABEL, out - 6, low)
            while met := next((other for other in self.labels if box.meets(other)), None):  # farther along its line
                box = box._replace(left=met.left - PAD - wide, right=met.left - PAD)
            self.labels.append(box)
            text.attrib |= {"x": f"{box.right:.2f}", "y": f"{low:.2f}", "text-anchor": "end"}

    def _aside(self, name: str, end: int) -> float:
        """Return the vertical distance between the end of an edge to another row and the middle of its box.

        The distance is 0, unless an edge inside the row also begins (if `end` is 1) or ends (if `end` is 2) at the box.
        """
        others = any(key[end] == name and self.row_of[key[1]] == self.row_of[key[2]] for key in self.edges)
        box = self.boxes[name]
        return (box.bottom - box.top) / 4 if others else 0.0

    def _lane(self, gap: int) -> float:
        self.lanes[gap] += 1
        return self.gaps[gap] + LANE * (self.lanes[gap] - 1)

    def _beside(self, name: str, side: int) -> float:
        """Return the x of a line in the space to the left (0) or right (1) of a node's column."""
        i = self.row_of[name]
        row, x = self.rows[i], self.boxes[name].middle[0] - self.rows[i].dx
        at = next(n for n, (left, right) in enumerate(row.columns) if left <= x <= right) + side
        self.beside[i, at] += 1
        count = self.beside[i, at]
        if at == 0:
            return row.left + row.dx - PAD - LANE * (count - 1)
        before = row.columns[at - 1][1] + row.dx
        if at == len(row.columns):
            return max(before, row.right + row.dx) + PAD + LANE * (count - 1)
        after = row.columns[at][0] + row.dx
        return before + (after - before) * (0.5 + 0.12 * ((count % 5) - 1))


def _box(group: ET.Element) -> Box:
    polygon = group.find("polygon")
    found = [] if polygon is None else PAIR.findall(polygon.get("points", ""))
    xs, ys = [float(x) for x, _ in found], [float(y) for _, y in found]
    return Box(min(xs), min(ys), max(xs), max(ys))


def _rows(boxes: Iterable[Box]) -> list[Row]:
    columns: list[tuple[float, float]] = []
    for left, _, right, _ in sorted(boxes):
        if columns and left <= columns[-1][1]:
            columns[-1] = columns[-1][0], max(columns[-1][1], right)
        else:
            columns.append((left, right))
    widest = max(right - left for left, right in columns)
    low, high = widest, max(WIDTH, widest)
    count = len(_cut(columns, high))
    while high - low > 1:  # the narrowest page with the same number of rows
        middle = (low + high) / 2
        low, high = (low, middle) if len(_cut(columns, middle)) <= count else (middle, high)
    return [Row(part[0][0], part[-1][1], part) for part in _cut(columns, high)]


def _cut(columns: Sequence[tuple[float, float]], width: float) -> list[list[tuple[float, float]]]:
    parts: list[list[tuple[float, float]]] = []
    for column in columns:
        if parts and column[1] - parts[-1][0][0] <= width:
            parts[-1].append(column)
        else:
            parts.append([column])
    return parts


def _moved(points: str, row: Row) -> str:
    return PAIR.sub(lambda found: f"{float(found[1]) + row.dx:.2f},{float(found[2]) + row.dy:.2f}", points)


def _rounded(points: Sequence[Point]) -> str:
    """Return an SVG path along right-angled lines with round corners. The path consists of cubic curves."""
    kept = [point for at, point in enumerate(points) if not at or point != points[at - 1]]
    pieces: list[tuple[Point, Point, Point, Point]] = []
    at = kept[0]
    for corner, after in pairwise(kept[1:]):
        before, behind = _toward(corner, at), _toward(corner, after)
        pieces += [_line(at, before), (before, corner, corner, behind)]
        at = behind
    pieces.append(_line(at, kept[-1]))
    text = lambda point: f"{point[0]:.2f},{point[1]:.2f}"
    return f"M{text(kept[0])}C" + " ".join(text(point) for piece in pieces for point in piece[1:])


def _toward(corner: Point, other: Point) -> Point:
    """Return the point near a corner at which the curve of the corner begins."""
    length = abs(other[0] - corner[0]) + abs(other[1] - corner[1])
    share = min(CORNER, length / 2) / length
    return corner[0] + (other[0] - corner[0]) * share, corner[1] + (other[1] - corner[1]) * share


def _line(a: Point, b: Point) -> tuple[Point, Point, Point, Point]:
    third = ((b[0] - a[0]) / 3, (b[1] - a[1]) / 3)
    return a, (a[0] + third[0], a[1] + third[1]), (b[0] - third[0], b[1] - third[1]), b
