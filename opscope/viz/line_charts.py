"""Line charts as SVG text, without scripts.

Charts are readable on light pages, on dark pages and on paper.

>>> chart = line_chart([Line("loss", [(1, 2.0), (2, 1.5), (3, 1.2)])])
>>> "<polyline" in chart
True
"""

from __future__ import annotations

import math
import numbers
from collections.abc import Sequence
from dataclasses import dataclass, replace
from xml.etree import ElementTree as ET

from opscope.errors import UsageError
from opscope.viz.svg import Svg

COLORS = ("#3d74d6", "#d9622b", "#2f9468", "#a14fb5", "#b58a1a", "#c43d63", "#2a94ad", "#7a6a5c")
"""Colors of the first line, the second line, and so on. They have enough contrast on white and on black."""
BAD = "#d92d3a"
FONT = "system-ui, Helvetica, Arial, sans-serif"
LOG_RANGE = 200.0  # ratio of positive numbers from which on the axis is logarithmic, if allowed
LEFT, RIGHT, TOP, BOTTOM = 52.0, 10.0, 10.0, 24.0
LEGEND = 18.0  # height of a row
POINTS = 300  # points of a line; more would be closer than pixels


@dataclass(frozen=True)
class Line:
    """A line through points (x, y), sorted by x.

    If y is None or NaN, the line has a gap, and a mark at the bottom shows the gap.

    If a line has a `note`, such as `sampled: 29 of 60 steps`, the points of the line are marked, and the legend
    contains the note.
    """

    name: str
    points: Sequence[tuple[float, float | None]]
    dashed: bool = False
    note: str = ""


def line_chart(
    lines: Sequence[Line],
    *,
    width: float = 640,
    height: float = 220,
    log: bool = False,
    label: str = "",
    x: str = "step",
) -> Svg:
    """Draw lines over steps.

    Args:
        lines: the lines.
        width: width of the picture, in pixels.
        height: height of the picture, in pixels.
        log: True to allow a logarithmic y axis. It is used if all numbers are positive and the largest number is more
            than 200 times the smallest number.
        label: description of the picture, for screen readers.
        x: title of the x axis.

    Returns:
        The picture.

    Raises:
        UsageError: `lines` is not a list of `Line`.

    Example:
        >>> line_chart([Line("loss", [(1, 0.9), (2, 0.5)])], label="the loss").startswith("<svg")
        True
    """
    if not isinstance(lines, list | tuple) or not all(isinstance(line, Line) for line in lines):
        raise UsageError(
            f"line_chart takes a list of Lines, but received {lines!r}", fix='line_chart([Line("loss", points)])'
        )
    drawn = [replace(line, points=_thinned(line.points)) for line in lines]
    return Svg(ET.tostring(_Chart(drawn, width, height, log, label, x).drawing(), encoding="unicode"))


def _is_point(y: object) -> bool:
    return y is None or isinstance(y, numbers.Real)


def sparkline(
    values: Sequence[float | None], *, width: float = 110, height: float = 22, color: str = COLORS[0], note: str = ""
) -> Svg:
    """Draw a line without axes, for a cell of a table.

    Args:
        values: the numbers from left to right; None and NaN are gaps.
        width: width of the picture, in pixels.
        height: height of the picture, in pixels.
        color: color of the line, in CSS.
        note: a text for the tooltip, used if some steps have no point. If there is a note, the points are marked.

    Returns:
        The picture; an empty text if there are fewer than two numbers.

    Raises:
        UsageError: `values` is not a list of numbers.

    Example:
        >>> sparkline([1.0, 2.0, 1.5]).startswith("<svg")
        True
    """
    if not hasattr(values, "__len__") or not all(map(_is_point, values)):
        raise UsageError(
            f"sparkline takes a list of numbers, but received {values!r}", fix="call sparkline([1.0, 2.0, 1.5])"
        )
    known = [(float(i), y) for i, y in enumerate(values) if y is not None and math.isfinite(y)]
    if len(known) < 2:
        return Svg("")
    known = [(i, y) for i, y in _thinned(known) if y is not None]
    low, high = min(y for _, y in known), max(y for _, y in known)
    last = max(len(values) - 1, 1)
    points = [
        (i / last * (width - 4) + 2, height - 3 - (y - low) / ((high - low) or 1.0) * (height - 6)) for i, y in known
    ]
    root = _root(width, height, "")
    _polyline(root, points, color, "1.3")
    if note:
        _marks(root, points, color, 1.2)
        ET.SubElement(root, "title").text = note
    x, y = points[-1]
    ET.SubElement(root, "circle", {"cx": _n(x), "cy": _n(y), "r": "1.8", "fill": color})
    return Svg(ET.tostring(root, encoding="unicode"))


