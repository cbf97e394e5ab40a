"""Line charts: the points are where the numbers are, in SVG that any browser draws."""

import re
from xml.etree import ElementTree as ET

import pytest

from opscope import viz
from opscope.errors import ArgumentError, RunError
from opscope.viz import Graph, GraphNode, Line, draw, line_chart, sparkline


def points(svg):
    return [
        [tuple(map(float, p.split(","))) for p in line.get("points").split()]
        for line in ET.fromstring(svg).iter("{http://www.w3.org/2000/svg}polyline")
    ]


def test_a_line_goes_through_its_numbers():
    ((a, b, c),) = points(line_chart([Line("loss", [(1, 0.0), (2, 1.0), (3, 0.5)])]))
    assert a[0] < b[0] < c[0] and b[0] - a[0] == pytest.approx(c[0] - b[0], abs=0.2)
    assert b[1] < c[1] < a[1] and a[1] - c[1] == pytest.approx(c[1] - b[1], abs=0.2)  # up is less


def test_what_is_no_number_is_a_gap_and_is_marked():
    svg = line_chart([Line("loss", [(1, 1.0), (2, 2.0), (3, None), (4, float("nan")), (5, 1.0), (6, 1.5)])])
    assert [len(part) for part in points(svg)] == [2, 2]
    assert "NaN or Inf" in svg and svg.count("<path") == 2


def test_a_wide_range_is_logarithmic_if_it_may():
    lines = [Line("loss", [(1, 1e-4), (2, 1e-2), (3, 1.0)])]
    ((a, b, c),) = points(line_chart(lines, log=True))
    assert a[1] - b[1] == pytest.approx(b[1] - c[1], abs=0.2)
    ((a, b, c),) = points(line_chart(lines))
    assert a[1] - b[1] < 0.1 * (b[1] - c[1])
    assert "1e" not in line_chart([Line("loss", [(1, -1.0), (2, 1000.0)])], log=True)


def test_names_are_escaped_and_shown_if_there_are_several():
    svg = line_chart([Line("<a>", [(1, 1.0)]), Line("b & c", [(1, 2.0)], dashed=True)], label="<both>")
    assert "&lt;a&gt;" in svg and "b &amp; c" in svg and 'aria-label="&lt;both&gt;"' in svg
    assert ">loss<" not in line_chart([Line("loss", [(1, 1.0)])])


def test_many_points_are_thinned_and_keep_their_extremes():
    values = [(i, float(i % 7)) for i in range(20_000)]
    values[12_345] = (12_345, 1000.0)
    svg = line_chart([Line("loss", values)])
    assert len(svg) < 20_000
    (line,) = points(svg)
    top = min(y for _, y in line)
    assert sum(y < top + 20 for _, y in line) == 1  # the peak


@pytest.mark.parametrize("lines", [[], [Line("a", [])], [Line("a", [(1, 2.0)])], [Line("a", [(1, 0.0), (2, 0.0)])]])
def test_few_or_equal_numbers_are_drawn(lines):
    ET.fromstring(line_chart(lines))


def test_a_sparkline_has_no_axes():
    assert sparkline([1.0]) == sparkline([None, 1.0]) == ""
    svg = sparkline([1.0, None, 3.0])
    assert len(points(svg)) == 1 and "<text" not in svg


RELU = Graph((GraphNode("op-0", "relu", tooltip="a < b"),))


@pytest.mark.parametrize(
    "ending, begins", [("svg", b"<?xml"), ("dot", b"digraph"), ("png", b"\x89PNG"), ("pdf", b"%PDF"), ("SVG", b"<?xml")]
)
def test_a_drawing_is_saved_in_the_format_of_its_name(tmp_path, ending, begins):
    draw(RELU).save(tmp_path / f"relu.{ending}")
    content = (tmp_path / f"relu.{ending}").read_bytes()
    assert content.startswith(begins)
    if ending.lower() == "svg":
        assert "relu" in ET.fromstring(content).find(".//{*}text").text
    elif ending == "dot":
        assert b"relu" in content


def test_what_cannot_be_saved_says_why(tmp_path, monkeypatch):
    drawn = draw(RELU)
    with pytest.raises(ArgumentError, match=r"'\.jpg'") as raised:
        drawn.save(tmp_path / "relu.jpg")
    assert ".svg, .png, .pdf, .dot" in str(raised.value)
    with pytest.raises(ArgumentError, match="a heat map cannot be saved"):
        line_chart([Line("a", [(1, 1.0)])]).save(tmp_path / "a.png")
    with pytest.raises(RunError, match="cannot be written"):
        drawn.save(tmp_path / "nowhere" / "relu.svg")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(viz.LayoutError, match="install graphviz"):
        drawn.save(tmp_path / "relu.png")
    assert not re.findall("relu.png", " ".join(p.name for p in tmp_path.iterdir()))