class _Chart:
    def __init__(self, lines: list[Line], width: float, height: float, log: bool, label: str, x: str) -> None:
        self.lines, self.label, self.x = lines, label, x
        self.rows = self._legend_rows(width)
        self.width, self.height = width, height + self.rows * LEGEND
        ys = [y for line in lines for _, y in line.points if y is not None and math.isfinite(y)]
        xs = [at for line in lines for at, _ in line.points]
        self.low_x, self.high_x = (min(xs), max(xs)) if xs else (0.0, 1.0)
        low, high = (min(ys), max(ys)) if ys else (0.0, 1.0)
        self.log = log and low > 0 and high / low > LOG_RANGE
        if self.log:
            low, high = math.log10(low), math.log10(high)
        pad = (high - low) * 0.05 or abs(high) * 0.05 or 0.5
        self.low, self.high = low - pad, high + pad

    def _legend_rows(self, width: float) -> int:
        is_noted = any(line.note for line in self.lines)
        if len(self.lines) < 2 and not is_noted:
            return 0
        return -(-len(self.lines) // max(1, int((width - LEFT) // (300 if is_noted else 150))))

    def drawing(self) -> ET.Element:
        root = _root(self.width, self.height, self.label)
        for y, text in self._y_ticks():
            ET.SubElement(
                root, "line", {"x1": _n(LEFT), "x2": _n(self.width - RIGHT), "y1": _n(y), "y2": _n(y),
                "stroke": "currentColor", "stroke-opacity": "0.13"},
            )  # fmt: skip
            _text(root, LEFT - 7, y + 3.5, text, "end")
        bottom = self._bottom + 16
        for at, text in self._x_ticks():
            _text(root, self._px(at), bottom, text, "middle")
        _text(root, self.width - RIGHT, bottom, self.x, "end")
        for i, line in enumerate(self.lines):
            self._line(root, line, COLORS[i % len(COLORS)])
        self._legend(root)
        return root

    @property
    def _bottom(self) -> float:
        return self.height - BOTTOM - self.rows * LEGEND

    def _px(self, x: float) -> float:
        span = (self.high_x - self.low_x) or 1.0
        return LEFT + (x - self.low_x) / span * (self.width - LEFT - RIGHT)

    def _py(self, y: float) -> float:
        at = math.log10(y) if self.log else y
        return self._bottom - (at - self.low) / (self.high - self.low) * (self._bottom - TOP)

    def _line(self, root: ET.Element, line: Line, color: str) -> None:
        part: list[tuple[float, float]] = []
        bad: list[float] = []
        for x, y in line.points:
            if _is_number(y) and y is not None:
                part.append((self._px(x), self._py(y)))
            else:
                bad.append(self._px(x))
                _polyline(root, part, color, "1.7", line.dashed)
                part = []
        _polyline(root, part, color, "1.7", line.dashed)
        if line.note:
            _marks(root, [(self._px(x), self._py(y)) for x, y in line.points if _is_number(y) and y is not None], color)
        for x in bad:
            mark = f"M{_n(x - 3)} {_n(self._bottom - 6)}l6 6m0 -6l-6 6"
            ET.SubElement(root, "path", {"d": mark, "stroke": BAD, "stroke-width": "1.5"})
        if bad:
            _text(root, min(bad[0], self.width - 90), self._bottom - 10, "NaN or Inf", "start", BAD)

    def _legend(self, root: ET.Element) -> None:
        per_row = -(-len(self.lines) // self.rows) if self.rows else 1
        for i, line in enumerate(self.lines if self.rows else ()):
            x = LEFT + (i % per_row) * (self.width - LEFT) / per_row
            y = self.height - self.rows * LEGEND + (i // per_row) * LEGEND + 12
            ET.SubElement(
                root, "line", {"x1": _n(x), "x2": _n(x + 14), "y1": _n(y - 4), "y2": _n(y - 4),
                "stroke": COLORS[i % len(COLORS)], "stroke-width": "2.5"},
            )  # fmt: skip
            _text(root, x + 19, y, f"{line.name}, {line.note}" if line.note else line.name, "start")

    def _y_ticks(self) -> list[tuple[float, str]]:
        if self.log:
            powers = range(math.ceil(self.low), math.floor(self.high) + 1)
            every = -(-len(powers) // 6) or 1
            return [(self._py(10.0**p), f"1e{p}" if abs(p) > 3 else f"{10.0**p:g}") for p in powers[::every]]
        return [(self._py(y), _short(y)) for y in _ticks(self.low, self.high, 5)]

    def _x_ticks(self) -> list[tuple[float, str]]:
        last = self.width - RIGHT - 7 * len(self.x) - 24  # space for the name of the axis
        return [(x, f"{x:,.0f}") for x in _ticks(self.low_x, self.high_x, 7) if x == int(x) and self._px(x) < last]


def _ticks(low: float, high: float, count: int) -> list[float]:
    """Return about `count` round numbers in a range."""
    span = high - low
    if not span > 0:
        return [low]
    power = 10.0 ** math.floor(math.log10(span / count))
    step = next(power * m for m in (1, 2, 5, 10) if span / (power * m) <= count)
    first = math.ceil(low / step - 1e-9)
    return [i * step for i in range(first, math.floor(high / step + 1e-9) + 1)]


def _short(y: float) -> str:
    return f"{y:.4g}" if abs(y) > 1e-12 else "0"


def _is_number(y: float | None) -> bool:
    return y is not None and math.isfinite(y)


def _thinned(points: Sequence[tuple[float, float | None]]) -> list[tuple[float, float | None]]:
    """Return at most about `POINTS` points: the lowest point, the highest point and a gap of each range of points."""
    if len(points) <= POINTS:
        return list(points)
    size = -(-len(points) // (POINTS // 2))
    found: list[tuple[float, float | None]] = []
    for i in range(0, len(points), size):
        bucket = points[i : i + size]
        numbers = [p for p in bucket if _is_number(p[1])]
        kept = {min(numbers, key=lambda p: p[1] or 0.0), max(numbers, key=lambda p: p[1] or 0.0)} if numbers else set()
        found += sorted(kept | set([p for p in bucket if not _is_number(p[1])][:1]), key=lambda p: p[0])
    return found


def _root(width: float, height: float, label: str) -> ET.Element:
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {_n(width)} {_n(height)}",
        "class": "opscope-chart",
    }
    attributes |= (
        {"role": "img", "aria-label": label}
        if label
        else {"width": _n(width), "height": _n(height), "aria-hidden": "true"}
    )
    return ET.Element("svg", attributes)


def _marks(root: ET.Element, points: Sequence[tuple[float, float]], color: str, radius: float = 2.0) -> None:
    for x, y in points:
        ET.SubElement(root, "circle", {"cx": _n(x), "cy": _n(y), "r": _n(radius), "fill": color})


def _polyline(
    root: ET.Element, points: Sequence[tuple[float, float]], color: str, width: str, dashed: bool = False
) -> None:
    if len(points) == 1:
        (x, y) = points[0]
        ET.SubElement(root, "circle", {"cx": _n(x), "cy": _n(y), "r": "2", "fill": color})
    elif points:
        text = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        line = {"points": text, "fill": "none", "stroke": color, "stroke-width": width, "stroke-linejoin": "round"}
        ET.SubElement(root, "polyline", line | ({"stroke-dasharray": "5 3"} if dashed else {}))


def _text(root: ET.Element, x: float, y: float, text: str, anchor: str, color: str = "currentColor") -> None:
    style = {"x": _n(x), "y": _n(y), "text-anchor": anchor, "font-size": "11", "font-family": FONT, "fill": color}
    ET.SubElement(root, "text", style | ({"fill-opacity": "0.72"} if color == "currentColor" else {})).text = text


def _n(x: float) -> str:
    return f"{x:.1f}".removesuffix(".0")
